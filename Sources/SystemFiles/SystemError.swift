package import SystemPackage

/// A failure of one file call, with the path it happened to and what to do next.
package struct SystemError: Error, Sendable {
  /// What kind of failure this is; match on this, never on ``message``.
  package let code: Code
  /// The file or folder the call was about.
  package let path: FilePath
  /// What is so, in one sentence that ends with a full stop.
  package let message: String
  /// What the reader can do about it, or `nil` when nothing can be done.
  package let recovery: String?
  /// The number the system gave, or `nil` when the failure is this package's own finding.
  package let errno: Errno?

  /// Makes an error from its parts.
  package init(
    _ code: Code, path: FilePath, message: String, recovery: String? = nil, errno: Errno? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.recovery = recovery
    self.errno = errno
  }
}

extension SystemError: CustomStringConvertible {
  /// Path, message and remedy on one line.
  package var description: String {
    "\(path.string): \(message)" + (recovery.map { " " + $0 } ?? "")
  }
}

extension SystemError {
  /// The kinds of failure a file call reports.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A short kebab-case name, stable across releases.
    package let description: String
    private init(_ description: String) { self.description = description }

    /// There is nothing under this path.
    package static let notFound = Code("not-found")
    /// There is something under this path already.
    package static let exists = Code("already-exists")
    /// A part of the path is no folder.
    package static let notADirectory = Code("not-a-directory")
    /// A folder stands where a file was expected.
    package static let isADirectory = Code("is-a-directory")
    /// A FIFO, device, socket or symbolic link stands where a regular file was expected.
    package static let notARegularFile = Code("not-a-regular-file")
    /// A symbolic link stands where nothing is reached through one.
    package static let symbolicLink = Code("symbolic-link")
    /// The file has a second name, under which somebody else may hold it.
    package static let sharedFile = Code("shared-file")
    /// A folder that should be removed still holds something.
    package static let notEmpty = Code("not-empty")
    /// The file has more bytes than the caller allows.
    package static let tooLarge = Code("too-large")
    /// A name or path has more bytes than the file system allows.
    package static let nameTooLong = Code("name-too-long")
    /// The user running this may not do that.
    package static let permissionDenied = Code("permission-denied")
    /// The file system is mounted read-only.
    package static let readOnly = Code("read-only")
    /// The device, or the user's share of it, is full.
    package static let noSpace = Code("no-space")
    /// The process or the system has no file descriptor left.
    package static let tooManyOpenFiles = Code("too-many-open-files")
    /// The system took fewer bytes than it was given.
    package static let shortWrite = Code("short-write")
    /// The device reported an error.
    package static let inputOutput = Code("input-output")
    /// Any other number of the system's.
    package static let other = Code("system")
  }
}

extension SystemError {
  /// Makes the error of a system call that returned an error number.
  package init(_ call: SystemCall, _ path: FilePath, _ errno: Errno) {
    let fact = Fact(errno)
    self.init(
      fact.code, path: path, message: "\(call.consequence): \(fact.sentence).",
      recovery: fact.recovery, errno: errno)
  }

  package static func notARegularFile(_ path: FilePath, _ kind: FileStatus.Kind) -> SystemError {
    SystemError(
      kind == .directory ? .isADirectory : .notARegularFile, path: path,
      message: "A regular file is needed here; this is \(kind.phrase).")
  }

  package static func tooLarge(_ path: FilePath, size: Int, limit: Int) -> SystemError {
    SystemError(
      .tooLarge, path: path, message: "The file has \(size) bytes; the limit is \(limit) bytes.")
  }

  static func shortWrite(_ path: FilePath, written: Int, wanted: Int) -> SystemError {
    SystemError(
      .shortWrite, path: path,
      message: "The file system kept \(written) of \(wanted) bytes.",
      recovery: "Check the device for errors.")
  }
}

/// A call to the system, named for what did not happen when it did not succeed.
package struct SystemCall {
  let consequence: String

  package static let create = SystemCall(consequence: "The file was not written")
  package static let link = SystemCall(consequence: "The file did not get another name")
  package static let read = SystemCall(consequence: "The file was not read")
  package static let rename = SystemCall(consequence: "The file was not put in place")
  package static let sync = SystemCall(
    consequence: "The folder was not synchronised with its device")
  package static let list = SystemCall(consequence: "The folder was not read")
  package static let status = SystemCall(consequence: "The file was not examined")
  package static let remove = SystemCall(consequence: "The file was not removed")
  package static let removeDirectory = SystemCall(consequence: "The folder was not removed")
  package static let createDirectory = SystemCall(consequence: "The folder was not made")
  package static let setModified = SystemCall(consequence: "The file's time was not set")
  package static let open = SystemCall(consequence: "The file was not opened")
  package static let makeFile = SystemCall(consequence: "No file was made in the folder")
  package static let lock = SystemCall(consequence: "The lock was not taken")
}

/// What an error number means to a person.
private struct Fact {
  let code: SystemError.Code
  let sentence: String
  let recovery: String?

  init(_ code: SystemError.Code, _ sentence: String, _ recovery: String? = nil) {
    self.code = code
    self.sentence = sentence
    self.recovery = recovery
  }

  init(_ errno: Errno) {
    switch errno {
    case .noSuchFileOrDirectory: self.init(.notFound, "nothing has this name")
    case .fileExists: self.init(.exists, "something has this name already")
    case .notDirectory: self.init(.notADirectory, "a part of the path is not a folder")
    case .isDirectory: self.init(.isADirectory, "this is a folder")
    case .directoryNotEmpty: self.init(.notEmpty, "the folder is not empty")
    case .fileNameTooLong: self.init(.nameTooLong, "the name is longer than its file system allows")
    case .tooManySymbolicLinkLevels:
      self.init(.notARegularFile, "this is a symbolic link, or a loop of them")
    case .permissionDenied, .notPermitted:
      self.init(.permissionDenied, "permission was denied", "Change the permissions or the owner.")
    case .readOnlyFileSystem:
      self.init(
        .readOnly, "its file system is read-only", "Choose a folder on a writable file system.")
    case .noSpace, .diskQuotaExceeded:
      self.init(.noSpace, "no space is left on its device", "Free some space and run it again.")
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      self.init(
        .tooManyOpenFiles, "no file descriptor is left", "Raise the limit with 'ulimit -n'.")
    case .ioError:
      self.init(.inputOutput, "its device reported an error", "Check the device for errors.")
    default: self.init(.other, "the system says '\(errno.description)'")
    }
  }
}
