import Foundation
import PhotoStore

extension PhotoContainer {
  /// Reads a record; `nil` if there is none, or if what is in its place is no record and another may take the place.
  ///
  /// - Throws: `document-too-new`; `unreadable-document` for a file that cannot be opened, as on a locked phone: it may
  ///   be a record.
  func readable(_ id: RecordID) throws(PhotoprepError) -> PhotoRecord? {
    do { return try record(id) } catch {
      switch error.code {
      case .notFound: return nil
      case .unreadableDocument where canBeOpened(place(of: id)): return nil
      default: throw error
      }
    }
  }

  /// Makes way for a record: what is in its place and is no record goes to the trash of `photoprep`, as stars and
  /// framings by hand may be legible in it.
  ///
  /// - Returns: The record that is there, to be joined with the new one; `nil` if there is none.
  /// - Throws: As ``readable(_:)``; `not-written`.
  func makeWay(for id: RecordID) throws(PhotoprepError) -> PhotoRecord? {
    if let record = try readable(id) { return record }
    if !canBeOpened(place(of: id)) { return nil }
    let trash = url.appending(path: Self.trashFolder)
    try Self.requireNoLink(trash)
    try writing(trash) {
      try FileManager.default.createDirectory(at: trash, withIntermediateDirectories: true)
      var second = max(0, Int(Date().timeIntervalSince1970))
      func file() -> URL {
        trash.appending(path: TrashedFile(.photos, id.fileName, at: second).trashName)
      }
      while FileManager.default.fileExists(atPath: file().path) { second += 1 }
      // It replaces nothing.
      try FileManager.default.moveItem(at: place(of: id), to: file())
      try PlainFile.synchronize(folder: trash)
    }
    return nil
  }

  static let trashFolder = "\(ContainerLayout.privateFolder)/trash"

  private func place(of id: RecordID) -> URL {
    url.appending(path: layout.photos).appending(path: id.fileName)
  }

  private func canBeOpened(_ file: URL) -> Bool {
    (try? PlainFile.open(file, followingLinks: false)) != nil
  }
}
