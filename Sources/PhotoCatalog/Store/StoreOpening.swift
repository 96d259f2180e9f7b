import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// The steps from a path to an open store.
struct StoreOpening {
  /// What an open store consists of.
  struct Parts {
    let environment: StoreEnvironment
    let layout: ContainerLayout
    let paths: StorePaths
    var catalog: Catalog?
    var catalogFailure: PhotoprepError?
    var lock: (any FileLock)?
    var recovery = RecoveryReport()
  }

  let parts: Parts
  private var fileSystem: any FileSystem { parts.environment.fileSystem }
  private var paths: StorePaths { parts.paths }

  init(_ path: FilePath, _ environment: StoreEnvironment) throws {
    let environment = environment.contained(in: path)
    guard let layout = try Self.layout(of: path, environment.fileSystem) else {
      throw PhotoprepError(
        .storeMissing, path: path.string, message: "There is no store here.",
        remedy:
          "Prepare photos into it with 'photoprep prep', which makes it, or name another with --store."
      )
    }
    parts = Parts(environment: environment, layout: layout, paths: StorePaths(path, layout))
  }

  /// Reads a store's settings; `nil` when there are none.
  static func layout(
    of path: FilePath, _ fileSystem: any FileSystem
  ) throws -> ContainerLayout? {
    // The catalog is opened by its path as text.
    guard String(validating: path) != nil else {
      throw PhotoprepError(
        .nameInvalid, path: path.string,
        message: "A store's path must be UTF-8, and this one is not.",
        remedy: "Rename the folder, or choose another.")
    }
    let settings = StorePaths.settings(in: path)
    guard try fileSystem.has(settings) else { return nil }
    let contents = try fileSystem.readFile(at: settings, limit: 65_536, followingLinks: false)
    return try ContainerLayout(settings: contents.bytes, path: settings.string)
  }

  /// Opens an existing store; a reader works without a catalog that fails, since the records have the same facts, and
  /// `check` reports it.
  func forReading() throws -> Parts {
    var parts = parts
    let files = CatalogFiles(fileSystem, paths)
    guard try files.isThere() else { return parts }
    do { parts.catalog = try files.open(for: .read) } catch let error as PhotoprepError {
      parts.catalogFailure = error
    }
    return parts
  }

  func forWriting(while keepWaiting: ([LockHolder]) -> Bool) throws -> Parts {
    var parts = parts
    let lock = try openLock()
    parts.lock = lock
    let isAlone = try take(lock, while: keepWaiting)
    let catalog = try openCatalog(isAlone: isAlone)
    parts.catalog = catalog
    if isAlone {
      parts.recovery = try Recovery(CommitSteps(parts.environment, paths, catalog)).run()
    }
    try share(lock)
    return parts
  }

  /// Opens the store for this process alone, and ends what earlier runs left behind first.
  func alone(while keepWaiting: ([LockHolder]) -> Bool) throws -> Parts {
    var parts = parts
    let lock = try openLock()
    parts.lock = lock
    let isHeld = try lock.wait(for: .exclusive) { keepWaiting(lock.holders()) }
    guard isHeld else { throw PhotoprepError.locked(paths.lock, holders: lock.holders()) }
    // The holder of the lock is for messages only, and a full disk may refuse it.
    try? lock.note(holder)
    var catalog = try openCatalog(isAlone: true)
    // A run that is alone visits every row, and can make the catalog again only now.
    if try !catalog.isSound() {
      catalog.close()
      catalog = try makeCatalogAgain()
    }
    parts.catalog = catalog
    parts.recovery = try Recovery(CommitSteps(parts.environment, paths, catalog)).run()
    return parts
  }

  /// Opens the lock, once every folder of the store is there.
  private func openLock() throws -> any FileLock {
    // An App Group container may have lost an empty folder when it was copied.
    for folder in paths.folders { try fileSystem.createDirectory(at: folder) }
    return try fileSystem.lock(at: paths.lock)
  }

