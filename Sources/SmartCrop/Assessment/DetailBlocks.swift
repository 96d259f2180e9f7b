import CConvolution
package import PhotoGeometry

/// The detail of a photo in blocks of about 32 pixels, from one pass for its noise and one for its edges.
///
/// **Noise**: σ = √(π/2) / 6 · mean |L∗M|, M = (1 −2 1; −2 4 −2; 1 −2 1), which does not respond to straight edges;
/// Immerkær, "Fast noise variance estimation", CVIU 64(2), 1996. The noise of the photo is that of its quietest tenth
/// of blocks that are neither black nor white.
///
/// **Sharpness** of a block is the share of its gradients that a blur removes: blurred blocks lose little;
/// Crété et al., "The blur effect: perception and estimation with a new no-reference perceptual blur metric",
/// SPIE 6492, 2007. Their blur is a mean of 9 samples, whose difference from its neighbour is that of two samples 9
/// apart. Gradients count from 3√2 σ on, so that noise does not count as detail.
struct DetailBlocks {
  /// The side of a block in pixels; ours.
  private static let side = 32
  /// Reach of the blur beyond a sample, in samples: (9 − 1) / 2, and the next one's.
  private static let reach = 5

  let columns, rows: Int
  /// The noise's standard deviation in grey levels.
  let noise: Float
  /// The sharpness of each block, 0…1; 0 where it has no edges.
  private(set) var sharpness: [Float]
  /// The mean gradient above noise of each block, in grey levels: that along rows and along columns added.
  private(set) var strength: [Float]
  /// The share of pixels that are exactly like those before them and above them.
  private(set) var flatShare: Float

  /// Measures a plane; `nil` for one with a side shorter than a block's, in which nothing can be told.
  init?(_ plane: DetailPlane) {
    guard let grid = BlockGrid(plane.size, side: Self.side) else { return nil }
    (columns, rows) = (grid.columns, grid.rows)
    sharpness = [Float](repeating: 0, count: grid.count)
    strength = sharpness
    noise = plane.samples.withUnsafeBufferPointer { Self.noise($0, grid) }
    flatShare = 0
    plane.samples.withUnsafeBufferPointer { measureEdges($0, grid) }
  }

  /// The factor from a block's sum of L∗M to σ.
  private static let immerkaer = (Float.pi / 2).squareRoot() / 6
  /// The brightness at which nothing is clipped, in grey levels: ours, a twentieth from either end.
  private static let unclipped = Float(12)...243

  private static func noise(_ samples: UnsafeBufferPointer<UInt8>, _ grid: BlockGrid) -> Float {
    var levels: [Float] = []
    for block in 0..<grid.count {
      var sums = cconvolution_noise()
      let pixels = grid.inner(of: block, border: 1, samples) {
        sums = cconvolution_measure_noise($0, grid.width, $1, $2)
      }
      if unclipped.contains(Float(sums.brightness) / Float(pixels)) {
        levels.append(Float(sums.noise) / Float(pixels))
      }
    }
    guard !levels.isEmpty else { return 0 }
    return levels.sortedElement(at: (levels.count - 1) / 10) * immerkaer
  }

  /// Three standard deviations of a difference of two samples, whose noise is √2 times that of one.
  private static let core = 3 * Float(2).squareRoot()

  private mutating func measureEdges(_ samples: UnsafeBufferPointer<UInt8>, _ grid: BlockGrid) {
    // In ninths of a grey level, as the blur's differences are; no difference passes 255.
    let core = Int32(min(9 * 255, 9 * Self.core * noise).rounded())
    let blurCore = Int32(min(255, Self.core * noise).rounded())
    var (flat, total) = (0, 0)
    for block in 0..<grid.count {
      var sums = cconvolution_edges()
      let pixels = grid.inner(of: block, border: Self.reach, samples) {
        sums = cconvolution_measure_edges($0, grid.width, $1, $2, core, blurCore)
      }
      strength[block] = Float(sums.edges) / Float(9 * pixels)
      sharpness[block] = sums.edges > 0 ? Float(sums.lost) / Float(sums.edges) : 0
      flat += Int(sums.same)
      total += pixels
    }
    flatShare = Float(flat) / Float(max(1, total))
  }

  /// The look of print at this size; ours, from made documents and the marked photos (decision 0801).
  private enum Print {
    /// How much darker than the paper ink is, in grey levels.
    static let ink: Int32 = 36
    /// The share of ink in a block.
    static let shares = Float(0.02)...0.45
    /// The least changes between paper and ink in a row of a block, on average: a stroke has two.
    ///
    /// In a column too where the lines are upright, as letters divide lines of print, and nothing a pole.
    static let leastChanges = Float(1.2)
    /// A row or column of a block is clean with no more ink than this share; between lines of print some are.
    static let clean = Float(0.03)
    /// The share of clean rows, and the least changes between clean and inked ones: one line has two.
    static let (gaps, leastLines) = (Float(0.15)...0.85, 2)
    /// The greatest variation of paper within a block, as a mean of gradients, in grey levels.
    static let smoothness = Float(5)
  }

