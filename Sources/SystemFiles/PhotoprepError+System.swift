import HostPlatform
package import SystemPackage

/// The kinds of failure a file call reports.
extension PhotoprepError.Code {
  package static let exists = Self("already-exists")
  /// A part of the path is not a folder.
  package static let notADirectory = Self("not-a-directory")
  /// There is a folder in place of a file.
  package static let isADirectory = Self("is-a-directory")
  /// There is a FIFO, device, socket or symbolic link in place of a regular file.
  package static let notARegularFile = Self("not-a-regular-file")
  package static let symbolicLink = Self("symbolic-link")
  /// The file has a second name, under which another process may hold it.
  package static let sharedFile = Self("shared-file")
  package static let notEmpty = Self("not-empty")
  /// The file has more bytes than the caller allows.
  package static let tooLarge = Self("too-large")
  package static let nameTooLong = Self("name-too-long")
  /// The file system does not accept this name, or there is another problem with its place.
  package static let nameRefused = Self("name-refused")
  package static let permissionDenied = Self("permission-denied")
  package static let readOnly = Self("read-only")
  /// The device, or the user's share of it, is full.
  package static let noSpace = Self("no-space")
  /// The process or the system has no file descriptor left.
  package static let tooManyOpenFiles = Self("too-many-open-files")
  /// The system accepted fewer bytes than it was given.
  package static let shortWrite = Self("short-write")
  package static let inputOutput = Self("input-output")
  /// Any other error number of the system.
  package static let other = Self("system")
}

extension PhotoprepError {
  package init(_ call: SystemCall, _ path: FilePath, _ errno: Errno) {
    let fact = Fact(errno, of: path.lastComponent, givenBy: call)
    if fact.code == .notFound, let absence = call.absence {
      self.init(.notFound, path: path.string, message: absence.message, remedy: absence.remedy)
      return
    }
    self.init(
      fact.code, path: path.string, message: "\(call.consequence): \(fact.sentence).",
      remedy: fact.remedy)
  }

  package static func notARegularFile(_ path: FilePath, _ kind: FileStatus.Kind) -> PhotoprepError {
    PhotoprepError(
      kind == .directory ? .isADirectory : .notARegularFile, path: path.string,
      message: "A file is needed here; this is \(kind.phrase).")
  }

  package static func tooLarge(_ path: FilePath, size: Int, limit: Int) -> PhotoprepError {
    PhotoprepError(
      .tooLarge, path: path.string,
      message: "The file has \(size) bytes; the limit is \(limit) bytes.")
  }
}

/// A call to the system, named by what failed.
package struct SystemCall {
  let consequence: String
  /// The message when the file or folder itself is missing.
  fileprivate var absence: (message: String, remedy: String)?
  /// Whether it creates a name that its file system may not accept.
  fileprivate var givesName = false

  private static let noFile = (
    message: "There is no file or folder of this name.",
    remedy: "Check its spelling and where it is."
  )
  private static let noFolder = (
    message: "The folder that would hold this is not there.",
    remedy: "Make the folder, or name another place."
  )

  package static let create = SystemCall(
    consequence: "The file cannot be written", absence: noFolder, givesName: true)
  package static let link = SystemCall(consequence: "The file cannot get another name")
  package static let read = SystemCall(consequence: "The file cannot be read", absence: noFile)
  package static let rename = SystemCall(
    consequence: "The file cannot be put where it belongs", givesName: true)
  package static let sync = SystemCall(consequence: "The folder cannot be made safe on its disk")
  package static let list = SystemCall(consequence: "The folder cannot be read", absence: noFile)
  package static let status = SystemCall(
    consequence: "The file cannot be looked at", absence: noFile)
  package static let remove = SystemCall(consequence: "The file cannot be removed")
  package static let removeDirectory = SystemCall(consequence: "The folder cannot be removed")
  package static let createDirectory = SystemCall(
    consequence: "The folder cannot be made", absence: noFolder, givesName: true)
  package static let setModified = SystemCall(consequence: "The file's time cannot be set")
  package static let open = SystemCall(consequence: "The file cannot be opened", absence: noFile)
  package static let makeFile = SystemCall(
    consequence: "No file can be made in this folder", absence: noFile)
  package static let lock = SystemCall(consequence: "The lock cannot be taken")
}

