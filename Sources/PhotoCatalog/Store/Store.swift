public import PhotoStore
package import SystemFiles
public import SystemPackage

/// A container that this software manages: photos are added whole or not at all.
///
/// Image files and records are authoritative; the catalog is an index over them. Any number of threads may use one
/// store, and any number of processes may open the same one.
public final class Store: Sendable {
  /// What a store is opened for.
  public enum Access: Hashable, Sendable {
    /// Listing and checking; nothing is written, and no other process has to wait.
    case read
    /// Adding photos, at the same time as other processes.
    case write
    /// Cleaning, mending and making the catalog again, while no other process writes.
    case alone
  }

  /// The container.
  public let path: FilePath
  /// The names of the container's folders.
  public let layout: ContainerLayout
  /// What opening found left behind by runs that were cut off.
  public let recovery: RecoveryReport

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
    /// Whether this run's staging folder is there.
    var hasStaging = false
    /// Commits that were begun and not ended; the next run that is alone on the store ends them.
    var unfinished: Set<FilePath> = []
    /// Where in the trash records are that could not be read and that this run replaced.
    var unreadableRecords: [FilePath] = []
    /// What the trash held when it was first asked for.
    var trashed: TrashedWork?
    var isClosed = false
  }

  init(_ parts: StoreOpening.Parts, _ access: Access) {
    path = parts.paths.container
    layout = parts.layout
    recovery = parts.recovery
    self.access = access
    paths = parts.paths
    environment = parts.environment
    catalog = parts.catalog
    catalogFailure = parts.catalogFailure
    lock = parts.lock
  }

  var fileSystem: any FileSystem { environment.fileSystem }

  /// Opens a store.
  ///
  /// When opening for writing, a run that is alone first ends the commits of runs that were cut off, and empties their
  /// staging folders; see ``recovery``.
  ///
  /// - Parameters:
  ///   - path: The container.
  ///   - access: What to open it for.
  ///   - environment: The name of this run, the time, the file system, and how long to wait for other processes.
  /// - Returns: The open store; ``close()`` ends its use.
  /// - Throws: `store-missing`, `store-too-new`, `store-settings`; `store-locked` after giving up; `catalog` when the
  ///   catalog is unusable and cannot be made again because of other processes; the codes of file calls.
  public static func open(
    at path: FilePath, for access: Access, in environment: StoreEnvironment
  ) throws -> Store {
    try open(at: path, for: access, in: environment, while: environment.keepsWaiting(path))
  }

  /// Opens a store, as ``open(at:for:in:)`` does; `keepWaiting` is called every 50 ms with the processes that it waits
  /// for, and `false` gives up.
  package static func open(
    at path: FilePath, for access: Access, in environment: StoreEnvironment,
    while keepWaiting: ([LockHolder]) -> Bool
  ) throws -> Store {
    let opening = try StoreOpening(path, environment)
    switch access {
    case .read: return Store(try opening.forReading(), .read)
    case .write: return Store(try opening.forWriting(while: keepWaiting), .write)
    case .alone: return Store(try opening.alone(while: keepWaiting), .alone)
    }
  }

  /// Makes a container into a store; one that is a store already stays as it is.
  ///
  /// Existing files stay unchanged, so that a real App Group container can become a store. If several processes make
  /// one at the same time, the first decides the folders.
  ///
  /// - Parameters:
  ///   - path: The container; made with the folders above it when it is not there.
  ///   - layout: The folders' names.
  ///   - environment: The name of this run, the time and the file system.
  /// - Throws: `store-too-new`; `store-settings` when it is a store with other folders; the codes of file calls.
  public static func create(
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
  public func close() throws {
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

  /// Runs a body and then closes the store, even if the body throws.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: The error of `body`; otherwise as ``close()``.
  public func closing<Result>(after body: (Store) throws -> Result) throws -> Result {
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

  /// Where this run keeps its staged files.
  var stagingFolder: FilePath { paths.staging.appending(environment.run) }

  /// The catalog of a store that is open for writing.
  ///
  /// - Throws: `not-open-for-writing`.
  @discardableResult func requireWriting() throws -> Catalog {
    guard access != .read, let catalog, !usage.withLock(\.isClosed) else {
      throw PhotoprepError.notForWriting(path)
    }
    return catalog
  }

  /// Refuses to go on while another process writes.
  ///
  /// - Throws: `not-open-for-writing`.
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
