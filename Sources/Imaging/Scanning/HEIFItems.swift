/// The pictures and other items of a HEIF file, and their relations: ISO/IEC 14496-12 section 8.11.
struct HEIFItems {
  let file: ByteView
  let meta: HEIFBox
  /// The number of the picture to show.
  let primary: Int?
  /// The box that holds ``primary``.
  let primaryBox: HEIFBox?
  /// Types by number, such as `hvc1`, `grid` or `Exif`; empty for items that state none.
  private(set) var types: [Int: String] = [:]
  /// The boxes that introduce the items, in file order.
  private(set) var entries: [(number: Int, box: HEIFBox)] = []
  /// The references between items, in file order.
  private(set) var references: [Reference] = []
  /// The boxes that hold ``entries`` and ``references``.
  private(set) var lists: [HEIFBox] = []

  struct Reference {
    /// Such as `dimg` (is made from), `auxl` (belongs to) or `cdsc` (describes).
    let type: String
    let from: Int
    let to: [Int]
  }

  /// Reads the lists of a `meta` box; of each kind the first one counts, as in libheif.
  ///
  /// - Throws: When boxes contradict each other, and above ``MetadataTally/pictureLimit`` items or references.
  init(_ file: ByteView, meta: HEIFBox) throws(ScanProblem) {
    self.file = file
    self.meta = meta
    let boxes = try file.boxes(["pitm", "iinf", "iref"], in: meta.fullContent)
    primaryBox = boxes.first { $0.type == "pitm" }
    primary = primaryBox.flatMap { box in
      file.number(
        at: box.fullContent.lowerBound, bytes: file.hasWideNumbers(box, from: 1) ? 4 : 2,
        bigEndian: true)
    }
    for type in ["iinf", "iref"] {
      guard let list = boxes.first(where: { $0.type == type }) else { continue }
      lists.append(list)
      if type == "iinf" { try readEntries(list) } else { try readReferences(list) }
    }
  }

  /// Reads the lists of a file; `nil` if it has no `meta` box.
  init?(_ file: ByteView) throws(ScanProblem) {
    guard let meta = try file.boxes(["meta"], in: 0..<file.count).first else { return nil }
    try self.init(file, meta: meta)
  }

  func parts(of item: Int) -> [Int] {
    references.filter { $0.type == "dimg" && $0.from == item }.flatMap(\.to)
  }

  private mutating func readEntries(_ list: HEIFBox) throws(ScanProblem) {
    // The number of entries comes first: 2 bytes in version 0, else 4.
    let start = list.fullContent.lowerBound + (file.hasWideNumbers(list, from: 1) ? 4 : 2)
    guard start <= list.content.upperBound else { return }
    for box in try file.boxes(["infe"], in: start..<list.content.upperBound) {
      let width = file.hasWideNumbers(box, from: 3) ? 4 : 2
      let place = box.fullContent.lowerBound
      guard let number = file.number(at: place, bytes: width, bigEndian: true) else { continue }
      entries.append((number, box))
      try MetadataTally("HEIF").check(entries.count, "items")
      // After the number comes how the item is protected; version 2 added the type.
      let hasType = (file.u8(at: box.content.lowerBound) ?? 0) >= 2
      types[number] = hasType ? file.text(at: place + width + 2, length: 4) ?? "" : ""
    }
  }

  private mutating func readReferences(_ list: HEIFBox) throws(ScanProblem) {
    let width = file.hasWideNumbers(list, from: 1) ? 4 : 2
    var offset = list.fullContent.lowerBound
    var count = 0
    while let box = try file.box(at: offset, end: list.content.upperBound) {
      offset = box.content.upperBound
      let place = box.content.lowerBound
      guard let from = file.number(at: place, bytes: width, bigEndian: true),
        let targets = file.u16(at: place + width)
      else { break }
      count += max(1, targets)
      try MetadataTally("HEIF").check(count, "references")
      let numbers = (0..<targets).compactMap {
        file.number(at: place + width + 2 + $0 * width, bytes: width, bigEndian: true)
      }
      references.append(Reference(type: box.type, from: from, to: numbers))
    }
  }

  /// The boxes of the properties of some items, in their order: 23008-12, 9.3.
  func properties(of items: Set<Int>) throws(ScanProblem) -> [Int: [HEIFBox]] {
    guard let all = try allProperties() else { return [:] }
    var found: [Int: [HEIFBox]] = [:]
    for list in all.lists {
      forEachItem(of: list) { item, places in
        guard items.contains(item), found[item] == nil else { return }
        found[item] = places.numbers(in: file).compactMap { all.kind($0.place) }
      }
    }
    return found
  }

