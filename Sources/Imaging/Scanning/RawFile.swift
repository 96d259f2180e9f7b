/// A camera's raw file, of which the embedded preview is read, a JPEG or JPEG XL: DNG 1.7 specification, and the
/// makers' forms as ExifTool documents them (decision 0230).
struct RawFile {
  private let bytes: [UInt8]
  private let file: ByteView
  /// Such as `DNG`; `nil` if the maker is unknown.
  private let kind: String?

  /// The least long edge of a preview that is worth showing: that of the largest frame by default.
  static let leastLongEdge = 1182

  /// Recognises a raw file; `nil` for all others.
  init?(_ bytes: [UInt8]) {
    (self.bytes, file) = (bytes, ByteView(bytes))
    if let signature = Self.signatures.first(where: { ByteView(bytes).hasText($0.text, at: $0.at) })
    {
      kind = signature.kind
    } else if let maker = Self.maker(of: ByteView(bytes)) {
      kind = maker.isEmpty ? nil : maker
    } else {
      return nil
    }
  }

  /// The starts of raw files that no other format has.
  static let signatures: [(text: String, at: Int, kind: String)] = [
    ("IIRO", 0, "ORF"), ("IIRS", 0, "ORF"), ("MMOR", 0, "ORF"), ("IIU\0", 0, "RW2"),
    ("FUJIFILMCCD-RAW", 0, "RAF"), ("ftypcrx ", 4, "CR3"), ("II\u{1A}\0\0\0HEAPCCDR", 0, "CRW"),
  ]

  /// The kind of a raw file that begins like a TIFF; empty for an unknown maker.
  ///
  /// Such a file has DNG's version or Canon's mark, or its first directory holds the sensor's samples (tag 262: colour
  /// filter array, or linear), or a reduced copy and points to the picture.
  private static func maker(of file: ByteView) -> String? {
    guard file.hasText("II*\0", at: 0) || file.hasText("MM\0*", at: 0) else { return nil }
    if file.hasText("CR", at: 8) { return "CR2" }
    guard
      let first = try? TIFFDirectory.first(in: file, tags: [254, 262, 271, 330, 50706])
    else { return nil }
    if first.has(50706) { return "DNG" }
    guard isSensors(first) || (first.first(254) ?? 0) & 1 == 1 && first.has(330) else { return nil }
    let name = first.values(271).prefix(5).compactMap { UnicodeScalar($0) }.map(Character.init)
    return [
      "NIKON": "NEF", "SONY": "ARW", "SONY\0": "ARW", "PENTA": "PEF", "RICOH": "PEF",
    ][String(name)] ?? ""
  }

  /// Whether a directory's samples are a sensor's (tag 262): a colour filter array, or linear.
  private static func isSensors(_ directory: TIFFDirectory) -> Bool {
    [32803, 34892].contains(directory.first(262))
  }

  /// Scans the largest preview.
  ///
  /// - Throws: `unsupported` if no preview is large enough; `excessive` if the previews together claim more bytes than
  ///   the file has.
  func scan(_ limits: ImagingLimits) throws(ScanProblem) -> PhotoScan {
    var best: PhotoScan?
    var metadata = MetadataTally("raw")
    for place in places where place.upperBound <= file.count && !place.isEmpty {
      try metadata.claim(place.count, of: file)
      let preview = Array(bytes[place])
      guard let format = PhotoFormat.sniff(preview), format == .jpeg || format == .jxl,
        var found = try? PhotoScan.walk(ByteView(preview), as: format, limits: limits),
        found.width * found.height > (best.map { $0.width * $0.height } ?? 0)
      else { continue }
      found.decodable = found.decodable ?? preview
      found.loader = format
      best = found
    }
    guard var best, max(best.width, best.height) >= Self.leastLongEdge else {
      if hasOrdinaryPhoto {
        throw .unsupported("a TIFF whose photo is only in a subdirectory (SubIFD)")
      }
      throw .unsupported(
        "a camera raw file\(kind.map { " (\($0))" } ?? "") without a JPEG preview of at least "
          + "\(Self.leastLongEdge) pixels")
    }
    best.flags.insert(.preview)
    best.exif = exif
    best.exifDetails = kind == "CR3" ? canonBlock("CMT2") : nil
    best.profile = best.profile ?? profile
    return best
  }

