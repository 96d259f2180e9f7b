import Foundation
import GRDB
import SystemFiles
import SystemPackage

/// The names in a folder in the order of their bytes, in bounded memory.
enum SortedNames {
  /// How many names are sorted in memory; ours: some 5 MB.
  ///
  /// More of them go through a database.
  static let memoryLimit = 32_768

  /// How many names are read from a folder, or from the database, at a time; ours.
  private static let batchSize = 4096

  /// Visits the names in a folder; none when the folder is not there.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - fileSystem: Where it is.
  ///   - limit: How many names are sorted in memory.
  ///   - visit: Called with each name, in the order of their bytes.
  /// - Throws: `scratch`; the codes of file calls; what `visit` throws.
  static func forEach(
    in folder: FilePath, of fileSystem: any FileSystem, limit: Int = memoryLimit,
    _ visit: (FilePath.Component) throws -> Void
  ) throws {
    guard try fileSystem.status(of: folder, followingLinks: true) != nil else { return }
    let names = try fileSystem.openFolder(folder)
    var buffer: [[UInt8]] = []
    var spill: Scratch?
    while true {
      let batch = try names.next(batchSize)
      if batch.isEmpty { break }
      buffer += batch.map(\.bytes)
      if buffer.count > limit {
        let scratch = try spill ?? Scratch(schema)
        try save(sorted(buffer), in: scratch)
        (spill, buffer) = (scratch, [])
      }
    }
    guard let spill else { return try visitAll(sorted(buffer), visit) }
    try save(sorted(buffer), in: spill)
    try visitAll(in: spill, visit)
  }

  private static let schema = "CREATE TABLE name (name BLOB PRIMARY KEY) WITHOUT ROWID"

  private static func sorted(_ names: [[UInt8]]) -> [[UInt8]] {
    names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func visitAll(
    _ names: [[UInt8]], _ visit: (FilePath.Component) throws -> Void
  ) throws {
    for name in names {
      if let name = FilePath(bytes: name).lastComponent { try visit(name) }
    }
  }

  private static func visitAll(
    in scratch: Scratch, _ visit: (FilePath.Component) throws -> Void
  ) throws {
    var last = Data()
    while true {
      let page = try scratch.use { database in
        try Data.fetchAll(
          database, sql: "SELECT name FROM name WHERE name > ? ORDER BY name LIMIT ?",
          arguments: [last, batchSize])
      }
      guard let end = page.last else { return }
      try visitAll(page.map { Array($0) }, visit)
      last = end
    }
  }

  private static func save(_ names: [[UInt8]], in scratch: Scratch) throws {
    try scratch.use { database in
      let statement = try database.cachedStatement(sql: "INSERT OR IGNORE INTO name VALUES (?)")
      for name in names { try statement.execute(arguments: [Data(name)]) }
    }
  }
}
