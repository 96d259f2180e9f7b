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

  /// Decodes the map.
  ///
  /// - Parameter scale: The largest scale, above 0, at which the photo itself is shown.
  /// - Returns: Its samples, upright.
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

  /// Encodes the part of the map that belongs to a picture.
  ///
  /// - Parameter part: The part of ``raster``.
  /// - Returns: The data to append to the picture.
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
