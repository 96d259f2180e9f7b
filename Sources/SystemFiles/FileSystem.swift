package import Foundation
import HostPlatform
package import SystemPackage

/// The file calls of this package, so that tests can replace them by memory or faults.
///
/// Every call has its path in its errors, succeeds completely or throws a ``PhotoprepError``, and is repeated when a
/// signal interrupts it.
package protocol FileSystem: Sendable {
  /// Returns the same files without following symbolic links below a folder; a call that meets one throws
  /// `symbolic-link`.
  func contained(in root: FilePath) -> any FileSystem

  /// Makes a new file without bytes.
  ///
  /// - Throws: `already-exists` when the path exists.
  func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile

  /// Reads a whole regular file, without waiting for a FIFO's writer or a device.
  ///
  /// The status is taken from the open file before its first byte is read.
  ///
  /// - Throws: `not-a-regular-file` or `is-a-directory` for anything else, and for a symbolic link
  ///   when `followingLinks` is false; `too-large` when there are more than `limit` bytes.
  func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(PhotoprepError) -> FileContents

  /// Reads at most the first `count` bytes of a regular file; never follows a symbolic link.
  func readPrefix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8]

  /// Reads at most the last `count` bytes of a regular file; never follows a symbolic link.
  func readSuffix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8]

  /// Renames a file in one step, and replaces a file of that name.
  func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError)

  /// Renames a file to a free name, in one step.
  ///
  /// - Throws: `already-exists` when the name is taken; then both stay as they are.
  func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError)

  /// Gives a regular file an additional free name; no byte is read or written.
  ///
  /// - Throws: `already-exists` when the name is taken; `system` on another device, and if the file system has no hard
  ///   links.
  func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError)

  /// Returns once the names in a folder are durable on the device.
  func syncDirectory(at path: FilePath) throws(PhotoprepError)

  /// Returns the first names in a folder after one, or from the beginning, in the order of their bytes, without `.` and
  /// `..`.
  ///
  /// - Throws: `not-found`, `not-a-directory`, or another error of reading the folder.
  func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(PhotoprepError) -> [FilePath.Component]

  /// Returns the status of a path, or `nil` when it does not exist.
  ///
  /// A name that is longer than its file system allows does not exist.
  func status(of path: FilePath, followingLinks: Bool) throws(PhotoprepError) -> FileStatus?

  /// Returns the statuses of some names in a folder, `nil` for missing ones; symbolic links are not followed.
  func statuses(
    of names: [FilePath.Component], in folder: FilePath
  ) throws(PhotoprepError) -> [FileStatus?]

  /// Returns the real path of a file or folder: absolute, without symbolic links and without `..`.
  ///
  /// - Throws: `not-found` when the path does not exist.
  func realPath(of path: FilePath) throws(PhotoprepError) -> FilePath

  /// Returns the path in a symbolic link; a relative one is relative to the link's folder.
  ///
  /// - Throws: `not-found`; `system` for anything but a symbolic link.
  func destination(ofLink path: FilePath) throws(PhotoprepError) -> FilePath

  /// Removes a file or a symbolic link.
  func removeFile(at path: FilePath) throws(PhotoprepError)

  /// Removes an empty folder.
  func removeDirectory(at path: FilePath) throws(PhotoprepError)

  /// Makes a folder whose parent exists; an existing folder is not an error.
  func createDirectory(at path: FilePath) throws(PhotoprepError)

  /// Sets a file's time of last change, in nanoseconds since 1970-01-01 UTC; a symbolic link is not followed.
  ///
  /// - Throws: `not-found` when the path does not exist.
  func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError)

  /// Opens the lock of a file, and makes the file if it is missing.
  func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock

  /// Whether any process holds the lock of a file; `false` when there is no file.
  ///
  /// Nothing is made or written, and the right to read the file is enough.
  func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool
}

