import Crypto
import Foundation
import SystemFiles
import SystemPackage

/// The state of all documents and pins of a store, to tell whether any changed since.
struct DocumentsDigest: Equatable {
  private let value: [UInt8]

  /// Looks at every document's status, without reading any.
  init(of roots: [ReferenceRoot], pins: FilePath, in fileSystem: any FileSystem) throws {
    var hash = SHA256()
    for root in roots {
      guard try fileSystem.status(of: root.folder, followingLinks: true) != nil else { continue }
      for entry in FileWalk([root.folder], in: fileSystem) {
        guard case .file(let path, let status) = entry else { continue }
        let stamp = DocumentStamp(status)
        hash.update(data: path.bytes)
        hash.update(data: "\0\(stamp.size) \(stamp.modified) \(stamp.changed)\0".utf8Bytes)
      }
    }
    try FolderNames.forEach(in: pins, of: fileSystem) { hash.update(data: $0.bytes) }
    value = Array(hash.finalize())
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
