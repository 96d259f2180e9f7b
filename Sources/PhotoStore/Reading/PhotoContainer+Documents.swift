import Foundation

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
      throw .documentNameInvalid(name, path: url.appending(path: folder).path)
    }
    return url.appending(path: folder).appending(path: fileName)
  }
}

extension PhotoprepError {
  static func documentNameInvalid(_ name: String, path: String) -> PhotoprepError {
    PhotoprepError(
      .nameInvalid, path: path, message: "'\(name)' cannot be the name of a document here.",
      remedy: "Use the name of a file in this folder.")
  }
}
