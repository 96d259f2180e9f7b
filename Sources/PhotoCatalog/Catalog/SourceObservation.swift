package import Foundation
import GRDB
package import PhotoStore
package import SystemFiles
package import SystemPackage

/// A file that was read, and the photo that it holds, as the catalog stores it.
package struct SourceObservation: Hashable, Sendable {
  let path: Data
  private var size: Int
  /// When the file was changed last, in nanoseconds since 1970.
  let modified: Int64
  private let changed, inode, device: Int64
  /// The photo that its bytes are.
  package private(set) var photo: PhotoID

  /// Makes an observation of a file, as an absolute path, which means the same in the next run.
  ///
  /// A file that may change again without its times showing it gets a size that no file has, so that the next run reads
  /// it; `observedAt` is the time just before the status was taken.
  package init(of photo: PhotoID, at file: FilePath, _ status: FileStatus, observedAt: Date) {
    self.init(file, status, photo)
    if status.isRacy(at: observedAt) { forgetSize() }
  }

  private init(_ file: FilePath, _ status: FileStatus, _ photo: PhotoID) {
    path = Data(file.bytes)
    (size, modified, changed) = (status.size, status.modified, status.changed)
    inode = Int64(bitPattern: status.inode)
    device = Int64(bitPattern: status.device)
    self.photo = photo
  }

  private mutating func forgetSize() { size = -1 }

  package var file: FilePath { FilePath(bytes: Array(path)) }

  /// The same file as another photo, to be read in the next run.
  package func recalled(as former: PhotoID) -> SourceObservation {
    var recalled = self
    recalled.photo = former
    recalled.forgetSize()
    return recalled
  }

  /// Whether a file has neither been changed nor replaced since, as far as its size and the time of its last change
  /// tell.
  func isUnchanged(_ status: FileStatus) -> Bool {
    status.modified == modified && (size < 0 || status.size == size)
  }
}

extension SourceObservation: CatalogRow {
  static let databaseTableName = "source"
  static let schema = """
    CREATE TABLE source (
      path BLOB NOT NULL PRIMARY KEY,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      device INTEGER NOT NULL,
      photo TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

  /// Returns which photo a file is, if it was seen before and has not changed since.
  static func photo(
    at file: FilePath, _ status: FileStatus, in database: Database
  ) throws -> PhotoID? {
    let row = try readable("WHERE path = ?", [Data(file.bytes)], in: database).first
    return row.flatMap { $0 == SourceObservation(file, status, $0.photo) ? $0.photo : nil }
  }

  /// Returns which photo a file was when it was last read.
  static func last(at path: Data, in database: Database) throws -> PhotoID? {
    try readable("WHERE path = ?", [path], in: database).first?.photo
  }

  /// Returns up to a thousand rows after a path, in the order of their paths.
  static func page(after path: Data, in database: Database) throws -> [SourceObservation] {
    try readable("WHERE path > ? ORDER BY path LIMIT 1000", [path], in: database)
  }
}

extension FileStatus {
  /// How old a change must be before the file's times can distinguish the next change from it, in seconds.
  ///
  /// File systems keep times in steps of up to 2 s (FAT); a file that changed within the step in which it was read may
  /// change again without its times showing it. Git calls such an entry racily clean.
  private static let raceWindow = 2.0

  /// Whether the file may change again without its times showing it, if the status was taken just after a time.
  func isRacy(at observedAt: Date) -> Bool {
    let latest = Double(max(modified, changed)) / 1e9
    return latest > observedAt.timeIntervalSince1970 - Self.raceWindow
  }
}
