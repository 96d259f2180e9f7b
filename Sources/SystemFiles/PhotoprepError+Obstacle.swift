import Platform
package import SystemPackage

extension PhotoprepError {
  /// Finds what prevents this process from writing a file and making others beside it.
  ///
  /// For libraries that keep no system error number. A missing file is no obstacle in a writable folder.
  ///
  /// - Parameter path: The file.
  /// - Returns: The system's error for the file, otherwise for its folder; `nil` when there is none for either.
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
