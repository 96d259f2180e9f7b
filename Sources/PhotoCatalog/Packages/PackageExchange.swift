import PhotoGeometry
package import PhotoStore
import SystemFiles
package import SystemPackage

/// Packs designs of a store into packages, and brings packages in.
package struct PackageExchange: StoreWork {
  let store: Store
  let limits: PackageLimits

  package init(of store: Store, limits: PackageLimits = .standard) {
    (self.store, self.limits) = (store, limits)
  }

  /// Reads a package and decides what would come in, and under which names.
  ///
  /// The file is a package of the published app's form, a list of designs, one design, one image or one album; a
  /// symbolic link, a FIFO or a device is refused. Names, limits and references are checked, and every image that comes
  /// in is decoded by `inspect`. Nothing is written, so a store open for reading is enough. A plan with an
  /// ``ImportPlan/rejection`` must not be carried out.
  ///
  /// - Throws: `unreadable-document`, `package-too-new`, `package-too-large`, `empty-package`, `name-invalid`,
  ///   `name-twins`, `not-in-package`.
  package func planImport(
    of file: FilePath, choosing choice: ImportChoice = .all, inspect: ImageInspection
  ) throws -> ImportPlan {
    try store.requireOwnFolders()
    let contents: FileContents
    do {
      contents = try fileSystem.readFile(at: file, limit: limits.byteCount, followingLinks: false)
    } catch {
      guard error.code == .tooLarge,
        let size = try? fileSystem.status(of: file, followingLinks: false)?.size
      else { throw error }
      throw PhotoprepError.packageFileTooLarge(file.string, size: size, limit: limits.byteCount)
    }
    let own = file.lastComponent.flatMap {
      try? PackagedName.checkedDocument($0.string, path: file.string)
    }
    let package = try ExchangePackage(bytes: contents.bytes, fileName: own, path: file.string)
    var planner = ImportPlanner(store, package, file: file, choice)
    return try planner.plan(limits: limits, inspect: inspect)
  }

  /// Brings in everything of a plan, or nothing.
  ///
  /// Images, albums and designs are staged, listed and put in place, in this order; after a crash the next run ends or
  /// undoes it, as for a photo's commit. No file is ever overwritten: a design whose name was taken since planning
  /// gets another one.
  ///
  /// - Throws: The plan's rejection.
  package func carryOut(_ plan: ImportPlan) throws {
    if let rejection = plan.rejection { throw rejection }
    try store.requireWriting()
    guard plan.bringsSomething else { return }
    try store.makeStagingFolder()
    var intent = CommitIntent(run: store.environment.run)
    intent.images = try stage(plan.images)
    intent.albums = try stage(plan.albums)
    intent.designs = try stage(plan.designs)
    try store.carryOut(intent)
  }

  private func stage(_ writings: [ImportPlan.Writing]) throws -> [StagedFile] {
    try writings.map { try store.stage($0.bytes, toBecome: $0.name) }
  }

  /// Writes the contents of a plan into a new container, missing or empty before, so that a person can look at them
  /// before importing; returns the designs of each of the plan's documents, in the order of its items.
  ///
  /// Images and albums that the store has already and that the plan's designs name are copied too. Records are not
  /// copied, so text is drawn as on pictures without a record.
  ///
  /// - Throws: The plan's rejection; `unreadable-document`.
  package func unpack(
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

  private func document(
    _ kind: StoreDocument.Kind, _ name: String, new bytes: [UInt8]?
  ) throws -> StoreDocument {
    if let bytes { return try StoreDocument(kind, bytes: bytes, path: name) }
    return try StoreDocuments(of: store).document(kind, name)
  }
}

/// Which designs of a package come in, with the albums and images that they name.
package enum ImportChoice: Hashable, Sendable {
  /// All of them, and albums that no design names.
  case all
  /// Those with these titles, identifiers or file names.
  case named([String])
  /// Those with these indexes in the package, from 0.
  case places(Set<Int>)
}
