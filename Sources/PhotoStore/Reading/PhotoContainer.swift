public import Foundation

/// A container opened for reading, by a widget, an app or a tool; nothing here can write.
public struct PhotoContainer: Sendable {
  /// Where the container is.
  public let url: URL
  /// The names of its folders.
  public let layout: ContainerLayout

  /// The most bytes a document may have; a record has some 5,000, an album of 1,000 photos 1 MB.
  public static let documentByteLimit = 64 * 1024 * 1024

  /// Opens a container.
  ///
  /// A container without settings of this software is the published app's own and has the standard
  /// layout. The container itself may be reached through symbolic links; its folders are none.
  ///
  /// - Throws: `store-missing` when there is no folder; `store-too-new` and `store-settings` as its settings say.
  public init(url: URL) throws(PhotoprepError) {
    guard FileManager.default.hasFolder(atPath: url.path) else {
      throw .containerMissing(path: url.path)
    }
    self.url = url
    let settings = url.appending(path: ContainerLayout.privateFolder)
      .appending(path: ContainerLayout.settingsFile)
    guard FileManager.default.fileExists(atPath: settings.path) else {
      layout = .standard
      return
    }
    layout = try ContainerLayout(settings: try Self.bytes(of: settings), path: settings.path)
  }

  /// The place of an image with this name, or `nil` when it is not a file name.
  public func imageURL(_ fileName: String) -> URL? {
    FileNameRule.sanitized(fileName).map { url.appending(path: layout.images).appending(path: $0) }
  }

  /// The names of all records, sorted.
  ///
  /// - Throws: `unreadable-document` when the folder exists and cannot be read.
  public func recordIDs() throws(PhotoprepError) -> [RecordID] {
    try fileNames(in: layout.photos).compactMap(RecordID.init(fileName:))
  }

  /// The names of the files in a folder, sorted; empty if there is no folder.
  package func fileNames(in folder: String) throws(PhotoprepError) -> [String] {
    let folder = url.appending(path: folder)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    try Self.requireNoLink(folder)
    do { return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } catch {
      throw .unreadable(path: folder.path, detail: "\(error)")
    }
  }

  /// Refuses a folder that is a symbolic link: readers follow none.
  package static func requireNoLink(_ folder: URL) throws(PhotoprepError) {
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path)) == nil else {
      throw PhotoprepError(
        .unreadableDocument, path: folder.path,
        message: "This is a symbolic link, and nothing in a store is reached through one.",
        remedy: "Replace the link by what it leads to.")
    }
  }

  /// Reads a record.
  ///
  /// - Throws: `not-found`, `unreadable-document` or `document-too-new`.
  public func record(_ id: RecordID) throws(PhotoprepError) -> PhotoRecord {
    let file = url.appending(path: layout.photos).appending(path: id.fileName)
    return try PhotoRecord(bytes: Self.bytes(of: file), path: file.path)
  }

  /// Reads a document, but no more than ``documentByteLimit``.
  static func bytes(of file: URL) throws(PhotoprepError) -> [UInt8] {
    do {
      let data = try PlainFile.read(file, limit: documentByteLimit, followingLinks: false)
      guard data.count <= documentByteLimit else {
        throw PhotoprepError(
          .unreadableDocument, path: file.path,
          message:
            "The document has more than \(documentByteLimit) bytes, the most a document may have.")
      }
      return [UInt8](data)
    } catch let error as PhotoprepError {
      throw error
    } catch let error as POSIXError where error.code == .ENOENT {
      throw PhotoprepError(
        .notFound, path: file.path, message: "There is no such file.",
        remedy: "Check the name; letter case counts.")
    } catch {
      throw .unreadable(path: file.path, detail: "\(error)")
    }
  }
}

extension PhotoprepError {
  package static func containerMissing(path: String) -> PhotoprepError {
    PhotoprepError(
      .storeMissing, path: path, message: "There is no container here.",
      remedy:
        "Check the path, or make one with 'photoprep store init'. In an app, check that its App Group is "
        + "among the entitlements.")
  }

  static func unreadable(path: String, detail: String) -> PhotoprepError {
    PhotoprepError(
      .unreadableDocument, path: path, message: "The file cannot be read.",
      remedy: "Check its permissions; on a phone, unlock it.", detail: detail)
  }
}

extension PhotoContainer {
  /// The file names of all designs, sorted.
  ///
  /// - Throws: `unreadable-document` when the folder exists and cannot be read.
  public func designNames() throws(PhotoprepError) -> [String] {
    try fileNames(in: layout.designs).filter { $0.hasSuffix(".json") && !FileNameRule.isHidden($0) }
  }

  /// Reads a design by its name, with or without `.json`.
  ///
  /// - Throws: `name-invalid` when the name can name no file; `not-found`; `unreadable-document`.
  public func design(_ name: String) throws(PhotoprepError) -> Design {
    let file = try document(name, in: layout.designs)
    return try Design(bytes: Self.bytes(of: file), path: file.path)
  }

  /// The file names of all albums, sorted.
  ///
  /// - Throws: `unreadable-document` when the folder exists and cannot be read.
  public func albumNames() throws(PhotoprepError) -> [String] {
    try fileNames(in: layout.albums).filter { $0.hasSuffix(".json") && !FileNameRule.isHidden($0) }
  }

  /// Reads an album by its name, with or without `.json`.
  ///
  /// - Throws: `name-invalid` when the name can name no file; `not-found`; `unreadable-document`.
  public func album(_ name: String) throws(PhotoprepError) -> Album {
    let file = try document(name, in: layout.albums)
    return try Album(bytes: Self.bytes(of: file), path: file.path)
  }

  /// Reads an album that is to be written again.
  ///
  /// - Throws: As ``album(_:)``; `unreadable-document` also for entries that writing would lose.
  package func albumToChange(_ name: String) throws(PhotoprepError) -> Album {
    let file = try document(name, in: layout.albums)
    return try Album(toChange: Self.bytes(of: file), path: file.path)
  }

  private func document(_ name: String, in folder: String) throws(PhotoprepError) -> URL {
    guard let fileName = FileNameRule.sanitized(name.documentName) else {
      throw PhotoprepError(
        .nameInvalid, path: url.appending(path: folder).path,
        message: "'\(name)' cannot be the name of a document here.",
        remedy: "Use the name of a file in this folder.")
    }
    return url.appending(path: folder).appending(path: fileName)
  }
}
