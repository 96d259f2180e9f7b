internal import PhotoCatalog

/// A photo that came in with a package or that the published app prepared, for the pages.
struct PackagedCard: Encodable, Sendable {
  /// The document that shows the photo, in words.
  let place: String
  /// The names of its pictures: `master`, and the families that have a render.
  var pictures: [String: String]
  /// The name of a design that shows it; the first if there are several.
  let design: String?
  /// That design's texts over the pictures, by family; empty until they are drawn.
  var words: [String: String] = [:]

  init(_ photo: PackagedPhoto, _ designs: [DesignCard]) {
    place = photo.origin.text
    let renders = photo.renders.map { ($0.key.rawValue, $0.value) }
    pictures = Dictionary(uniqueKeysWithValues: renders + [("master", photo.master)])
    design = designs.first { $0.photos.contains(photo.master) }?.name
  }
}
