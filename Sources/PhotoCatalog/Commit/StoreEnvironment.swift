package import Foundation
package import PhotoStore
package import SystemFiles
package import SystemPackage

/// What a store takes from its surroundings: a name for this run, the time, the file system.
package struct StoreEnvironment: Sendable {
  /// The name of this run, which no other run on this store may have at the same time.
  ///
  /// Letters, digits and `-` only; a UUID is suitable.
  package let run: String
  package let clock: @Sendable () -> Date
  package private(set) var fileSystem: any FileSystem
  package let catalog: CatalogPlacement
  package var propertyLists: any PropertyListReader = LocalPropertyListReader()
  /// Makes what is asked every 50 ms whether to go on waiting for a lock, the store's or that of a folder in it, with
  /// the processes that hold it as far as they are known.
  package var keepsWaiting: @Sendable (FilePath) -> ([LockHolder]) -> Bool = { _ in { _ in true } }

  package enum CatalogPlacement: Sendable {
    /// In the store's private folder.
    case onDisk
    /// In memory, for a store whose file system is in memory too.
    case inMemory
  }

  /// The environment of a run that begins now, on the machine's own files.
  package static var now: StoreEnvironment {
    StoreEnvironment(run: UUID().uuidString, clock: { Date() })
  }

  package init(
    run: String, clock: @escaping @Sendable () -> Date,
    fileSystem: any FileSystem = DiskFileSystem(), catalog: CatalogPlacement = .onDisk
  ) {
    precondition(CommitName.isRunName(run), "'\(run)' cannot be the name of a run.")
    (self.run, self.clock, self.fileSystem, self.catalog) = (run, clock, fileSystem, catalog)
  }

  /// The same environment with a file system that follows no links beneath a store.
  func contained(in store: FilePath) -> StoreEnvironment {
    var environment = self
    environment.fileSystem = fileSystem.contained(in: store)
    return environment
  }
}

extension StoreEnvironment {
  /// Runs a body under the lock that each app in the container holds while it changes a document of a folder; at most
  /// inside a catalog transaction, and with no lock and no transaction taken in the body (decision 0350).
  ///
  /// - Throws: `store-locked` when ``keepsWaiting`` ends the wait.
  func holdingLock<Result>(of folder: FilePath, _ body: () throws -> Result) throws -> Result {
    let keepsWaiting = keepsWaiting(folder)
    var lock: FileHandle?
    while lock == nil {
      do { lock = try PlainFile.lock(folder: URL(filePath: folder.string), waits: false) } catch {
        // Where a file system has no such lock, as NFS has none for folders, no app could write either.
        guard (error as? POSIXError)?.code == .EAGAIN else { break }
        guard keepsWaiting([]) else { throw PhotoprepError.locked(folder, holders: []) }
        usleep(LockMode.waitingStep)
      }
    }
    defer { try? lock?.close() }
    return try body()
  }

  /// Waits until no app holds a folder's lock, before a transaction that takes it: what waits for a transaction cannot
  /// say for whom.
  func waitForApps(in folder: FilePath) throws { try holdingLock(of: folder) {} }
}
