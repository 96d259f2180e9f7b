internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import WidgetPreview

/// A package as the page shows it before it comes in.
struct PackageCard: Encodable, Sendable {
  /// A document of the package: a design, or a list of several.
  struct Design: Encodable, Sendable {
    /// What it calls itself.
    let title: String
    /// What becomes of it: `new`, `renamed` or `present`.
    let outcome: String
    /// The name of its file in the store.
    let fileName: String
    /// The version of it that is newer than this software knows.
    let newerVersion: Int?
    /// Its widgets, as a list has several.
    let widgets: [Widget]
  }

  /// A design that is drawn.
  struct Widget: Encodable, Sendable {
    /// What it calls itself.
    let title: String
    /// The families that it is drawn for, and why it cannot be where that is so; else empty.
    let families: [String: String]
    /// How the app differs from what is drawn, as sentences.
    let remarks: [String]
    let poster: Poster

    private enum CodingKeys: CodingKey { case title, families, remarks }
  }

  /// Why it may not come in.
  struct Refusal: Encodable, Sendable {
    let code, message: String
    let remedy: String?
  }

  /// The file's name.
  let name: String
  /// Its designs in their order, by which they are chosen.
  let designs: [Design]
  /// How many albums and images would come in.
  let albums, images: Int
  /// The bytes of what would come in.
  let bytes: Int
  let refusal: Refusal?

  /// Makes the card of a package.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - look: What is in it.
  ///   - container: Where its images are, to tell which widgets have none.
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
    refusal = look.rejection.map {
      Refusal(code: $0.code, message: $0.message, remedy: $0.remedy)
    }
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
        families[family.rawValue] = poster.lack(for: family, in: container) ?? ""
      }
    }
    self.families = families
  }
}

extension Poster {
  /// Why a widget shows no picture although its design names one; `nil` where it shows one or names none.
  fileprivate func lack(for family: RenderFamily, in container: PhotoContainer) -> String? {
    guard showsPhoto(for: family),
      case .placeholder(let reason) = picture(for: family, in: container), reason != .notConfigured
    else { return nil }
    return "There is no picture to show (\(reason.rawValue))."
  }
}
