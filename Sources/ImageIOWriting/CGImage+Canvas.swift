#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO
  import PhotoGeometry

  extension CGImage {
    /// Draws a part of the image in exactly a size, in sRGB of 8 bits, on black; `nil` when memory is short.
    func canvas(showing part: NormalizedRect, in size: PixelSize) -> CGContext? {
      let pixels = part.pixels(in: PixelSize(width: width, height: height))
      guard let space = CGColorSpace(name: CGColorSpace.sRGB),
        let canvas = CGContext(
          data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0,
          space: space, bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue),
        let image = cropping(
          to: CGRect(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height))
      else { return nil }
      let whole = CGRect(x: 0, y: 0, width: size.width, height: size.height)
      canvas.setFillColor(gray: 0, alpha: 1)
      canvas.fill(whole)
      canvas.interpolationQuality = .high
      canvas.draw(image, in: whole)
      return canvas
    }

    /// Encodes the image without metadata, for a uniform type identifier and a quality, 0…1; `nil` when memory is short.
    func encoded(as type: String, quality: Double) -> Data? {
      let data = NSMutableData()
      guard
        let destination = CGImageDestinationCreateWithData(
          data as CFMutableData, type as CFString, 1, nil)
      else { return nil }
      let options: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
      return autoreleasepool {
        CGImageDestinationAddImage(destination, self, options as CFDictionary)
        return CGImageDestinationFinalize(destination) ? data as Data : nil
      }
    }
  }

  extension CGContext {
    /// The red, green and blue samples of a canvas, row by row from the top left.
    var samples: [UInt8]? {
      guard let data else { return nil }
      let bytes = UnsafeRawBufferPointer(start: data, count: bytesPerRow * height)
      var samples: [UInt8] = []
      samples.reserveCapacity(3 * width * height)
      for row in 0..<height {
        for column in 0..<width {
          let pixel = row * bytesPerRow + 4 * column
          samples.append(contentsOf: bytes[pixel..<pixel + 3])
        }
      }
      return samples
    }
  }
#endif
