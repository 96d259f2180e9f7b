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
    var lock: (any FileLock)?
    var recovery = RecoveryReport()
  }

  let parts: Parts
  private var fileSystem: any FileSystem { parts.environment.fileSystem }
  private var paths: StorePaths { parts.paths }

  init(_ path: FilePath, _ environment: StoreEnvironment) throws(StoreError) {
    guard let layout = try Self.layout(of: path, environment.fileSystem) else {
      throw .storeMissing(path)
    }
    parts = Parts(environment: environment, layout: layout, paths: StorePaths(path, layout))
  }

  /// Reads a store's settings; `nil` when there are none.
  static func layout(
    of path: FilePath, _ fileSystem: any FileSystem
  ) throws(StoreError) -> ContainerLayout? {
    // The catalog is opened by the text of its path.
    guard String(validating: path) != nil else { throw .pathNotUTF8(path) }
    let settings = StorePaths.settings(in: path)
    let contents = try filing { () throws(SystemError) -> FileContents? in
      guard try fileSystem.status(of: settings, followingLinks: false) != nil else { return nil }
      return try fileSystem.readFile(at: settings, limit: 65_536, followingLinks: false)
    }
    guard let contents else { return nil }
    return try ContainerLayout(settings: contents.bytes, path: settings.string)
  }

  /// Opens what is there; a reader does without a catalog that does not answer, since records say
  /// the same, and `check` notes it.
  func forReading() throws(StoreError) -> Parts {
    var parts = parts
    let isThere = try filing { () throws(SystemError) in
      try fileSystem.status(of: paths.catalog, followingLinks: true) != nil
    }
    if isThere { parts.catalog = try? Catalog(path: paths.catalog, readOnly: true) }
    return parts
  }

  func forWriting(while keepWaiting: () -> Bool) throws(StoreError) -> Parts {
    var parts = parts
    let lock = try filing { () throws(SystemError) in
      // A real App Group container may have lost an empty folder on its way here.
      for folder in paths.folders { try fileSystem.createDirectory(at: folder) }
      return try fileSystem.lock(at: paths.lock)
    }
    parts.lock = lock
    let isAlone = try take(lock, while: keepWaiting)
    let (catalog, isNew) = try openCatalog(isAlone: isAlone)
    parts.catalog = catalog
    if isAlone {
      parts.recovery = try Recovery(CommitSteps(fileSystem, paths, catalog)).run(
        catalogIsNew: isNew)
    }
    try share(lock)
    return parts
  }

  /// Opens the store for one that works on it alone; whatever was left behind is ended first.
  func alone(while keepWaiting: ([LockHolder]) -> Bool) throws(StoreError) -> Parts {
    var parts = parts
    let lock = try filing { () throws(SystemError) in
      for folder in paths.folders { try fileSystem.createDirectory(at: folder) }
      return try fileSystem.lock(at: paths.lock)
    }
    parts.lock = lock
    let isHeld = try filing { () throws(SystemError) in
      try lock.wait(for: .exclusive) { keepWaiting(lock.holders()) }
    }
    guard isHeld else { throw .locked(paths.lock, holders: lock.holders()) }
    // Who holds the lock is for messages only, and a full disk does not take it.
    try? lock.note(holder)
    let (catalog, isNew) = try openCatalog(isAlone: true)
    parts.catalog = catalog
    parts.recovery = try Recovery(CommitSteps(fileSystem, paths, catalog)).run(catalogIsNew: isNew)
    return parts
  }

  private var holder: LockHolder {
    LockHolder(
      process: ProcessInfo.processInfo.processIdentifier,
      since: Int(parts.environment.clock().timeIntervalSince1970))
  }

  /// Takes the lock alone when nobody holds it, otherwise together with the others.
  ///
  /// - Returns: Whether it is held alone.
  private func take(
    _ lock: any FileLock, while keepWaiting: () -> Bool
  ) throws(StoreError) -> Bool {
    if try filing({ () throws(SystemError) in try lock.attempt(.exclusive) }) { return true }
    let isHeld = try filing { () throws(SystemError) in
      try lock.wait(for: .shared, while: keepWaiting)
    }
    guard isHeld else { throw .locked(parts.paths.lock, holders: lock.holders()) }
    // The one that was waited for may have been the only other.
    return try filing { () throws(SystemError) in try lock.attempt(.exclusive) }
  }

  /// Lets other writers in, and writes this process down for their messages.
  private func share(_ lock: any FileLock) throws(StoreError) {
    let run = paths.staging.appending(parts.environment.run)
    let isRunInUse = try filing { () throws(SystemError) in
      try lock.note(holder)
      _ = try lock.attempt(.shared)
      return try fileSystem.status(of: run, followingLinks: false) != nil
    }
    if isRunInUse { throw .runInUse(run) }
  }
}

extension StoreOpening {
  private func openCatalog(
    isAlone: Bool
  ) throws(StoreError) -> (catalog: Catalog, isNew: Bool) {
    guard case .onDisk = parts.environment.catalog else {
      return (try Catalog(inMemoryFor: paths.catalog), true)
    }
    let isThere = try filing { () throws(SystemError) in
      try fileSystem.status(of: paths.catalog, followingLinks: true) != nil
    }
    guard isAlone || isThere else { throw .catalogUnusable(paths.catalog, reason: "it is missing") }
    if let catalog = try Catalog(path: paths.catalog, readOnly: false) {
      return (catalog, !isThere)
    }
    guard isAlone else {
      throw .catalogUnusable(paths.catalog, reason: "it is damaged or has another version")
    }
    try setCatalogAside()
    guard let catalog = try Catalog(path: paths.catalog, readOnly: false) else {
      throw .catalogUnusable(paths.catalog, reason: "a new one is not usable either")
    }
    return (catalog, true)
  }

  /// Moves an unusable catalog out of the way, with the journal that belongs to it and to no other.
  private func setCatalogAside() throws(StoreError) {
    try filing { () throws(SystemError) in
      for suffix in ["", "-journal"] {
        let file = paths.privateFolder.appending("catalog.sqlite" + suffix)
        guard try fileSystem.status(of: file, followingLinks: false) != nil else { continue }
        let aside = paths.privateFolder.appending(
          "catalog.damaged-\(parts.environment.run).sqlite" + suffix)
        try fileSystem.rename(file, to: aside)
      }
    }
  }
}