  /// The block with the photo's orientation; `nil` if the preview has it itself.
  private var exif: [UInt8]? {
    switch kind {
    case "RAF": nil
    case "CR3": canonBlock("CMT1")
    case "CRW": exifOfHeap
    default: bytes
    }
  }

  /// Adobe RGB if Canon's note in a CR3 says so, as ExifTool documents it: decision 0227.
  private var profile: [UInt8]? {
    guard kind == "CR3", let note = canonBlock("CMT3"),
      let directory = try? TIFFDirectory(file: ByteView(note), isStrict: false).first(tags: [180]),
      directory.first(180) == 2
    else { return nil }
    return AdobeRGBProfile.bytes
  }

  /// The positions of previews.
  private var places: [Range<Int>] {
    switch kind {
    case "RAF": [place(file.u32(at: 84), file.u32(at: 88))].compactMap { $0 }
    case "CR3": (try? samplesOfTracks()) ?? []
    case "CRW": [inHeap(heap, 0x2007)].compactMap { $0 }
    default: placesInDirectories()
    }
  }

  private func place(_ start: Int?, _ length: Int?) -> Range<Int>? {
    guard let start, let length, start >= 0, length > 0, start <= file.count - length else {
      return nil
    }
    return start..<start + length
  }
}

// MARK: Directories

extension RawFile {
  /// The most directories that are read, our choice, several times what cameras write.
  private static let directoryLimit = 64

  /// Panasonic's JPEG, compression, colours, strips, smaller pictures, JPEG tables' own positions, Exif, and the
  /// maker's note.
  private static let tags: Set = [46, 259, 262, 273, 279, 330, 513, 514, 34665, 37500]

  /// The positions in all linked directories.
  private func placesInDirectories() -> [Range<Int>] {
    let root = TIFFDirectory(file: file)
    var open = [root.firstOffset ?? 0]
    var seen: Set<Int> = []
    var found: [Range<Int>] = []
    while let offset = open.popLast(), seen.count < Self.directoryLimit {
      guard offset > 0, seen.insert(offset).inserted,
        let directory = try? root.directory(at: offset, tags: Self.tags)
      else { continue }
      found += places(in: directory)
      for tag in [330, 34665] { open += directory.values(tag).prefix(16) }
      if let next = root.entries(at: offset).flatMap({ root.number($0.upperBound, 4) }) {
        open.append(next)
      }
    }
    return found
  }

  /// Whether all pictures below the first directory of an unknown maker's file are of colours that raw ones do not have
  /// (TIFF 6.0, tag 262): an ordinary TIFF begins with a reduced copy too.
  private var hasOrdinaryPhoto: Bool {
    guard kind == nil, let first = try? TIFFDirectory.first(in: file, tags: [262, 330]),
      first.has(330), !Self.isSensors(first)
    else { return false }
    return first.values(330).prefix(16).allSatisfy { offset in
      let colours = (try? first.directory(at: offset, tags: [262]))?.first(262)
      return colours.map { $0 <= 10 } ?? false
    }
  }

  private func places(in directory: TIFFDirectory) -> [Range<Int>] {
    var found = [place(directory.first(513), directory.first(514)), directory.bytes(of: 46)]
    // 6 and 7 are the two ways to put a JPEG into one strip, 52546 that of DNG 1.7 for JPEG XL.
    if [6, 7, 52546].contains(directory.first(259)), directory.values(273).count == 1,
      !Self.isSensors(directory)
    {
      found.append(place(directory.first(273), directory.first(279)))
    }
    if kind == "ORF", let note = directory.bytes(of: 37500) { found.append(olympusPreview(note)) }
    return found.compactMap { $0 }
  }