  /// The properties of a file, and the lists of each item's.
  private struct AllProperties {
    let box: HEIFBox
    let kinds, lists: [HEIFBox]

    /// A property by its index, counted from 1.
    func kind(_ place: Int) -> HEIFBox? {
      kinds.indices.contains(place - 1) ? kinds[place - 1] : nil
    }
  }

  private func allProperties() throws(ScanProblem) -> AllProperties? {
    guard let box = try file.boxes(["iprp"], in: meta.fullContent).first else { return nil }
    return AllProperties(
      box: box, kinds: try file.boxes(["ipco"], in: box.content).first.map(propertyBoxes) ?? [],
      lists: try file.boxes(["ipma"], in: box.content))
  }

  /// Whether a property marks an auxiliary picture as an iPhone's gain map.
  func isApplesGainMap(_ box: HEIFBox) -> Bool {
    box.type == "auxC"
      && file.hasText("urn:com:apple:photo:2020:aux:hdrgainmap", at: box.fullContent.lowerBound)
  }

  /// The positions of the bytes of some items; `nil` unless each is in one piece.
  func places(of items: Set<Int>) throws(ScanProblem) -> [Int: Range<Int>]? {
    let boxes = try file.boxes(["iloc", "idat"], in: meta.fullContent)
    guard let locations = boxes.first(where: { $0.type == "iloc" }) else { return nil }
    return HEIFPieces(file: file, locations: locations.content)
      .places(of: items, own: boxes.first { $0.type == "idat" }?.content)
  }

  /// The kinds of properties that change a picture: it is cut, turned and mirrored in their order.
  static let transforms: Set<String> = ["clap", "irot", "imir"]

  /// The bytes of those of some kinds among properties, in order.
  func transforms(
    _ properties: [HEIFBox], of kinds: Set<String> = Self.transforms
  ) -> [[UInt8]] {
    properties.filter { kinds.contains($0.type) }
      .map { Array(file.bytes(at: $0.start, length: $0.range.count)) }
  }

  /// The file with transforming properties after descriptive ones, in the lists of each item's properties, and none at
  /// tiles that the picture that they make has too; `nil` if they are so already.
  ///
  /// 23008-12 requires this order. If a size comes after a turn, libheif 1.15 takes it for that of the turned picture,
  /// and refuses the file; 1.23 takes it for the stored one's, as it is meant. avifenc 0.11 gives a picture's turn to
  /// its tiles too; libavif and browsers turn the whole once.
  func orderingProperties() throws(ScanProblem) -> [UInt8]? {
    guard let all = try allProperties(),
      all.kinds.contains(where: { Self.transforms.contains($0.type) })
    else { return nil }
    let grids = references.filter { $0.type == "dimg" && types[$0.from] == "grid" }
    let properties = try properties(of: Set(grids.map(\.from)))
    var ofWhole: [Int: Set<Int>] = [:]
    for grid in grids {
      for tile in grid.to { ofWhole[tile] = Set(properties[grid.from, default: []].map(\.start)) }
    }
    var ordered: [UInt8]?
    for list in all.lists {
      forEachItem(of: list) { item, places in
        let numbers = places.numbers(in: file)
        let kinds = numbers.map { (whole, place) -> (whole: Int, isTransform: Bool) in
          guard let box = all.kind(place), Self.transforms.contains(box.type) else {
            return (whole, false)
          }
          // 0 stands for no property.
          return ofWhole[item]?.contains(box.start) ?? false ? (0, false) : (whole, true)
        }
        let moved = (kinds.filter { !$0.isTransform } + kinds.filter(\.isTransform)).map(\.whole)
        guard moved != numbers.map(\.whole) else { return }
        var bytes = ordered ?? Array(file.bytes(at: 0, length: file.count))
        let list = moved.flatMap { $0.bigEndian(bytes: places.width) }
        bytes.replaceSubrange(places.start..<places.end, with: list)
        ordered = bytes
      }
    }
    return ordered
  }

