import PhotoGeometry

/// Looks at windows of every size and place of a picture with one cascade.
struct CascadeScan: Sendable {
  /// Which windows are looked at, sizes in pixels of the picture.
  struct Plan: Sendable {
    /// The side of the smallest window.
    var leastSide: Double
    /// The ratio of a window's side to the next smaller one's; above 1.
    var step = 1.2
    /// Where windows are looked at every pixel of the reduced picture instead of every second.
    ///
    /// It is done for windows more than this many times the cascade's own. OpenCV's is 2; 2.5 takes a sixth less
    /// time and finds as many faces.
    var denseFactor = 2.5
    /// Where heads are seen; windows with too little of them are left out.
    var heads: HeadMap?
  }

  /// Windows in whose middle a head is less probable than this are left out where a map is known.
  ///
  /// Half of what a group of them needs to count (``FaceEvidence/leastHead``); in photos of cameras 6 % of the
  /// windows stay (decision 0100).
  static let leastHead = 0.05

  private let windowWidth: Int
  private let windowHeight: Int
  private let judges: [Int: HaarJudge]
  private let layouts: [Int: IntegralLayer.Layout]

  /// The widest picture that can be scanned.
  static let mostWidth = CropAnalyzer.preferredLongEdge

  /// Prepares a cascade for pictures up to ``mostWidth``.
  init(_ cascade: Cascade) {
    windowWidth = cascade.windowWidth
    windowHeight = cascade.windowHeight
    let pairs = [1, 2].map { ($0, IntegralLayer.Layout(width: Self.mostWidth, step: $0)) }
    layouts = Dictionary(uniqueKeysWithValues: pairs)
    judges = layouts.mapValues { HaarJudge(cascade, layout: $0) }
  }

  /// Returns every window that passes in a picture and in its mirror image.
  ///
  /// A face makes about as many windows pass in both. Features of a cascade are no mirror images of each other, so only
  /// both views together find the same in a picture and in its mirror image.
  func hitsInBothViews(of plane: BytePlane, _ plan: Plan) -> [CascadeHit] {
    var mirrored = plan
    mirrored.heads = plan.heads?.mirrored
    let width = Double(plane.width)
    return hits(in: plane, plan)
      + hits(in: plane.mirrored, mirrored).map {
        CascadeHit(x: width - $0.x - $0.side, y: $0.y, side: $0.side)
      }
  }

  /// Returns every window that passes.
  ///
  /// The picture is reduced, not the features enlarged, as in OpenCV: features are a few pixels large and
  /// would suffer from rounding.
  func hits(in plane: BytePlane, _ plan: Plan) -> [CascadeHit] {
    precondition(plane.width <= Self.mostWidth)
    return scales(for: plane, plan).flatMap { scale in
      let size = PixelSize(
        width: Int((Double(plane.width) / scale).rounded()),
        height: Int((Double(plane.height) / scale).rounded()))
      let step = scale > plan.denseFactor ? 1 : 2
      let blocks = blocks(in: size, step: step, plan.heads)
      if blocks.isEmpty { return [CascadeHit]() }
      let reduced = plane.resampled(toWidth: size.width, height: size.height)
      return passing(blocks, of: reduced, step: step).map { x, y in
        CascadeHit(x: Double(x) * scale, y: Double(y) * scale, side: Double(windowWidth) * scale)
      }
    }
  }

  /// The factors by which the picture is reduced: powers of the plan's step.
  private func scales(for plane: BytePlane, _ plan: Plan) -> [Double] {
    let (width, height) = (Double(plane.width), Double(plane.height))
    let least = max(1, plan.leastSide / Double(windowWidth))
    let scales = sequence(first: least) { $0 * plan.step }.prefix {
      (width / $0).rounded() >= Double(windowWidth)
        && (height / $0).rounded() >= Double(windowHeight)
    }
    return Array(scales)
  }

  /// The windows that are looked at together, beside each other.
  private static let blockLength = 8

  /// A row of windows, and some of them.
  private struct Block {
    let y: Int
    let windows: Range<Int>
  }

  /// Returns the windows of a reduced picture that are to be looked at.
  private func blocks(in size: PixelSize, step: Int, _ heads: HeadMap?) -> [Block] {
    let columns = (size.width - windowWidth) / step + 1
    let rows = stride(from: 0, through: size.height - windowHeight, by: step)
    let ranges = stride(from: 0, to: columns, by: Self.blockLength).map {
      $0..<min($0 + Self.blockLength, columns)
    }
    guard let heads else { return rows.flatMap { y in ranges.map { Block(y: y, windows: $0) } } }
    let (width, height) = (Double(windowWidth), Double(windowHeight))
    let (start, end) = (HeadMap.rim, 1 - HeadMap.rim)
    let area = (end - start) * (end - start) * width * height / Double(size.area)
    let least = heads.sum(of: Self.leastHead, over: area)
    return rows.flatMap { y in
      let band = heads.band(
        from: (Double(y) + start * height) / Double(size.height),
        to: (Double(y) + end * height) / Double(size.height))
      return ranges.filter { windows in
        // From the first window's middle to the last one's there is at least what is in the middle of any.
        let left = Double(windows.lowerBound * step) + start * width
        let right = Double((windows.upperBound - 1) * step) + end * width
        return band.sum(from: left / Double(size.width), to: right / Double(size.width)) >= least
      }.map { Block(y: y, windows: $0) }
    }
  }

  /// Returns the upper left corners of the windows that pass, in pixels of the reduced picture.
  private func passing(_ blocks: [Block], of plane: BytePlane, step: Int) -> [(Int, Int)] {
    guard let judge = judges[step], let layout = layouts[step] else { return [] }
    let layer = IntegralLayer(plane, layout: layout)
    var found: [(Int, Int)] = []
    layer.sums.withUnsafeBytes { sums in
      layer.squares.withUnsafeBytes { squares in
        let tables = LayerTables(sums: sums, squares: squares)
        for block in blocks {
          let first = block.windows.lowerBound
          let mask = judge.passing(at: block.y * layout.stride + first, tables)
          for window in block.windows where mask[window - first] {
            found.append((window * step, block.y))
          }
        }
      }
    }
    return found
  }
}
