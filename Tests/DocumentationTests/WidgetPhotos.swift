import Foundation
import PhotoGeometry
import PhotoStore

/// What a widget's view draws.
enum Picture<Image> {
  case photo(Image)
  case guide(PhotoPlaceholder)
}

/// The photos of a widget extension: make one and keep it.
struct WidgetPhotos<Decoder: ImageDecoder> {
  let reader: PhotoReader
  let loader: ImageLoader<Decoder>

  init(groupContainer: URL?, decoder: Decoder) {
    reader = PhotoReader(container: groupContainer)
    loader = ImageLoader(decoder: decoder, limits: .widgetExtension)
  }

  /// A prepared photo, by its record's name.
  func picture(of photo: RecordID, family: RenderFamily) -> Picture<Decoder.Image> {
    picture(reader.photo(photo, for: family))
  }

  /// The photo that a design shows, by the name of the design's file.
  func picture(design: String?, family: RenderFamily, date: Date) -> Picture<Decoder.Image> {
    picture(reader.photo(design: design, for: family, at: date))
  }

  /// What the reader answered, decoded.
  func picture(_ display: PhotoDisplay) -> Picture<Decoder.Image> {
    switch display {
    case .file(let file):
      (try? loader.imageNow(at: file)).map(Picture.photo) ?? .guide(.fileMissing)
    case .placeholder(let reason):
      .guide(reason)
    }
  }

  /// Lets go of images when the system asks for memory.
  func giveMemoryBack() {
    loader.cache.respond(to: .warning)
  }
}
