import CFiles
import HostPlatform
package import SystemPackage

/// The file system of the machine.
///
/// Below its root, if it has one, every call goes from folder to folder and follows no symbolic link, so that the
/// maker of a folder cannot redirect reading, writing or removing (decision 0327).
package struct DiskFileSystem: FileSystem {
  /// The folder beneath which no link is followed, with a NUL at its end; the folder itself may be a link.
  let root: [CChar]?

  /// Makes the file system without a root; it follows links.
  package init() { root = nil }

  private init(root: [CChar]) { self.root = root }

  package func contained(in root: FilePath) -> any FileSystem {
    DiskFileSystem(root: root.bytes.map { CChar(bitPattern: $0) } + [0])
  }

  package func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile {
    DiskFile(path, try opened(.create, path, .writeOnly, [.create, .exclusiveCreate]))
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try move(path, to: target) { renameat($0, $1, $2, $3) }
  }

  package func syncDirectory(at path: FilePath) throws(PhotoprepError) {
    let folder = try openFolder(path, .sync)
    try attempt(.sync, path) { try folder.sync() }
  }

  package func removeFile(at path: FilePath) throws(PhotoprepError) {
    try at(.remove, path) { folder, name in
      try repeated { unlinkat(folder, name, 0) }
    }
  }

  package func removeDirectory(at path: FilePath) throws(PhotoprepError) {
    try at(.removeDirectory, path) { folder, name in
      try repeated { unlinkat(folder, name, AT_REMOVEDIR) }
    }
  }

  package func createDirectory(at path: FilePath) throws(PhotoprepError) {
    let follows = !isContained(path)
    let present = try at(.createDirectory, path) { folder, name -> FileStatus.Kind in
      do {
        try repeated { mkdirat(folder, name, 0o755) }
        return .directory
      } catch Errno.fileExists {
        let present = try fileStatus(in: folder, name, followingLinks: follows)?.kind
        guard let present, present == .directory || present == .symbolicLink else {
          throw Errno.fileExists
        }
        return present
      }
    }
    if present == .symbolicLink { throw .symbolicLink(path) }
  }

  package func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError) {
    try at(.setModified, path) { folder, name in
      var times = [
        timespec(tv_sec: 0, tv_nsec: photoprep_time_left_alone()), timespec(nanoseconds: modified),
      ]
      try repeated { utimensat(folder, name, &times, AT_SYMLINK_NOFOLLOW) }
    }
  }

  package func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock {
    try DiskLock(
      path, try opened(.lock, path, .readWrite, [.create, .append, .noFollow, .nonBlocking]))
  }

  package func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool {
    do {
      let file = try opened(.read, path, .readOnly, [.nonBlocking, .noFollow])
      return try DiskLock(path, file).isHeldElsewhere()
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}

final class DiskFile: NewFile {
  private let path: FilePath
  private var file: OpenFile?

  init(_ path: FilePath, _ file: consuming OpenFile) {
    self.path = path
    self.file = consume file
  }

  func write(_ bytes: [UInt8]) throws(PhotoprepError) {
    try attempt(.create, path) { try file?.write(bytes) }
  }

  func byteCount() throws(PhotoprepError) -> Int {
    try attempt(.create, path) { try file?.status().size ?? 0 }
  }

  func sync() throws(PhotoprepError) { try attempt(.create, path) { try file?.sync() } }

  func close() throws(PhotoprepError) {
    let whole = file.take()
    do { try whole?.close() } catch { throw PhotoprepError(.create, path, error) }
  }
}

/// Runs the body of one call and turns the system's error number into an error with the path; other errors are not
/// changed.
@discardableResult
func attempt<Result: ~Copyable>(
  _ call: SystemCall, _ path: FilePath, _ body: () throws -> Result
) throws(PhotoprepError) -> Result {
  do { return try body() } catch let error as PhotoprepError { throw error } catch {
    throw PhotoprepError(call, path, Errno(error))
  }
}

/// Repeats a call while a signal interrupts it; returns its result.
@discardableResult
func repeated<Number: SignedInteger>(_ call: () -> Number) throws(Errno) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}

