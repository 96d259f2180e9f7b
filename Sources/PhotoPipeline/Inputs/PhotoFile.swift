internal import Imaging
internal import SystemFiles
internal import SystemPackage

/// A photo's bytes, read once.
struct PhotoFile: Sendable {
  let bytes: [UInt8]
  /// What was known about the file when reading began.
  let status: FileStatus

  /// Reads a photo whole.
  ///
  /// - Throws: A rejection when the file cannot be read, is not a regular file, or has more bytes
  ///   than the limits allow.
  static func read(
    _ path: FilePath, limits: ImagingLimits, in fileSystem: any FileSystem
  ) throws(Rejection) -> PhotoFile {
    do throws(PhotoprepError) {
      let contents = try fileSystem.readFile(
        at: path, limit: limits.maxBytes, followingLinks: true)
      return PhotoFile(bytes: contents.bytes, status: contents.status)
    } catch {
      throw Rejection(path, error)
    }
  }
}
