public import PhotoGeometry

/// What is known about a photo before its pixels are decoded.
public struct PhotoHeader: Hashable, Sendable {
  /// The format, from the first bytes.
  public let format: PhotoFormat
  /// The size in pixels as stored.
  ///
  /// HEIC and AVIF files are turned by their decoder, so for them this
  /// is the upright size.
  public let storedSize: PixelSize
  /// How the stored picture is to be turned: an Exif orientation, 1 (not at all) to 8.
  ///
  /// For HEIC and AVIF the file's own rotation counts, which the decoder applies, and this is 1;
  /// where the file has none, Exif's counts if Exif's size is the stored one (decision 0205).
  public let orientation: Int

  /// What a person should know about how the file was read: flags of ``PhotoFlag/Step/reading``.
  public internal(set) var flags: Set<PhotoFlag> = []

  /// The size in pixels of the upright picture.
  public var size: PixelSize { orientation >= 5 ? storedSize.transposed : storedSize }
}
