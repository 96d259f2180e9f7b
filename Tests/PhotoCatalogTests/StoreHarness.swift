import Foundation
import PhotoCatalog
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

/// One store for a test, in memory or on disk, and the runs that open it.
struct StoreHarness {
  /// Where a test's store is.
  enum Place: CaseIterable, Sendable {
    case memory
    case disk
  }

  let base: any FileSystem
  let container: FilePath
  /// The time that every run of this store sees.
  let clock = TestClock()
  private let catalog: StoreEnvironment.CatalogPlacement
  private let directory: TemporaryDirectory?

  init(_ place: Place) throws {
    switch place {
    case .memory:
      (base, container, catalog, directory) = (MemoryFileSystem(), "/store", .inMemory, nil)
    case .disk:
      let directory = try TemporaryDirectory()
      container = FilePath(directory.url.path).appending("store")
      (base, catalog, self.directory) = (DiskFileSystem(), .onDisk, directory)
    }
  }

  /// Makes a store in memory with the same files.
  init(copying other: StoreHarness) throws {
    guard let memory = other.base as? MemoryFileSystem else {
      throw CocoaError(.featureUnsupported)
    }
    base = MemoryFileSystem(copying: memory)
    (container, catalog, directory) = (other.container, .inMemory, nil)
  }

  /// Another store on the same file system.
  init(_ other: StoreHarness, at container: FilePath) {
    (base, catalog, directory) = (other.base, other.catalog, other.directory)
    self.container = container
  }

  /// Runs a program in the folder that holds the store, which is on disk.
  func runProgram(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(
      filePath: container.removingLastComponent().string, directoryHint: .isDirectory)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  func environment(_ run: String, _ fileSystem: (any FileSystem)? = nil) -> StoreEnvironment {
    StoreEnvironment(
      run: run, clock: { [clock] in clock.now }, fileSystem: fileSystem ?? base, catalog: catalog)
  }

  func create() throws { try Store.create(at: container, in: environment("create")) }

  func open(
    _ run: String, _ fileSystem: (any FileSystem)? = nil, for access: Store.Access = .write
  ) throws -> Store {
    try Store.open(
      at: container, for: access, in: environment(run, fileSystem), while: { _ in false })
  }

  /// Opens the store for one run, and closes it.
  func run<Result>(
    _ name: String, for access: Store.Access = .write, _ body: (Store) throws -> Result
  ) throws -> Result {
    let store = try open(name, for: access)
    let result = try body(store)
    try store.close()
    return result
  }

  func check(readData: Bool = true) throws -> [Finding] {
    try run("check") { store in
      var findings: [Finding] = []
      _ = try StoreCheck(of: store, readData: readData).run { findings.append($0) }
      return findings
    }
  }

  func image(_ name: StoredFileName) -> FilePath {
    container.appending(ContainerLayout.standard.images).appending(name.description)
  }

  func record(_ id: RecordID) -> FilePath {
    container.appending("Photos").appending(id.fileName)
  }

  /// Puts other bytes in a file's place.
  func replace(_ path: FilePath, _ bytes: [UInt8]) throws {
    if try base.status(of: path, followingLinks: false) != nil { try base.removeFile(at: path) }
    try base.createFile(at: path, bytes: bytes)
  }

  /// Replaces every occurrence of a text in a file.
  func edit(_ path: FilePath, _ text: String, _ other: String) throws {
    let before = String(decoding: try bytes(path), as: UTF8.self)
    try replace(path, Array(before.replacing(text, with: other).utf8))
  }

  func bytes(_ path: FilePath) throws -> [UInt8] {
    try base.readFile(at: path, limit: 1 << 20, followingLinks: false).bytes
  }

  /// Every file below the container but the catalog and the lock, with its bytes.
  func tree(_ folder: FilePath? = nil) throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    let folder = folder ?? container
    for name in try base.list(folder) where !["catalog.sqlite", "lock"].contains(name.string) {
      let path = folder.appending(name)
      if try base.status(of: path, followingLinks: false)?.kind == .directory {
        tree.merge(try self.tree(path)) { $1 }
      } else {
        tree[path.string] = try bytes(path)
      }
    }
    return tree
  }
}

extension Store {
  /// Stages and commits a sample photo.
  func add(_ photo: SamplePhoto, foundAs names: [SourceName] = [SourceName("a.jpg")]) throws {
    try commit([try stage(photo, foundAs: names)])
  }

  /// Stages sample photos and commits them in one batch.
  func add(_ photos: [SamplePhoto]) throws {
    try commit(photos.map { try stage($0) })
  }

  /// Stages a sample photo.
  func stage(
    _ photo: SamplePhoto, foundAs names: [SourceName] = [SourceName("a.jpg")]
  ) throws -> PhotoCommit {
    try stage(photo.record(foundAs: names), photo.files)
  }

  func isPrepared(_ photo: SamplePhoto) throws -> Bool {
    try prepared(photo.id) != nil
  }
}
