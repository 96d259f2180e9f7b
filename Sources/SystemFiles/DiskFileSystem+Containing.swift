import CFiles
import Platform
import SystemPackage

extension DiskFileSystem {
  /// Runs a call on a path, with the path's open folder and its name there.
  ///
  /// Outside of the root, and for the root itself, these are `AT_FDCWD` and the path.
  @discardableResult
  func at<Value>(
    _ call: SystemCall, _ path: FilePath,
    _ body: (Int32, UnsafePointer<CChar>) throws -> Value
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
      remedy: "Remove the link; its target stays.")
  }
}
