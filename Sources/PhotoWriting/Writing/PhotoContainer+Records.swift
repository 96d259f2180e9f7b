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

  /// Visits every file that may be a design, as `photoprep clean` does: in the folder of designs at any depth, whatever
  /// its ending.
  ///
  /// - Parameters:
  ///   - folder: A folder in the folder of designs, with a `/` at its end.
  ///   - visit: Called with its name in the folder of designs and its text; of JSON in the canonical form, unfolded.
  /// - Throws: `unreadable-document` for a folder, a file that is no regular one, one that is not downloaded, and one
  ///   that by its ending is a design and cannot be read; what `visit` throws.
  func forEachDesign(
    in folder: String = "", _ visit: (_ name: String, _ text: String) throws(PhotoprepError) -> Void
  ) throws(PhotoprepError) {
    for name in try fileNames(in: "\(layout.designs)/\(folder)") {
      let place = folder + name
      let file = url.appending(path: layout.designs).appending(path: place)
      if FileNameRule.isHidden(name) {
        if name.hasEnding(".icloud") { throw .designNotRead(file, "iCloud keeps this file.") }
        continue
      }
      let isDesign = name.hasEnding(".json")
      let values = try? file.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      if values?.isDirectory == true, values?.isSymbolicLink == false, !isDesign {
        try forEachDesign(in: place + "/", visit)
      } else {
        try visit(place, try text(of: file, isDesign))
      }
    }
  }

  private func text(of file: URL, _ isDesign: Bool) throws(PhotoprepError) -> String {
    let limit = Self.documentByteLimit
    guard let data = try? PlainFile.read(file, limit: limit, followingLinks: false),
      data.count <= limit
    else { throw .designNotRead(file, "This cannot be read as a document.") }
    do {
      let document = try StoreDocument(.design, bytes: [UInt8](data), path: file.path)
      return String(decoding: document.json.unfolded.canonicalBytes, as: UTF8.self)
    } catch {
      if isDesign { throw error }
      // UTF-16 has a zero byte beside each letter of a name.
      return String(decoding: data.filter { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension PhotoprepError {
  fileprivate static func designNotRead(_ file: URL, _ fact: String) -> PhotoprepError {
    PhotoprepError(
      .unreadableDocument, path: file.path,
      message: "\(fact) What it names would count as unused; nothing was removed.",
      remedy: "Download it or restore it from a backup, or move it out of the folder of designs.")
  }
}
