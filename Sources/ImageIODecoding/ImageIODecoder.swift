#if canImport(ImageIO)
  public import CoreGraphics
  public import Foundation
  import ImageIO
  import PhotoGeometry
  public import PhotoStore

  /// Decodes a store's images with ImageIO, on Apple platforms.
  ///
  ///     let decoder = ImageIODecoder(longEdge: 1834)
  ///     let loader = ImageLoader(decoder: decoder, limits: .widgetExtension)
  ///
  /// - Pixels come out upright, whatever orientation the file states.
  /// - The image is decoded when ``decode(_:)`` returns, not when it is first drawn, so the cache counts
  ///   memory that is really in use.
  /// - ImageIO keeps no decoded copy of its own beside the cache's (decision 0507).
  public struct ImageIODecoder: ImageDecoder {
    /// The most pixels an image's longer side has when decoded; an image with fewer stays as it is.
    public let longEdge: Int?

    /// Makes a decoder.
    ///
    /// - Parameter longEdge: The most pixels of the longer side, at least 1: the longer side of the
    ///   widget's frame. A file with more is decoded at this size and never whole. `nil` decodes
    ///   every file at its own size, which is right for renders that were made for this device.
    public init(longEdge: Int? = nil) {
      precondition(longEdge ?? 1 >= 1, "A long edge of \(longEdge ?? 1) pixels shows nothing.")
      self.longEdge = longEdge
    }
  }

  extension ImageIODecoder {
    /// Returns the bytes of the decoded image, from the file's header.
    ///
    /// - Throws: `image-undecodable` when ImageIO finds no image with sides in the file.
    public func byteCost(of file: URL) throws -> Int { try byteCost(of: file, covering: nil) }

    /// Returns the bytes of the image decoded for a slot, from the file's header.
    ///
    /// - Throws: `image-undecodable` when ImageIO finds no image with sides in the file.
    public func byteCost(of file: URL, covering slot: PixelSize?) throws -> Int {
      let size = try storedSize(source(of: file), file)
      return WidgetBudget.byteCost(of: decodedSize(of: size, covering: slot))
    }

    /// Decodes the image, upright and at most ``longEdge`` long.
    ///
    /// - Throws: `image-undecodable` when ImageIO finds no image in the file.
    public func decode(_ file: URL) throws -> DecodedImage<CGImage> {
      try decode(file, covering: nil)
    }

    /// Decodes the image, upright, at most ``longEdge`` long and no larger than a slot needs.
    ///
    /// - Throws: `image-undecodable` when ImageIO finds no image in the file.
    public func decode(_ file: URL, covering slot: PixelSize?) throws -> DecodedImage<CGImage> {
      let source = try source(of: file)
      let size = decodedSize(of: try storedSize(source, file), covering: slot)
      guard let image = source.uprightImage(longEdge: size.longEdge) else {
        throw PhotoprepError.imageUndecodable(file)
      }
      return DecodedImage(
        image,
        byteCost: ImageCache<CGImage>.byteCost(rowBytes: image.bytesPerRow, height: image.height))
    }

    private func source(of file: URL) throws(PhotoprepError) -> CGImageSource {
      let options = [kCGImageSourceShouldCache: false] as CFDictionary
      guard let source = CGImageSourceCreateWithURL(file as CFURL, options) else {
        throw .imageUndecodable(file)
      }
      return source
    }

    private func storedSize(
      _ source: CGImageSource, _ file: URL
    ) throws(PhotoprepError) -> PixelSize {
      guard let size = source.storedSize else { throw .imageUndecodable(file) }
      return size
    }

    private func decodedSize(of stored: PixelSize, covering slot: PixelSize?) -> PixelSize {
      let size = longEdge.map { stored.fitting(longEdge: $0) } ?? stored
      return slot.map(size.covering) ?? size
    }
  }

  extension PhotoprepError {
    fileprivate static func imageUndecodable(_ file: URL) -> PhotoprepError {
      PhotoprepError(
        .imageUndecodable, path: file.path, message: "ImageIO finds no image in it.",
        remedy: "Prepare the photo again.")
    }
  }
#endif