/// A file that is being written; closed on release.
///
/// Errors have the file's path.
package protocol NewFile: AnyObject {
  func write(_ bytes: [UInt8]) throws(PhotoprepError)

  /// Returns the number of bytes that the file system has stored.
  func byteCount() throws(PhotoprepError) -> Int

  /// Returns once the bytes are on the device; the name is durable only after ``FileSystem/syncDirectory(at:)``.
  func sync() throws(PhotoprepError)

  /// Closes the file and reports errors of late writes to a network file system.
  func close() throws(PhotoprepError)
}

/// The bytes of a file and its status when reading began.
package struct FileContents: Sendable {
  package let bytes: [UInt8]
  /// The status before the first byte was read.
  package let status: FileStatus

  package init(bytes: [UInt8], status: FileStatus) {
    (self.bytes, self.status) = (bytes, status)
  }
}

extension FileSystem {
  /// Makes a new file and returns once its bytes are on the device.
  ///
  /// Nothing stays behind when it throws, unless the process ends before it can clean up. The name
  /// is durable only after ``syncDirectory(at:)`` on the folder.
  ///
  /// - Throws: `already-exists` when the path exists.
  package func createFile(at path: FilePath, bytes: [UInt8]) throws(PhotoprepError) {
    try createFiles([(path, bytes)]) {}
  }

  /// Makes new files and returns once the bytes of all are on the device.
  ///
  /// Only a few, because all are open at the same time. They are written one after the other, then synchronised from the
  /// last to the first. `whenWritten` is called once when only the wait for the device remains, unless it throws before.
  ///
  /// - Throws: As ``createFile(at:bytes:)``, with the file's path; then none of them stays behind.
  package func createFiles(
    _ files: [(path: FilePath, bytes: [UInt8])], whenWritten: () -> Void
  ) throws(PhotoprepError) {
    var made: [(file: any NewFile, path: FilePath)] = []
    do throws(PhotoprepError) {
      for (path, bytes) in files {
        let file = try newFile(at: path)
        made.append((file, path))
        try file.write(bytes)
        let written = try file.byteCount()
        guard written == bytes.count else {
          throw PhotoprepError(
            .shortWrite, path: path.string,
            message: "The file system kept \(written) of \(bytes.count) bytes.",
            remedy: "Check the device for errors.")
        }
      }
      whenWritten()
      for (file, _) in made.reversed() {
        try file.sync()
        try file.close()
      }
    } catch {
      for (_, path) in made { try? removeFile(at: path) }
      throw error
    }
  }

  /// Returns all names in a folder except `.` and `..`, in the order of their bytes.
  ///
  /// For small folders; ``FolderNames`` walks one of any size.
  package func list(_ path: FilePath) throws(PhotoprepError) -> [FilePath.Component] {
    try list(path, after: nil, limit: .max)
  }

  /// Makes a folder and every missing one above it, and returns once their names are durable.
  package func createDirectories(at path: FilePath) throws(PhotoprepError) {
    if try status(of: path, followingLinks: true)?.kind == .directory { return }
    let parent = path.removingLastComponent()
    if !parent.isEmpty, parent != path { try createDirectories(at: parent) }
    try createDirectory(at: path)
    try syncDirectory(at: parent.isEmpty ? "." : parent)
  }

  /// Removes a file, or a folder with everything in it; symbolic links are removed, not followed.
  ///
  /// Files that are gone already are not an error.
  package func removeTree(at path: FilePath) throws(PhotoprepError) {
    guard let found = try status(of: path, followingLinks: false) else { return }
    guard found.kind == .directory else { return try removeFile(at: path) }
    for name in try list(path) { try removeTree(at: path.appending(name)) }
    try removeDirectory(at: path)
  }
}

extension FilePath {
  /// The bytes of the path, without a terminator.
  package var bytes: [UInt8] { withPlatformString { bytesOfText($0) } }

