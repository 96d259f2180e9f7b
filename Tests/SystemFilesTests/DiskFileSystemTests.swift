import CFiles
import Foundation
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct `The disk` {
  private let directory: TemporaryDirectory
  private let folder: FilePath
  private let disk = DiskFileSystem()

  init() throws {
    directory = try TemporaryDirectory()
    folder = FilePath(directory.url.path)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(name).string, withDestinationPath: target)
  }

  private func makeFIFO(_ name: String) {
    #expect(folder.appending(name).withPlatformString { mkfifo($0, 0o644) } == 0)
  }

  @Test func `follows a link only when asked`() throws {
    try disk.createFile(at: folder.appending("file"), bytes: [1])
    try link("link", to: "file")
    let path = folder.appending("link")
    #expect(try disk.readFile(at: path, limit: 9, followingLinks: true).bytes == [1])
    #expect(
      code { _ = try disk.readFile(at: path, limit: 9, followingLinks: false) } == .notARegularFile)
    #expect(code { _ = try disk.readPrefix(of: path, count: 9) } == .notARegularFile)
    #expect(try disk.status(of: path, followingLinks: false)?.kind == .symbolicLink)
    #expect(try disk.status(of: path, followingLinks: true)?.kind == .regular)
  }

  @Test func `puts a file at the end of any chain of links, and refuses a ring`() throws {
    try disk.createDirectory(at: folder.appending("in"))
    try link("first", to: "in/second")
    try link("in/second", to: "\(folder.string)/in/third")
    try link("in/third", to: "../file")
    let place = try disk.outputPlace(for: folder.appending("first"))
    try disk.createFile(at: place, bytes: [1])
    #expect(try disk.readPrefix(of: folder.appending("file"), count: 9) == [1])
    try link("ring", to: "in/ring")
    try link("in/ring", to: "../ring")
    #expect(code { _ = try disk.outputPlace(for: folder.appending("ring")) } == .notARegularFile)
    #expect(code { _ = try disk.destination(ofLink: folder.appending("none")) } == .notFound)
    #expect(code { _ = try disk.destination(ofLink: folder.appending("file")) } == .other)
  }

  @Test func `leaves nothing of a draft that was not kept`() throws {
    try disk.createFile(at: folder.appending("file"), bytes: [1])
    for isKept in [false, true] {
      let draft = try DraftFile(of: folder.appending("file"), run: "run")
      try draft.write([2])
      try draft.write([3])
      if isKept { try draft.keep() }
    }
    #expect(try disk.list(folder).map(\.string) == ["file"])
    #expect(try disk.readPrefix(of: folder.appending("file"), count: 9) == [2, 3])
  }

  @Test func `does not wait for a writer of a FIFO`() throws {
    makeFIFO("fifo")
    let path = folder.appending("fifo")
    #expect(
      code { _ = try disk.readFile(at: path, limit: 9, followingLinks: true) } == .notARegularFile)
    #expect(try disk.status(of: path, followingLinks: false)?.kind == .special)
  }

  @Test func `removes a link and not what it points to`() throws {
    try disk.createDirectories(at: folder.appending("kept"))
    try disk.createFile(at: folder.appending("kept/file"), bytes: [1])
    try disk.createDirectory(at: folder.appending("gone"))
    try link("gone/link", to: "../kept")
    try disk.removeTree(at: folder.appending("gone"))
    #expect(try disk.list(folder).map(\.string) == ["kept"])
    #expect(try disk.list(folder.appending("kept")).map(\.string) == ["file"])
  }

  @Test func `reports a time after 2262 as the latest possible one`() throws {
    let path = folder.appending("file")
    try disk.createFile(at: path, bytes: [1])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e10)], ofItemAtPath: path.string)
    #expect(try disk.status(of: path, followingLinks: false)?.modified == .max)
    #expect(try disk.readFile(at: path, limit: 1, followingLinks: false).status.modified == .max)
  }

  @Test(
    arguments: [
      (1, 5, 1_000_000_005), (-1, 999_999_999, -1), (10_000_000_000, 0, .max),
      (-10_000_000_000, 999_999_999, .min), (9_223_372_036, 854_775_807, .max),
      (9_223_372_036, 854_775_808, .max), (9_223_372_036, 854_775_806, .max - 1),
      (.max, 0, .max), (.min, 0, .min),
    ] as [(Int64, Int64, Int64)])
  func `converts times to nanoseconds, limited to the largest number`(
    _ seconds: Int64, _ rest: Int64, _ nanoseconds: Int64
  ) {
    #expect(Int64(seconds: seconds, nanoseconds: rest) == nanoseconds)
  }

  @Test(.enabled(if: TestedSystem.hasByteNames, "names of files are UTF-8 here"))
  func `keeps names that are not UTF-8`() throws {
    let path = FilePath(bytes: folder.bytes + Array("/a".utf8) + [0xFF, 0x80])
    try disk.createFile(at: path, bytes: [7])
    let name = try #require(try disk.list(folder).first)
    #expect(name.bytes == [0x61, 0xFF, 0x80])
    #expect(try disk.readPrefix(of: folder.appending(name), count: 1) == [7])
  }

  @Test(.enabled(if: TestedSystem.hasProcesses, "there is no /proc"))
  func `does not let a child process inherit a lock`() throws {
    let lock = try disk.lock(at: folder.appending("lock"))
    _ = try lock.attempt(.exclusive)
    let name = folder.appending("lock").string
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == name
      }
    #expect(links.count == 1)
    for number in links.compactMap(Int32.init) { #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0) }
  }

  @Test func `renames to a free name without the system call for it, and keeps a taken name`()
    throws
  {
    let (first, second, third) = ("a", "b", "c")
    for (name, byte) in [(first, 1), (third, 3)] {
      try disk.createFile(at: folder.appending(name), bytes: [UInt8(byte)])
    }
    func give(_ name: String, _ other: String) -> Int32 {
      let places = [name, other].map { folder.appending($0).string }
      let result = photoprep_rename_to_reserved_name(AT_FDCWD, places[0], AT_FDCWD, places[1])
      return result == 0 ? 0 : errno
    }
    #expect(give(first, second) == 0)
    #expect(give(third, second) == EEXIST)
    // What fails after the name was taken gives it back.
    #expect(give("none", "free") == ENOENT)
    #expect(Set(try disk.list(folder).map(\.string)) == [second, third])
    #expect(try disk.readPrefix(of: folder.appending(second), count: 9) == [1])
    #expect(try disk.readPrefix(of: folder.appending(third), count: 9) == [3])
  }

  @Test func `swaps two folders without the system call for it`() throws {
    let (first, second) = (folder.appending("first"), folder.appending("second"))
    for path in [first, second] {
      try disk.createDirectory(at: path)
      try disk.createFile(at: path.appending("was-\(path.stem ?? "")"), bytes: [])
    }
    try disk.exchangeInSteps(first, with: second)
    #expect(try disk.list(first).map(\.string) == ["was-second"])
    #expect(try disk.list(second).map(\.string) == ["was-first"])
    // What stood there comes back when nothing can take its place.
    #expect(code { try disk.exchangeInSteps(folder.appending("none"), with: second) } == .notFound)
    #expect(try disk.list(second).map(\.string) == ["was-first"])
    #expect(try disk.list(folder).map(\.string) == ["first", "second"])
  }

  @Test(arguments: [Errno.noSuchFileOrDirectory, .invalidArgument, .notPermitted])
  func `says that a file system such as exFAT may not allow a name`(_ errno: Errno) {
    let name = FilePath("Stick/Rome: 1?.json")
    for call in [SystemCall.rename, .create, .createDirectory] {
      let error = PhotoprepError(call, name, errno)
      #expect(error.code == .nameRefused)
      #expect(
        error.message.hasSuffix(", or its file system, such as exFAT, takes no ':' in a name."))
      #expect(error.remedy == #"Use a name without : * ? " < > | \ there."#)
      #expect(PhotoprepError(call, "Stick: 1/Rome.json", errno).code != .nameRefused)
      #expect(PhotoprepError(call, name, .ioError).code == .inputOutput)
    }
    #expect(PhotoprepError(.read, name, errno).code != .nameRefused)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write to every file"))
  func `tells whether a lock that it may not take is held`() throws {
    let path = folder.appending("lock")
    let lock = try disk.lock(at: path)
    #expect(try lock.attempt(.shared))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path.string)
    #expect(code { _ = try disk.lock(at: path) } == .permissionDenied)
    #expect(try disk.isLocked(at: path))
  }

  @Test func `names the obstacle to writing a file`() throws {
    try disk.createFile(at: folder.appending("file"), bytes: [])
    for name in ["file", "new"] {
      #expect(PhotoprepError.obstacle(toWriting: folder.appending(name)) == nil)
    }
    let inside = PhotoprepError.obstacle(toWriting: folder.appending("file/inside"))
    #expect(inside?.code == .notADirectory)
    let nowhere = PhotoprepError.obstacle(toWriting: folder.appending("none/file"))
    #expect(
      nowhere?.description
        == "\(folder)/none: There is no file or folder of this name. Check its spelling and where it is."
    )
  }

  @Test func `states the fact and the remedy`() throws {
    let path = folder.appending("none/file")
    let error = #expect(throws: PhotoprepError.self) { try disk.createFile(at: path, bytes: []) }
    #expect(
      error?.description
        == "\(path): The folder that would hold this is not there. Make the folder, or name another place."
    )
    let faulty = FaultyFileSystem(disk, failing: 1, .once, errno: .noSpace)
    let full = #expect(throws: PhotoprepError.self) {
      try faulty.createFile(at: folder.appending("a"), bytes: [])
    }
    #expect(
      full?.description
        == "\(folder)/a: The file cannot be written: no space is left on its device. "
        + "Free some space and run it again.")
  }

  @Test(arguments: [
    (Errno.noSpace, PhotoprepError.Code.noSpace), (.diskQuotaExceeded, .noSpace),
    (.fileTooLarge, .noSpace),
    (.permissionDenied, .permissionDenied), (.notPermitted, .permissionDenied),
    (.readOnlyFileSystem, .readOnly), (.tooManyOpenFiles, .tooManyOpenFiles),
    (.fileNameTooLong, .nameTooLong), (.ioError, .inputOutput), (.deadlock, .other),
    (.socketNotConnected, .inputOutput), (.operationNotSupportedByDevice, .inputOutput),
  ])
  func `distinguishes the kinds of failure`(_ errno: Errno, _ expected: PhotoprepError.Code) throws
  {
    let faulty = FaultyFileSystem(disk, failing: 1, .once, errno: errno)
    #expect(code { try faulty.syncDirectory(at: folder) } == expected)
    #expect(code { try faulty.syncDirectory(at: folder) } == nil)
  }

  @Test func `names the folder where a file cannot be put there for lack of permission`() {
    let faulty = FaultyFileSystem(disk, failing: 1, .once, errno: .permissionDenied)
    let (from, to) = (folder.appending("a"), folder.appending("b"))
    #expect {
      try faulty.rename(from, to: to)
    } throws: {
      ($0 as? PhotoprepError)?.remedy == "Change the permissions or the owner of its folder."
    }
  }

  @Test func `refuses a name of 300 bytes`() throws {
    let path = folder.appending(String(repeating: "n", count: 300))
    #expect(code { try disk.createFile(at: path, bytes: []) } == .nameTooLong)
  }

  @Test func `leaves an incomplete file behind only after a crash`() throws {
    let crashing = FaultyFileSystem(disk, failing: 2, .crash)
    #expect(code { try crashing.createFile(at: folder.appending("a"), bytes: [1, 2]) } != nil)
    #expect(code { try crashing.createFile(at: folder.appending("b"), bytes: [1, 2]) } != nil)
    #expect(try disk.list(folder).map(\.string) == ["a"])
    #expect(try disk.readPrefix(of: folder.appending("a"), count: 9) == [1])
  }

  @Test func `walks files in order and skips the rest`() throws {
    for folderName in ["b", "b/inner", ".git"] {
      try disk.createDirectory(at: folder.appending(folderName))
    }
    for file in ["c.jpg", "b/2.jpg", "b/10.jpg", "b/inner/x.jpg", ".git/y.jpg", ".hidden"] {
      try disk.createFile(at: folder.appending(file), bytes: [1])
    }
    try link("b/link.jpg", to: "2.jpg")
    try link("loop", to: ".")
    makeFIFO("fifo")
    var walk = FileWalk([folder, folder.appending("b/link.jpg"), folder.appending("no")], in: disk)
    var seen: [String] = []
    while let entry = walk.next() {
      switch entry {
      case .file(let path, let status):
        #expect(status.kind == .regular)
        seen.append(String(path.string.dropFirst(folder.string.count + 1)))
      case .unreadable(let path, let error):
        seen.append("\(path.string.dropFirst(folder.string.count + 1)): \(error.code)")
      }
    }
    #expect(
      seen == [
        "b/10.jpg", "b/2.jpg", "b/inner/x.jpg", "c.jpg", "b/link.jpg", "no: not-found",
      ])
    #expect(walk.skipped.hidden == 2)
    #expect(walk.skipped.symbolicLinks == 2)
    #expect(walk.skipped.special == 1)
    #expect(walk.skipped.loops == 0)
  }
}

