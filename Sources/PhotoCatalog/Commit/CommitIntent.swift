import PhotoStore
import SystemPackage

/// One file that is written and synchronised, and not in its place yet.
public struct StagedFile: Hashable, Sendable {
  /// The name in the run's staging folder.
  let staged: String
  /// The name in the folder it goes to.
  let name: String
}

/// The list of everything a commit will do, written before it begins.
///
/// A commit is ended in the same way by its own run and by the next one: every rename whose staged file is still
/// there, then the catalog. So a commit whose list is written is never lost and never half done (decision 0300).
struct CommitIntent: Equatable {
  static let version = 1

  /// The run whose staging folder holds the files.
  let run: String
  /// The image files, all of them before any document.
  var images: [StagedFile] = []
  /// The records.
  var records: [StagedFile] = []
  /// The albums, all of them before any design.
  var albums: [StagedFile] = []
  /// The designs.
  var designs: [StagedFile] = []
}

extension CommitIntent {
  var bytes: [UInt8] {
    JSONValue.object([
      "version": .integer(Self.version), "run": .string(run),
      "images": .array(images.map(\.json)), "records": .array(records.map(\.json)),
      "albums": .array(albums.map(\.json)), "designs": .array(designs.map(\.json)),
    ]).canonicalBytes
  }

  /// Reads an intent; `nil` when a crash cut it off.
  ///
  /// Only plain names are accepted, so that nothing outside the folders is moved.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - run: The run from the list's own name; only that run's files are moved.
  ///   - path: Where it is, for errors.
  /// - Throws: `store-too-new` for a version above ``version``; `unreadable-document` for JSON that is
  ///   no such list.
  init?(bytes: [UInt8], of run: String, path: FilePath) throws(PhotoprepError) {
    guard let json = JSONValue(compactText: String(decoding: bytes, as: UTF8.self)) else {
      return nil
    }
    let object = json.object ?? [:]
    if let version = object["version"]?.integer, version > Self.version {
      throw PhotoprepError.commitTooNew(path, version: version)
    }
    guard object["version"]?.integer == Self.version, object["run"]?.string == run,
      let images = object["images"]?.moves, let records = object["records"]?.moves,
      let albums = object["albums"]?.moves, let designs = object["designs"]?.moves
    else { throw PhotoprepError.noCommit(path) }
    self.init(run: run, images: images, records: records, albums: albums, designs: designs)
  }
}

extension StagedFile {
  fileprivate var json: JSONValue { .array([.string(staged), .string(name)]) }
}

extension JSONValue {
  fileprivate var plainName: String? {
    string.flatMap { FileNameRule.sanitized($0) == $0 ? $0 : nil }
  }

  fileprivate var moves: [StagedFile]? {
    guard let elements = array else { return nil }
    let moves = elements.compactMap { element -> StagedFile? in
      guard let pair = element.array, pair.count == 2, let staged = pair[0].plainName,
        let name = pair[1].plainName
      else { return nil }
      return StagedFile(staged: staged, name: name)
    }
    return moves.count == elements.count ? moves : nil
  }
}

extension PhotoprepError {
  fileprivate static func commitTooNew(_ path: FilePath, version: Int) -> PhotoprepError {
    PhotoprepError(
      .storeTooNew, path: path.string,
      message: "A commit of version \(version) was begun and not ended; this software knows "
        + "versions up to \(CommitIntent.version).",
      remedy: "Update photoprep.")
  }

  fileprivate static func noCommit(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .unreadableDocument, path: path.string,
      message: "The list of the commit's renames cannot be understood.")
  }
}