extension Errno {
  /// The error number of this thread's last call.
  static var last: Errno { Errno(rawValue: errno) }
}

extension DiskFileSystem {
  /// Runs a call on a path, with the path's open folder and its name there.
  ///
  /// Outside of the root, and for the root itself, these are `AT_FDCWD` and the path.
  @discardableResult
  func at<Value>(
    _ call: SystemCall, _ path: FilePath, _ body: (Int32, UnsafePointer<CChar>) throws -> Value
  ) throws(PhotoprepError) -> Value {
    try attempt(call, path) {
      try path.withPlatformString { text in
        guard let names = namesBeneathRoot(text) else { return try body(AT_FDCWD, text) }
        let name = strrchr(names, Int32(UInt8(ascii: "/"))).map { UnsafePointer($0 + 1) } ?? names
        let folder = OpenFile(owning: try folder(names, count: name - names, call, path))
        return try body(folder.descriptor.rawValue, name)
      }
    }
  }

  /// Opens a file through the folders that it is in.
  func opened(
    _ call: SystemCall, _ path: FilePath, _ access: FileDescriptor.AccessMode,
    _ options: FileDescriptor.OpenOptions
  ) throws(PhotoprepError) -> OpenFile {
    OpenFile(owning: try at(call, path) { try OpenFile.open($0, $1, access, options) })
  }

  func openFolder(_ path: FilePath, _ call: SystemCall) throws(PhotoprepError) -> OpenFile {
    let opened = try attempt(call, path) {
      try path.withPlatformString { text in
        guard let names = namesBeneathRoot(text) else {
          return try OpenFile.open(AT_FDCWD, text, .readOnly, .directory)
        }
        return try folder(names, count: strlen(names), call, path)
      }
    }
    return OpenFile(owning: opened)
  }

  /// Whether a path is beneath the root, where no link is followed.
  func isContained(_ path: FilePath) -> Bool {
    path.withPlatformString { namesBeneathRoot($0) != nil }
  }

  /// The names from the root to a path; `nil` outside of it, and for the root itself.
  private func namesBeneathRoot(_ path: UnsafePointer<CChar>) -> UnsafePointer<CChar>? {
    guard let root, strncmp(path, root, root.count - 1) == 0 else { return nil }
    var names = path + (root.count - 1)
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    if names[0] == slash { names += 1 } else if root.dropLast().last != slash { return nil }
    return names[0] == 0 ? nil : names
  }

  /// Opens a folder beneath the root one name after the other, so that links are refused.
  private func folder(
    _ names: UnsafePointer<CChar>, count: Int, _ call: SystemCall, _ path: FilePath
  ) throws(PhotoprepError) -> FileDescriptor {
    var reached = 0
    let descriptor = photoprep_open_folder_beneath(root ?? [0], names, count, &reached)
    if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
    let error = Errno.last
    guard error == .tooManySymbolicLinkLevels, let root, reached > 0 else {
      throw PhotoprepError(call, path, error)
    }
    let place = FilePath(platformString: root).appending(
      String(decoding: UnsafeRawBufferPointer(start: names, count: reached), as: UTF8.self))
    throw .symbolicLink(place)
  }
}

extension PhotoprepError {
  /// There is a link in place of a store's folder or file.
  static func symbolicLink(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .symbolicLink, path: path.string,
      message: "This is a symbolic link, and nothing in a store is reached through one.",
      remedy: "Replace the link by what it leads to.")
  }
}

