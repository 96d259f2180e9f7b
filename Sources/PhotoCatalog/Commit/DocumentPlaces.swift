import PhotoStore
import SystemFiles
import SystemPackage

/// Puts staged designs and albums in place, and never over another document (decision 0321).
struct DocumentPlaces {
  let fileSystem: any FileSystem
  let paths: StorePaths
  let staging: FilePath
  /// Whether an earlier run got this far; then what is not staged any more is in place, and a
  /// document takes its place only when the files it names are there.
  let isRecovering: Bool

  /// Puts documents into their folder; one whose bytes are there already is not put there twice.
  func fill(with moves: [CommitIntent.Move], of kind: StoreDocument.Kind) throws(PhotoprepError) {
    if moves.isEmpty { return }
    let folder = paths.folder(of: kind)
    for move in moves {
      let staged = staging.appending(move.staged)
      if isRecovering, try !mayTakePlace(staged, kind) { continue }
      try put(staged, in: folder, as: move.name)
    }
    try filing { () throws(PhotoprepError) in try fileSystem.syncDirectory(at: folder) }
  }

  private func put(
    _ staged: FilePath, in folder: FilePath, as name: String
  ) throws(PhotoprepError) {
    try filing { () throws(PhotoprepError) in
      let bytes = try contents(staged)
      for name in DocumentName(name).alternatives(for: bytes) {
        let place = folder.appending(name)
        do throws(PhotoprepError) { return try fileSystem.place(staged, at: place) } catch {
          guard error.code == .exists else { throw error }
        }
        let status = try fileSystem.status(of: place, followingLinks: false)
        if status?.kind == .regular, status?.size == bytes.count, try contents(place) == bytes {
          return try fileSystem.removeFile(at: staged)
        }
      }
    }
  }

  private func mayTakePlace(
    _ staged: FilePath, _ kind: StoreDocument.Kind
  ) throws(PhotoprepError) -> Bool {
    let bytes = try filing { () throws(PhotoprepError) -> [UInt8]? in
      guard try fileSystem.status(of: staged, followingLinks: false) != nil else { return nil }
      return try contents(staged)
    }
    guard let bytes else { return false }
    let document = try StoreDocument(kind, bytes: bytes, path: staged.string)
    return try filing { () throws(PhotoprepError) in
      for reference in document.references {
        let folder = reference.isImage ? paths.images : paths.albums
        let place = folder.appending(reference.name)
        if try fileSystem.status(of: place, followingLinks: false) == nil { return false }
      }
      return true
    }
  }

  private func contents(_ path: FilePath) throws(PhotoprepError) -> [UInt8] {
    try fileSystem.readFile(
      at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false
    ).bytes
  }
}

extension StorePaths {
  /// The folder that holds documents of a kind.
  func folder(of kind: StoreDocument.Kind) -> FilePath { kind == .design ? designs : albums }
}

/// The file name of a document that comes into a folder where its name may be taken.
struct DocumentName {
  let name: String

  init(_ name: String) { self.name = name }

  /// The most bytes of a name that more is put behind, so that 255 are never passed.
  private static let stemLimit = 200

  /// The name without `.json`, cut where it would leave no room.
  private var stem: String {
    var stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    while stem.utf8.count > Self.stemLimit { stem.removeLast() }
    return stem
  }

  /// The name itself, then names with the bytes' digest in them, without end.
  ///
  /// Made from content, so that the same document finds itself again under the same name.
  func alternatives(for bytes: [UInt8]) -> some Sequence<String> {
    let stem = stem
    let digest = ContentDigest(of: bytes).description.prefix(16)
    return sequence(state: 0) { number -> String? in
      defer { number += 1 }
      switch number {
      case 0: return name
      case 1: return "\(stem)-\(digest).json"
      default: return "\(stem)-\(digest)-\(number).json"
      }
    }
  }
}
