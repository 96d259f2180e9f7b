/// A HEIF file reduced to the picture that is shown: decision 0228.
///
/// Phones store gain maps, mattes and pictures made from both beside the photo, in ways that libheif before 1.18 takes
/// for damage. None of these are shown, so they need not be read.
struct HEIFBasePicture {
  let items: HEIFItems

  /// Whether a file has items that libheif 1.15 refuses: a picture made with a gain map (`tmap`), or an auxiliary
  /// picture, a thumbnail or metadata of several items.
  var isNeeded: Bool {
    isOfTwo
      || items.references.contains {
        ["auxl", "cdsc", "thmb"].contains($0.type) && $0.to.count != 1
      }
  }

  /// Whether a picture is made with a gain map.
  var isOfTwo: Bool { items.types.values.contains("tmap") }

  /// The picture to show in the place of the primary one: the base of a tone map (`tmap`: 23008-12, amendment 1), or
  /// what an identity shows again (`iden`: 23008-12, 6.6.2.1) without turns or cuts of its own; `nil` if the primary one
  /// is shown itself.
  ///
  /// - Throws: `unsupported` for a tone map that has turns or cuts of its own.
  func source() throws(ScanProblem) -> Int? {
    let derived = ["tmap", "iden"]
    guard let primary = items.primary, let type = items.types[primary], derived.contains(type),
      let base = items.parts(of: primary).first, let baseType = items.types[base],
      !derived.contains(baseType)
    else { return nil }
    let properties = try items.properties(of: [primary, base])
    let own = items.transforms(properties[primary] ?? [])
    if own.isEmpty { return base }
    // libheif 1.23 turns and cuts what an identity shows, and 1.15 says that it cannot read it.
    if type == "iden" { return nil }
    // A tone map may repeat those of its base.
    guard own == items.transforms(properties[base] ?? []) else {
      throw .unsupported("a HEIF or AVIF that turns or cuts another of its pictures (\(type))")
    }
    return base
  }

  var hasAlpha: Bool { get throws(ScanProblem) { try !alphasByPicture().isEmpty } }

  /// The primary picture's alpha.
  var alphas: Set<Int> {
    get throws(ScanProblem) {
      guard let primary = items.primary else { return [] }
      return Set(try alphasByPicture()[primary] ?? [])
    }
  }

  /// Refuses alpha of another size than its picture, which libheif leaves out: decision 0236.
  func checkAlpha() throws(ScanProblem) {
    guard let primary = items.primary else { return }
    let sizes = try items.properties(of: alphas.union([primary])).values.compactMap { boxes in
      boxes.first { $0.type == "ispe" }.map {
        Array(items.file.bytes(at: $0.content.lowerBound, length: $0.content.count))
      }
    }
    guard Set(sizes).count <= 1 else {
      throw .unsupported("a HEIF or AVIF whose alpha has another size than its picture")
    }
  }

  /// Refuses tiles without a size, which libheif 1.15 puts together to stripes.
  func checkTiles() throws(ScanProblem) {
    guard let primary = items.primary, items.types[primary] == "grid" else { return }
    let tiles = Set(items.parts(of: primary))
    let properties = try items.properties(of: tiles)
    guard tiles.allSatisfy({ properties[$0]?.contains { $0.type == "ispe" } ?? false }) else {
      throw .corrupt("The HEIF file does not say how large its tiles are (ispe box).")
    }
  }

  /// Whether the primary picture, or anything that it is made of, is turned or mirrored.
  var isTurned: Bool {
    get throws(ScanProblem) {
      guard let primary = items.primary else { return false }
      return try items.properties(of: try picturesShown(primary)).values.contains {
        $0.contains { $0.type == "irot" || $0.type == "imir" }
      }
    }
  }

  /// The same file with a description (`meta`) of only the primary picture, its tiles, its alpha and its metadata;
  /// nothing else is moved, so that all offsets stay valid.
  ///
  /// - Returns: `nil` if there is no such picture.
  func reduced() throws(ScanProblem) -> [UInt8]? {
    guard let primary = items.primary else { return nil }
    return try reduced(to: primary)
  }

  /// The same file with another of its pictures as the primary one; `nil` if there is no such picture.
  ///
  /// `other` is a picture whose metadata describes this one too.
  ///
  /// - Throws: When boxes contradict each other.
  func reduced(to shown: Int, describedAs other: Int? = nil) throws(ScanProblem) -> [UInt8]? {
    guard items.types[shown] != nil else { return nil }
    let pictures = try picturesShown(shown)
    let references = items.references.compactMap {
      kept($0, primary: shown, or: other, of: pictures)
    }
    let numbers = pictures.union(references.map { $0.from })
    var lists = items.lists.map { list in
      (list, list.type == "iinf" ? entries(numbers, shown) : box(of: references, like: list))
    }
    if shown != items.primary {
      guard let box = items.primaryBox else { return nil }
      let isWide = items.file.hasWideNumbers(box, from: 1)
      guard isWide || shown <= UInt16.max else { return nil }
      let number = shown.bigEndian(bytes: isWide ? 4 : 2)
      lists.append((box, Self.box("pitm", [isWide ? 1 : 0, 0, 0, 0] + number)))
    }
    return replacingMeta(lists: lists)
  }

