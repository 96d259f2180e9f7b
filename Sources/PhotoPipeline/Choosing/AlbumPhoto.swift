internal import PhotoCatalog
internal import PhotoStore
package import SystemPackage

/// A photo of an album, and why it is in it.
package struct AlbumPhoto: Sendable {
  /// Its place, from 1.
  package let place: Int
  /// What the album knows it by.
  package let id: String
  /// The file it was prepared from; `nil` where the store has no record of it.
  package let source: FilePath?
  /// The score that it was chosen by, 0…1, its rank by it, how many photos show the same, and when it was taken; `nil`
  /// where a person put it in.
  package let score: Double?
  package let rank: Int?
  package let stack: Int?
  package let day: String?
  /// The terms of its score and their sum today, by name; empty where its record has none.
  package let terms: [String: Double]
}

extension AlbumKeeping {
  /// Lists the photos of an album.
  ///
  /// - Throws: `not-found` with the albums that there are, `unreadable-document`; a `PhotoprepError` when there is no store.
  package static func photos(of name: String, in path: FilePath) throws -> [AlbumPhoto] {
    let name = try Album.fileName(named: name)
    let run = RunEnvironment.machine()
    return try Store.open(at: path, for: .read, in: run.storeEnvironment).closing { store in
      let albums = Albums(of: store)
      let album = try albums.album(albums.require(name, in: path))
      return album.entries.enumerated().map { place, entry in
        let record = entry.record.flatMap { try? store.record($0) }
        let why = album.reason(for: entry)
        return AlbumPhoto(
          place: place + 1, id: entry.id,
          source: record?.preparation.sources.first.map { FilePath(bytes: $0.bytes) },
          score: why?["score"]?.double, rank: why?["rank"]?.integer,
          stack: why?["stack"]?.integer, day: why?["day"]?.string,
          terms: record?.preparation.assessment?.score.named ?? [:])
      }
    }
  }
}