  /// The share of a plane's blocks that look like lines of print; 0 where it has no block.
  static func textShare(_ plane: DetailPlane) -> Float {
    guard let grid = BlockGrid(plane.size, side: side) else { return 0 }
    let count = plane.samples.withUnsafeBufferPointer { samples in
      (0..<grid.count).count { isPrint(samples, grid, $0) }
    }
    return Float(count) / Float(grid.count)
  }

  private static func isPrint(
    _ samples: UnsafeBufferPointer<UInt8>, _ grid: BlockGrid, _ block: Int
  ) -> Bool {
    let (xs, ys) = grid.pixels(of: block, border: 1)
    var histogram = [Int32](repeating: 0, count: 32)
    for y in ys { for x in xs { histogram[Int(samples[y &* grid.width &+ x] >> 3)] &+= 1 } }
    // Paper is the brightest level that an eighth of the block has.
    let pixels = Int32(xs.count * ys.count)
    var (above, bin) = (Int32(0), 31)
    while bin > 0, above &+ histogram[bin] < pixels / 8 {
      above &+= histogram[bin]
      bin -= 1
    }
    let limit = Int32(bin * 8 + 4) - Print.ink
    guard limit > 24 else { return false }
    var (ink, changes, turns, roughness, paper) = (Int32(0), Int32(0), Int32(0), Int32(0), Int32(0))
    var inkOfRows = [Int32](repeating: 0, count: ys.count)
    var inkOfColumns = [Int32](repeating: 0, count: xs.count)
    for y in ys {
      let row = y &* grid.width
      for x in xs {
        let (here, before) = (Int32(samples[row &+ x]), Int32(samples[row &+ x &- 1]))
        let (isInk, wasInk) = (here < limit, before < limit)
        if isInk {
          ink &+= 1
          inkOfRows[y &- ys.lowerBound] &+= 1
          inkOfColumns[x &- xs.lowerBound] &+= 1
        }
        if isInk != wasInk { changes &+= 1 }
        if isInk != (Int32(samples[row &- grid.width &+ x]) < limit) { turns &+= 1 }
        if !isInk, !wasInk, here > limit &+ 16, before > limit &+ 16 {
          roughness &+= abs(here &- before)
          paper &+= 1
        }
      }
    }
    return Print.shares.contains(Float(ink) / Float(pixels))
      && Float(changes) >= Print.leastChanges * Float(ys.count)
      && Float(roughness) <= Print.smoothness * Float(max(1, paper))
      && (areLines(inkOfRows, of: xs.count)
        || Float(turns) >= Print.leastChanges * Float(xs.count)
          && areLines(inkOfColumns, of: ys.count))
  }

  /// Whether ink lies in lines with clean paper between them.
  private static func areLines(_ ink: [Int32], of length: Int) -> Bool {
    let clean = ink.map { Float($0) <= Print.clean * Float(length) }
    let gaps = Float(clean.count(where: \.self)) / Float(max(1, clean.count))
    return Print.gaps.contains(gaps)
      && zip(clean, clean.dropFirst()).count { $0 != $1 } >= Print.leastLines
  }
}

/// A picture divided into blocks of nearly equal size.
private struct BlockGrid {
  let width, height, columns, rows: Int

  /// Divides a picture; `nil` if one of its sides is shorter than a block's.
  init?(_ size: PixelSize, side: Int) {
    guard min(size.width, size.height) >= side else { return nil }
    (width, height) = (size.width, size.height)
    (columns, rows) = (width / side, height / side)
  }

  var count: Int { columns * rows }

  /// The pixels of a block, without those within a distance of the picture's border.
  func pixels(of block: Int, border: Int) -> (xs: Range<Int>, ys: Range<Int>) {
    let (column, row) = (block % columns, block / columns)
    func range(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
      let start = max(border, index * length / count)
      return start..<max(start, min(length - border, (index + 1) * length / count))
    }
    return (range(column, of: columns, in: width), range(row, of: rows, in: height))
  }

  /// Measures a block's pixels, without those near the picture's border: from the first, in columns and rows; returns
  /// their number, or 1 if there are none, so that nothing is measured.
  func inner(
    of block: Int, border: Int, _ samples: UnsafeBufferPointer<UInt8>,
    _ measure: (UnsafePointer<UInt8>, Int, Int) -> Void
  ) -> Int {
    let (xs, ys) = pixels(of: block, border: border)
    guard let start = samples.baseAddress, !xs.isEmpty, !ys.isEmpty else { return 1 }
    measure(start + ys.lowerBound * width + xs.lowerBound, xs.count, ys.count)
    return xs.count * ys.count
  }
}

