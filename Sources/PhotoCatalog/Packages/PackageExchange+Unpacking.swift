public import PhotoStore
import SystemFiles
public import SystemPackage

extension PackageExchange {
  /// Writes the contents of a plan into a new container, so that a person can look at them before importing.
  ///
  /// Images and albums that the store has already and that the plan's designs name are copied too. Records are not
  /// copied, so text is drawn as on pictures without a record.
  ///
  /// - Parameters:
  ///   - plan: A plan without a rejection.
  ///   - container: The folder to make; it must be missing or empty.
  /// - Returns: The designs of each of the plan's documents, in the order of its items.
  /// - Throws: The plan's rejection; `unreadable-document`; the codes of file calls.
  public func unpack(
    _ plan: ImportPlan, into container: FilePath
  ) throws -> [[[String: JSONValue]]] {
    if let rejection = plan.rejection { throw rejection }
    let (disk, there) = (DiskFileSystem(), StorePaths(container, .standard))
    for folder in [there.images, there.albums] { try disk.createDirectories(at: folder) }
    for image in plan.images {
      try disk.createFile(at: there.images.appending(image.name), bytes: image.bytes)
    }
    let new = Dictionary(
      (plan.designs + plan.albums).map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 })
    let names = plan.items.filter { $0.kind == .design }.compactMap(\.fileName)
    let designs = try names.map { try document(.design, $0, new: new[$0]) }
    let albumNames = Set(designs.flatMap(\.references).filter { !$0.isImage }.map(\.name))
    let albums = try albumNames.sorted().filter { !$0.isEmpty }
      .map { ($0, try document(.album, $0, new: new[$0])) }
    for (name, album) in albums {
      try disk.createFile(at: there.albums.appending(name), bytes: album.bytes)
    }
    let shown = Set((designs + albums.map(\.1)).flatMap(\.references).filter(\.isImage).map(\.name))
    for name in shown.subtracting(plan.images.map(\.name)).sorted() {
      let image = try store.fileSystem.readFile(
        at: store.paths.images.appending(name), limit: limits.byteCount, followingLinks: false)
      try disk.createFile(at: there.images.appending(name), bytes: image.bytes)
    }
    return designs.map(\.designs)
  }

  /// A document that comes in, or that the store has.
  private func document(
    _ kind: StoreDocument.Kind, _ name: String, new bytes: [UInt8]?
  ) throws -> StoreDocument {
    if let bytes { return try StoreDocument(kind, bytes: bytes, path: name) }
    return try StoreDocuments(of: store).document(kind, name)
  }
}
