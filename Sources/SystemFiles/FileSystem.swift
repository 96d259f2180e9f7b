import Platform
package import SystemPackage

/// The file calls this package makes, so that tests can put memory or faults in their place.
///
/// Every call names its path, succeeds whole or throws a ``PhotoprepError``, and repeats itself when a
/// signal interrupts it.
package protocol FileSystem: Sendable {
  /// Returns the same files, of which none below a folder is reached through a symbolic link; a call
  /// that comes upon one throws `symbolic-link`.
  func contained(in root: FilePath) -> any FileSystem

  /// Makes a new file without bytes.
  ///
  /// - Throws: `already-exists` when there is something under the path.
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

  /// Gives a file another name in one step, and replaces what had that name.
  func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError)

  /// Gives a file a name that nothing has, in one step.
  ///
  /// - Throws: `already-exists` when something has the name; then both stay as they are.
  func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError)

  /// Gives a regular file one more name, that nothing has; no byte is read or written.
  ///
  /// - Throws: `already-exists` when something has the name; `system` on another device, and where
  ///   the file system has no such names.
  func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError)

  /// Returns once the names in a folder are on the device.
  func syncDirectory(at path: FilePath) throws(PhotoprepError)

  /// Returns the first names in a folder in the order of their bytes, without `.` and `..`.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - last: Only names behind this one count; `nil` for the beginning.
  ///   - limit: How many names are returned at most.
  /// - Returns: The names.
  /// - Throws: `not-found`, `not-a-directory`, or what else keeps the folder from being read.
  func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(PhotoprepError) -> [FilePath.Component]

  /// Returns what is known about a path, or `nil` when there is nothing.
  ///
  /// There is nothing under a name that is longer than its file system allows.
  func status(of path: FilePath, followingLinks: Bool) throws(PhotoprepError) -> FileStatus?

  /// Returns what is known about some names in a folder, `nil` where there is nothing; a symbolic
  /// link is not followed.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - folder: The folder.
  /// - Returns: One status for each name, in the same order.
  /// - Throws: What keeps the folder, or any of the names, from being looked at.
  func statuses(
    of names: [FilePath.Component], in folder: FilePath
  ) throws(PhotoprepError) -> [FileStatus?]

  /// Returns where a file or folder is: an absolute path without symbolic links and without `..`.
  ///
  /// - Throws: `not-found` when there is nothing under the path.
  func realPath(of path: FilePath) throws(PhotoprepError) -> FilePath

  /// Returns the path that a symbolic link holds; a relative one counts from the link's folder.
  ///
  /// - Throws: `not-found`; `system` for anything but a symbolic link.
  func destination(ofLink path: FilePath) throws(PhotoprepError) -> FilePath

  /// Removes a file or a symbolic link.
  func removeFile(at path: FilePath) throws(PhotoprepError)

  /// Removes an empty folder.
  func removeDirectory(at path: FilePath) throws(PhotoprepError)

  /// Makes a folder whose parent exists; one that is there already is fine.
  func createDirectory(at path: FilePath) throws(PhotoprepError)

  /// Gives a file another time of last change; one that is a symbolic link is not followed.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - modified: The time, in nanoseconds since 1970-01-01 UTC.
  /// - Throws: `not-found` when there is nothing under the path.
  func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError)

  /// Opens the lock that belongs to a file, making the file when there is none.
  func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock

  /// Whether anybody holds the lock that belongs to a file; `false` when there is no file.
  ///
  /// Nothing is made or written, and the right to read the file is enough.
  func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool
}

/// A file that is being written; closes itself when it goes.
///
/// Errors have the file's path.
package protocol NewFile: AnyObject {
  /// Writes all bytes behind those that were written before.
  func write(_ bytes: [UInt8]) throws(PhotoprepError)

  /// Returns the number of bytes that the file system keeps.
  func byteCount() throws(PhotoprepError) -> Int

  /// Returns once the bytes are on the device; the name is not until ``FileSystem/syncDirectory(at:)``.
  func sync() throws(PhotoprepError)

  /// Closes the file and reports what a late write to a network file system came to.
  func close() throws(PhotoprepError)
}

/// The bytes of a file and what was known about it when reading began.
package struct FileContents: Sendable {
  /// The bytes.
  package let bytes: [UInt8]
  /// The status before the first byte was read.
  package let status: FileStatus

  /// Makes contents from their parts.
  package init(bytes: [UInt8], status: FileStatus) {
    self.bytes = bytes
    self.status = status
  }
}

extension FileSystem {
  /// For file systems that know no links.
  package func contained(in root: FilePath) -> any FileSystem { self }

  /// For file systems whose files are small.
  package func readSuffix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    try readFile(at: path, limit: .max, followingLinks: false).bytes.suffix(count)
  }

  /// Makes a new file and returns once its bytes are on the device.
  ///
  /// Nothing stays behind when it throws, unless the process ends before it can clean up. The name
  /// is durable only after ``syncDirectory(at:)`` on the folder.
  ///
  /// - Throws: `already-exists` when there is something under the path.
  package func createFile(at path: FilePath, bytes: [UInt8]) throws(PhotoprepError) {
    try createFiles([(path, bytes)]) {}
  }

  /// Makes new files and returns once the bytes of all are on the device.
  ///
  /// The files are written one after the other, then synchronised from the last to the first.
  ///
  /// - Parameters:
  ///   - files: Where and what; a few, because all are open at the same time.
  ///   - whenWritten: Called once when only the device is still waited for; not when it throws before.
  /// - Throws: As ``createFile(at:bytes:)``, with the file's path; then none of them stays behind.
  package func createFiles(
    _ files: [(path: FilePath, bytes: [UInt8])], whenWritten: () -> Void
  ) throws(PhotoprepError) {
    var made: [(file: any NewFile, path: FilePath)] = []
    do {
      for (path, bytes) in files {
        made.append((try newFile(at: path), path))
        try made[made.count - 1].file.writeWhole(bytes, path)
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

  package func statuses(
    of names: [FilePath.Component], in folder: FilePath
  ) throws(PhotoprepError) -> [FileStatus?] {
    var statuses: [FileStatus?] = []
    for name in names {
      statuses.append(try status(of: folder.appending(name), followingLinks: false))
    }
    return statuses
  }

  /// Returns all names in a folder but `.` and `..`, in the order of their bytes.
  ///
  /// For folders that hold little; ``FolderNames`` walks one of any size.
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
  /// What is gone already is fine.
  package func removeTree(at path: FilePath) throws(PhotoprepError) {
    guard let found = try status(of: path, followingLinks: false) else { return }
    guard found.kind == .directory else { return try removeFile(at: path) }
    for name in try list(path) { try removeTree(at: path.appending(name)) }
    try removeDirectory(at: path)
  }
}

extension NewFile {
  fileprivate func writeWhole(_ bytes: [UInt8], _ path: FilePath) throws(PhotoprepError) {
    try write(bytes)
    let written = try byteCount()
    guard written == bytes.count else {
      throw .shortWrite(path, written: written, wanted: bytes.count)
    }
  }
}

extension FilePath {
  /// The bytes of the path, without a terminator.
  package var bytes: [UInt8] { withPlatformString { bytesOfText($0) } }

  /// Makes a path from bytes that need not be UTF-8; bytes after a NUL do not count.
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
