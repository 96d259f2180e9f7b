internal import Foundation
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage
internal import WidgetDrawing

/// Packages that a person looks at before anything of them comes into the store.
///
/// Each is copied at once, so that exactly what was shown comes in, and unpacked into a folder from which its widgets
/// are drawn (decision 0731). The folder is removed when the reviews are closed.
final class PackageReviews: Sendable {
  private let folder: TemporaryFolder
  private let files: [FilePath]
  private let isolation: IsolationSettings?
  private let interruption: Interruption
  private let cards = Locked<[PackageCard]?>(nil)

  /// - Throws: `not-found` and the codes of file calls when one cannot be read.
  init(
    _ packages: [FilePath], isolation: IsolationSettings? = nil,
    interruption: Interruption = Interruption()
  ) throws {
    (self.isolation, self.interruption) = (isolation, interruption)
    let folder = try TemporaryFolder()
    self.folder = folder
    do {
      files = try packages.enumerated().map { index, package in
        try Self.copy(package, into: URL(filePath: folder.path.appending("\(index)").string))
      }
    } catch {
      folder.remove()
      throw error
    }
  }

  func close() { folder.remove() }

  private static func copy(_ package: FilePath, into folder: URL) throws -> FilePath {
    let bytes: Data
    do {
      bytes = try PlainFile.read(
        URL(filePath: package.string), limit: PackageLimits.standard.byteCount)
    } catch {
      throw PhotoprepError(
        .notFound, path: package.string,
        message: "There is no package here that can be read.",
        remedy: "Name a .wwdesign file, or a design in JSON.", detail: "\(error)")
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let copy = FilePath(folder.path).appending(package.lastComponent ?? "package.wwdesign")
    try bytes.write(to: URL(filePath: copy.string))
    return copy
  }

  /// The packages with their designs, and the effects of importing them; read on the first request.
  ///
  /// - Throws: A `PhotoprepError` when the store cannot be read; an `IsolationError`.
  func read(for store: FilePath) throws -> [PackageCard] {
    try cards.withLock { known in
      if let known { return known }
      let read = try files.indices.map { index in try card(index, store) }
      known = read
      return read
    }
  }

  private func card(_ index: Int, _ store: FilePath) throws -> PackageCard {
    let place = unpacked(index)
    // Files from before the last import are removed.
    try? FileManager.default.removeItem(atPath: place.string)
    let look = try PackageImport.look(
      at: files[index], for: store, unpackingInto: place, isolation: isolation,
      interruption: interruption)
    return PackageCard(
      files[index].lastComponent?.string ?? "", look ?? PackageImport.Look(),
      container: try? PhotoContainer(url: URL(filePath: place.string)))
  }

  private func unpacked(_ index: Int) -> FilePath {
    folder.path.appending("\(index)").appending("unpacked")
  }

  /// Draws a widget of a package as a PNG, both by their indices from 0; `nil` if there is no such widget.
  ///
  /// - Throws: Errors of drawing, `WidgetRenderer.PictureMissing` among them.
  func picture(of widget: Int, in package: Int, for family: RenderFamily) throws -> Data? {
    guard let cards = cards.withLock({ $0 }), cards.indices.contains(package) else { return nil }
    let widgets = cards[package].designs.flatMap(\.widgets)
    guard widgets.indices.contains(widget) else { return nil }
    var request = TemplateRequest()
    request.scale = ReviewDesigns.scale
    request.seconds = IsolationSettings.standardSeconds
    let container = try PhotoContainer(url: URL(filePath: unpacked(package).string))
    return Data(
      try WidgetRenderer().render(widgets[widget].poster, for: family, in: container, request).png()
    )
  }

  /// Brings designs of a package, or everything in it, into the store, with what they name; `nil` if there is no such
  /// package.
  ///
  /// - Throws: A ``Rejection`` of the package; a `PhotoprepError` when the store cannot be used.
  func bring(_ package: Int, _ designs: Set<Int>?, into store: FilePath) throws -> ImportedFile? {
    guard files.indices.contains(package) else { return nil }
    var outcome: ImportedFile?
    _ = try PackageImport.bring(
      [files[package]], into: store, choosing: designs.map(ImportChoice.places) ?? .all,
      isolation: isolation, interruption: interruption
    ) { event in
      switch event {
      case .item: break
      case .imported(let file), .unchanged(let file): outcome = file
      case .rejected(_, let rejection): throw rejection
      }
    }
    // The effects depend on the store's new contents.
    cards.withLock { $0 = nil }
    return outcome
  }
}