@Suite struct `A walk` {
  @Test func `continues after a folder that cannot be read`() throws {
    let memory = MemoryFileSystem()
    for folder in ["/a", "/b"] as [FilePath] {
      try memory.createDirectory(at: folder)
      try memory.createFile(at: folder.appending("file"), bytes: [])
    }
    // The calls are: status of /, list /, status of /a, list /a.
    let faulty = FaultyFileSystem(memory, failing: 4, .once, errno: .permissionDenied)
    let entries = FileWalk(["/"], in: faulty).map { entry in
      switch entry {
      case .file(let path, _): path.string
      case .unreadable(let path, let error): "\(path): \(error.code)"
      }
    }
    #expect(entries == ["/a: permission-denied", "/b/file"])
  }
}

@Suite struct `A power cut` {
  private let files = (0..<3).map { (path: FilePath("/folder/\($0)"), bytes: [UInt8(7), 8, 9]) }

  /// What is left of three files after a power cut, `nil` for one that is gone.
  private func outcome(
    seed: UInt64, _ work: (MemoryFileSystem) throws -> Void
  ) throws -> [[UInt8]?] {
    let memory = MemoryFileSystem()
    try memory.createDirectories(at: "/folder")
    try work(memory)
    var generator = SplitMix64(seed: seed)
    memory.cutPower(using: &generator)
    return try files.map { file in
      try memory.status(of: file.path, followingLinks: false).map { _ in
        try memory.readPrefix(of: file.path, count: 9)
      }
    }
  }

