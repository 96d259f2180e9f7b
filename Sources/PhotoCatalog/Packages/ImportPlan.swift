package import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage

/// Decodes an image whole and returns its upright size.
///
/// The catalog decodes nothing itself; the caller says how images are read. The bytes begin as a JPEG's; a
/// `PhotoprepError` says why the image is refused.
package typealias ImageInspection = (_ bytes: [UInt8], _ name: String) throws -> PixelSize

/// One design, album or image of a package, and what an import does with it.
package struct ImportItem: Sendable {
  package enum Kind: String, Hashable, Sendable {
    case design, album, image
  }

  package enum Outcome: Sendable {
    /// It comes in.
    case new
    /// The store has the same content, under this or another name.
    case present
    /// It comes in under another name, as its own is taken.
    case renamed
    /// No design or album that was chosen names it; it stays out.
    case unused
    /// It may not come in, and so nothing of its package comes in.
    case rejected(PhotoprepError)

    package var name: String {
      switch self {
      case .new: "new"
      case .present: "present"
      case .renamed: "renamed"
      case .unused: "unused"
      case .rejected: "rejected"
      }
    }
  }

  package let kind: Kind
  /// Its name in the package; for a design, the title.
  package let name: String
  /// Its file name in the store afterwards; `nil` when it does not come in.
  package let fileName: String?
  package let outcome: Outcome
  package let byteCount: Int
  /// The size of an image that was decoded.
  package let size: PixelSize?
  /// The version of a design or an album that is newer than this software knows; unknown keys are kept.
  package var newerVersion: Int?

  /// Why it may not come in.
  package var rejection: PhotoprepError? {
    if case .rejected(let error) = outcome { error } else { nil }
  }

  /// Whether it is not in the store yet and comes in.
  package var comesIn: Bool {
    switch outcome {
    case .new, .renamed: true
    case .present, .unused, .rejected: false
    }
  }
}

/// The effects of importing one file, which has been read and checked.
package struct ImportPlan: Sendable {
  struct Writing: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  /// Everything in it: designs, then albums, then images, each in the order of the package.
  package let items: [ImportItem]
  let images: [Writing]
  let albums: [Writing]
  let designs: [Writing]

  /// Why the file may not come in; `nil` when it may.
  package var rejection: PhotoprepError? { items.lazy.compactMap(\.rejection).last }

  package static let nothing = ImportPlan(items: [], images: [], albums: [], designs: [])

  /// Whether it has anything that the store does not have.
  package var bringsSomething: Bool { items.contains(where: \.comesIn) }
}

/// Plans the import of a package; nothing is written.
///
/// Images first, because documents need to know which of them come in and under which names; then albums, then
/// designs, which name both.
struct ImportPlanner {
  let store: Store
  let package: ExchangePackage
  let file: FilePath
  let choice: ImportChoice

  private var items: [ImportItem] = []
  private var images = PackagedImages()
  private var albums: [ImportPlan.Writing] = []
  private var designs: [ImportPlan.Writing] = []
  private var newerVersion: Int?
  /// The names of albums in the store, by their names in the package.
  private var albumNames: [String: String] = [:]

  init(_ store: Store, _ package: ExchangePackage, file: FilePath, _ choice: ImportChoice) {
    (self.store, self.package, self.file, self.choice) = (store, package, file, choice)
  }

  mutating func plan(limits: PackageLimits, inspect: ImageInspection) throws -> ImportPlan {
    let chosenDesigns = try chosenDesigns()
    let chosenAlbums = chosenAlbums(for: chosenDesigns)
    let documents = chosenDesigns.map(\.document) + chosenAlbums.map(\.document)
    images = try PackagedImages(
      package, neededBy: documents, countingAll: choice == .all, limits, path: file.string)
    try images.place(in: store, stated: documents.flatMap(\.images), inspect: inspect)
    for album in chosenAlbums { try plan(album) }
    let albumItems = items
    items = []
    var index = try DesignIndex(store)
    for design in chosenDesigns { try plan(design, &index) }
    return ImportPlan(
      items: items + albumItems + images.items, images: images.writings,
      albums: albums, designs: designs)
  }

  private func chosenDesigns() throws -> [ExchangePackage.PackagedDesign] {
    let names: [String]
    switch choice {
    case .all: return package.designs
    case .places(let places):
      return package.designs.indices.filter(places.contains).map { package.designs[$0] }
    case .named(let given): names = given
    }
    for name in names where !package.designs.contains(where: { $0.answers(to: name) }) {
      throw PhotoprepError(
        .notInPackage, path: file.string, message: "There is no design '\(name)' in the package.",
        remedy:
          "See what there is with 'photoprep store import --review \(ShellWord.quoted(file.string))'."
      )
    }
    return package.designs.filter { design in names.contains(where: design.answers) }
  }

