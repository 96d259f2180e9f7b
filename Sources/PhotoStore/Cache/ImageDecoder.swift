public import Foundation

/// Decodes image files: with ImageIO in an app, otherwise in tests and tools.
///
/// All methods may be called from any thread, several at a time.
public protocol ImageDecoder: Sendable {
  /// The decoded image.
  associatedtype Image: Sendable

  /// Returns the bytes of the decoded image, known from the file's first bytes alone.
  ///
  /// Room is made for this many bytes before ``decode(_:)`` is called.
  func byteCost(of file: URL) throws -> Int

  /// Decodes the whole image.
  func decode(_ file: URL) throws -> DecodedImage<Image>

  /// Returns the bytes of the image as ``decode(_:covering:)`` makes it, from the file's first bytes alone.
  ///
  /// A decoder that does not reduce images need not have it.
  func byteCost(of file: URL, covering slot: PixelSize?) throws -> Int

  /// Decodes the image with no more pixels than are needed to cover a slot, or whole without one.
  ///
  /// A decoder that does not reduce images need not have it.
  func decode(_ file: URL, covering slot: PixelSize?) throws -> DecodedImage<Image>
}

extension ImageDecoder {
  /// Returns the bytes of the whole image.
  public func byteCost(of file: URL, covering slot: PixelSize?) throws -> Int {
    try byteCost(of: file)
  }

  /// Decodes the whole image.
  public func decode(_ file: URL, covering slot: PixelSize?) throws -> DecodedImage<Image> {
    try decode(file)
  }
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
