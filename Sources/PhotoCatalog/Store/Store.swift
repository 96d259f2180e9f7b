import Foundation
package import PhotoStore
package import SystemFiles
package import SystemPackage

/// A container that this software manages: photos are added whole or not at all.
///
/// Image files and records are authoritative; the catalog is an index over them. Any number of threads may use one
/// store, and any number of processes may open the same one.
///
/// Every call on it, by any type, may throw the codes of file calls, one that writes `not-open-for-writing` as well, and
/// one that asks the catalog `catalog`; the calls say what else they throw.
package final class Store: Sendable {
  package enum Access: Hashable, Sendable {
    /// Listing and checking; nothing is written, and no other process has to wait.
    case read
    /// Adding photos, at the same time as other processes.
    case write
    /// Cleaning, mending and making the catalog again, while no other process writes.
    case alone
  }

  package let path: FilePath
  /// What opening found left behind by runs that were cut off.
  package let recovery: RecoveryReport

  let access: Access
  let paths: StorePaths
  let environment: StoreEnvironment
  /// `nil` when the store is open for reading and has no usable catalog.
  let catalog: Catalog?
  /// Why a reader could not open the catalog; `nil` also if it is damaged or of another version.
  let catalogFailure: PhotoprepError?
  /// Held for as long as the store is open for writing, shared or alone.
  let lock: (any FileLock)?
  let usage = Locked(Usage())

  /// The state that changes while a store is open.
  struct Usage {
    /// How many names this run has given to staged files and commits.
    var counter = 0
    var hasStaging = false
    /// Commits that were begun and not ended; the next run that is alone on the store ends them.
    var unfinished: Set<FilePath> = []
    /// Where in the trash records are that could not be read and that this run replaced.
    var unreadableRecords: [FilePath] = []
    /// What the trash held when it was first asked for.
    var trashed: TrashedWork?
    var isClosed = false
  }

  private init(_ opened: StoreOpening, _ access: Access) {
    (path, paths) = (opened.paths.container, opened.paths)
    (environment, self.access, lock) = (opened.environment, access, opened.lock)
    (catalog, catalogFailure) = (opened.catalog, opened.catalogFailure)
    recovery = opened.recovery
  }

  var fileSystem: any FileSystem { environment.fileSystem }

  /// Opens a store.
  ///
  /// When opening for writing, a run that is alone first ends the commits of runs that were cut off, and empties their
  /// staging folders; see ``recovery``. `keepWaiting`, else what the environment has for that, is called every 50 ms
  /// with the processes that it waits for, and `false` gives up.
  ///
  /// - Throws: `store-missing`, `store-too-new`, `store-settings`; `store-locked` after giving up; `catalog` when the
  ///   catalog is unusable and cannot be made again because of other processes.
  package static func open(
    at path: FilePath, for access: Access, in environment: StoreEnvironment,
    while keepWaiting: (([LockHolder]) -> Bool)? = nil
  ) throws -> Store {
    let keepWaiting = keepWaiting ?? environment.keepsWaiting(path)
    var opening = try StoreOpening(path, environment)
    switch access {
    case .read: try opening.openForReading()
    case .write: try opening.openForWriting(while: keepWaiting)
    case .alone: try opening.openAlone(while: keepWaiting)
    }
    return Store(opening, access)
  }

  /// Makes a container into a store; one that is a store already stays as it is.
  ///
  /// Existing files stay unchanged, so that a real App Group container can become a store. If several processes make
  /// one at the same time, the first decides the folders.
  ///
  /// The container is made with the folders above it when it is not there.
  ///
  /// - Throws: `store-too-new`; `store-settings` when it is a store with other folders.
  package static func create(
    at path: FilePath, layout: ContainerLayout = .standard, in environment: StoreEnvironment
  ) throws {
    let environment = environment.contained(in: path)
    let fileSystem = environment.fileSystem
    let paths = StorePaths(path, layout)
    let isStore = try requireSame(layout, at: path, fileSystem)
    try fileSystem.createDirectories(at: path)
    for folder in isStore ? paths.folders : [paths.privateFolder] {
      try fileSystem.createDirectory(at: folder)
    }
    if isStore { return }
    // Another process may be making a store with other folders here.
    let lock = try fileSystem.lock(at: paths.lock)
    _ = try lock.wait(for: .exclusive)
    let wasFirst = try !requireSame(layout, at: path, fileSystem)
    for folder in paths.folders { try fileSystem.createDirectory(at: folder) }
    if wasFirst { try place(layout.settings, in: paths, environment) }
    try lock.unlock()
  }

  /// Whether a container is a store already.
  ///
  /// - Throws: `store-settings` when it is one with other folders; errors in its settings.
  private static func requireSame(
    _ layout: ContainerLayout, at path: FilePath, _ fileSystem: any FileSystem
  ) throws -> Bool {
    guard let present = try StoreOpening.layout(of: path, fileSystem) else { return false }
    guard present == layout else {
      throw PhotoprepError(
        .storeSettings, path: path.string,
        message: "The store's folders are '\(present.images)' and '\(present.albums)', "
          + "not '\(layout.images)' and '\(layout.albums)'.",
        remedy: "Leave the folder options out, or use another container.")
    }
    return true
  }

  /// Writes the settings of a new store, last of all: a container with settings is a store.
  private static func place(
    _ settings: [UInt8], in paths: StorePaths, _ environment: StoreEnvironment
  ) throws {
    let fileSystem = environment.fileSystem
    let staged = paths.staging.appending("\(environment.run)-settings")
    try fileSystem.createFile(at: staged, bytes: settings)
    try fileSystem.rename(staged, to: StorePaths.settings(in: paths.container))
    try fileSystem.syncDirectory(at: paths.privateFolder)
    try fileSystem.syncDirectory(at: paths.container)
  }

  /// Ends this run's use of the store; calling it again does nothing.
  ///
  /// - Throws: The codes of file calls when this run's empty staging folder cannot be removed; the store is complete
  ///   anyway.
  package func close() throws {
    let (wasClosed, hasStaging) = usage.withLock { usage in
      defer { usage.isClosed = true }
      // A commit that was not ended still needs its staged files.
      return (usage.isClosed, usage.hasStaging && usage.unfinished.isEmpty)
    }
    if wasClosed { return }
    catalog?.close()
    // The lock is released even if the folder cannot be removed, so that no process waits for a closed store.
    let removal = Result { if hasStaging { try fileSystem.removeTree(at: stagingFolder) } }
    try lock?.unlock()
    try removal.get()
  }

  /// Runs a body and then closes the store, even if the body throws; its error counts.
  package func closing<Result>(after body: (Store) throws -> Result) throws -> Result {
    do {
      let result = try body(self)
      try close()
      return result
    } catch {
      // The body's error matters more than an empty folder that could not be removed.
      try? close()
      throw error
    }
  }

  /// Where in the trash records are that could not be read and in whose places others came since the store was opened.
  package var unreadableRecords: [FilePath] {
    recovery.unreadableRecords + usage.withLock(\.unreadableRecords)
  }

  var stagingFolder: FilePath { paths.staging.appending(environment.run) }

  @discardableResult func requireWriting() throws -> Catalog {
    guard access != .read, let catalog, !usage.withLock(\.isClosed) else {
      throw PhotoprepError.notForWriting(path)
    }
    return catalog
  }

  /// Refuses to go on while another process writes.
  @discardableResult func requireAlone() throws -> Catalog {
    guard access == .alone else { throw PhotoprepError.notForWriting(path) }
    return try requireWriting()
  }

  /// Refuses a store one of whose folders is a link, through which files would leave the store.
  func requireOwnFolders() throws {
    for folder in paths.folders {
      let status = try fileSystem.status(of: folder, followingLinks: false)
      if let status, status.kind != .directory { throw PhotoprepError.linkedFolder(folder) }
    }
  }
}