  /// Makes a path from bytes that need not be UTF-8; bytes after a NUL are ignored.
  package init(bytes: some Sequence<UInt8>) {
    self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

extension FilePath.Component {
  /// The bytes of the name, without a terminator.
  package var bytes: [UInt8] { withPlatformString { bytesOfText($0) } }

  /// Whether the name starts with a dot.
  package var isHidden: Bool {
    withPlatformString { $0[0] == CChar(bitPattern: UInt8(ascii: ".")) }
  }
}

private func bytesOfText(_ text: UnsafePointer<CChar>) -> [UInt8] {
  [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
}

/// The file system's facts about a file.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case regular
    case directory
    /// A symbolic link that was not followed.
    case symbolicLink
    /// A FIFO, a socket or a device.
    case special

    /// The kind with its article, for messages.
    package var phrase: String {
      switch self {
      case .regular: "a regular file"
      case .directory: "a folder"
      case .symbolicLink: "a symbolic link"
      case .special: "a FIFO, a socket or a device"
      }
    }
  }

  package let kind: Kind
  package let size: Int
  /// The time of the last change of the bytes, in nanoseconds since 1970-01-01 UTC.
  ///
  /// A time before 1677 or after 2262 does not fit and becomes the earliest or the latest possible one, so one after
  /// 2262 is in the future.
  package let modified: Int64
  /// The time of the last change of bytes or attributes, as ``modified``.
  package let changed: Int64
  /// The file's number in its file system.
  package let inode: UInt64
  /// The file system's number.
  package let device: UInt64
  package let owner: UInt32
  package let nameCount: Int

  /// Makes a status from its parts; by default for a file of this process's user with one name.
  package init(
    kind: Kind, size: Int, modified: Int64, changed: Int64, inode: UInt64, device: UInt64,
    owner: UInt32 = currentUser, nameCount: Int = 1
  ) {
    (self.owner, self.nameCount, self.kind, self.size) = (owner, nameCount, kind, size)
    (self.modified, self.changed, self.inode, self.device) = (modified, changed, inode, device)
  }

  /// The effective user ID of this process.
  package static var currentUser: UInt32 { geteuid() }

  /// Whether both are of the same file, under any names.
  package func isOfSameFile(as other: FileStatus) -> Bool {
    (inode, device) == (other.inode, other.device)
  }

  init(_ stat: Stat) {
    self.init(
      kind: Kind(stat.type), size: Int(stat.size), modified: stat.st_mtim.nanoseconds,
      changed: stat.st_ctim.nanoseconds, inode: UInt64(stat.inode.rawValue),
      device: UInt64(truncatingIfNeeded: stat.deviceID.rawValue), owner: stat.userID.rawValue,
      nameCount: stat.linkCount)
  }
}

extension FileStatus.Kind {
  fileprivate init(_ type: FileType) {
    switch type {
    case .regular: self = .regular
    case .directory: self = .directory
    case .symbolicLink: self = .symbolicLink
    default: self = .special
    }
  }
}

extension timespec {
  /// Makes a time from nanoseconds since 1970-01-01 UTC.
  init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // A time before 1970 has one whole second less and a positive rest.
    self.init(
      tv_sec: .init(rest < 0 ? seconds - 1 : seconds),
      tv_nsec: .init(rest < 0 ? rest + 1_000_000_000 : rest))
  }

  fileprivate var nanoseconds: Int64 { Int64(seconds: Int64(tv_sec), nanoseconds: Int64(tv_nsec)) }
}

extension Int64 {
  /// Makes a number of nanoseconds from seconds of either sign and a fraction of 0..<10⁹; the nearest possible one, to
  /// within a second, for times beyond 292 years.
  ///
  /// Times of files and dates in documents are untrusted, and must not crash the program.
  package init(seconds: Int64, nanoseconds: Int64 = 0) {
    let nearest: Int64 = seconds < 0 ? .min : .max
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carries) = whole.addingReportingOverflow(nanoseconds)
    self = overflows || carries ? nearest : sum
  }
}

extension Date {
  /// The nanoseconds since 1970; for dates before 1677 and after 2262, as a wrong clock gives them, the nearest number
  /// that there is.
  package var nanoseconds: Int64 {
    let exact = (timeIntervalSince1970 * 1e9).rounded(.towardZero)
    return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
  }
}
