public import Foundation

/// Decodes image files: with ImageIO in an app, otherwise in tests and tools.
///
/// Both methods may be called from any thread, several at a time.
public protocol ImageDecoder: Sendable {
  /// The decoded image.
  associatedtype Image: Sendable

  /// Returns the bytes of the decoded image, known from the file's first bytes alone.
  ///
  /// Room is made for this many bytes before ``decode(_:)`` is called.
  func byteCost(of file: URL) throws -> Int

  /// Decodes the whole image.
  func decode(_ file: URL) throws -> DecodedImage<Image>
}

/// A decoded image and its size in bytes.
public struct DecodedImage<Image: Sendable>: Sendable {
  /// The image.
  public let image: Image
  /// The bytes of a row times the number of rows.
  public let byteCost: Int

  /// Makes the result of a decoder.
  public init(_ image: Image, byteCost: Int) {
    self.image = image
    self.byteCost = byteCost
  }
}
