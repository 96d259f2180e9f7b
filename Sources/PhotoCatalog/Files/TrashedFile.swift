import PhotoStore
import SystemFiles
import SystemPackage

/// A file in the trash, whose name says where it came from and when.
///
/// `<seconds since 1970>-<images|photos|albums>-<name>`. Everything is in the name, so that moving a file to the trash
/// and back is one rename and needs no free space (decision 0307).
struct TrashedFile: Equatable {
  /// The folder a file came from.
  enum Origin: String, CaseIterable {
    case images
    case photos
    case albums
  }

  let origin: Origin
  let name: String
  /// When it was moved, in seconds since 1970-01-01 UTC.
  let second: Int

  /// How long the trash keeps a file, in seconds: seven days.
  static let keepingTime = 7 * 86_400

  /// A greater number of seconds is a stranger's, and could not be added to.
  private static let secondLimit = Int.max / 2

  /// The most bytes of a name in the trash without its prefix, so that the whole never exceeds 255: seconds of eleven
  /// digits, which last three thousand years, and the origin.
  static let nameLimit = 255 - 11 - "-images-".utf8.count

  init(_ origin: Origin, _ name: String, at second: Int) {
    (self.origin, self.name, self.second) = (origin, name, second)
  }

  /// Reads a name in the trash; `nil` when this software did not give it.
  init?(_ trashName: String) {
    // A name may begin with an accent, which makes one character with the dash before it.
    let parts = trashName.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 2)
      .map { String(Substring($0)) }
    guard parts.count == 3, let second = Int(parts[0]), (0..<Self.secondLimit).contains(second),
      let origin = Origin(rawValue: parts[1]), FileNameRule.sanitized(parts[2]) == parts[2]
    else { return nil }
    self.init(origin, parts[2], at: second)
    // Another spelling of the same number would be another file.
    guard self.trashName == trashName else { return nil }
  }

  var trashName: String { "\(second)-\(origin.rawValue)-\(name)" }

  /// The prepared photo it belongs to, by its name.
  var record: RecordID? {
    origin == .photos ? RecordID(fileName: name) : StoredFileName(name)?.record
  }

  /// The path that it came from.
  func place(in paths: StorePaths) -> FilePath {
    switch origin {
    case .images: paths.images.appending(name)
    case .photos: paths.photos.appending(name)
    case .albums: paths.albums.appending(name)
    }
  }

  /// Returns this file's path in the trash at the first second at which no other is there: two files of one name may
  /// come there within a second, and neither replaces the other.
  func freePath(in trash: FilePath, of fileSystem: any FileSystem) throws -> FilePath {
    var file = self
    while try fileSystem.has(trash.appending(file.trashName)) {
      file = TrashedFile(origin, name, at: file.second + 1)
    }
    return trash.appending(file.trashName)
  }

  /// Visits the files in the trash in the order of their names there, the oldest first.
  static func forEach(
    in trash: FilePath, of fileSystem: any FileSystem,
    _ visit: (TrashedFile, FilePath, FileStatus) throws -> Void
  ) throws {
    try FolderEntries.forEach(in: trash, of: fileSystem) { name, status in
      guard let file = TrashedFile(name.string), status.kind == .regular else { return }
      try visit(file, trash.appending(name), status)
    }
  }
}
