#if canImport(ImageIO)
  public import CoreGraphics
  import CryptoKit
  public import Foundation
  import ImageIO
  import ImageIODecoding
  public import PhotoGeometry
  public import PhotoStore
  public import PhotoWriting

  /// Decodes with ImageIO, draws with Core Graphics and encodes with ImageIO, on Apple's platforms.
  ///
  /// - A photo is decoded upright, at the requested size and never at full size, and converted to sRGB.
  /// - Pictures have an sRGB profile and none of the photo's metadata, as they are encoded from pixels alone.
  public struct ImageIOCodec: PhotoCodec {
    /// The codec's name in recipes.
    public let name = "imageio-1"

    /// Makes a codec.
    public init() {}
  }

  extension ImageIOCodec {
    /// Returns the SHA-256 of some bytes, computed by CryptoKit.
    public func digest(of bytes: Data) -> ContentDigest {
      let digits = SHA256.hash(data: bytes).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      guard let digest = ContentDigest(digits.joined()) else {
        preconditionFailure("A SHA-256 has 64 hexadecimal digits.")
      }
      return digest
    }

    /// Reads the photo's header.
    ///
    /// - Throws: `image-undecodable` when ImageIO finds no image with sides in it.
    public func facts(of photo: Data) throws(PhotoprepError) -> PhotoFacts {
      let source = try source(of: photo)
      guard let stored = source.storedSize else { throw .undecodable }
      let properties =
        CGImageSourceCopyPropertiesAtIndex(source, source.primary, nil) as? [CFString: Any]
      let orientation = properties?[kCGImagePropertyOrientation] as? Int ?? 1
      let exif = properties?[kCGImagePropertyExifDictionary] as? [CFString: Any]
      let taken = exif?[kCGImagePropertyExifDateTimeOriginal] as? String
      // The type is a uniform type identifier, for example "public.heic".
      let type = (CGImageSourceGetType(source) as String?)?.split(separator: ".").last
      return PhotoFacts(
        size: orientation >= 5 ? stored.transposed : stored, format: type.map(String.init) ?? "",
        taken: taken.flatMap { CameraTime(exif: $0)?.text })
    }

    /// Decodes the photo, upright, and draws it in sRGB on black.
    public func decoded(_ photo: Data, longEdge: Int) throws(PhotoprepError) -> CGImage {
      guard let image = try source(of: photo).uprightImage(longEdge: longEdge) else {
        throw .undecodable
      }
      return try cut(
        .full, of: image, to: PixelSize(width: max(1, image.width), height: max(1, image.height)))
    }

    /// Cuts a part out and draws it in a size, with Core Graphics' best interpolation.
    public func cut(
      _ part: NormalizedRect, of picture: CGImage, to size: PixelSize
    ) throws(PhotoprepError) -> CGImage {
      guard let image = picture.canvas(showing: part, in: size)?.makeImage() else {
        throw .notResized
      }
      return image
    }

    /// Returns the samples without the fourth byte that Core Graphics keeps beside each pixel.
    public func samples(of picture: CGImage) throws(PhotoprepError) -> [UInt8] {
      guard
        let samples = picture.canvas(
          showing: .full, in: PixelSize(width: picture.width, height: picture.height))?.samples
      else { throw .notResized }
      return samples
    }

    /// Encodes with ImageIO.
    public func jpeg(of picture: CGImage, quality: Int) throws(PhotoprepError) -> Data {
      guard let jpeg = picture.encoded(as: "public.jpeg", quality: Double(quality) / 100) else {
        throw .notEncoded
      }
      return jpeg
    }

    private func source(of photo: Data) throws(PhotoprepError) -> CGImageSource {
      let options = [kCGImageSourceShouldCache: false] as CFDictionary
      guard let source = CGImageSourceCreateWithData(photo as CFData, options) else {
        throw .undecodable
      }
      return source
    }
  }

  extension PhotoStoreWriter where Codec == ImageIOCodec {
    /// Prepares an image that is already in memory, as a PNG of its pixels.
    ///
    /// If the photo has a file, add the file's bytes instead: they are decoded at the needed size, and identify
    /// the photo everywhere.
    ///
    /// - Parameters:
    ///   - image: The image, upright.
    ///   - name: Its name for people.
    ///   - focus: The places that a person pointed at; every crop keeps them.
    ///   - album: An album to add it to; `nil` for none.
    /// - Returns: The image's record.
    /// - Throws: `encode-failed`; as for a photo's bytes.
    @discardableResult
    public func add(
      _ image: CGImage, named name: String, focus: [FocusArea] = [], toAlbum album: String? = nil
    ) throws(PhotoprepError) -> PhotoRecord {
      guard let png = image.encoded(as: "public.png", quality: 1) else { throw .notEncoded }
      return try add(png, named: name, focus: focus, toAlbum: album)
    }
  }

  extension PhotoprepError {
    fileprivate static let undecodable = PhotoprepError(
      .imageUndecodable, path: "", message: "ImageIO finds no image in it.",
      remedy: "Choose another photo.")

    fileprivate static let notResized = PhotoprepError(
      .resizeFailed, path: "", message: "Core Graphics could not draw it.",
      remedy: "Try again when there is more memory.")

    fileprivate static let notEncoded = PhotoprepError(
      .encodeFailed, path: "", message: "ImageIO could not encode it.",
      remedy: "Try again when there is more memory.")
  }
#endif
