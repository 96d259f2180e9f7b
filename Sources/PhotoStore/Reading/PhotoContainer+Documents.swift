import Foundation

extension PhotoContainer {
  /// The file names of all designs, sorted.
  ///
  /// - Throws: `unreadable-document` when the folder exists and cannot be read.
  public func designNames() throws(PhotoprepError) -> [String] {
    try fileNames(in: layout.designs).filter { $0.hasSuffix(".json") && !FileNameRule.isHidden($0) }
  }

  /// Reads a design by its file name.
  ///
  /// - Throws: `name-invalid` when the name can name no file; `unreadable-document`.
  public func design(_ fileName: String) throws(PhotoprepError) -> Design {
    let file = try document(fileName, in: layout.designs)
    return try Design(bytes: Self.bytes(of: file), path: file.path)
  }

  /// The file names of all albums, sorted.
  ///
  /// - Throws: `unreadable-document` when the folder exists and cannot be read.
  public func albumNames() throws(PhotoprepError) -> [String] {
    try fileNames(in: layout.albums).filter { $0.hasSuffix(".json") && !FileNameRule.isHidden($0) }
  }

  /// Reads an album by its file name.
  ///
  /// - Throws: `name-invalid` when the name can name no file; `unreadable-document`.
  public func album(_ fileName: String) throws(PhotoprepError) -> Album {
    let file = try document(fileName, in: layout.albums)
    return try Album(bytes: Self.bytes(of: file), path: file.path)
  }

  private func document(_ fileName: String, in folder: String) throws(PhotoprepError) -> URL {
    guard let name = FileNameRule.sanitized(fileName) else {
      throw .documentNameInvalid(fileName, path: url.appending(path: folder).path)
    }
    return url.appending(path: folder).appending(path: name)
  }
}

extension PhotoprepError {
  static func documentNameInvalid(_ name: String, path: String) -> PhotoprepError {
    PhotoprepError(
      .nameInvalid, path: path, message: "'\(name)' cannot be the name of a document here.",
      remedy: "Use the name of a file in this folder.")
  }
}
