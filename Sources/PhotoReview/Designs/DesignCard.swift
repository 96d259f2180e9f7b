internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import WidgetDrawing
internal import WidgetPreview

/// A design of a store for the pages: its text, and the photos that it shows.
struct DesignCard: Encodable, Sendable {
  let name: String
  let title: String
  /// Its text: the upper one and the lower one; empty if it shows none.
  let words: [String]
  /// The photos that it shows: records if there are any, else names of files.
  let photos: [String]
  /// The filters of its families: three rows of four weights and an offset, as in SVG's `feColorMatrix`.
  let filters: [String: [Double]]
  fileprivate let poster: Poster

  private enum CodingKeys: CodingKey { case name, title, words, photos, filters }

  fileprivate init(_ name: String, _ design: [String: JSONValue], showing files: [String]) {
    poster = Poster(name: name, design: design)
    self.name = name
    title = poster.title.displayText
    let texts = ["primaryText", "secondaryText"].map { design[$0]?.string ?? "" }
    let hasText = poster.hasText(for: .small) && texts != ["", ""]
    words = hasText && RenderFamily.allCases.allSatisfy(poster.showsPhoto) ? texts : []
    var seen: Set<String> = []
    let shown = RenderFamily.allCases.contains(where: poster.showsPhoto) ? files : []
    photos = shown.map { StoredFileName($0)?.record.description ?? $0 }
      .filter { seen.insert($0).inserted }
    var filters: [String: [Double]] = [:]
    for family in RenderFamily.allCases {
      let rows = poster.colourFilter(for: family)?.rows
      filters[family.rawValue] = rows?.flatMap { $0.prefix(3) + [0] + $0.suffix(1) }
    }
    self.filters = filters
  }
}

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

extension StoreView {
  /// The photos that designs and albums show but that were not prepared here.
  func packagedPhotos() throws -> [PackagedCard] {
    let designs = (try? designs()) ?? []
    return try reading { try StoreDocuments(of: $0).packagedPhotos() }.map {
      PackagedCard($0, designs)
    }
  }

  /// The designs of the store, each with the photos that it shows.
  ///
  /// - Throws: `unreadable-document`; the codes of file calls when a folder cannot be read.
  func designs() throws -> [DesignCard] {
    try reading { try StoreDocuments(of: $0).designs() }.map { name, design in
      let images = Design(json: design).images
      let albums = images.compactMap(\.smartPhoto?.shuffleManifestFileName).compactMap {
        try? container.album($0)
      }
      let files = images.flatMap(\.allReferencedFileNames) + albums.flatMap(\.shownFiles)
      return DesignCard(name, design, showing: files)
    }
  }

  /// Draws the parts of a design that cover a picture of the store: its text and the scrim below it.
  ///
  /// Without a design it is the default one. The file is a render, whose record determines the text's colour; a point
  /// has 1 to 4 pixels. The PNG is transparent where the picture shows, in the shape of the widget of the device that
  /// the picture was prepared for.
  func words(
    of design: DesignCard?, saying words: [String]? = nil, over file: String,
    for family: RenderFamily, scale: Int
  ) throws -> [UInt8] {
    var request = TemplateRequest()
    request.scale = scale
    let frames = StoredFileName(file).flatMap { try? container.record($0.record) }
      .map(\.preparation.recipe.frames)
    request.screen = frames.flatMap(WidgetScreen.having)
    let poster = design?.poster ?? Poster(name: "", design: [:])
    return try WidgetRenderer().words(
      of: poster, saying: words, over: file, for: family, in: container, request
    ).png()
  }
}

extension Album {
  fileprivate var shownFiles: [String] {
    entries.flatMap { entry in entry.renders.values.compactMap(\.fileNames.first) }
  }
}

/// The designs of the store at the time of the page's last request, and their texts over pictures.
final class ReviewDesigns: Sendable {
  private let view: StoreView
  private let known = Locked<[String: DesignCard]>([:])

  init(_ view: StoreView) { self.view = view }

  func read() throws -> [DesignCard] {
    let designs = try view.designs()
    known.withLock { $0 = Dictionary(designs.map { ($0.name, $0) }) { first, _ in first } }
    return designs
  }

  /// The pixels of a point: sharp on a screen with a scale of two.
  static let scale = 2

  /// Draws a design's text over a render, or another text by the same rules, as a PNG.
  ///
  /// The query has the `design`, and `title` and `line` for another text.
  func words(
    over file: String, for family: RenderFamily, _ query: [String: String]
  ) throws -> Data {
    let design = query["design"].flatMap { name in known.withLock { $0[name] } }
    let words = query["title"].map { [$0, query["line"] ?? ""] }
    return Data(
      try view.words(of: design, saying: words, over: file, for: family, scale: Self.scale))
  }
}
