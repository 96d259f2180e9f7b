/// The walk through a HEIF file's boxes: ISO/IEC 14496-12 section 4.2 and 23008-12.
struct HEIFScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    guard let meta = try boxes(["meta"], in: 0..<file.count).first else {
      throw .corrupt("The HEIF file has no description of its pictures (meta box).")
    }
    let properties = try properties(in: meta)
    var metadata = MetadataTally("HEIF")
    for profile in properties where isProfile(profile) {
      try metadata.addProfile(profile.content.count - 4)
    }
    for locations in try boxes(["iloc"], in: metaBoxes(meta)) {
      try HEIFPieces(file: file, locations: locations.content).check(metadata)
    }
    let size = try largestExtent(in: properties)
    try checkStreams(in: properties)
    let isTurned = properties.contains { $0.type == "irot" || $0.type == "imir" }
    return PhotoScan(width: size.width, height: size.height, isTurnedByDecoder: isTurned)
  }

  private typealias Box = (type: String, content: Range<Int>)

  /// The boxes of some types among those that follow each other in a range: a file may have one of no
  /// use in every eight of its bytes.
  ///
  /// A length of 0 means "to the end", 1 means that a
  /// 64-bit length follows the type.
  private func boxes(
    _ types: [String], in range: Range<Int>
  ) throws(ScanProblem) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, let box = try box(at: offset, end: range.upperBound) {
      if types.contains(box.type) { boxes.append(box) }
      offset = box.content.upperBound
    }
    return boxes
  }

  private func box(at offset: Int, end: Int) throws(ScanProblem) -> Box? {
    guard var length = file.u32(at: offset), let type = file.text(at: offset + 4, length: 4) else {
      return nil
    }
    var start = offset + 8
    if length == 1 {
      length = file.number(at: start, bytes: 8, bigEndian: true) ?? 0
      start += 8
    } else if length == 0 {
      length = end - offset
    }
    guard length >= start - offset else {
      throw .corrupt("The HEIF box at byte \(offset) has a length of \(length).")
    }
    guard length <= end - offset else {
      throw .truncated(
        "The HEIF box at byte \(offset) has \(length) bytes; \(end - offset) are there.")
    }
    return (type, start..<offset + length)
  }

  /// Where the boxes in `meta` are: it is a full box, with 4 bytes of version and flags before them.
  private func metaBoxes(_ meta: Box) -> Range<Int> {
    min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound
  }

  /// Whether a property is an ICC profile: `colr` of the kinds `prof` and `rICC`.
  private func isProfile(_ box: Box) -> Bool {
    let start = box.content.lowerBound
    return box.type == "colr" && box.content.count >= 4
      && (file.hasText("prof", at: start) || file.hasText("rICC", at: start))
  }

  /// The properties that are looked at: profiles, sizes, turns and the streams' own words.
  private static let properties = ["colr", "ispe", "irot", "imir", "hvcC"]

  /// The properties of all pictures in the file, from `meta`, `iprp` and `ipco`.
  private func properties(in meta: Box) throws(ScanProblem) -> [Box] {
    var found: [Box] = []
    for properties in try boxes(["iprp"], in: metaBoxes(meta)) {
      for container in try boxes(["ipco"], in: properties.content) {
        found += try boxes(Self.properties, in: container.content)
      }
    }
    return found
  }

  /// The largest picture that an `ispe` property declares: every one of them may be decoded, as the
  /// primary picture or as a tile of it.
  private func largestExtent(in properties: [Box]) throws(ScanProblem) -> (width: Int, height: Int)
  {
    let extents = properties.filter { $0.type == "ispe" }.compactMap(extent)
    guard let largest = extents.max(by: { area($0) < area($1) }) else {
      throw .corrupt("The HEIF file does not say how large its pictures are (ispe box).")
    }
    return largest
  }

  /// How much larger than its description a stream may be, in columns or rows: HEVC's largest coding
  /// block, to whole ones of which encoders fill up (ISO/IEC 23008-2, 7.4.3.2.1).
  private static let codingBlock = 64

  /// Holds the sizes that streams announce against those that the file describes.
  private func checkStreams(in properties: [Box]) throws(ScanProblem) {
    let extents = properties.filter { $0.type == "ispe" }.compactMap(extent)
    let width = extents.map(\.width).max() ?? 0
    let height = extents.map(\.height).max() ?? 0
    for configuration in properties where configuration.type == "hvcC" {
      for stream in HEVCParameters(file, configuration: configuration.content).sizes
      where stream.width > width + Self.codingBlock || stream.height > height + Self.codingBlock {
        throw .corrupt(
          "The HEIF file describes \(width)×\(height) pixels; its stream has "
            + "\(stream.width)×\(stream.height).")
      }
    }
  }

  private func extent(_ box: Box) -> (width: Int, height: Int)? {
    guard let width = file.u32(at: box.content.lowerBound + 4),
      let height = file.u32(at: box.content.lowerBound + 8)
    else { return nil }
    return (width, height)
  }

  private func area(_ size: (width: Int, height: Int)) -> Double {
    Double(size.width) * Double(size.height)
  }
}