  /// The file whose tiles state the same code points as the picture that they make, if that states some and a tile does
  /// not, and whose alpha is turned and cut as its picture, if it has no turn or cut of its own; `nil` for others.
  ///
  /// libheif 1.15 computes red, green and blue of each tile by what the tile states, and turns alpha by itself; libavif
  /// writes turns for the colours alone, and turns both. The list of properties grows, so the new `meta` box is put
  /// behind all others.
  func describingParts(alphas: Set<Int>) throws(ScanProblem) -> [UInt8]? {
    guard let primary, let all = try allProperties(), all.lists.count == 1,
      let list = all.lists.first
    else { return nil }
    let tiles = types[primary] == "grid" ? Set(parts(of: primary)) : []
    guard !tiles.union(alphas).isEmpty else { return nil }
    var stated: (codes: [Int], transforms: [Int])?
    var silent: [(places: Places, isAlpha: Bool)] = []
    forEachItem(of: list) { item, places in
      guard item == primary || tiles.contains(item) || alphas.contains(item) else { return }
      let numbers = places.numbers(in: file)
      // A matrix other than "unspecified" (2).
      let codes = numbers.filter {
        all.kind($0.place).flatMap(codePoints).map { $0.matrix != 2 } ?? false
      }.prefix(1).map(\.whole)
      let transforms = numbers.filter {
        all.kind($0.place).map { Self.transforms.contains($0.type) } ?? false
      }.map(\.whole)
      if item == primary {
        stated = stated ?? (codes, transforms)
      } else if alphas.contains(item) ? transforms.isEmpty : codes.isEmpty {
        silent.append((places, alphas.contains(item)))
      }
    }
    let added = silent.map { places, isAlpha in
      (places, isAlpha ? stated?.transforms ?? [] : stated?.codes ?? [])
    }.filter { !$1.isEmpty && $0.count + $1.count <= 255 }
    guard !added.isEmpty else { return nil }
    var bytes: [UInt8] = []
    var copied = meta.start
    for (places, numbers) in added {
      // The number of properties stands before them.
      bytes += file.bytes(at: copied, length: places.start - 1 - copied)
      bytes.append(UInt8(places.count + numbers.count))
      bytes += file.bytes(at: places.start, length: places.end - places.start)
      bytes += numbers.flatMap { $0.bigEndian(bytes: places.width) }
      copied = places.end
    }
    bytes += file.bytes(at: copied, length: meta.content.upperBound - copied)
    let growth = bytes.count - meta.range.count
    for box in [meta, all.box, list] {
      // A length in the usual form, and not 1 (it follows) or 0 (to the end).
      guard let length = file.u32(at: box.start), length > 1 else { return nil }
      let start = box.start - meta.start
      bytes.replaceSubrange(start..<start + 4, with: (length + growth).bigEndian(bytes: 4))
    }
    var whole = Array(file.bytes(at: 0, length: file.count)) + bytes
    whole.replaceSubrange(meta.start + 4..<meta.start + 8, with: "free".utf8)
    // It is not found if the box before it reaches to the end of the file, whatever its length.
    let found = try? ByteView(whole).boxes(["meta"], in: 0..<whole.count)
    return found?.first?.start == file.count ? whole : nil
  }

  /// The positions of the associations of one item.
  private struct Places {
    let start: Int
    let count: Int
    /// The number of bytes of each.
    let width: Int
    var end: Int { start + count * width }

    /// The associations: the whole number, and the index of the property that it names, counted from 1.
    ///
    /// The highest bit says whether a reader must understand the property.
    func numbers(in file: ByteView) -> [(whole: Int, place: Int)] {
      (0..<count).compactMap {
        file.number(at: start + $0 * width, bytes: width, bigEndian: true)
      }.map { ($0, $0 & (width == 2 ? 0x7FFF : 0x7F)) }
    }
  }

  /// Associations name properties by 15 bits at most.
  private static let propertyLimit = 1 << 15

  private func propertyBoxes(_ container: HEIFBox) -> [HEIFBox] {
    var boxes: [HEIFBox] = []
    var offset = container.content.lowerBound
    while boxes.count < Self.propertyLimit,
      let box = try? file.box(at: offset, end: container.content.upperBound)
    {
      boxes.append(box)
      offset = box.content.upperBound
    }
    return boxes
  }

