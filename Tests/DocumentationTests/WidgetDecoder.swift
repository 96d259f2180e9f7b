#if canImport(ImageIO)
  import Foundation
  import ImageIODecoding
  import PhotoStore

  /// The photos of a widget extension, decoded by ImageIO.
  func widgetPhotos(group: String) -> WidgetPhotos<ImageIODecoder> {
    let container = FileManager.default.containerURL(
      forSecurityApplicationGroupIdentifier: group)
    return WidgetPhotos(groupContainer: container, decoder: ImageIODecoder(longEdge: 1834))
  }
#endif
