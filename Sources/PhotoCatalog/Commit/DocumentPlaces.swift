import PhotoStore
import SystemFiles
import SystemPackage

/// Puts staged designs and albums in place, and never over another document (decision 0321).
struct DocumentPlaces {
  let fileSystem: any FileSystem
  let paths: StorePaths
  let staging: FilePath
  /// Whether an earlier run began this; then a document that is no longer staged is in place already, and a document
  /// takes its place only when the files it names are there.
  let isRecovering: Bool

  /// Puts documents into their folder; a document with the same bytes is not added twice.
  func fill(with moves: [StagedFile], of kind: StoreDocument.Kind) throws {
    if moves.isEmpty { return }
    let folder = paths.folder(of: kind)
    try folder.holdingLock {
      for move in moves {
        let staged = staging.appending(move.staged)
        if isRecovering, try !mayTakePlace(staged, kind) { continue }
        try put(staged, in: folder, as: move.name)
      }
    }
    try fileSystem.syncDirectory(at: folder)
  }

  private func put(
    _ staged: FilePath, in folder: FilePath, as name: String
  ) throws {
    let bytes = try fileSystem.readDocument(at: staged)
    for name in DocumentName(name).alternatives(for: bytes) {
      let place = folder.appending(name)
      do { return try fileSystem.place(staged, at: place) } catch {
        guard error.code == .exists else { throw error }
      }
      if try fileSystem.hasFile(at: place, of: bytes.count),
        try fileSystem.readDocument(at: place) == bytes
      {
        return try fileSystem.removeFile(at: staged)
      }
    }
  }

  private func mayTakePlace(_ staged: FilePath, _ kind: StoreDocument.Kind) throws -> Bool {
    guard try fileSystem.has(staged) else { return false }
    let bytes = try fileSystem.readDocument(at: staged)
    let document = try StoreDocument(kind, bytes: bytes, path: staged.string)
    for reference in document.references {
      let folder = reference.isImage ? paths.images : paths.albums
      if try !fileSystem.has(folder.appending(reference.name)) { return false }
    }
    return true
  }
}

/// The file name of a document that comes into a folder where its own name may be taken.
struct DocumentName {
  let name: String

  init(_ name: String) { self.name = name }

  /// The most bytes of a name before a suffix is added, so that the whole never exceeds 255.
  private static let stemLimit = 200

  /// The name without `.json`, cut where it would leave no room.
  private var stem: String {
    var stem = name.documentStem
    while stem.utf8.count > Self.stemLimit { stem.removeLast() }
    return stem
  }

  /// The name itself, then names with the bytes' digest in them, without end.
  ///
  /// They depend on the content, so that the same document is found again under the same name.
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
