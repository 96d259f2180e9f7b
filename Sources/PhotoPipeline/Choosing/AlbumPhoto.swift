internal import PhotoCatalog
internal import PhotoStore
package import SystemPackage

/// A photo of an album, and why it was chosen.
package struct AlbumPhoto: Sendable {
  /// Its place, from 1.
  package let place: Int
  /// Its name in the album.
  package let id: String
  /// The file it was prepared from; `nil` where the store has no record of it.
  package let source: FilePath?
  /// The score by which it was chosen, 0…1, its rank by that score, how many photos show the same, and when it was
  /// taken; `nil` if a person added it.
  package let score: Double?
  package let rank: Int?
  package let stack: Int?
  package let day: String?
  /// The stars that a person had given it when it was chosen; `nil` for none.
  package let stars: Int?
  /// The terms of its present score and their sum, by name; empty if its record has none.
  package let terms: [String: Double]
}

extension AlbumKeeping {
  /// Lists the photos of an album.
  ///
  /// - Throws: `not-found` with the names of all albums, `unreadable-document`; a `PhotoprepError` when there is no
  ///   store.
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
          stars: why?["stars"]?.integer,
          terms: record?.preparation.assessment?.score.named ?? [:])
      }
    }
  }
}
