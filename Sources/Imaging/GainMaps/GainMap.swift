/// A picture beside the photo in its file that is marked as the photo's gain map.
public struct AttachedGainMap: Sendable {
  /// ISO 21496-1's metadata without its label, and the XMP packet; both unparsed.
  public let iso, xmp: [UInt8]?
  /// Whether it is marked as Apple's own kind of gain map, whose numbers may be in the photo's Exif.
  public let isApples: Bool
  /// The picture as a separate file, without its metadata if it is a JPEG; `nil` if it is damaged or not of a plain
  /// kind.
  let stream: [UInt8]?
  /// Whether it has one channel.
  let isGrey: Bool
  /// Whether the profiles of the photo and of the gains' colour space are Display P3.
  let isPhotoInP3, isInP3: Bool

  /// The most pictures that are examined; our choice, cameras attach three.
  static let most = 8
}

extension PhotoSource {
  /// The pictures in a JPEG, HEIC or AVIF that are marked as its gain maps; none for other formats.
  public var attachedGainMaps: [AttachedGainMap] {
    guard loader == header.format else { return [] }
    switch loader {
    case .jpeg: return AttachedGainMap.gainMaps(inJPEG: ByteView(bytes))
    case .heic, .avif: return AttachedGainMap.gainMaps(inHEIF: ByteView(file))
    default: return []
    }
  }
}

/// A photo's gain map, with nothing decoded yet.
public struct GainMap: Sendable {
  private let source: PhotoSource
  private let metadata: GainMapMetadata
  private let isGrey: Bool
  private let orientation: Orientation
  /// The upright photo's size.
  private let photo: PixelSize

  /// The greatest relative difference of the shapes of map and photo; ours, the rounding error of a map of 50 pixels.
  private static let slack = 0.02
  /// The most pixels of a map for each of the photo's: ours, as the photo's limits do not cover its decoding.
  private static let mostPixels = 2

  /// Takes a gain map; `nil` if it does not fit the photo or is damaged.
  public init?(_ file: AttachedGainMap, _ metadata: GainMapMetadata, of photo: PhotoSource) {
    guard let stream = file.stream,
      let source = try? PhotoSource(bytes: stream, name: photo.name)
    else { return nil }
    let (map, base) = (source.header.size, photo.header.storedSize)
    let shapes = [map, base].map { Double($0.width) / Double($0.height) }
    guard abs(shapes[0] / shapes[1] - 1) <= Self.slack, map.area <= Self.mostPixels * base.area
    else { return nil }
    // Apple's maps have one channel, whatever the file's format.
    let isGrey = file.isGrey || metadata.headroomOfLight != nil
    (self.source, self.isGrey) = (source, isGrey)
    var numbers = metadata
    // One gain for red, green and blue is the same in every space; three depend on the space they apply to.
    let isOne = isGrey && metadata.channels.count == 1
    numbers.usesBaseColours =
      isOne || !(metadata.usesBaseColours ? file.isPhotoInP3 : file.isInP3)
    self.metadata = numbers
    (orientation, self.photo) = (Orientation(photo.header.orientation), photo.header.size)
  }

  /// Decodes the map upright; the scale is the largest one, above 0, at which the photo itself is shown.
  ///
  /// - Throws: As ``PhotoSource/decode(atLeast:background:making:)``; also `corrupt-data` for a HEIC or AVIF that has
  ///   only luma, not of 8 bits in full range.
  public func decoded(forPhotoAt scale: Double) throws(PhotoprepError) -> DecodedGainMap {
    let upright = orientation.other(source.header.size)
    let wanted = scale * GainMapPart.share * Double(photo.longEdge) / Double(upright.longEdge)
    let raster = try source.decode(atLeast: min(1, wanted), background: .black)
    // With luma only, libheif 1.15 to 1.23 does not convert samples of limited range, and no planes are made of more
    // than 8 bits.
    if isGrey, source.loader != .jpeg, raster.picture.colours != .ycc {
      throw .corruptData(raster.name, source.loader, detail: "a grey gain map of other samples")
    }
    return DecodedGainMap(
      raster: Raster(raster.picture, orientation: orientation, name: raster.name),
      metadata: metadata, isGrey: isGrey)
  }
}

/// A gain map's samples, which are cut out and resized like the photo's.
public struct DecodedGainMap: Sendable {
  /// The samples, upright; if there is one channel, three equal ones.
  public let raster: Raster
  let metadata: GainMapMetadata
  let isGrey: Bool

  /// Encodes a part of ``raster``, for a picture to which it is appended.
  ///
  /// - Throws: `encode-failed` when memory is short.
  public func encoded(_ part: Raster) throws(PhotoprepError) -> GainMapPart {
    do {
      let planes = try metadata.logarithmic(
        try part.upright(.halved, kernels: .sharp).encodable())
      let stream = try planes.encodedJPEG(quality: GainMapPart.quality, isGrey: isGrey)
      return GainMapPart(stream, metadata)
    } catch {
      throw .encodeFailed(part.name, part.size, as: .jpg, detail: error.detail)
    }
  }
}

/// A part of a gain map in the form in which a file has it, after the picture that it belongs to.
///
/// The file is an Ultra HDR 1.1 (developer.android.com/media/platform/hdr-image-format): XMP tells readers of 1.0, and
/// ISO 21496-1 tells all others, that there is a map, and an index (CIPA DC-007) has its position.
public struct GainMapPart: Sendable {
  /// The columns and rows of the map for each of the picture's, unless the photo's own map has fewer: decision 0235.
  public static let share = 0.5
  /// The JPEG quality, the same as for renders.
  static let quality = 85

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
  /// The policy's limit applies to the whole file, which is without the map, and flagged, if only that keeps the limit.
  ///
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
