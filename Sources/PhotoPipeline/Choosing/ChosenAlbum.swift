internal import Foundation
internal import PhotoCatalog
internal import PhotoStore
package import SystemPackage

/// An album that was chosen, with a person's changes since (decision 0803).
///
/// The album's own file has the program's choice: the key `photoprep` with `chosen`, the entries' names, and
/// `refused`, the photos that a person took out. An entry that is not in `chosen` was added by a person, and a chosen
/// one that is missing was taken out. `unseen` lists the chosen photos whose files were not found, as their folder may
/// not be mounted.
struct ChosenAlbum {
  private(set) var exists = false
  var count: Int { before.entries.count }
  var photos: Set<PhotoID> { Set(before.entries.compactMap(\.photo)) }
  /// The entries that a person added.
  private(set) var kept: [AlbumEntry] = []
  var keptPhotos: Set<PhotoID> { Set(kept.compactMap(\.photo)) }
  /// The photos that a person took out, now or before.
  private(set) var refused: Set<PhotoID> = []
  /// The photos that a person removed from the store.
  private(set) var removed: Set<PhotoID> = []
  /// The entries that the program chose last; after ``stay(_:upTo:)`` those of them that stay unchosen.
  private(set) var unseen: [AlbumEntry] = []
  private var before = Album(sourceID: "")

  /// Makes one that does not exist yet.
  init() {}

  /// Reads an album.
  ///
  /// - Throws: `album-exists` for an album that was not made by a choice; `unreadable-document`; the codes of file
  ///   calls.
  init(named name: String, in store: Store?) throws {
    self.init()
    guard let store else { return }
    let albums = Albums(of: store)
    guard try albums.names().contains(name) else { return }
    self = ChosenAlbum(try albums.album(name))
    if !exists { try albums.requireFree(name) }
  }

  /// Takes an album as it is; all entries of one that was not made by a choice count as added by a person.
  init(_ album: Album) {
    before = album
    guard let chosen = before.choiceNames("chosen") else {
      kept = before.entries
      return
    }
    exists = true
    kept = before.entries.filter { !chosen.contains($0.id) }
    unseen = before.entries.filter { chosen.contains($0.id) }
    refused = before.takenOut
    refused.subtract(keptPhotos)
  }

  /// Removes added photos whose files are gone, and excludes photos that a person removed from the store.
  mutating func drop(_ gone: Set<PhotoID>, removed: Set<PhotoID> = []) {
    kept.removeAll { entry in entry.photo.map(gone.contains) ?? false }
    self.removed = removed
  }

  /// Also excludes photos whose files held excluded photos before they were edited.
  mutating func refuseEdits(among candidates: [ChoiceCandidate]) {
    let edits = candidates.filter { $0.former.map(refused.union(removed).contains) ?? false }
    refused.formUnion(Set(edits.map(\.photo)).subtracting(keptPhotos))
  }

  /// The photos that the program chose last.
  var chosen: Set<PhotoID> { Set(unseen.compactMap(\.photo)) }

  /// The score by which a photo was chosen last, 0…1; 0 for one that a person added.
  func score(of photo: PhotoID) -> Double {
    let entry = before.entries.first { $0.photo == photo }
    return entry.flatMap(before.reason)?["score"]?.double ?? 0
  }

  /// The photos that an earlier choice from the same folders did not find and left in the album.
  func unseenBefore(from inputs: [FilePath]) -> Set<PhotoID> {
    let isSame = Set(before.choiceNames("from") ?? []) == Set(inputs.map(\.string))
    return isSame ? Set((before.choiceNames("unseen") ?? []).compactMap { PhotoID($0) }) : []
  }

  /// Lets chosen photos stay that this choice did not find: the first ones, up to a number.
  mutating func stay(_ photos: Set<PhotoID>, upTo most: Int) {
    let stays = unseen.filter { entry in
      entry.photo.map { photos.contains($0) && !refused.contains($0) } ?? false
    }
    unseen = Array(stays.prefix(max(0, most)))
  }

  /// Returns the album with another choice in place of the last one; entries that a person added come first, and those
  /// that only stay come last.
  ///
  /// The photo that it shows at a date stays current, and another interval counts from then.
  func album(
    choosing chosen: [(record: PhotoRecord, why: JSONValue)], settings: AlbumSettings,
    from inputs: [FilePath], at date: Date
  ) -> Album {
    var before = before
    before.rotate(to: date)
    var album = before
    (album.sourceID, album.rotationIntervalMinutes) = (
      Album.standardSourceID, settings.intervalMinutes ?? before.rotationIntervalMinutes
    )
    let shown =
      before.entries.indices.contains(before.currentIndex)
      ? before.entries[before.currentIndex].id : nil
    album.entries = kept
    // Taken out since the choice was made, or added.
    let others = refused.union(keptPhotos)
    let chosen = chosen.filter { !others.contains($0.record.id.photo) }
    for (record, why) in chosen {
      var entry = AlbumEntry(record)
      // The published app's scale is −10…10.
      entry.score = why.object?["score"]?.double.map { ((20 * $0 - 10) * 100).rounded() / 100 }
      album.entries.append(entry)
    }
    album.entries += unseen
    album.currentIndex = album.entries.firstIndex { $0.id == shown } ?? 0
    if shown == nil || album.rotationInterval != before.rotationInterval {
      album.nextChangeDate = nil
    }
    album.rotate(to: date)
    var why = Dictionary(chosen.map { ($0.record.id.description, $0.why) }) { first, _ in first }
    for entry in unseen { why[entry.id] = before.reason(for: entry).map(JSONValue.object) }
    album.unknownKeys[Album.choiceKey] = .object([
      "chosen": .array(
        (chosen.map(\.record.id.description) + unseen.map(\.id)).map(JSONValue.string)),
      "refused": .array(refused.sorted().map { .string($0.description) }),
      "unseen": .array(unseen.compactMap(\.photo).map { .string($0.description) }),
      "from": .array(inputs.map { .string($0.string) }),
      "why": .object(why),
    ])
    return album
  }
}

extension Album {
  /// Why the program chose an entry: its score, its rank by it, its stack's size and its day; `nil` for others.
  func reason(for entry: AlbumEntry) -> [String: JSONValue]? {
    unknownKeys[Album.choiceKey]?.object?["why"]?.object?[entry.id]?.object
  }
}

extension AlbumEntry {
  /// The photo of an entry that was made from a record.
  var photo: PhotoID? { record?.photo }
}

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
          source: record?.preparation.presentFile,
          score: why?["score"]?.double, rank: why?["rank"]?.integer,
          stack: why?["stack"]?.integer, day: why?["day"]?.string,
          stars: why?["stars"]?.integer,
          terms: record?.preparation.assessment?.score.named ?? [:])
      }
    }
  }
}
