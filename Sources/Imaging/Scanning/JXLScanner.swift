/// The walk through a JPEG XL file's boxes, and its codestream's header: ISO/IEC 18181-1, annexes A and
/// D, and 18181-2.
struct JXLScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    if file.hasText("\u{FF}\u{0A}", at: 0) { return try header(at: 0) }
    var metadata = MetadataTally("JPEG XL")
    var (offset, isWhole) = (0, false)
    var found: PhotoScan?
    while let box = try box(at: offset, isBehindPicture: isWhole) {
      let start = box.content.lowerBound
      switch box.type {
      case "jxlc", "jxlp":
        // Each part is preceded by its number, whose highest bit marks the last.
        let isPart = box.type == "jxlp"
        if found == nil { found = try header(at: start + (isPart ? 4 : 0)) }
        isWhole = isWhole || !isPart || file.u8(at: start) ?? 0 >= 0x80
      case _ where Self.metadata.contains(box.type): try metadata.add(box.content.count)
      default: break
      }
      offset = box.content.upperBound
    }
    guard let found else { throw .corrupt("The JPEG XL file has no picture (jxlc or jxlp box).") }
    return found
  }

  private static let metadata: Set = ["Exif", "xml ", "brob", "jumb", "jbrd"]

  /// The box at an offset; `nil` without one, and for anything else that was appended to the whole picture.
  private func box(at offset: Int, isBehindPicture: Bool) throws(ScanProblem) -> HEIFBox? {
    do { return try file.box(at: offset, end: file.count) } catch {
      let type = file.text(at: offset + 4, length: 4) ?? ""
      guard isBehindPicture, !Self.metadata.contains(type) else { throw error }
      return nil
    }
  }

  /// The most channels besides the colours, our choice; alpha, depth and a few of a design program's.
  private static let channelLimit = 8

  /// Reads the header before the pixels: the size, and the number of channels.
  private func header(at start: Int) throws(ScanProblem) -> PhotoScan {
    guard file.hasText("\u{FF}\u{0A}", at: start) else {
      throw .corrupt("The JPEG XL picture at byte \(start) has no signature (FF 0A).")
    }
    var bits = JXLBits(file, from: start + 2)
    guard let size = bits.size(), let channels = bits.extraChannels() else {
      throw .truncated("The JPEG XL file ends inside its header, after \(file.count) bytes.")
    }
    if channels > Self.channelLimit {
      throw .excessive(
        "The JPEG XL file has \(channels) channels beside its colours; the limit is "
          + "\(Self.channelLimit).")
    }
    // libvips shows the last frame.
    if bits.isAnimated { throw .unsupported("a JPEG XL animation") }
    var scan = PhotoScan(width: size.width, height: size.height, isTurnedByDecoder: true)
    if let place = bits.depthToRaise(behind: channels) {
      var raised = Array(file.prefix(file.count))
      raised[place / 8] |= 1 << (place % 8)
      scan.decodable = raised
    }
    scan.profile = bits.highRangeProfile(behind: channels)
    return scan
  }
}

/// Bits of a JPEG XL codestream, the lowest of each byte first: 18181-1, B.2.
private struct JXLBits {
  private let file: ByteView
  private var position: Int
  /// Whether the header read so far states an animation.
  private(set) var isAnimated = false
  /// Where the samples' depth is stated, if it is.
  private var depthPosition: Int?

  init(_ file: ByteView, from offset: Int) {
    self.file = file
    position = 8 * offset
  }