/// The luma of a small copy of a photo, larger than the one for choosing crops: fine enough to distinguish a sharp
/// photo from a blurred one at the size of a widget.
package struct DetailPlane: Sendable {
  /// The long edge, in pixels, to which callers shrink a photo; smaller photos are used unchanged.
  ///
  /// Ours: a widget of the largest iPhone shows a photo some 1,000 pixels wide, and a photo of 12 megapixels
  /// decoded at a quarter of its sides has as many.
  package static let preferredLongEdge = 1000

  package let size: PixelSize
  /// `size.area` gamma-encoded samples, row by row from the top left.
  package let samples: [UInt8]

  package init(size: PixelSize, samples: [UInt8]) {
    precondition(samples.count == size.area, "\(size) are not \(samples.count) samples.")
    (self.size, self.samples) = (size, samples)
  }
}

/// The caption that a picture may have in a bar above or below it, or in white letters with a black outline over it, as
/// jokes in messengers have.
///
/// The limits are ours, from drawn captions and 11,000 photos (decisions 0801 and 0815).
private enum CaptionBar {
  /// From which and up to which level a ground is light or dark, and how far its pixels may be from it.
  static let (light, dark, tolerance) = (232, 24, 3)
  /// The least share of a row's pixels that are ground, as between bold letters from side to side, and the share in
  /// rows without ink.
  static let (ground, plain) = (0.2, 0.97)
  /// The share of the next rows from which on the bar goes on in the picture, as a sky does.
  static let most = 0.3
  /// The levels between ink and ground, and the shares of a bar that its ink takes.
  static let (contrast, ink) = (100, 0.01...0.35)
  static let height = 0.06...0.6
  /// The levels of letters over a picture and of their outline, and how many pixels one may be from the other.
  static let (letter, outline, reach) = (240, 30, 3)
  /// The least changes between the two in a row of letters, and how far its middle may be from the picture's, as a
  /// share of the width.
  static let (changes, offset) = (12, 0.03)
  /// The least height of letters, and of the part above or below in which they are, as shares of the picture's.
  static let (letters, part) = (0.02, 0.4)
}

extension DetailPlane {
  /// Whether a light or dark bar with a caption lies above or below the picture, or outlined letters over it.
  var hasCaption: Bool {
    let rows = Array(0..<size.height)
    return min(size.width, size.height) >= 100
      && [rows, rows.reversed()].contains { hasCaption(in: $0) || hasLetters(in: $0) }
  }

  /// Whether outlined letters, centred as captions are, lie over the picture's part where these rows begin.
  private func hasLetters(in rows: [Int]) -> Bool {
    var height = 0
    return rows.prefix(Int(CaptionBar.part * Double(rows.count))).contains { row in
      height = isLettered(row) ? height + 1 : 0
      return Double(height) >= CaptionBar.letters * Double(rows.count)
    }
  }

  private func isLettered(_ row: Int) -> Bool {
    let width = size.width
    var changes: [Int] = []
    var last = (isLetter: false, at: -width)
    for (x, pixel) in samples[row * width..<(row + 1) * width].enumerated()
    where pixel >= CaptionBar.letter || pixel <= CaptionBar.outline {
      let isLetter = pixel >= CaptionBar.letter
      if isLetter != last.isLetter, x - last.at <= CaptionBar.reach { changes.append(x) }
      last = (isLetter, x)
    }
    guard changes.count >= CaptionBar.changes else { return false }
    return Double(abs(changes[0] + changes[changes.count - 1] + 1 - width))
      <= 2 * CaptionBar.offset * Double(width)
  }

  /// The same for a bar that begins at the first of these rows.
  private func hasCaption(in rows: [Int]) -> Bool {
    let ground = Int(samples[rows[0] * size.width])
    if (CaptionBar.dark + 1..<CaptionBar.light).contains(ground) { return false }
    let width = size.width
    func line(_ row: Int) -> ArraySlice<UInt8> { samples[row * width..<(row + 1) * width] }
    func isGround(_ pixel: UInt8) -> Bool { abs(Int(pixel) - ground) <= CaptionBar.tolerance }
    func share(_ row: Int) -> Double { Double(line(row).count(where: isGround)) / Double(width) }
    let (side, padding) = (max(2, width / 200), max(2, size.height / 100))
    let shares = rows.lazy.prefix { row in
      line(row).prefix(side).allSatisfy(isGround) && line(row).suffix(side).allSatisfy(isGround)
    }.map(share).prefix { $0 >= CaptionBar.ground }
    let bar = Array(shares)
    let next = rows.dropFirst(bar.count + padding).prefix(padding)
    guard CaptionBar.height.contains(Double(bar.count) / Double(size.height)), !next.isEmpty,
      bar.prefix(padding).allSatisfy({ $0 >= CaptionBar.plain }),
      bar.suffix(4 * padding).contains(where: { $0 >= CaptionBar.plain }),
      next.reduce(0, { $0 + share($1) }) / Double(next.count) < CaptionBar.most
    else { return false }
    let ink = rows.prefix(bar.count).reduce(0) { sum, row in
      sum + line(row).count { abs(Int($0) - ground) > CaptionBar.contrast }
    }
    return CaptionBar.ink.contains(Double(ink) / Double(bar.count * width))
  }
}
