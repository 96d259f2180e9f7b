public import Foundation
public import PhotoGeometry
public import PhotoStore

/// Decodes photos and encodes pictures for a ``PhotoStoreWriter``.
///
/// On Apple's platforms it is `ImageIOCodec` of the library `ImageIOWriting`.
public protocol PhotoCodec: Sendable {
  /// A decoded picture: upright, opaque, in sRGB with 8 bits a sample.
  associatedtype Picture

  /// The codec's name in recipes, in kebab case, with a number that you raise when its pixels change; for
  /// example `imageio-1`.
  var name: String { get }

  /// Returns the SHA-256 of some bytes.
  func digest(of bytes: Data) -> ContentDigest

  /// Returns a photo's facts, before any pixel is decoded.
  ///
  /// - Throws: `image-undecodable` for bytes that are no photo.
  func facts(of photo: Data) throws(PhotoprepError) -> PhotoFacts

  /// Decodes a photo at a size, never at a larger one.
  ///
  /// - Parameters:
  ///   - photo: The photo's bytes.
  ///   - longEdge: The pixels of the picture's longer side, at most those of the photo.
  /// - Returns: The upright picture; transparent pixels are laid over black.
  /// - Throws: `image-undecodable`.
  func decoded(_ photo: Data, longEdge: Int) throws(PhotoprepError) -> Picture

  /// Returns a part of a picture in exactly a size.
  ///
  /// - Parameters:
  ///   - part: The part in fractions of the picture.
  ///   - picture: The picture.
  ///   - size: The size in pixels; the part has its shape.
  /// - Returns: A picture of that size.
  /// - Throws: `resize-failed` when memory is short.
  func cut(
    _ part: NormalizedRect, of picture: Picture, to size: PixelSize
  ) throws(PhotoprepError) -> Picture

  /// Returns a picture's samples: red, green and blue of each pixel, row by row from the top left.
  ///
  /// - Throws: `resize-failed` when memory is short.
  func samples(of picture: Picture) throws(PhotoprepError) -> [UInt8]

  /// Returns a picture as a JPEG with an sRGB profile and nothing about the photo: no place, no date, no camera.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - quality: 1…100.
  /// - Returns: The file.
  /// - Throws: `encode-failed`.
  func jpeg(of picture: Picture, quality: Int) throws(PhotoprepError) -> Data
}

/// Facts about a photo that are known before any pixel is decoded.
public struct PhotoFacts: Hashable, Sendable {
  /// The size in pixels after the photo's orientation is applied.
  public let size: PixelSize
  /// The format in small letters, for example `heic`.
  public let format: String
  /// When the photo was taken, by the camera's clock, as `2026-01-05T12:00:00`; `nil` where it does not say.
  public let taken: String?

  /// Makes a photo's facts.
  public init(size: PixelSize, format: String, taken: String? = nil) {
    (self.size, self.format, self.taken) = (size, format, taken)
  }
}