  private var holder: LockHolder {
    LockHolder(
      process: ProcessInfo.processInfo.processIdentifier,
      since: Int(parts.environment.clock().timeIntervalSince1970))
  }

  /// Takes the lock alone when no other process holds it, otherwise together with the others; returns whether alone.
  private func take(
    _ lock: any FileLock, while keepWaiting: ([LockHolder]) -> Bool
  ) throws -> Bool {
    if try lock.attempt(.exclusive) { return true }
    let isHeld = try lock.wait(for: .shared) { keepWaiting(lock.holders()) }
    guard isHeld else { throw PhotoprepError.locked(parts.paths.lock, holders: lock.holders()) }
    // The process that ended may have been the only other one.
    return try lock.attempt(.exclusive)
  }

  /// Lets other writers in, and adds this process to the lock's holders, for their messages.
  private func share(_ lock: any FileLock) throws {
    let run = paths.staging.appending(parts.environment.run)
    try lock.note(holder)
    _ = try lock.attempt(.shared)
    if try fileSystem.has(run) {
      throw PhotoprepError(
        .storeLocked, path: run.string, message: "Another run of the same name is under way.",
        remedy: "Use another run name.")
    }
  }
}

extension StoreOpening {
  /// Opens the catalog; a run that is alone makes it again when it is missing or unusable.
  private func openCatalog(isAlone: Bool) throws -> Catalog {
    guard case .onDisk = parts.environment.catalog else {
      return try Catalog(inMemoryFor: paths.catalog)
    }
    let files = CatalogFiles(fileSystem, paths)
    guard isAlone else {
      guard try files.isThere() else {
        throw PhotoprepError.catalogUnusable(paths.catalog, reason: "it is missing")
      }
      if let catalog = try files.open(for: .write) { return catalog }
      throw PhotoprepError.catalogUnusable(
        paths.catalog, reason: "it is empty, damaged or has another version")
    }
    removeOldCatalogs()
    // A catalog that this software did not write is made again instead of being trusted.
    let objection = try files.objection()
    let catalog = objection == nil ? try Catalog(path: paths.catalog, for: .make) : nil
    if let catalog { return catalog }
    let made = try makeCatalogAgain()
    if objection == nil { made.takeMemories(ofFormer: asideCatalog("")) }
    return made
  }

  /// Replaces an unusable catalog by an empty one, which is then filled from the records.
  private func makeCatalogAgain() throws -> Catalog {
    try setCatalogAside()
    guard let catalog = try Catalog(path: paths.catalog, for: .make) else {
      throw PhotoprepError.catalogUnusable(paths.catalog, reason: "a new one is not usable either")
    }
    return catalog
  }

  /// Moves an unusable catalog away, with the files that SQLite would take for parts of it.
  private func setCatalogAside() throws {
    for suffix in CatalogFiles.suffixes {
      let file = paths.privateFolder.appending("catalog.sqlite" + suffix)
      guard try fileSystem.has(file) else { continue }
      try fileSystem.rename(file, to: asideCatalog(suffix))
    }
  }

  private func asideCatalog(_ suffix: String) -> FilePath {
    paths.privateFolder.appending(
      "\(Self.asidePrefix)\(parts.environment.run).sqlite" + suffix)
  }

  /// The prefix of the name of a catalog that was set aside.
  private static let asidePrefix = "catalog.damaged-"

  /// Removes catalogs that were set aside as long ago as the trash keeps files.
  private func removeOldCatalogs() {
    let oldest = parts.environment.clock()
      .addingTimeInterval(-Double(TrashedFile.keepingTime)).nanoseconds
    for name in (try? fileSystem.list(paths.privateFolder)) ?? []
    where name.string.hasPrefix(Self.asidePrefix) {
      let file = paths.privateFolder.appending(name)
      let status = try? fileSystem.status(of: file, followingLinks: false)
      guard let status, status.kind == .regular, status.changed < oldest else { continue }
      // One that cannot be removed keeps no run from its work.
      try? fileSystem.removeFile(at: file)
    }
  }
}
