import Foundation
import GRDB
import PhotoStore
import SystemFiles

/// A file that a photo was read from, as the catalog stores it.
struct SourceRow: CatalogRow, Equatable {
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

  let path: Data
  private var size: Int
  /// When the file was changed last, in nanoseconds since 1970.
  let modified: Int64
  private let changed, inode, device: Int64
  let photo: PhotoID

  init(_ identity: SourceIdentity, _ photo: PhotoID) {
    let status = identity.status
    path = Data(identity.path.bytes)
    (size, modified, changed) = (status.size, status.modified, status.changed)
    inode = Int64(bitPattern: status.inode)
    device = Int64(bitPattern: status.device)
    self.photo = photo
  }

  /// Sets a size that no file has, so that the next run reads the file.
  mutating func forgetSize() { size = -1 }

  /// Whether a file has neither been changed nor replaced since, as far as its size and the time of its last change tell.
  func isUnchanged(_ status: FileStatus) -> Bool {
    status.modified == modified && (size < 0 || status.size == size)
  }
}

extension SourceRow {
  /// Returns which photo a file is, if it was seen before and has not changed since.
  static func photo(of identity: SourceIdentity, in database: Database) throws -> PhotoID? {
    let row = try readable("WHERE path = ?", [Data(identity.path.bytes)], in: database).first
    return row.flatMap { $0 == SourceRow(identity, $0.photo) ? $0.photo : nil }
  }

  /// Returns which photo a file was when it was last read.
  static func last(at path: Data, in database: Database) throws -> PhotoID? {
    try readable("WHERE path = ?", [path], in: database).first?.photo
  }

  /// Returns up to a thousand rows after a path, in the order of their paths.
  static func page(after path: Data, in database: Database) throws -> [SourceRow] {
    try readable("WHERE path > ? ORDER BY path LIMIT 1000", [path], in: database)
  }
}
