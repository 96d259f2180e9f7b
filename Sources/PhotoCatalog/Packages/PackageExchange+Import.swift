public import PhotoGeometry
import PhotoStore
import SystemFiles
public import SystemPackage

extension PackageExchange {
  /// Reads a package and decides what would come in, and under which names.
  ///
  /// Names, limits and references are checked, and every image that comes in is decoded. Nothing is written, so a
  /// store open for reading is enough.
  ///
  /// - Parameters:
  ///   - file: A package of the published app's form, a list of designs, one design, one image or
  ///     one album. A symbolic link, a FIFO or a device is refused.
  ///   - choice: The designs to bring in.
  ///   - inspect: Decodes an image.
  /// - Returns: The plan; one with a ``ImportPlan/rejection`` must not be carried out.
  /// - Throws: `unreadable-document`, `package-too-new`, `package-too-large`, `empty-package`,
  ///   `name-invalid`, `name-twins`, `not-in-package`; the codes of file calls.
  public func planImport(
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
  /// - Throws: The plan's rejection; `not-open-for-writing`; `catalog`; the codes of file calls.
  public func carryOut(_ plan: ImportPlan) throws {
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
}
