import Platform
package import SystemPackage

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