  @Test func `loses neither bytes nor names that were synchronised`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let left = try outcome(seed: seed) { memory in
        try memory.createFiles(files) {}
        try memory.syncDirectory(at: "/folder")
      }
      #expect(left == files.map(\.bytes))
    }
  }

  @Test func `loses names whose folder was not synchronised, but no bytes of the others`() throws {
    let left = try (0..<20 as Range<UInt64>).flatMap { seed in
      try outcome(seed: seed) { try $0.createFiles(files) {} }
    }
    #expect(Set(left) == [nil, [7, 8, 9]])
  }

  @Test func `loses bytes that were not synchronised`() throws {
    let left = try (0..<20 as Range<UInt64>).flatMap { seed in
      try outcome(seed: seed) { memory in
        for file in files { try memory.newFile(at: file.path).write(file.bytes) }
        try memory.syncDirectory(at: "/folder")
      }
    }
    #expect(Set(left) == [[], [7], [7, 8], [7, 8, 9]])
  }

  @Test func `leaves no incomplete file among several, and neither does any call that fails`()
    throws
  {
    for call in 1...12 {
      let memory = MemoryFileSystem()
      try memory.createDirectories(at: "/folder")
      let faulty = FaultyFileSystem(memory, failing: call, .once)
      #expect(throws: PhotoprepError.self) { try faulty.createFiles(files) {} }
      #expect(try memory.list("/folder").isEmpty, "call \(call)")
    }
  }
}
