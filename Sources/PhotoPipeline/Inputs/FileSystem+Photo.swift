internal import Imaging
internal import SystemFiles
internal import SystemPackage

extension FileSystem {
  /// Reads a photo whole, once.
  ///
  /// - Throws: A rejection when the file cannot be read, is not a regular file, or has more bytes
  ///   than the limits allow.
  func readPhoto(
    _ path: FilePath, limits: ImagingLimits = .standard
  ) throws(Rejection) -> FileContents {
    do throws(PhotoprepError) {
      return try readFile(at: path, limit: limits.maxBytes, followingLinks: true)
    } catch {
      throw Rejection(path, error)
    }
  }
}
