import Foundation
import GRDB
public import PhotoStore

extension Store {
  /// How long a photo's age need not be counted again, in seconds: a minute, so that runs in a row
  /// write nothing, and a grace period of minutes still means something; decision 0310.
  static let renewalInterval: Int64 = 60

  /// Counts the age of photos from now on, as if they were prepared now.
  ///
  /// For photos that a run found prepared: a person who prepares them again means to use them. One
  /// transaction, and none when all of them are less than a minute old.
  ///
  /// - Parameter ids: The photos; one that the catalog does not know is skipped.
  /// - Throws: `not-open-for-writing`; `catalog`.
  public func renew(_ ids: [RecordID]) throws(PhotoprepError) {
    let catalog = try requireWriting()
    let now = Int64(environment.clock().timeIntervalSince1970)
    let due = try catalog.read { database in
      try ids.filter { try $0.isOlder(than: now - Self.renewalInterval, in: database) }
    }
    if due.isEmpty { return }
    try catalog.write { database in
      let renew = try database.cachedStatement(
        sql: "UPDATE photo SET renewedAt = ? WHERE photo = ? AND recipe = ?")
      for id in due {
        try renew.execute(arguments: [now, id.photo.description, id.recipe.description])
      }
    }
  }
}

extension RecordID {
  fileprivate func isOlder(than second: Int64, in database: Database) throws -> Bool {
    try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT 1 FROM photo WHERE photo = ? AND recipe = ? AND max(preparedAt, renewedAt) < ?
          """), arguments: [photo.description, recipe.description, second]) != nil
  }
}

extension Catalog {
  /// Copies when photos were renewed from another catalog, a page at a time.
  func takeRenewals(of other: Catalog) throws(PhotoprepError) {
    try forEachPage(after: ("", ""), place: { ($0["photo"], $0["recipe"]) }) {
      last throws(PhotoprepError) in
      try other.read { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT photo, recipe, renewedAt FROM photo
            WHERE (photo, recipe) > (?, ?) ORDER BY photo, recipe LIMIT 1000
            """, arguments: [last.0, last.1])
      }
    } visit: { page throws(PhotoprepError) in
      try write { database in
        let statement = try database.cachedStatement(
          sql: "UPDATE photo SET renewedAt = ? WHERE photo = ? AND recipe = ?")
        for row in page {
          guard let renewed: Int64 = row.value("renewedAt"), renewed > 0,
            let photo: String = row.value("photo"), let recipe: String = row.value("recipe")
          else { continue }
          try statement.execute(arguments: [renewed, photo, recipe])
        }
      }
    }
  }
}
