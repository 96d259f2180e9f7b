import Foundation
import GRDB
package import PhotoStore

/// What photos were judged as, prepared or not, so that none is looked at twice.
///
/// The catalog keeps it by photo. It can be made again from records and photos, and is when the catalog is; what a
/// row says is a matter of those who write it.
package struct Assessments {
  private let store: Store

  /// Looks at a store's assessments.
  package init(of store: Store) { self.store = store }

  /// Returns what a photo was judged as by rules of a version; `nil` where nothing is known.
  ///
  /// - Throws: `catalog`.
  package func assessment(
    of photo: PhotoID, version: Int
  ) throws(PhotoprepError) -> [UInt8]? {
    try store.ask { database in
      try Data.fetchOne(
        database.cachedStatement(
          sql: "SELECT facts FROM assessment WHERE photo = ? AND version = ?"),
        arguments: [photo.description, version])
    }?.map { [UInt8]($0) }
  }

  /// Visits all that is known by rules of a version, in the order of photos.
  ///
  /// - Throws: `catalog`.
  package func forEach(
    version: Int, _ visit: (PhotoID, [UInt8]) -> Void
  ) throws(PhotoprepError) {
    _ = try store.ask { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT photo, facts FROM assessment WHERE version = ? ORDER BY photo",
        arguments: [version])
      while let row = try rows.next() {
        guard let photo = row.value("photo").flatMap(PhotoID.init(_:)),
          let facts: Data = row.value("facts")
        else { continue }
        visit(photo, [UInt8](facts))
      }
    }
  }

  /// Keeps what photos were judged as, in place of what was kept of them.
  ///
  /// - Throws: `not-open-for-writing`; `catalog`.
  package func keep(
    _ facts: [(photo: PhotoID, facts: [UInt8])], version: Int
  ) throws(PhotoprepError) {
    if facts.isEmpty { return }
    try store.requireWriting().write { database in
      for (photo, facts) in facts {
        try database.cachedStatement(
          sql: "INSERT OR REPLACE INTO assessment (photo, version, facts) VALUES (?,?,?)"
        ).execute(arguments: [photo.description, version, Data(facts)])
      }
    }
  }
}
