#if canImport(ImageIO)
  package import CoreGraphics
  import Foundation
  package import ImageIO
  package import PhotoGeometry

  extension CGImageSource {
    /// The place of the primary image, which in HEIF need not be the first.
    package var primary: Int { CGImageSourceGetPrimaryImageIndex(self) }

    /// The size of the primary image as it is stored; `nil` when there is none with sides.
    package var storedSize: PixelSize? {
      guard
        let properties = CGImageSourceCopyPropertiesAtIndex(self, primary, nil) as? [CFString: Any],
        let width = properties[kCGImagePropertyPixelWidth] as? Int,
        let height = properties[kCGImagePropertyPixelHeight] as? Int, width > 0, height > 0
      else { return nil }
      return PixelSize(width: width, height: height)
    }

    /// Decodes the primary image, upright, at a size.
    ///
    /// This is the one call of ImageIO that reduces while it decodes, applies the orientation and decodes at once
    /// (decision 0507).
    ///
    /// - Parameter longEdge: The most pixels of the longer side.
    /// - Returns: `nil` when ImageIO finds no image.
    package func uprightImage(longEdge: Int) -> CGImage? {
      let options: [CFString: Any] = [
        // Never the small picture that a camera put into the file.
        kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceThumbnailMaxPixelSize: longEdge,
        kCGImageSourceShouldCacheImmediately: true,
      ]
      // What Apple's frameworks autorelease would stay for the whole of a loop over photos.
      return autoreleasepool {
        CGImageSourceCreateThumbnailAtIndex(self, primary, options as CFDictionary)
      }
    }
  }
#endif