  /// The primary picture, its parts, and their alpha.
  private func picturesShown(_ primary: Int) throws(ScanProblem) -> Set<Int> {
    let alphas = try alphasByPicture()
    let parts = Dictionary(grouping: items.references.filter { $0.type == "dimg" }) { $0.from }
    var found: Set<Int> = []
    var open = [primary]
    while let item = open.popLast() {
      guard found.insert(item).inserted else { continue }
      open += (parts[item] ?? []).flatMap(\.to) + (alphas[item] ?? [])
    }
    return found
  }

  /// The type names of auxiliary pictures that are alpha: 23008-12, and MIAF (23000-22).
  private static let alphaKinds = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    "urn:mpeg:avc:2015:auxid:1",
  ]

  /// The pictures of alpha, by the pictures that they belong to.
  private func alphasByPicture() throws(ScanProblem) -> [Int: [Int]] {
    let auxiliary = items.references.filter { $0.type == "auxl" }
    let properties = try items.properties(of: Set(auxiliary.map(\.from)))
    var found: [Int: [Int]] = [:]
    for reference in auxiliary {
      let isAlpha = (properties[reference.from] ?? []).contains { box in
        box.type == "auxC"
          && Self.alphaKinds.contains { items.file.hasText($0, at: box.fullContent.lowerBound) }
      }
      if isAlpha { for item in reference.to { found[item, default: []].append(reference.from) } }
    }
    return found
  }

  /// A reference in the reduced file; `nil` for one that says nothing about its picture.
  private func kept(
    _ reference: HEIFItems.Reference, primary: Int, or other: Int?, of pictures: Set<Int>
  ) -> HEIFItems.Reference? {
    let target: Int?
    switch reference.type {
    case "dimg", "prem": return pictures.contains(reference.from) ? reference : nil
    case "auxl":
      target =
        pictures.contains(reference.from) ? reference.to.first(where: pictures.contains) : nil
    case "cdsc":
      let isMetadata = ["Exif", "mime"].contains(items.types[reference.from])
      let isAbout = reference.to.contains { $0 == primary || $0 == other }
      target = isMetadata && isAbout ? primary : nil
    default: target = nil
    }
    return target.map { .init(type: reference.type, from: reference.from, to: [$0]) }
  }

  /// A list of items with their old entries; the shown one is not hidden.
  private func entries(_ kept: Set<Int>, _ shown: Int) -> [UInt8] {
    let entries = items.entries.filter { kept.contains($0.number) }
    return Self.box(
      "iinf",
      [0, 0, 0, 0] + entries.count.bigEndian(bytes: 2)
        + entries.flatMap { number, box in
          var bytes = Array(items.file.bytes(at: box.start, length: box.range.count))
          // The last bit of the flags, after the version: 23008-12, 6.4.2.
          let flags = box.content.lowerBound + 3 - box.start
          if number == shown, bytes.indices.contains(flags) { bytes[flags] &= 0xFE }
          return bytes
        })
  }

  /// A list of references, with numbers as wide as in the old one.
  private func box(of references: [HEIFItems.Reference], like list: HEIFBox) -> [UInt8] {
    let width = items.file.hasWideNumbers(list, from: 1) ? 4 : 2
    let boxes = references.flatMap { reference in
      Self.box(
        reference.type,
        reference.from.bigEndian(bytes: width) + reference.to.count.bigEndian(bytes: 2)
          + reference.to.flatMap { $0.bigEndian(bytes: width) })
    }
    return references.isEmpty
      ? [] : Self.box("iref", [width == 4 ? 1 : 0, 0, 0, 0] + boxes)
  }

  /// The file with other lists in its `meta` box; the rest of its length is marked as free.
  private func replacingMeta(lists: [(old: HEIFBox, new: [UInt8])]) -> [UInt8]? {
    let file = items.file
    let old = items.meta
    var content: [UInt8] = []
    var offset = old.content.lowerBound
    for (list, new) in lists.sorted(by: { $0.old.start < $1.old.start }) {
      content += file.bytes(at: offset, length: list.start - offset) + new
      offset = list.content.upperBound
    }
    content += file.bytes(at: offset, length: old.content.upperBound - offset)
    let meta = Self.box("meta", content)
    let rest = old.range.count - meta.count
    guard rest == 0 || rest >= 8 else { return nil }
    let free = rest == 0 ? [] : Self.box("free", [UInt8](repeating: 0, count: rest - 8))
    return file.bytes(at: 0, length: old.start) + meta + free
      + file.bytes(at: old.content.upperBound, length: file.count)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    // The bytes of a type are U+0000 to U+00FF.
    (content.count + 8).bigEndian(bytes: 4)
      + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + content
  }
}
