import GRDB
package import PhotoStore
package import SystemFiles
package import SystemPackage

package struct StoredPhoto: Hashable, Sendable {
  package let id: RecordID
  /// Sorted.
  package let sources: [SourceName]
  package let flags: [String]
  /// Master and renders, from small to large.
  package let files: [StoredFileName]
}

extension Store {
  /// Returns a photo, or `nil` when it is not prepared with this recipe.
  ///
  /// Prepared means: its record can be read and its files are there with the sizes the record
  /// gives. A status of each file and one look into the catalog, which takes O(log *n*) for *n*
  /// records; the record is read only when it changed since its row was written.
  ///
  /// - Throws: The codes of file calls, but for files that are not there.
  package func prepared(_ id: RecordID) throws -> StoredPhoto? {
    let place = paths.record(id)
    guard let status = try fileSystem.status(of: place, followingLinks: false),
      let row = try row(of: id, status)
    else { return nil }
    let files = row.files
    let names = files.compactMap { FilePath.Component($0.name.description) }
    for (found, file) in zip(try statuses(ofImages: names), files) {
      guard found?.kind == .regular, found?.size == file.byteCount else { return nil }
    }
    return StoredPhoto(
      id: id, sources: row.sources.elements.compactMap(SourceName.init(json:)),
      flags: row.flags.texts, files: files.map(\.name))
  }

  /// Returns which photo a file is when it was read before and has not changed since.
  package func photo(at file: FilePath, _ status: FileStatus) throws -> PhotoID? {
    try ask { try SourceObservation.photo(at: file, status, in: $0) } ?? nil
  }

  /// Queries the catalog; `nil` without one, and for a reader also when it is damaged: the records have the same
  /// facts, and `check` reports the damage.
  func ask<Answer>(_ body: (Database) throws -> Answer) throws -> Answer? {
    do { return try catalog?.read(body) } catch {
      guard access == .read, error.code == .catalogDamaged else { throw error }
      return nil
    }
  }

  /// Stores which photos files hold, so that the next run need not read them.
  ///
  /// A file that changed less than 2 s before it was observed is not kept: it may change again
  /// without its times showing it.
  package func remember(_ observations: [SourceObservation]) throws {
    let catalog = try requireWriting()
    if observations.isEmpty { return }
    try catalog.write { database in
      for observation in observations { try observation.insert(database) }
    }
  }

  /// Returns a record's row: the catalog's when it is up to date, else one made from the record.
  private func row(of id: RecordID, _ status: FileStatus) throws -> PhotoRow? {
    let stamp = RecordStamp(status)
    if let row = try ask({ try PhotoRow.find(id, in: $0) }) ?? nil, row.stamp == stamp {
      return row
    }
    let bytes = try fileSystem.readDocument(at: paths.record(id))
    guard let record = try? PhotoRecord(bytes: bytes, path: path.string), record.id == id
    else { return nil }
    return PhotoRow(record, stamp: stamp)
  }

  /// The statuses of several images; taken together, as their folder is opened only once then.
  private func statuses(ofImages names: [FilePath.Component]) throws -> [FileStatus?] {
    do { return try fileSystem.statuses(of: names, in: paths.images) } catch {
      guard error.code == .notFound else { throw error }
      return names.map { _ in nil }
    }
  }

  package func place(of file: StoredFileName) -> FilePath { paths.image(file) }

  /// Returns the bytes of a record's file, which may lie in another place, such as the trash; `nil` when they do not
  /// match the record.
  ///
  /// - Throws: The codes of file calls, but for files that are not there.
  package func wholeBytes(of file: StoredFile, at place: FilePath? = nil) throws -> [UInt8]? {
    let place = place ?? paths.image(file.name)
    guard try fileSystem.hasFile(at: place, of: file.byteCount) else { return nil }
    let bytes = try fileSystem.readFile(at: place, limit: file.byteCount, followingLinks: false)
      .bytes
    return ContentDigest(of: bytes) == file.digest ? bytes : nil
  }

  /// The images that are not in the folder of images, in the order of `names`.
  package func missingImages(_ names: [String]) throws -> [String] {
    try names.filter {
      let status = try fileSystem.status(of: paths.images.appending($0), followingLinks: true)
      return status?.kind != .regular
    }
  }

  /// Whether the image with a name has these bytes; `nil` when nothing has the name.
  func image(_ name: String, holds bytes: [UInt8]) throws -> Bool? {
    let place = paths.images.appending(name)
    guard try fileSystem.has(place) else { return nil }
    guard try fileSystem.hasFile(at: place, of: bytes.count) else { return false }
    return try fileSystem.readFile(at: place, limit: bytes.count, followingLinks: false).bytes
      == bytes
  }

  /// Reads every record, in the order of their names; `body` gets each, or why it cannot be read.
  package func forEachRecord(
    _ body: (RecordID, Result<PhotoRecord, PhotoprepError>) throws -> Void
  ) throws {
    var names = try FolderNames(in: paths.photos, fileSystem)
    while let id = try names.nextRecord() {
      try body(id, Result { () throws(PhotoprepError) in try record(id) })
    }
  }

  /// The names of all records, in their order.
  package func recordIDs() throws -> [RecordID] {
    var names = try FolderNames(in: paths.photos, fileSystem)
    var ids: [RecordID] = []
    while let id = try names.nextRecord() { ids.append(id) }
    return ids
  }

  /// The records of one photo, one for each recipe, in the order of their names; empty if a store that is open for
  /// reading has no catalog.
  package func recordIDs(of photo: PhotoID) throws -> [RecordID] {
    (try ask { try PhotoRow.recipes(of: photo, in: $0) } ?? [])
      .map { RecordID(photo: photo, recipe: $0) }
  }

  /// Reads a photo's record; `nil` when there is none, or when it cannot be read and preparing the photo again
  /// replaces it.
  ///
  /// - Throws: `document-too-new`.
  package func readable(_ id: RecordID) throws -> PhotoRecord? {
    do { return try record(id) } catch {
      guard error.code == .notFound || error.isOfReplaceableRecord else { throw error }
      return nil
    }
  }

  /// - Throws: `unreadable-document`, `document-too-new`; the codes of file calls, `not-found` among them.
  package func record(_ id: RecordID) throws(PhotoprepError) -> PhotoRecord {
    try fileSystem.record(at: paths.record(id))
  }
}

extension RecordID {
  /// The fewest digits that may mean a photo; our choice, as in git.
  private static let fewestDigits = 4

  /// Whether the name begins with a text that is long enough to mean a photo.
  package func begins(with digits: String) -> Bool {
    digits.utf8.count >= Self.fewestDigits && description.hasPrefix(digits)
  }
}
