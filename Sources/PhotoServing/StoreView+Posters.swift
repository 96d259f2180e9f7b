internal import PhotoCatalog
package import PhotoPipeline
internal import PhotoStore
package import WidgetPreview

extension StoreView {
  /// The posters of the store's designs, in files and in the app's preferences; for a store without designs, of its
  /// photos.
  ///
  /// By a name, with or without its file's ending, or a title, those that have it, at least one.
  ///
  /// - Throws: `unreadable-document`; `not-found` if nothing has the name.
  package func posters(named name: String? = nil) throws -> [Poster] {
    let designs = try reading { try StoreDocuments(of: $0).designs() }.map(Poster.init)
    let named = name.map { name in designs.filter { $0.hasName(name) } } ?? designs
    if !named.isEmpty { return named }
    let photos = try recordIDs().map(Poster.init).filter { name.map($0.hasName) ?? true }
    guard photos.isEmpty, let name else { return photos }
    throw PhotoprepError(
      .notFound, path: path.string,
      message: "There is no design or photo '\(name.displayText)' here.",
      remedy: "Leave --design out to draw all of them.")
  }
}
