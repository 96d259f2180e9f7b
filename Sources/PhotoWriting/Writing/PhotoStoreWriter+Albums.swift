import Foundation
public import PhotoStore

extension PhotoStoreWriter {
  /// Adds prepared photos to the end of an album; makes the album if there is none.
  ///
  /// Photos that are in it already keep their places, and are shown as these records have them: with another focus, for
  /// example. One that a person framed stays as it is, unless the record has the framing too. Another process's change
  /// comes before or after, never in between.
  ///
  /// - Parameters:
  ///   - records: The photos.
  ///   - name: The album's name, with or without `.json`.
  ///   - minutes: How long each photo is shown; for a new album.
  /// - Returns: The album.
  /// - Throws: `name-invalid`; `unreadable-document` for an album that cannot be read; `not-written`.
  @discardableResult
  public func add(
    _ records: [PhotoRecord], toAlbum name: String,
    every minutes: Int = Album.standardIntervalMinutes
  ) throws(PhotoprepError) -> Album {
    let new = Album(sourceID: Album.standardSourceID, rotationIntervalMinutes: minutes)
    return try change(name, or: new) { $0.show(records) + $0.add(records) }
  }

  /// Takes a photo out of an album, however it was prepared; its pictures stay, for other albums and for designs.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - name: The album's name, with or without `.json`.
  /// - Returns: The album.
  /// - Throws: `not-found`, `name-invalid`; `unreadable-document` for an album that cannot be read; `not-written`.
  @discardableResult
  public func remove(_ photo: RecordID, fromAlbum name: String) throws(PhotoprepError) -> Album {
    try change(name, or: nil) { album in
      album.remove { $0.record?.photo == photo.photo }
    }
  }

  /// Changes an album, or a new one if there is none.
  private func change(
    _ name: String, or new: Album?, _ change: (inout Album) -> Int
  ) throws(PhotoprepError) -> Album {
    let fileName = try Album.fileName(named: name)
    let folder = container.url.appending(path: container.layout.albums)
    let lock = try container.lock(container.layout.albums)
    defer { try? lock.close() }
    let isThere = FileManager.default.fileExists(atPath: folder.appending(path: fileName).path)
    var album: Album
    if !isThere, let new { album = new } else { album = try container.albumToChange(fileName) }
    // The photo that is shown now stays, or makes way for the next one: turns are counted over the photos there are.
    let now = clock()
    album.rotate(to: now)
    if change(&album) == 0 { return album }
    album.rotate(to: now)
    let staging = try StagedFiles(in: container)
    defer { staging.remove() }
    try staging.place(Data(album.bytes), named: fileName, in: container.layout.albums)
    return album
  }
}
