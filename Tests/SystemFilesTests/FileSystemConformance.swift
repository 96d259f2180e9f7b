import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

/// One file system under test, with a folder of its own.
struct FileSystemCase: CustomTestStringConvertible {
  enum Kind: String, CaseIterable, Sendable { case memory, disk, faultless }

  let kind: Kind
  let fileSystem: any FileSystem
  let folder: FilePath
  private let directory: TemporaryDirectory?

  var testDescription: String { kind.rawValue }

  init(_ kind: Kind) throws {
    self.kind = kind
    if kind == .memory {
      (fileSystem, folder, directory) = (MemoryFileSystem(), "/folder", nil)
      try fileSystem.createDirectory(at: folder)
    } else {
      let directory = try TemporaryDirectory()
      let disk = DiskFileSystem()
      fileSystem = kind == .disk ? disk : FaultyFileSystem(disk, failing: .max, .once)
      folder = FilePath(directory.url.path)
      self.directory = directory
    }
  }
}

/// Returns the code of the error that a call throws, or `nil` when it throws none.
func code(_ body: () throws -> Void) -> PhotoprepError.Code? {
  do { try body() } catch { return (error as? PhotoprepError)?.code }
  return nil
}

@Suite struct `A file system` {
  @Test(arguments: FileSystemCase.Kind.allCases)
  func `reads back the bytes of a file`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = test.folder.appending("a")
    try test.fileSystem.createFile(at: path, bytes: bytes)
    let contents = try test.fileSystem.readFile(at: path, limit: bytes.count, followingLinks: false)
    #expect(contents.bytes == bytes)
    #expect(contents.status == (try test.fileSystem.status(of: path, followingLinks: false)))
    #expect(contents.status.kind == .regular && contents.status.size == bytes.count)
    #expect(try test.fileSystem.readPrefix(of: path, count: 3) == Array(bytes.prefix(3)))
    #expect(try test.fileSystem.readPrefix(of: path, count: 1 << 20) == bytes)
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `renames a file to a free name, but not to a taken one`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let (first, second) = (test.folder.appending("a"), test.folder.appending("b"))
    try test.fileSystem.createFile(at: first, bytes: [1])
    try test.fileSystem.place(first, at: second)
    #expect(try test.fileSystem.list(test.folder) == ["b"])
    try test.fileSystem.createFile(at: first, bytes: [2])
    #expect(code { try test.fileSystem.place(first, at: second) } == .exists)
    #expect(try test.fileSystem.readPrefix(of: first, count: 9) == [2])
    #expect(try test.fileSystem.readPrefix(of: second, count: 9) == [1])
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `says where a file is`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let path = test.folder.appending("a")
    try test.fileSystem.createFile(at: path, bytes: [1])
    let real = try test.fileSystem.realPath(of: path)
    #expect(real.isAbsolute && real.lastComponent == "a")
    #expect(try test.fileSystem.readPrefix(of: real, count: 1) == [1])
    let error = #expect(throws: PhotoprepError.self) {
      try test.fileSystem.realPath(of: test.folder.appending("b"))
    }
    #expect(error?.code == .notFound)
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `creates all of several files, or none`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let files = (0..<3).map { (path: test.folder.appending("\($0)"), bytes: [UInt8($0)]) }
    var written = 0
    try test.fileSystem.createFiles(files) { written += 1 }
    for file in files {
      let contents = try test.fileSystem.readFile(at: file.path, limit: 9, followingLinks: false)
      #expect(contents.bytes == file.bytes)
    }
    let new = (path: test.folder.appending("new"), bytes: [UInt8(9)])
    for group in [[new, files[1]], [new, new]] {
      #expect(code { try test.fileSystem.createFiles(group) { written += 1 } } == .exists)
      #expect(try test.fileSystem.status(of: new.path, followingLinks: false) == nil)
    }
    #expect(try written == 1 && test.fileSystem.list(test.folder).count == 3)
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `gives the same status for many names at once as for each`(_ kind: FileSystemCase.Kind)
    throws
  {
    let test = try FileSystemCase(kind)
    let folder = test.folder.appending("in")
    try test.fileSystem.createDirectory(at: folder)
    try test.fileSystem.createFile(at: folder.appending("b"), bytes: [1, 2])
    try test.fileSystem.createDirectory(at: folder.appending("a"))
    let names = ["b", "gone", "a"].compactMap { FilePath.Component($0) }
    let statuses = try test.fileSystem.statuses(of: names, in: folder)
    let each = try names.map {
      try test.fileSystem.status(of: folder.appending($0), followingLinks: false)
    }
    #expect(statuses == each && statuses.map(\.?.kind) == [.regular, nil, .directory])
    for readAhead in [1, 2, 512] {
      var entries = try FolderEntries(in: folder, readAhead: readAhead, test.fileSystem)
      var found: [String: FileStatus?] = [:]
      while let entry = try entries.next() { found[entry.name.string] = try entry.status.get() }
      #expect(found == ["a": each[2], "b": each[0]])
    }
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `finds nothing under a name that is too long`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let name = try #require(FilePath.Component(String(repeating: "é", count: 250)))
    let path = test.folder.appending(name)
    for followingLinks in [false, true] {
      #expect(try test.fileSystem.status(of: path, followingLinks: followingLinks) == nil)
    }
    #expect(try test.fileSystem.statuses(of: [name], in: test.folder) == [nil])
  }

  @Test func `returns the other names if the status of one cannot be read`() throws {
    let test = try FileSystemCase(.memory)
    for name in ["a", "b", "c"] {
      try test.fileSystem.createFile(at: test.folder.appending(name), bytes: [])
    }
    // The first call lists the folder, the second looks at all three names.
    for (fault, expected) in [(FaultyFileSystem.Fault.once, 0), (.crash, 3)] {
      let faulty = FaultyFileSystem(test.fileSystem, failing: 2, fault)
      var entries = try FolderEntries(in: test.folder, faulty)
      var failures = 0
      while let entry = try entries.next() { if case .failure = entry.status { failures += 1 } }
      #expect(failures == expected)
    }
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `refuses impossible operations with the right code`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let (files, file) = (test.fileSystem, test.folder.appending("a"))
    let (none, below) = (test.folder.appending("none"), test.folder.appending("none/b"))
    try files.createFile(at: file, bytes: [1, 2, 3])
    #expect(code { try files.createFile(at: file, bytes: [4]) } == .exists)
    #expect(code { try files.createFile(at: below, bytes: []) } == .notFound)
    #expect(code { try files.createFile(at: file.appending("b"), bytes: []) } == .notADirectory)
    #expect(code { _ = try files.readFile(at: none, limit: 9, followingLinks: true) } == .notFound)
    #expect(code { _ = try files.readFile(at: file, limit: 2, followingLinks: true) } == .tooLarge)
    #expect(
      code { _ = try files.readFile(at: test.folder, limit: 9, followingLinks: true) }
        == .isADirectory)
    #expect(code { _ = try files.readPrefix(of: test.folder, count: 9) } == .isADirectory)
    #expect(code { try files.rename(none, to: file) } == .notFound)
    #expect(code { try files.removeFile(at: none) } == .notFound)
    #expect(code { try files.removeDirectory(at: none) } == .notFound)
    #expect(code { try files.removeDirectory(at: file) } == .notADirectory)
    #expect(code { _ = try files.list(none) } == .notFound)
    #expect(code { _ = try files.list(file) } == .notADirectory)
    #expect(code { try files.createDirectory(at: file) } == .exists)
    #expect(code { try files.syncDirectory(at: none) } == .notFound)
    #expect(try files.status(of: none, followingLinks: false) == nil)
    #expect(try files.readFile(at: file, limit: 3, followingLinks: false).bytes == [1, 2, 3])
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `renames over an existing file`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let (old, new) = (test.folder.appending("old"), test.folder.appending("new"))
    try test.fileSystem.createFile(at: old, bytes: [1])
    try test.fileSystem.createFile(at: new, bytes: [2])
    try test.fileSystem.rename(old, to: new)
    try test.fileSystem.syncDirectory(at: test.folder)
    #expect(try test.fileSystem.list(test.folder).map(\.string) == ["new"])
    #expect(try test.fileSystem.readPrefix(of: new, count: 9) == [1])
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `lists names in the order of their bytes`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    for name in ["b", "B", "é", "a b", "a", ".hidden", "10", "9"] {
      try test.fileSystem.createFile(at: test.folder.appending(name), bytes: [])
    }
    #expect(
      try test.fileSystem.list(test.folder).map(\.string)
        == [".hidden", "10", "9", "B", "a", "a b", "b", "é"])
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `lists some of the names, starting after a given one`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let names = (0..<23).map { "name \($0)" } + ["é", "B"]
    for name in names { try test.fileSystem.createFile(at: test.folder.appending(name), bytes: []) }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (first, limit) in [(0, 1), (0, 5), (7, 5), (20, 5), (21, 5), (24, 3), (3, 100)] {
      let last = first == 0 ? nil : FilePath.Component(sorted[first - 1])
      let part = try test.fileSystem.list(test.folder, after: last, limit: limit)
      #expect(part.map(\.string) == Array(sorted[first...].prefix(limit)), "\(first), \(limit)")
    }
    let last = try test.fileSystem.list(test.folder).last
    #expect(try test.fileSystem.list(test.folder, after: last, limit: 9) == [])
  }

  @Test(arguments: FileSystemCase.Kind.allCases, [1, 2, 3, 7, 8, 100])
  func `lists each of a folder's names once, whatever the page size`(
    _ kind: FileSystemCase.Kind, _ pageSize: Int
  ) throws {
    let test = try FileSystemCase(kind)
    for name in 10..<17 {
      try test.fileSystem.createFile(at: test.folder.appending("\(name)"), bytes: [])
    }
    var names = try FolderNames(in: test.folder, pageSize: pageSize, test.fileSystem)
    var seen: [String] = []
    while let name = try names.next() { seen.append(name.string) }
    #expect(seen == (10..<17).map(String.init))
    #expect(try names.next() == nil)
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `reports a folder that disappears while its names are read`(_ kind: FileSystemCase.Kind)
    throws
  {
    let test = try FileSystemCase(kind)
    let folder = test.folder.appending("folder")
    try test.fileSystem.createDirectory(at: folder)
    for name in ["a", "b", "c"] {
      try test.fileSystem.createFile(at: folder.appending(name), bytes: [])
    }
    var names = try FolderNames(in: folder, pageSize: 2, test.fileSystem)
    _ = try names.next()
    _ = try names.next()
    try test.fileSystem.removeTree(at: folder)
    #expect(code { _ = try names.next() } == .notFound)
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `creates folders and removes trees`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let deep = test.folder.appending("x/y/z")
    try test.fileSystem.createDirectories(at: deep)
    try test.fileSystem.createDirectories(at: deep)
    try test.fileSystem.createDirectory(at: deep)
    try test.fileSystem.createFile(at: deep.appending("file"), bytes: [1])
    #expect(
      code { try test.fileSystem.removeDirectory(at: test.folder.appending("x/y")) } == .notEmpty)
    #expect(code { try test.fileSystem.removeFile(at: deep) } != nil)
    try test.fileSystem.removeTree(at: test.folder.appending("x"))
    try test.fileSystem.removeTree(at: test.folder.appending("x"))
    #expect(try test.fileSystem.list(test.folder) == [])
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `excludes others from a lock according to its mode`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let path = test.folder.appending("lock")
    let first = try test.fileSystem.lock(at: path)
    let second = try test.fileSystem.lock(at: path)
    #expect(try first.attempt(.exclusive))
    #expect(try !second.attempt(.shared))
    #expect(try !second.attempt(.exclusive))
    #expect(try second.isHeldElsewhere())
    #expect(try !first.isHeldElsewhere())
    // Going down to shared lets the second in, and keeps the first.
    #expect(try first.attempt(.shared))
    #expect(try second.attempt(.shared))
    #expect(try !first.attempt(.exclusive))
    try second.unlock()
    #expect(try first.attempt(.exclusive))
    #expect(try second.wait(for: .shared) { false } == false)
    try first.unlock()
    #expect(try second.wait(for: .exclusive))
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `tells whether a lock is held without creating a file`(
    _ kind: FileSystemCase.Kind
  ) throws {
    let test = try FileSystemCase(kind)
    let path = test.folder.appending("lock")
    #expect(try !test.fileSystem.isLocked(at: path))
    #expect(try test.fileSystem.list(test.folder) == [])
    let lock = try test.fileSystem.lock(at: path)
    #expect(try !test.fileSystem.isLocked(at: path))
    for mode in [LockMode.shared, .exclusive] {
      #expect(try lock.attempt(mode))
      #expect(try test.fileSystem.isLocked(at: path))
    }
    try lock.unlock()
    #expect(try !test.fileSystem.isLocked(at: path))
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `releases a lock when its owner is deallocated`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let path = test.folder.appending("lock")
    func holdForAMoment() throws { #expect(try test.fileSystem.lock(at: path).attempt(.exclusive)) }
    try holdForAMoment()
    #expect(try test.fileSystem.lock(at: path).attempt(.exclusive))
  }

  @Test(arguments: FileSystemCase.Kind.allCases)
  func `names the holders of a lock`(_ kind: FileSystemCase.Kind) throws {
    let test = try FileSystemCase(kind)
    let path = test.folder.appending("lock")
    let process = ProcessInfo.processInfo.processIdentifier
    let first = try test.fileSystem.lock(at: path)
    let second = try test.fileSystem.lock(at: path)
    _ = try first.attempt(.exclusive)
    try first.note(LockHolder(process: process, since: 1))
    _ = try first.attempt(.shared)
    _ = try second.attempt(.shared)
    try second.note(LockHolder(process: process, since: 2))
    #expect(first.holders().map(\.since) == [1, 2])
    try second.unlock()
    try first.note(LockHolder(process: process, since: 3))
    #expect(second.holders().map(\.since) == [3])
  }
}
