import Foundation
import GRDB
package import PhotoStore

/// The assessments of photos, prepared or not, so that each photo is assessed once.
///
/// The catalog keeps them by photo. They are made again from records and photos whenever the catalog is. This type
/// does not interpret the bytes of a row.
package struct Assessments {
  private let store: Store

  package init(of store: Store) { self.store = store }

  package func assessment(of photo: PhotoID, version: Int) throws -> [UInt8]? {
    let row = try store.ask { try AssessmentRow.find(photo, version, in: $0) }
    return row.flatMap { $0 }.map { [UInt8]($0.facts) }
  }

  /// Visits all assessments by one version of the rules, in the order of photos.
  package func forEach(version: Int, _ visit: (PhotoID, [UInt8]) -> Void) throws {
    try Pages.forEach(after: PhotoID?.none, place: \.photo) { last in
      try store.ask { try AssessmentRow.page(after: last, in: $0) } ?? []
    } visit: { rows in
      for row in rows where row.version == version { visit(row.photo, [UInt8](row.facts)) }
    }
  }

  /// Saves assessments of photos, and replaces those by other rules.
  package func keep(_ facts: [(photo: PhotoID, facts: [UInt8])], version: Int) throws {
    if facts.isEmpty { return }
    try store.requireWriting().write { database in
      for (photo, facts) in facts {
        try AssessmentRow(photo: photo, version: version, facts: Data(facts)).save(in: database)
      }
    }
  }
}