  /// The next bits as a number; `nil` at the end of the file.
  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for place in 0..<count {
      guard let byte = file.u8(at: position / 8) else { return nil }
      value |= (byte >> (position % 8) & 1) << place
      position += 1
    }
    return value
  }

  /// One of four kinds of number, each a base and some bits.
  private mutating func number(_ kinds: [(base: Int, bits: Int)]) -> Int? {
    guard let kind = bits(2), let more = bits(kinds[kind].bits) else { return nil }
    return kinds[kind].base + more
  }

  /// The ratios of width to height that a size may name: table D.1.
  private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

  /// A size: D.2.
  mutating func size() -> (width: Int, height: Int)? {
    guard let isSmall = bits(1), let height = side(isSmall == 1), let ratio = bits(3) else {
      return nil
    }
    guard ratio == 0 else {
      let (over, under) = Self.ratios[ratio - 1]
      return (height * over / under, height)
    }
    return side(isSmall == 1).map { ($0, height) }
  }

  private mutating func side(_ isSmall: Bool) -> Int? {
    if isSmall { return bits(5).map { 8 * ($0 + 1) } }
    return number([(1, 9), (1, 13), (1, 18), (1, 30)])
  }

  /// The number of channels besides the colours: D.3.
  mutating func extraChannels() -> Int? {
    guard let isDefault = bits(1) else { return nil }
    if isDefault == 1 { return 0 }
    guard let hasMore = bits(1), hasMore == 0 || skipMore() else { return nil }
    depthPosition = position
    guard skipDepth(), bits(1) != nil else { return nil }
    return number([(0, 0), (1, 0), (2, 4), (1, 12)])
  }

  /// Orientation, the size to show, a preview, an animation.
  private mutating func skipMore() -> Bool {
    guard bits(3) != nil, let hasSize = bits(1), hasSize == 0 || size() != nil,
      let hasPreview = bits(1), hasPreview == 0 || skipPreview(), let hasFrames = bits(1)
    else { return false }
    isAnimated = hasFrames == 1
    return !isAnimated || skipAnimation()
  }

  private mutating func skipPreview() -> Bool {
    let eighths = [(16, 0), (32, 0), (1, 5), (33, 9)],
      pixels = [(1, 6), (65, 8), (321, 10), (1345, 12)]
    guard let isEighths = bits(1), number(isEighths == 1 ? eighths : pixels) != nil,
      let ratio = bits(3)
    else { return false }
    return ratio != 0 || number(isEighths == 1 ? eighths : pixels) != nil
  }

  private mutating func skipAnimation() -> Bool {
    number([(100, 0), (1000, 0), (1, 10), (1, 30)]) != nil
      && number([(1, 0), (1001, 0), (1, 8), (1, 10)]) != nil
      && number([(0, 0), (0, 3), (0, 16), (0, 32)]) != nil && bits(1) != nil
  }

  /// The bit that makes 12 bits a sample of 8; `nil` unless the samples are in XYB and have a profile.
  ///
  /// libjxl makes linear light of these, for which libvips takes the stated depth: in 8 bits shadows have a sixth of
  /// their tones. The stream does not depend on the depth, as XYB is in floating point: D.3.4.
  func depthToRaise(behind channels: Int) -> Int? {
    guard let depthPosition else { return nil }
    var (depth, colours) = (self, self)
    depth.position = depthPosition
    // Whole numbers of the first kind.
    guard depth.bits(3) == 0 else { return nil }
    for _ in 0..<channels where colours.bits(1) != 1 { return nil }
    // XYB, not sRGB, a profile.
    return colours.bits(3) == 0b101 ? depthPosition + 2 : nil
  }

  /// A profile for colours in PQ or HLG, which come after the extra channels: D.3.6 and E.2.
  ///
  /// The extra channels must be plain alpha. libjxl's own profile states PQ and HLG only from version 0.9 on.
  mutating func highRangeProfile(behind channels: Int) -> [UInt8]? {
    for _ in 0..<channels where bits(1) != 1 { return nil }
    // XYB or not; not sRGB; no profile. Custom coordinates (2) of primaries and white are followed by numbers.
    guard bits(1) != nil, bits(2) == 0, let space = enumeration(), space < 2,
      let white = enumeration(), white != 2,
      let primaries = space == 1 ? 1 : enumeration(), primaries != 2, bits(1) == 0,
      let transfer = enumeration()
    else { return nil }
    let codes = primaries == 11 && white == 1 ? 12 : primaries
    let colours = StatedColours(primaries: codes, transfer: transfer, video: .sRGB)
    return colours.isHighRange ? colours.profile(isGrey: space == 1) : nil
  }

  private mutating func enumeration() -> Int? { number([(0, 0), (1, 0), (2, 4), (18, 6)]) }

  private mutating func skipDepth() -> Bool {
    guard let isFloat = bits(1) else { return false }
    return isFloat == 1
      ? number([(32, 0), (16, 0), (24, 0), (1, 6)]) != nil && bits(4) != nil
      : number([(8, 0), (10, 0), (12, 0), (1, 6)]) != nil
  }
}
