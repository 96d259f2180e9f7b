import Foundation
public import PhotoStore

extension PhotoStoreWriter {
  /// Adds prepared photos to an album, behind those it has; it is made where there is none.
  ///
  /// Photos that are in it already stay where they are. Another process's change comes before or after, never in
  /// between.
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
    let fileName = try Album.fileName(named: name)
    let folder = container.url.appending(path: container.layout.albums)
    let lock = try container.writing(folder) { try PlainFile.lock(folder: folder) }
    defer { try? lock.close() }
    let place = folder.appending(path: fileName)
    var album =
      FileManager.default.fileExists(atPath: place.path)
      ? try container.album(fileName)
      : Album(sourceID: Album.standardSourceID, rotationIntervalMinutes: minutes)
    let before = album
    album.add(records)
    if album == before { return album }
    album.rotate(to: clock())
    let staging = try StagedFiles(in: container)
    defer { staging.remove() }
    try staging.place(Data(album.bytes), named: fileName, in: container.layout.albums)
    return album
  }
}
