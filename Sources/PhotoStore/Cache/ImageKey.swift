public import Foundation

/// The key of an image in an ``ImageCache``: the place of its file, the decoded version of the file, and where it is
/// drawn.
///
/// A cache holds one version of a file, for one slot; asking for another one drops it.
public struct ImageKey: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// The version of the file.
  public let version: FileVersion
  /// The pixels of the place where it is drawn; `nil` for an image that is not reduced to one.
  public var slot: PixelSize?

  /// Makes a key.
  public init(path: String, version: FileVersion) {
    (self.path, self.version) = (path, version)
  }

  /// Makes the key of a file as it is now; `nil` when there is no regular file.
  public init?(_ file: URL) {
    guard let version = FileVersion(of: file) else { return nil }
    self.init(path: file.path, version: version)
  }
}

/// The version of a file: its size, its last change and its inode number.
///
/// A file that is replaced by a rename has another number; one that is written in place has
/// another time. The time is what the file system keeps, to about 10⁻⁷ s.
public struct FileVersion: Hashable, Sendable {
  /// The number of bytes.
  public let byteCount: Int
  /// The last change of its bytes, in seconds since 2001-01-01 UTC.
  public let modified: Double
  /// The file's number in its file system.
  public let fileNumber: UInt64

  /// Makes a version from its parts.
  public init(byteCount: Int, modified: Double, fileNumber: UInt64) {
    (self.byteCount, self.modified, self.fileNumber) = (byteCount, modified, fileNumber)
  }

  /// Reads the version of a file; `nil` when there is no regular file whose status can be read.
  public init?(of file: URL) {
    let path = file.resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber,
      let modified = attributes[.modificationDate] as? Date,
      let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.init(
      byteCount: size.intValue, modified: modified.timeIntervalSinceReferenceDate,
      fileNumber: number.uint64Value)
  }
}
