import PhotoStore
import SystemFiles
import SystemPackage

/// One file that is written and synchronised, and not in its place yet.
struct StagedFile: Hashable, Sendable {
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
  /// Only plain names are accepted, and only files of the run from the list's own name, so that nothing else is moved.
  ///
  /// - Throws: `store-too-new` for a version above ``version``; `unreadable-document` for JSON that is no such list.
  init?(bytes: [UInt8], of run: String, path: FilePath) throws(PhotoprepError) {
    guard let json = JSONValue(compactText: String(decoding: bytes, as: UTF8.self)) else {
      return nil
    }
    let object = json.object ?? [:]
    if let version = object["version"]?.integer, version > Self.version {
      throw PhotoprepError(
        .storeTooNew, path: path.string,
        message: "A commit of version \(version) was begun and not ended; this software knows "
          + "versions up to \(CommitIntent.version).",
        remedy: "Update photoprep.")
    }
    guard object["version"]?.integer == Self.version, object["run"]?.string == run,
      let images = object["images"]?.moves, let records = object["records"]?.moves,
      let albums = object["albums"]?.moves, let designs = object["designs"]?.moves
    else {
      throw PhotoprepError(
        .unreadableDocument, path: path.string,
        message: "The list of the commit's renames cannot be understood.")
    }
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

/// The name of a commit's list in the journal, `<run>-<n>.json`.
struct CommitName: Equatable, CustomStringConvertible {
  /// The run that began the commit.
  let run: String
  /// The number that distinguishes the run's commits.
  let number: Int
}

extension CommitName {
  /// Reads a name in the journal; `nil` when this software did not give it.
  init?(_ fileName: String) {
    guard let dash = fileName.lastIndex(of: "-"),
      let number = Int(fileName[fileName.index(after: dash)...].dropLast(5))
    else { return nil }
    self.init(run: String(fileName[..<dash]), number: number)
    guard Self.isRunName(run), description == fileName else { return nil }
  }

  /// Whether a text can be the name of a run.
  static func isRunName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  var description: String { "\(run)-\(number).json" }
}

extension FileSystem {
  /// Returns the name of a commit's list; `nil` for a file that this software did not make.
  func commitName(of path: FilePath) throws -> CommitName? {
    guard let name = path.lastComponent.flatMap({ CommitName($0.string) }),
      try status(of: path, followingLinks: false)?.kind == .regular
    else { return nil }
    return name
  }
}
