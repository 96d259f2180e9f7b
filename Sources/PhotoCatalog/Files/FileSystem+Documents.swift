import PhotoStore
import SystemFiles
import SystemPackage

extension FileSystem {
  /// Reads a record, a design, an album or another document; no link leads to it.
  ///
  /// - Throws: The codes of file calls; `too-large` for more bytes than a document may have.
  func readDocument(at path: FilePath) throws(PhotoprepError) -> [UInt8] {
    try readFile(at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false).bytes
  }

  /// Whether anything is under a path, a link that leads nowhere among it.
  func has(_ path: FilePath) throws(PhotoprepError) -> Bool {
    try status(of: path, followingLinks: false) != nil
  }

  /// Whether a regular file is under a path, and no link to one.
  func hasFile(at path: FilePath) throws(PhotoprepError) -> Bool {
    try status(of: path, followingLinks: false)?.kind == .regular
  }

  /// Whether a regular file of so many bytes is under a path, and no link to one.
  func hasFile(at path: FilePath, of byteCount: Int) throws(PhotoprepError) -> Bool {
    let status = try status(of: path, followingLinks: false)
    return status?.kind == .regular && status?.size == byteCount
  }

  /// The names in a folder that holds little; none when the folder is not there, as in a container that
  /// lost an empty one on its way.
  func names(in folder: FilePath) throws(PhotoprepError) -> [FilePath.Component] {
    guard try status(of: folder, followingLinks: true) != nil else { return [] }
    return try list(folder)
  }
}
