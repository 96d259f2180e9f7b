import Foundation
import Platform
import SystemFiles
import SystemPackage

/// A digest of the state of all documents and pins of a store, to detect changes.
struct DocumentsDigest: Equatable {
  private let value: [UInt8]

  /// Takes the status of every document, without reading any.
  init(of roots: [ReferenceRoot], pins: FilePath, in fileSystem: any FileSystem) throws {
    var maker = Maker()
    for root in roots {
      guard try fileSystem.status(of: root.folder, followingLinks: true) != nil else { continue }
      for entry in root.walk(in: fileSystem) {
        if case .file(let path, let status) = entry { maker.add(path, status) }
      }
    }
    try FolderNames.forEach(in: pins, of: fileSystem) { maker.add($0) }
    self = maker.finish()
  }

  private init(_ value: [UInt8]) { self.value = value }

  /// Makes a digest from documents, in the order of a walk over each root, and pins.
  struct Maker {
    private var hash = SHA256()

    mutating func add(_ path: FilePath, _ status: FileStatus) {
      let stamp = DocumentStamp(status)
      var bytes = path.bytes + [0]
      for number in [Int64(stamp.size), stamp.modified, stamp.changed] {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      }
      hash.update(bytes)
    }

    mutating func add(_ pin: FilePath.Component) { hash.update(pin.bytes + [0]) }

    func finish() -> DocumentsDigest { DocumentsDigest(hash.finalize()) }
  }
}
