public import PhotoGeometry

extension PhotoSource {
  /// The JPEGs in the file behind the photo that say they are gain maps; none of other formats.
  public var attachedGainMaps: [AttachedJPEG] {
    loader == .jpeg && header.format == .jpeg ? AttachedJPEG.gainMaps(in: ByteView(bytes)) : []
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
  public init?(_ file: AttachedJPEG, _ metadata: GainMapMetadata, of photo: PhotoSource) {
    guard let stream = file.stream,
      let source = try? PhotoSource(bytes: stream, name: photo.name)
    else { return nil }
    let (map, base) = (source.header.size, photo.header.storedSize)
    let shapes = [map, base].map { Double($0.width) / Double($0.height) }
    guard abs(shapes[0] / shapes[1] - 1) <= Self.slack, map.area <= Self.mostPixels * base.area
    else { return nil }
    (self.source, isGrey) = (source, file.isGrey)
    var numbers = metadata
    // One gain for red, green and blue is the same in every space; of three it matters where they count.
    let isOne = file.isGrey && metadata.channels.count == 1
    numbers.usesBaseColours =
      isOne || !(metadata.usesBaseColours ? file.isPhotoInP3 : file.isInP3)
    self.metadata = numbers
    (orientation, self.photo) = (Orientation(photo.header.orientation), photo.header.size)
  }

  /// Decodes the map.
  ///
  /// - Parameter scale: The scale, above 0, at which the photo itself is shown at most.
  /// - Returns: Its samples, upright.
  /// - Throws: As ``PhotoSource/decode(atLeast:background:making:)``.
  public func decoded(forPhotoAt scale: Double) throws(PhotoprepError) -> DecodedGainMap {
    let upright = orientation.other(source.header.size)
    let wanted = scale * GainMapPart.share * Double(photo.longEdge) / Double(upright.longEdge)
    let raster = try source.decode(atLeast: min(1, wanted), background: .black)
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
      let planes = try part.upright(.halved, kernels: .sharp).encodable()
      let stream = try planes.encodedJPEG(quality: GainMapPart.quality, isGrey: isGrey)
      return GainMapPart(stream, metadata)
    } catch {
      throw .encodeFailed(part.name, part.size, as: .jpg, detail: error.detail)
    }
  }
}