extension DiskFileSystem {
  package func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) {
    try move(path, to: target) { photoprep_rename_to_free_name($0, $1, $2, $3) }
  }

  package func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    // Without `AT_SYMLINK_FOLLOW` a symbolic link itself gets the name, not its target.
    try move(path, to: target, .link) { linkat($0, $1, $2, $3, 0) }
  }

  /// Exchanges the names of two files or folders in one step, so that neither is ever missing; in several steps if the
  /// file system cannot do that in one.
  package func exchange(_ path: FilePath, with target: FilePath) throws(PhotoprepError) {
    do {
      try move(path, to: target) { photoprep_exchange($0, $1, $2, $3) }
    } catch {
      guard error.code == .other else { throw error }
      try exchangeInSteps(path, with: target)
    }
  }

  /// Exchanges the names of two files or folders by three renames; the target's file is kept under a hidden name
  /// beside it meanwhile, and comes back if the next rename fails.
  package func exchangeInSteps(_ path: FilePath, with target: FilePath) throws(PhotoprepError) {
    let name = target.lastComponent?.string ?? ""
    let aside = target.removingLastComponent().appending(".\(name).old-\(getpid())")
    try rename(target, to: aside)
    do {
      try rename(path, to: target)
    } catch {
      try rename(aside, to: target)
      throw error
    }
    try rename(aside, to: path)
  }

  /// Makes a call with two names, each in a folder.
  func move(
    _ path: FilePath, to target: FilePath, _ call: SystemCall = .rename,
    _ body: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(PhotoprepError) {
    let error = try at(call, target) { targetFolder, targetName in
      try at(call, path) { folder, name -> Errno? in
        do { try repeated { body(folder, name, targetFolder, targetName) } } catch {
          return Errno(error)
        }
        return nil
      }
    }
    // The error is reported for the target, whichever name it is about.
    if let error { throw PhotoprepError(call, target, error) }
  }
}

/// An open file or folder; closed on release, and in a child process.
struct OpenFile: ~Copyable {
  let descriptor: FileDescriptor

  init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Opens a name in an open folder, or a path with `AT_FDCWD`; a new file is readable by all users and writable by
  /// its owner.
  static func open(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ access: FileDescriptor.AccessMode,
    _ options: FileDescriptor.OpenOptions
  ) throws(Errno) -> FileDescriptor {
    let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
    let flags = access.rawValue | options.union(.closeOnExec).rawValue
    return FileDescriptor(
      rawValue: try repeated { openat(folder, name, flags, permissions.rawValue) })
  }

  deinit { try? descriptor.close() }

  /// Closes the file and reports errors of late writes to a network file system.
  ///
  /// The call is not repeated after a signal: on Linux the descriptor is closed by then.
  consuming func close() throws(Errno) {
    let descriptor = descriptor
    discard self
    do { try numbered { try descriptor.close() } } catch .interrupted {}
  }

  /// Returns once everything is on the device.
  ///
  /// On macOS that takes more than `fsync`.
  func sync() throws(Errno) { try repeated { photoprep_synchronize(descriptor.rawValue) } }

  func status() throws(Errno) -> FileStatus { FileStatus(try Stat(descriptor)) }

  /// Writes all bytes, in as many calls as needed.
  func write(_ bytes: [UInt8]) throws(Errno) {
    _ = try numbered { try descriptor.writeAll(bytes) }
  }

  /// Reads from the present position until `count` bytes or the end of the file.
  func read(count: Int) throws(Errno) -> [UInt8] {
    // Arrays without room share one object, which threads may not give a count at once.
    if count == 0 { return [] }
    return try numbered {
      try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
        while done < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
          let taken = try descriptor.read(into: rest)
          if taken == 0 { break }
          done += taken
        }
      }
    }
  }
}

/// Runs calls of swift-system, which throw only error numbers.
func numbered<Result: ~Copyable>(_ body: () throws -> Result) throws(Errno) -> Result {
  do { return try body() } catch { throw Errno(error) }
}

extension Errno {
  /// The error number that swift-system or this library threw.
  init(_ error: any Error) { self = error as? Errno ?? .ioError }
}

/// Returns the status of a name in an open folder, or of a path with `AT_FDCWD`; `nil` when it does not exist, as for
/// a name that is too long for its file system.
func fileStatus(
  in folder: Int32, _ name: UnsafePointer<CChar>, followingLinks: Bool
) throws(Errno) -> FileStatus? {
  do {
    return FileStatus(
      try Stat(
        name, relativeTo: FileDescriptor(rawValue: folder),
        flags: followingLinks ? [] : .symlinkNoFollow))
  } catch .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong {
    return nil
  }
}