  /// Visits the items of one `ipma` box, which lists their properties, up to one that the box does not hold whole.
  private func forEachItem(of list: HEIFBox, _ body: (_ item: Int, _ places: Places) -> Void) {
    let width = file.hasWideNumbers(list, from: 1) ? 4 : 2
    let placeWidth = (file.u8(at: list.content.lowerBound + 3) ?? 0) & 1 == 1 ? 2 : 1
    var offset = list.fullContent.lowerBound + 4
    while offset < list.content.upperBound,
      let item = file.number(at: offset, bytes: width, bigEndian: true),
      let count = file.u8(at: offset + width)
    {
      let places = Places(start: offset + width + 1, count: count, width: placeWidth)
      guard places.end <= list.content.upperBound else { return }
      body(item, places)
      offset = places.end
    }
  }

  /// The colours that the primary picture, or the first of its tiles, states by code points; `nil` if it has a
  /// profile, which takes precedence.
  ///
  /// Without both only PQ and HLG count, which the stream itself states: others are written in photos of sRGB.
  /// ISO/IEC 14496-12, 12.1.5 (`colr`) and 12.1.6 (`mdcv`, `clli`).
  ///
  /// - Throws: `unsupported` for a matrix that libheif does not support.
  func statedColours() throws(ScanProblem) -> StatedColours? {
    let (own, tile) = try described()
    let stream = streamCodes(own, tile)
    for codes in (own + tile).compactMap(codePoints) + (stream.map { [$0] } ?? []) {
      guard let name = Self.unknownMatrices[codes.matrix] else { continue }
      throw .unsupported("a HEIF or AVIF of colours in \(name) (matrix \(codes.matrix))")
    }
    if let stream, !stream.isFullRange, !(own + tile).contains(where: isGrey),
      let name = Self.fullRangeMatrices[stream.matrix]
    {
      throw .unsupported("a HEIF or AVIF of \(name) (matrix \(stream.matrix)) in limited range")
    }
    if stream?.matrix == 0, (own + tile).contains(where: { sampling($0).isHalved }) {
      throw .unsupported("a HEIF or AVIF of RGB (matrix 0) with less chroma than luma")
    }
    if stream?.matrix == 8, (own + tile).contains(where: { sampling($0).isDeep }) {
      throw .unsupported("a HEIF or AVIF of YCgCo (matrix 8) of more than 8 bits")
    }
    let boxes = own.contains { $0.type == "colr" } ? own : own + tile
    let colours = boxes.filter { $0.type == "colr" }
    let all = colours.compactMap(codePoints)
    guard all.count == colours.count, let codes = all.first ?? stream else { return nil }
    var stated = StatedColours(primaries: codes.primaries, transfer: codes.transfer, video: .sRGB)
    stated.peak = peak(boxes)
    return all.isEmpty && !stated.isHighRange ? nil : stated
  }

  /// The properties of the primary picture, and those of the first of its tiles.
  private func described() throws(ScanProblem) -> (own: [HEIFBox], tile: [HEIFBox]) {
    guard let primary else { return ([], []) }
    let tile = parts(of: primary).first
    let properties = try properties(of: Set([primary, tile ?? primary]))
    return (properties[primary] ?? [], tile.flatMap { properties[$0] } ?? [])
  }

  /// What libheif leaves undone: decision 0236.
  func repairs() throws(ScanProblem) -> SampleRepairs {
    var repairs: SampleRepairs = []
    if references.contains(where: { $0.type == "prem" && $0.from == primary }) {
      repairs.insert(.premultiplied)
    }
    let (own, tile) = try described()
    guard (own + tile).contains(where: isGrey) else { return repairs }
    if streamCodes(own, tile)?.isFullRange == false { repairs.insert(.limitedGrey) }
    // The samples of auxiliary pictures are taken as they are.
    if !own.contains(where: { $0.type == "auxC" }), (own + tile).contains(where: isGreysProfile) {
      repairs.insert(.tripledGrey)
    }
    return repairs
  }

  /// What the stream is: a tile's code points before the whole's; without any the stream's own words, except for
  /// auxiliary pictures, such as an iPhone's gain map, whose samples are taken as they are.
  private func streamCodes(_ own: [HEIFBox], _ tile: [HEIFBox]) -> HEIFCodePoints? {
    if let codes = (tile + own).lazy.compactMap(codePoints).first { return codes }
    return own.contains { $0.type == "auxC" } ? nil : colours(inStreamsOf: own + tile)
  }

  /// What the first stream with words of its own says.
  private func colours(inStreamsOf boxes: [HEIFBox]) -> HEIFCodePoints? {
    boxes.lazy.filter { $0.type == "hvcC" }
      .flatMap { HEVCParameters(file, configuration: $0.content).sequences }
      .compactMap(\.colours).first
  }

