import Foundation
import GRDB
package import PhotoStore

/// The assessments of photos, prepared or not, so that none is looked at twice.
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
  package func assessment(of photo: PhotoID, version: Int) throws -> [UInt8]? {
    let row = try store.ask { try AssessmentRow.find(photo, version, in: $0) }
    return row.flatMap { $0 }.map { [UInt8]($0.facts) }
  }

  /// Visits all that is known by rules of a version, in the order of photos.
  ///
  /// - Throws: `catalog`.
  package func forEach(version: Int, _ visit: (PhotoID, [UInt8]) -> Void) throws {
    try Pages.forEach(after: PhotoID?.none, place: \.photo) { last in
      try store.ask { try AssessmentRow.page(after: last, in: $0) } ?? []
    } visit: { rows in
      for row in rows where row.version == version { visit(row.photo, [UInt8](row.facts)) }
    }
  }

  /// Saves assessments of photos, in place of those by other rules.
  ///
  /// - Throws: `not-open-for-writing`; `catalog`.
  package func keep(_ facts: [(photo: PhotoID, facts: [UInt8])], version: Int) throws {
    if facts.isEmpty { return }
    try store.requireWriting().write { database in
      for (photo, facts) in facts {
        try AssessmentRow(photo: photo, version: version, facts: Data(facts)).save(in: database)
      }
    }
  }
}
