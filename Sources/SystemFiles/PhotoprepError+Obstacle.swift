import Platform
package import SystemPackage

extension PhotoprepError {
  /// Says what keeps this process from writing a file and making others beside it.
  ///
  /// For libraries that keep no error number of the system's. A file that is not there is no obstacle
  /// in a folder that may be written.
  ///
  /// - Parameter path: The file.
  /// - Returns: What the system says about the file, otherwise about its folder; `nil` when it has no
  ///   objection to either.
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
