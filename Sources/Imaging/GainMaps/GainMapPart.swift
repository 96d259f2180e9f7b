/// A part of a gain map in the form in which a file has it, after the picture that it belongs to.
///
/// The file is an Ultra HDR 1.1 (developer.android.com/media/platform/hdr-image-format): XMP tells readers of 1.0, and
/// ISO 21496-1 tells all others, that there is a map, and an index (CIPA DC-007) has its position.
public struct GainMapPart: Sendable {
  /// The columns and rows of the map for each of the picture's, unless the photo's own map has fewer: decision 0235.
  public static let share = 0.5
  /// The JPEG quality, the same as for renders.
  static let quality = 85

  /// The map's JPEG.
  private let map: [UInt8]

  init(_ stream: [UInt8], _ metadata: GainMapMetadata) {
    let (attributes, elements) = metadata.xmp
    map = JPEGFile.adding(
      JPEGFile.segment(0xE1, Self.packet(attributes, elements))
        + JPEGFile.segment(0xE2, GainMapMetadata.label + metadata.iso)
        + (metadata.usesBaseColours
          ? [] : JPEGFile.segment(0xE2, JPEGFile.piece(of: DisplayP3.bytes))),
      to: JPEGFile.untagged(stream))
  }

  /// How many bytes the map adds to a picture's file.
  public var byteCount: Int { map.count + Self.segments(1, map.count).count }

  /// Returns a picture with the map after it; without it, flagged, if the file would have too many bytes.
  public func added(to picture: EncodedPicture, byteLimit: Int?) -> EncodedPicture {
    let count = picture.bytes.count + byteCount
    guard !picture.isOverLimit, byteLimit.map({ count <= $0 }) ?? true else {
      return picture.with(picture.bytes, lacksGainMap: true)
    }
    let bytes = JPEGFile.adding(
      Self.segments(count - map.count, map.count), to: picture.bytes)
    return picture.with(bytes + map, lacksGainMap: false)
  }

  /// The segments about the map in the picture's file, with the sizes of both in bytes.
  private static func segments(_ picture: Int, _ map: Int) -> [UInt8] {
    func item(_ words: String) -> String {
      """
      <rdf:li rdf:parseType="Resource">\
      <Container:Item Item:Mime="image/jpeg" Item:Semantic=\(words)/></rdf:li>
      """
    }
    let items = item("\"Primary\"") + item("\"GainMap\" Item:Length=\"\(map)\"")
    let container = "http://ns.google.com/photos/1.0/container/"
    let xmp = packet(
      " xmlns:Container=\"\(container)\" xmlns:Item=\"\(container)item/\"",
      "<Container:Directory><rdf:Seq>\(items)</rdf:Seq></Container:Directory>")
    let before =
      JPEGFile.segment(0xE1, xmp)
      + JPEGFile.segment(0xE2, GainMapMetadata.label + GainMapMetadata.version)
    // Offsets count from the index's own header, after marker, length and `MPF`.
    let header = JPEGFile.headLength + before.count + 8
    return before + JPEGFile.segment(0xE2, index(picture, map, offset: picture - header))
  }

  /// A packet of XMP with Adobe's properties.
  private static func packet(_ attributes: String, _ elements: String) -> [UInt8] {
    let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(rdf)"><rdf:Description rdf:about="" \
      xmlns:hdrgm="\(GainMapMetadata.namespace)" hdrgm:Version="1.0"\(attributes)>\(elements)\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return JPEGMetadata.xmpMark + Array(text.utf8)
  }

  /// The index of two pictures: CIPA DC-007, 5.2, big-endian.
  private static func index(_ picture: Int, _ map: Int, offset: Int) -> [UInt8] {
    // Tag, type and count: version, number of pictures, entries of 16 bytes each.
    let fields: [([Int], [UInt8])] = [
      ([0xB000, 7, 4], Array("0100".utf8)), ([0xB001, 4, 1], 2.bigEndian(bytes: 4)),
      ([0xB002, 7, 32], (8 + 2 + 3 * 12 + 4).bigEndian(bytes: 4)),
    ]
    let directory = fields.flatMap { field, value in
      field[0].bigEndian(bytes: 2) + field[1].bigEndian(bytes: 2) + field[2].bigEndian(bytes: 4)
        + value
    }
    // Kind (3·2¹⁶: the picture to show), bytes, offset, and no picture that depends on it.
    let entries = [0x30000, picture, 0, 0, 0, map, offset, 0].flatMap { $0.bigEndian(bytes: 4) }
    let start = Array("MPF\0MM\0*".utf8) + 8.bigEndian(bytes: 4) + fields.count.bigEndian(bytes: 2)
    return start + directory + 0.bigEndian(bytes: 4) + entries
  }
}

extension Raster {
  /// Returns the picture as a JPEG with its part of a gain map, as an Ultra HDR file.
  ///
  /// - Parameters:
  ///   - policy: As for ``encoded(_:)``; the limit applies to the whole file.
  ///   - gainMap: The part; without one the file has no map.
  /// - Returns: The file; without the map, flagged, if only that keeps the limit.
  /// - Throws: As ``file(_:quality:)``.
  public func encoded(
    _ policy: EncodingPolicy, with gainMap: GainMapPart?
  ) throws(PhotoprepError) -> EncodedPicture {
    guard let gainMap, policy.format == .jpg else { return try encoded(policy) }
    let room = EncodingPolicy(
      quality: policy.quality, byteLimit: policy.byteLimit.map { $0 - gainMap.byteCount },
      step: policy.step, floor: policy.floor)
    let picture = try encoded(room)
    return gainMap.added(
      to: picture.isOverLimit ? try encoded(policy) : picture, byteLimit: policy.byteLimit)
  }
}

extension EncodedPicture {
  fileprivate func with(_ bytes: [UInt8], lacksGainMap: Bool) -> EncodedPicture {
    EncodedPicture(
      bytes: bytes, format: format, size: size, quality: quality, isOverLimit: isOverLimit,
      lacksGainMap: lacksGainMap)
  }
}
