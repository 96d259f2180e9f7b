import PhotoStore
import SystemFiles
import SystemPackage

extension FileSystem {
  /// Reads a record, a design, an album or another document; symbolic links are not followed.
  ///
  /// - Throws: The codes of file calls; `too-large` for more bytes than a document may have.
  func readDocument(at path: FilePath) throws(PhotoprepError) -> [UInt8] {
    try readFile(at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false).bytes
  }

  /// Whether anything has a path, including a link that leads nowhere.
  func has(_ path: FilePath) throws(PhotoprepError) -> Bool {
    try status(of: path, followingLinks: false) != nil
  }

  /// Whether a regular file has a path; a link to one does not count.
  func hasFile(at path: FilePath) throws(PhotoprepError) -> Bool {
    try status(of: path, followingLinks: false)?.kind == .regular
  }

  /// Whether a regular file of so many bytes has a path; a link to one does not count.
  func hasFile(at path: FilePath, of byteCount: Int) throws(PhotoprepError) -> Bool {
    let status = try status(of: path, followingLinks: false)
    return status?.kind == .regular && status?.size == byteCount
  }

  /// The names in a small folder; none when the folder is not there, as a container may have lost an empty one when it
  /// was copied.
  func names(in folder: FilePath) throws(PhotoprepError) -> [FilePath.Component] {
    guard try status(of: folder, followingLinks: true) != nil else { return [] }
    return try list(folder)
  }
}
