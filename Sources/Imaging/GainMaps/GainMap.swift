extension PhotoSource {
  /// The pictures in a JPEG, HEIC or AVIF that say they are its gain maps; none of other formats.
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

  /// How much the shapes of map and photo may differ; ours, a map of 50 pixels is rounded by as much.
  private static let slack = 0.02
  /// A map has so many pixels at most for one of the photo's: ours, as its decoding is not among the limits of the photo.
  private static let mostPixels = 2

  /// Takes a gain map; `nil` where it cannot be the photo's, or is damaged.
  public init?(_ file: AttachedGainMap, _ metadata: GainMapMetadata, of photo: PhotoSource) {
    guard let stream = file.stream,
      let source = try? PhotoSource(bytes: stream, name: photo.name)
    else { return nil }
    let (map, base) = (source.header.size, photo.header.storedSize)
    let shapes = [map, base].map { Double($0.width) / Double($0.height) }
    guard abs(shapes[0] / shapes[1] - 1) <= Self.slack, map.area <= Self.mostPixels * base.area
    else { return nil }
    // Apple's maps have one channel, whatever they are stored as.
    let isGrey = file.isGrey || metadata.headroomOfLight != nil
    (self.source, self.isGrey) = (source, isGrey)
    var numbers = metadata
    // One gain for red, green and blue is the same in every space; of three it matters where they count.
    let isOne = isGrey && metadata.channels.count == 1
    numbers.usesBaseColours =
      isOne || !(metadata.usesBaseColours ? file.isPhotoInP3 : file.isInP3)
    self.metadata = numbers
    (orientation, self.photo) = (Orientation(photo.header.orientation), photo.header.size)
  }

  /// Decodes the map.
  ///
  /// - Parameter scale: The scale, above 0, at which the photo itself is shown at most.
  /// - Returns: Its samples, upright.
  /// - Throws: As ``PhotoSource/decode(atLeast:background:making:)``; `corrupt-data` too for luma alone of a HEIC or AVIF that
  ///   is not of 8 bits in full range.
  public func decoded(forPhotoAt scale: Double) throws(PhotoprepError) -> DecodedGainMap {
    let upright = orientation.other(source.header.size)
    let wanted = scale * GainMapPart.share * Double(photo.longEdge) / Double(upright.longEdge)
    let raster = try source.decode(atLeast: min(1, wanted), background: .black)
    // Of luma alone libheif, 1.15 to 1.23, takes samples of limited range as they are, and of more bits no planes are made.
    if isGrey, source.loader != .jpeg, raster.picture.colours != .ycc {
      throw .corruptData(raster.name, source.loader, detail: "a grey gain map of other samples")
    }
    return DecodedGainMap(
      raster: Raster(raster.picture, orientation: orientation, name: raster.name),
      metadata: metadata, isGrey: isGrey)
  }
}

/// A gain map's samples, which are cut out and resized as the photo's are.
public struct DecodedGainMap: Sendable {
  /// The samples, upright; three alike where there is one.
  public let raster: Raster
  let metadata: GainMapMetadata
  let isGrey: Bool

  /// Encodes the part of the map that goes with a picture.
  ///
  /// - Parameter part: That part, made of ``raster``.
  /// - Returns: What is put behind the picture.
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