/// The meaning of an error number for a person.
private struct Fact {
  let code: PhotoprepError.Code
  let sentence: String
  let remedy: String?

  init(_ code: PhotoprepError.Code, _ sentence: String, _ remedy: String? = nil) {
    (self.code, self.sentence, self.remedy) = (code, sentence, remedy)
  }

  /// Characters that Windows's file systems do not accept in a name: FAT, exFAT and NTFS, and shares of these.
  private static let refusedMarks = #":*?"<>|\"#

  /// Why a call could not create a name: the number's own meaning, and the name itself if that may be the reason, for
  /// which each system and driver has another number.
  init(_ errno: Errno, of name: FilePath.Component?, givenBy call: SystemCall) {
    self.init(errno)
    // What is not there yet has no permissions of its own.
    if call.givesName, errno == .permissionDenied {
      self.init(code, sentence, "Change the permissions or the owner of its folder.")
    }
    guard call.givesName,
      [.noSuchFileOrDirectory, .invalidArgument, .notPermitted].contains(errno),
      let mark = name?.string.first(where: Self.refusedMarks.contains)
    else { return }
    self.init(
      .nameRefused, sentence + ", or its file system, such as exFAT, takes no '\(mark)' in a name",
      "Use a name without \(Self.refusedMarks.map(String.init).joined(separator: " ")) there.")
  }

  private init(_ errno: Errno) {
    switch errno {
    case .noSuchFileOrDirectory: self.init(.notFound, "it is not there")
    case .fileExists: self.init(.exists, "something has this name already", "Use another name.")
    case .notDirectory:
      self.init(.notADirectory, "a part of the path is not a folder", "Check the path.")
    case .isDirectory: self.init(.isADirectory, "this is a folder")
    case .directoryNotEmpty: self.init(.notEmpty, "the folder is not empty")
    case .fileNameTooLong:
      self.init(
        .nameTooLong, "the name is longer than its file system allows", "Use a shorter name.")
    case .tooManySymbolicLinkLevels:
      self.init(.notARegularFile, "this is a symbolic link, or a loop of them")
    case .permissionDenied, .notPermitted:
      self.init(.permissionDenied, "permission was denied", "Change the permissions or the owner.")
    case .readOnlyFileSystem:
      self.init(
        .readOnly, "its file system is read-only", "Choose a folder on a writable file system.")
    case .noSpace, .diskQuotaExceeded:
      self.init(.noSpace, "no space is left on its device", "Free some space and run it again.")
    case .fileTooLarge:
      self.init(
        .noSpace, "it would be larger than the limit of the shell or the file system",
        "Raise the limit with 'ulimit -f', or choose a folder on another file system.")
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      self.init(
        .tooManyOpenFiles, "too many files are open at once", "Raise the limit with 'ulimit -n'.")
    case .ioError:
      self.init(.inputOutput, "its device reported an error", "Check the device for errors.")
    case .socketNotConnected, .noSuchAddressOrDevice, .operationNotSupportedByDevice,
      .staleNFSFileHandle:
      self.init(.inputOutput, "its disk or share is gone", "Connect it again and run it again.")
    default: self.init(.other, "the system says '\(errno.description)'")
    }
  }
}

extension PhotoprepError {
  /// Returns the system's error that prevents this process from writing a file, otherwise from making others beside it.
  ///
  /// For libraries that keep no system error number. A missing file is no obstacle in a writable folder.
  package static func obstacle(toWriting path: FilePath) -> PhotoprepError? {
    if let error = refusal(of: path, R_OK | W_OK), error != .noSuchFileOrDirectory {
      return PhotoprepError(.open, path, error)
    }
    let parent = path.removingLastComponent()
    let folder = parent.isEmpty ? "." : parent
    return refusal(of: folder, W_OK | X_OK).map { PhotoprepError(.makeFile, folder, $0) }
  }

  private static func refusal(of path: FilePath, _ mode: Int32) -> Errno? {
    do {
      try repeated { path.withPlatformString { faccessat(AT_FDCWD, $0, mode, AT_EACCESS) } }
      return nil
    } catch {
      return error
    }
  }
}