  /// The preview in Olympus's note: camera settings (2020 hexadecimal), start and length (101 and 102), counted from
  /// the note.
  private func olympusPreview(_ note: Range<Int>) -> Range<Int>? {
    let view = ByteView(Array(bytes[note.lowerBound...]))
    guard view.hasText("OLYMPUS\0II", at: 0) || view.hasText("OM SYSTEM\0\0\0II", at: 0) else {
      return nil
    }
    let start = view.hasText("OM", at: 0) ? 16 : 12
    guard let main = try? TIFFDirectory(file: view).directory(at: start, tags: [0x2020]),
      let offset = main.first(0x2020),
      let settings = try? main.directory(at: offset, tags: [0x101, 0x102]),
      let preview = settings.first(0x101)
    else { return nil }
    return place(note.lowerBound + preview, settings.first(0x102))
  }
}

// MARK: Heaps

extension RawFile {
  /// A CRW's heap, after the header.
  private var heap: Range<Int> { min(26, file.count)..<file.count }

  /// The data of a tag in a heap: a heap's last number is the place of its list, with 10 bytes for each entry.
  private func inHeap(_ heap: Range<Int>, _ tag: Int) -> Range<Int>? {
    func number(_ place: Int, _ bytes: Int) -> Int? {
      file.number(at: place, bytes: bytes, bigEndian: false)
    }
    guard heap.count >= 6, let start = number(heap.upperBound - 4, 4),
      let count = number(heap.lowerBound + start, 2)
    else { return nil }
    let entries = (0..<count).lazy.map { heap.lowerBound + start + 2 + 10 * $0 }
    guard let entry = entries.first(where: { number($0, 2) == tag }),
      let length = number(entry + 2, 4), let offset = number(entry + 6, 4),
      offset + length <= heap.count
    else { return nil }
    let place = heap.lowerBound + offset
    return place..<place + length
  }

  /// Exif with the turn in degrees that a heap states of its picture (tags 300A and 1810 hexadecimal); the preview has
  /// none.
  private var exifOfHeap: [UInt8]? {
    guard let notes = inHeap(heap, 0x300A), let picture = inHeap(notes, 0x1810),
      let turn = file.number(at: picture.lowerBound + 12, bytes: 4, bigEndian: false),
      let value = [90: 6, 180: 3, 270: 8][(Int(Int32(truncatingIfNeeded: turn)) % 360 + 360) % 360]
    else { return nil }
    return Array("II*\0\u{8}\0\0\0\u{1}\0\u{12}\u{1}\u{3}\0\u{1}\0\0\0".utf8)
      + [UInt8(value)] + [UInt8](repeating: 0, count: 7)
  }
}

// MARK: Boxes

extension RawFile {
  /// The content of a box in the first box of Canon's own in `moov`.
  private func canonBlock(_ type: String) -> [UInt8]? {
    guard let movie = try? file.boxes(["moov"], in: 0..<file.count).first,
      let own = try? file.boxes(["uuid"], in: movie.content).first, own.content.count > 16,
      let box = try? file.boxes(
        [type], in: own.content.lowerBound + 16..<own.content.upperBound
      ).first
    else { return nil }
    return Array(bytes[box.content])
  }

  /// The first sample of each track: ISO/IEC 14496-12, 8.7.
  private func samplesOfTracks() throws(ScanProblem) -> [Range<Int>] {
    guard let movie = try file.boxes(["moov"], in: 0..<file.count).first else { return [] }
    var found: [Range<Int>] = []
    for track in try file.boxes(["trak"], in: movie.content).prefix(Self.directoryLimit) {
      var box: HEIFBox? = track
      for type in ["mdia", "minf", "stbl"] {
        guard let parent = box else { break }
        box = try file.boxes([type], in: parent.content).first
      }
      guard let table = box, let sizes = try file.boxes(["stsz"], in: table.content).first,
        let chunks = try file.boxes(["co64"], in: table.content).first
      else { continue }
      let same = file.u32(at: sizes.content.lowerBound + 4) ?? 0
      let length = same > 0 ? same : file.u32(at: sizes.content.lowerBound + 12)
      let start = file.number(at: chunks.content.lowerBound + 8, bytes: 8, bigEndian: true)
      found += [place(start, length)].compactMap { $0 }
    }
    return found
  }
}
