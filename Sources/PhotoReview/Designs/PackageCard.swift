internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import WidgetDrawing
internal import WidgetPreview

/// A package for the page, before it comes in.
struct PackageCard: Encodable, Sendable {
  /// A document of the package: a design, or a list of several.
  struct Design: Encodable, Sendable {
    let title: String
    /// The outcome for it: `new`, `renamed` or `present`.
    let outcome: String
    let fileName: String
    /// Its version, if that is newer than this software knows.
    let newerVersion: Int?
    /// Its widgets; a list has several.
    let widgets: [Widget]
  }

  struct Widget: Encodable, Sendable {
    let title: String
    /// The families that it is drawn for, each with the reason why it cannot be drawn, or an empty text.
    let families: [String: String]
    /// How the app differs from the drawing, as sentences.
    let remarks: [String]
    let poster: Poster

    private enum CodingKeys: CodingKey { case title, families, remarks }
  }

  let name: String
  /// Its designs in order; they are chosen by index.
  let designs: [Design]
  /// How many albums and images would come in.
  let albums, images: Int
  /// The bytes of everything that would come in.
  let bytes: Int
  /// Why the package may not come in.
  let refusal: Refusal?

  /// Makes the card of a package; the container with its images determines which widgets have none.
  init(_ name: String, _ look: PackageImport.Look, container: PhotoContainer?) {
    self.name = name.displayText
    let items = look.items.filter { $0.kind == .design }
    designs = zip(items, look.designs).map { item, documents in
      Design(
        title: item.name.displayText, outcome: item.outcome.name, fileName: item.fileName ?? "",
        newerVersion: item.newerVersion,
        widgets: documents.map { Widget($0, called: item.name, container) })
    }
    let coming = look.items.filter(\.comesIn)
    albums = coming.count { $0.kind == .album }
    images = coming.count { $0.kind == .image }
    bytes = coming.reduce(0) { $0 + $1.byteCount }
    refusal = look.rejection.map { Refusal($0.error) }
  }
}

extension PackageCard.Widget {
  fileprivate init(
    _ design: [String: JSONValue], called name: String, _ container: PhotoContainer?
  ) {
    poster = Poster(name: name, design: design)
    (title, remarks) = (poster.title.displayText, poster.remarks)
    var families: [String: String] = [:]
    if let container {
      for family in poster.families(in: container) {
        let display =
          poster.showsPhoto(for: family) ? poster.picture(for: family, in: container) : nil
        families[family.rawValue] = display?.lackOfPicture ?? ""
      }
    }
    self.families = families
  }
}