  /// A Sony's file that states full range as its stream does; `nil` for others.
  ///
  /// Some of these cameras state limited range beside a stream of full range (libheif issue 1770), which by the standard
  /// counts for all readers, and takes shadows and lights away.
  func statingRangeOfStream() throws(ScanProblem) -> [UInt8]? {
    let start = file.prefix(PhotoFormat.sniffLength)
    guard let primary, start.firstRange(of: Array("SHIF".utf8)) != nil else { return nil }
    let boxes = try properties(of: Set(parts(of: primary) + [primary])).values.flatMap { $0 }
    let limited = boxes.filter { codePoints($0)?.isFullRange == false }
    guard !limited.isEmpty, colours(inStreamsOf: boxes)?.isFullRange == true else { return nil }
    var bytes = Array(file.bytes(at: 0, length: file.count))
    for box in limited { bytes[box.content.lowerBound + 10] |= 0x80 }
    return bytes
  }

  /// The code points of ITU-T H.273 that a property states; `nil` for other properties.
  func codePoints(_ box: HEIFBox) -> HEIFCodePoints? { HEIFCodePoints(box, in: file) }

  /// Whether a property is the configuration of a stream of luma alone.
  func isGrey(_ box: HEIFBox) -> Bool { sampling(box).isGrey }

  /// Whether a property is a profile of grey: ICC.1:2022, 7.2.6.
  private func isGreysProfile(_ box: HEIFBox) -> Bool {
    file.isProfile(box) && file.hasText("GRAY", at: box.content.lowerBound + 20)
  }

  /// Whether a property is the configuration of a stream of luma alone, of halved chroma, and of more than 8 bits:
  /// ISO/IEC 14496-15, 8.3.3.1.2, and AV1 in ISOBMFF, 2.3.3.
  ///
  /// Red, green and blue cannot have halved chroma, and libheif makes green pictures of it; libheif 1.15 makes dark
  /// pictures of YCgCo of more than 8 bits.
  private func sampling(_ box: HEIFBox) -> (isGrey: Bool, isHalved: Bool, isDeep: Bool) {
    let start = box.content.lowerBound
    switch box.type {
    case "hvcC":
      let chroma = (file.u8(at: start + 16) ?? 3) & 3
      return (chroma == 0, chroma == 1 || chroma == 2, (file.u8(at: start + 17) ?? 0) & 7 != 0)
    case "av1C":
      let flags = file.u8(at: start + 2) ?? 0
      return (flags & 0x10 != 0, flags & 0x18 == 0x08, flags & 0x40 != 0)
    default: return (false, false, false)
    }
  }

  /// Matrices whose samples libheif 1.15 takes for full range, whatever is stated.
  private static let fullRangeMatrices = [0: "RGB", 8: "YCgCo"]

  /// Matrices (ITU-T H.273, table 4) that libheif has no formulas for.
  ///
  /// 1.23 refuses those above 14, and 1.15 decodes them to wrong colours.
  private static let unknownMatrices = [
    11: "Y'D'zD'x", 14: "ICtCp", 15: "IPT-PQ-C2", 16: "YCgCo-Re", 17: "YCgCo-Ro",
  ]

  /// The most light of the picture in cd/m², else of the screen on which it was made; 0 if neither is stated.
  private func peak(_ boxes: [HEIFBox]) -> Double {
    func number(_ type: String, _ offset: Int, bytes: Int) -> Double {
      boxes.first { $0.type == type && $0.content.count >= offset + bytes }
        .flatMap { file.number(at: $0.content.lowerBound + offset, bytes: bytes, bigEndian: true) }
        .map(Double.init) ?? 0
    }
    let content = number("clli", 0, bytes: 2)
    return content > 0 ? content : number("mdcv", 16, bytes: 4) / 10_000
  }
}

/// What a property (`colr` of the kind `nclx`) states by code points of ITU-T H.273.
struct HEIFCodePoints {
  let primaries, transfer, matrix: Int
  let isFullRange: Bool
}

extension HEIFCodePoints {
  init?(_ box: HEIFBox, in file: ByteView) {
    let start = box.content.lowerBound
    guard box.type == "colr", file.hasText("nclx", at: start),
      let primaries = file.u16(at: start + 4), let transfer = file.u16(at: start + 6),
      let matrix = file.u16(at: start + 8), let range = file.u8(at: start + 10)
    else { return nil }
    self.init(
      primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range & 0x80 != 0)
  }
}
