import SystemFiles
import SystemPackage

/// A file system that may only be read: whatever would change it, or opens a file for that, fails.
struct WriteProtection: PassingFileSystem {
  let base: any FileSystem

  init(_ base: any FileSystem) { self.base = base }

  private func denied(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(.permissionDenied, path: path.string, message: "The file may only be read.")
  }

  func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile { throw denied(path) }

  func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) { throw denied(target) }

  func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) { throw denied(target) }

  func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError) { throw denied(target) }

  func syncDirectory(at path: FilePath) throws(PhotoprepError) { throw denied(path) }

  func removeFile(at path: FilePath) throws(PhotoprepError) { throw denied(path) }

  func removeDirectory(at path: FilePath) throws(PhotoprepError) { throw denied(path) }

  func createDirectory(at path: FilePath) throws(PhotoprepError) { throw denied(path) }

  func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError) {
    throw denied(path)
  }

  func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock { throw denied(path) }
}