protocol StoreWork {
  var store: Store { get }
}

extension StoreWork {
  var fileSystem: any FileSystem { store.fileSystem }
  var paths: StorePaths { store.paths }
}

struct StoreOpening {
  let environment: StoreEnvironment
  let paths: StorePaths
  private(set) var catalog: Catalog?
  private(set) var catalogFailure: PhotoprepError?
  private(set) var lock: (any FileLock)?
  private(set) var recovery = RecoveryReport()

  private var fileSystem: any FileSystem { environment.fileSystem }

  init(_ path: FilePath, _ environment: StoreEnvironment) throws {
    self.environment = environment.contained(in: path)
    guard let layout = try Self.layout(of: path, self.environment.fileSystem) else {
      throw PhotoprepError(
        .storeMissing, path: path.string, message: "There is no store here.",
        remedy:
          "Prepare photos into it with 'photoprep prep PHOTO', which makes it, or name another with --store."
      )
    }
    paths = StorePaths(path, layout)
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
  mutating func openForReading() throws {
    let files = CatalogFiles(fileSystem, paths)
    guard try files.isThere() else { return }
    do { catalog = try files.open(for: .read) } catch let error as PhotoprepError {
      catalogFailure = error
    }
  }

  mutating func openForWriting(while keepWaiting: ([LockHolder]) -> Bool) throws {
    let lock = try openLock()
    let isAlone = try take(lock, while: keepWaiting)
    let catalog = try openCatalog(isAlone: isAlone)
    if isAlone { recovery = try Recovery(steps: CommitSteps(environment, paths, catalog)).run() }
    try share(lock)
    (self.lock, self.catalog) = (lock, catalog)
  }

  /// Opens the store for this process alone, and ends what earlier runs left behind first.
  mutating func openAlone(while keepWaiting: ([LockHolder]) -> Bool) throws {
    let lock = try openLock()
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
    recovery = try Recovery(steps: CommitSteps(environment, paths, catalog)).run()
    (self.lock, self.catalog) = (lock, catalog)
  }

  private func openLock() throws -> any FileLock {
    // An App Group container may have lost an empty folder when it was copied.
    for folder in paths.folders { try fileSystem.createDirectory(at: folder) }
    return try fileSystem.lock(at: paths.lock)
  }

  private var holder: LockHolder {
    LockHolder(
      process: ProcessInfo.processInfo.processIdentifier,
      since: Int(environment.clock().timeIntervalSince1970))
  }

  /// Takes the lock alone when no other process holds it, otherwise together with the others; returns whether alone.
  private func take(
    _ lock: any FileLock, while keepWaiting: ([LockHolder]) -> Bool
  ) throws -> Bool {
    if try lock.attempt(.exclusive) { return true }
    let isHeld = try lock.wait(for: .shared) { keepWaiting(lock.holders()) }
    guard isHeld else { throw PhotoprepError.locked(paths.lock, holders: lock.holders()) }
    // The process that ended may have been the only other one.
    return try lock.attempt(.exclusive)
  }

  /// Lets other writers in, and adds this process to the lock's holders, for their messages.
  private func share(_ lock: any FileLock) throws {
    let run = paths.staging.appending(environment.run)
    try lock.note(holder)
    _ = try lock.attempt(.shared)
    if try fileSystem.has(run) {
      throw PhotoprepError(
        .storeLocked, path: run.string, message: "Another run of the same name is under way.",
        remedy: "Use another run name.")
    }
  }

  /// Opens the catalog; a run that is alone makes it again when it is missing or unusable.
  private func openCatalog(isAlone: Bool) throws -> Catalog {
    guard case .onDisk = environment.catalog else {
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
    paths.privateFolder.appending("\(Self.asidePrefix)\(environment.run).sqlite" + suffix)
  }

  private static let asidePrefix = "catalog.damaged-"

  /// Removes catalogs that were set aside as long ago as the trash keeps files.
  private func removeOldCatalogs() {
    let oldest = environment.clock()
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