  private func chosenAlbums(
    for designs: [ExchangePackage.PackagedDesign]
  ) -> [ExchangePackage.PackagedAlbum] {
    if choice == .all { return package.albums }
    let named = Set(designs.flatMap(\.document.references).filter { !$0.isImage }.map(\.name))
    return package.albums.filter { named.contains($0.fileName) }
  }

  private mutating func plan(_ album: ExchangePackage.PackagedAlbum) throws {
    newerVersion = album.document.newerVersion
    if let problem = try images.problem(with: album.document, called: album.fileName, in: store) {
      return note(.album, album.fileName, nil, .rejected(problem), 0)
    }
    let document = album.document.renamingFiles(images.newName)
      .renamingMentions(images.newNames).writingDates()
    let bytes = document.bytes
    let place = try place(of: document, called: album.fileName)
    albumNames[album.fileName] = place.name
    if !place.isPresent { albums.append(ImportPlan.Writing(name: place.name, bytes: bytes)) }
    note(
      .album, album.fileName, place.name,
      place.isPresent ? .present : place.name == album.fileName ? .new : .renamed, bytes.count)
  }

  /// Finds an album's place: its own name if that is free, else one made from its content.
  ///
  /// An album that differs only in the photo that is shown counts as the same, as the app advances albums. So does an
  /// album that already has the name made from the content, because nothing else gets that name.
  private func place(
    of document: StoreDocument, called name: String
  ) throws -> (name: String, isPresent: Bool) {
    let isTaken = try store.fileSystem.has(store.paths.albums.appending(name))
    if let present = try? StoreDocuments(of: store).document(.album, name),
      present.writingDates().withoutTurn == document.withoutTurn
    {
      return (name, true)
    }
    let imported = ImportedFileName.album(of: ContentDigest(of: document.bytes))
    if try store.fileSystem.has(store.paths.albums.appending(imported)) { return (imported, true) }
    return (isTaken || albums.contains { $0.name == name } ? imported : name, false)
  }

  private mutating func plan(
    _ design: ExchangePackage.PackagedDesign, _ index: inout DesignIndex
  ) throws {
    newerVersion = design.document.newerVersion
    if let problem = try images.problem(with: design.document, called: design.title, in: store) {
      return note(.design, design.title, nil, .rejected(problem), 0)
    }
    let plain = design.document.renamingFiles { (reference) in
      reference.isImage ? images.newName(reference) : albumName(reference.name)
    }.renamingMentions(images.newNames).writingDates()
    if let name = index.name(of: plain) {
      return note(.design, design.title, name, .present, plain.bytes.count)
    }
    let document = plain.withFreeIdentifiers(in: index)
    let bytes = document.bytes
    if let name = index.name(of: document) {
      return note(.design, design.title, name, .present, bytes.count)
    }
    let wanted = design.fileName ?? document.suggestedFileName
    let name = wanted.alternatives(for: bytes).first { !index.hasName($0) } ?? wanted
    index.insert(document, as: name)
    designs.append(ImportPlan.Writing(name: name, bytes: bytes))
    note(.design, design.title, name, name == wanted ? .new : .renamed, bytes.count)
  }

  /// The name of an album in the store; empty when there is none, so that the design names none.
  ///
  /// The published app's packages hold no albums, but their designs name them.
  private func albumName(_ name: String) -> String {
    if let known = albumNames[name] { return known }
    let isThere = try? store.fileSystem.hasFile(at: store.paths.albums.appending(name))
    return isThere == true ? name : ""
  }

  private mutating func note(
    _ kind: ImportItem.Kind, _ name: String, _ fileName: String?, _ outcome: ImportItem.Outcome,
    _ byteCount: Int
  ) {
    items.append(
      ImportItem(
        kind: kind, name: name, fileName: fileName, outcome: outcome, byteCount: byteCount,
        size: nil, newerVersion: newerVersion))
  }
}

extension ExchangePackage.PackagedDesign {
  /// The name that people see.
  var title: String { document.titles.first ?? fileName ?? "design" }

  func answers(to name: String) -> Bool {
    fileName == name || fileName == name + ".json" || document.titles.contains(name)
  }
}

extension StoreDocument {
  /// An album's content without which photo it shows, and until when.
  fileprivate var withoutTurn: JSONValue {
    guard case .object(var object) = json else { return json }
    object["currentIndex"] = nil
    object["nextChangeDate"] = nil
    return .object(object)
  }

  /// The name of the design's file when the package says none: its identifier.
  var suggestedFileName: String {
    let content = ImportedFileName.identifier(of: ContentDigest(of: bytes))
    let own = identifiers.first.flatMap { ImportedFileName.isIdentifier($0) ? $0 : nil }
    return "\(own ?? "design-\(content)").json"
  }
}
