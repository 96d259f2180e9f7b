internal import Foundation
internal import PhotoCatalog
internal import SystemFiles
public import SystemPackage

/// A file that a command writes to a path given by a person.
///
/// It gets its name when it is complete and, by default, synchronised; an existing file is replaced then.
public struct OutputFile: Sendable {
  /// Where the file goes.
  public let path: FilePath

  /// Makes a description of a file; nothing is read yet.
  public init(_ path: FilePath) { self.path = path }

  /// Checks in advance whether the file can be written, so that a long run does not fail at its end.
  ///
  /// - Throws: A ``Rejection`` that names the file.
  public func check() throws {
    _ = try Rejection.about(path) { try place() }
  }

  /// Begins the file, and removes what killed runs left beside it.
  private func begun() throws(PhotoprepError) -> DraftFile {
    let folder = try place().removingLastComponent()
    if Self.lookedInto.withLock({ $0.insert(folder).inserted }) {
      DiskFileSystem().removeAbandoned(".", DraftFile.ending, in: folder, now: Date())
    }
    return try DraftFile(of: path, run: UUID().uuidString)
  }

  /// The folders that this process has looked into for what killed ones left: of many files in one, only the first
  /// looks.
  private static let lookedInto = Locked<Set<FilePath>>([])

  /// Where the file goes, links followed.
  private func place() throws(PhotoprepError) -> FilePath {
    try DiskFileSystem().placeOutsideStores(for: path)
  }

  /// Also checks that the file is none of those that it is made from, by whatever path or link these are named.
  ///
  /// - Throws: A ``Rejection`` that names the file.
  public func check(isNoneOf files: [FilePath]) throws {
    let disk = DiskFileSystem()
    guard let own = try? disk.status(of: path, followingLinks: true) else { return }
    let isOne = files.contains { file in
      (try? disk.status(of: file, followingLinks: true))?.isOfSameFile(as: own) == true
    }
    if !isOne { return }
    throw Rejection(
      path: path, code: "already-exists",
      message: "There is a file already: the one that this is made from.",
      remedy: "Name another.")
  }

  /// Also checks whether an existing file is of a kind that may be replaced, by its first bytes, so that a mistyped name
  /// cannot destroy a photo.
  ///
  /// - Throws: A ``Rejection`` that names the file, with what to do about another file.
  public func check(
    replacing kind: String, orElse remedy: String = "Name another.",
    where isOne: ([UInt8]) -> Bool
  ) throws {
    try Rejection.about(path) {
      let files = DiskFileSystem()
      let place = try place()
      guard try files.status(of: place, followingLinks: false) != nil else { return }
      let start = try files.readPrefix(of: place, count: Self.looked)
      if start.isEmpty || isOne(start) { return }
      throw PhotoprepError(
        .exists, path: path.string, message: "There is a file already that is not \(kind).",
        remedy: remedy)
    }
  }

  /// The bytes that are read to identify a file; ours: cameras' data before the picture is mostly shorter.
  private static let looked = 1 << 16

  /// Writes the file; a lasting one, not one of many that are easily made again, is synchronised.
  ///
  /// - Throws: A ``Rejection`` that names the file.
  public func write(_ bytes: [UInt8], isLasting: Bool = true) throws {
    try Rejection.about(path) {
      let draft = try begun()
      try draft.write(bytes)
      try draft.keep(isLasting: isLasting)
    }
  }

  /// Writes the file piece by piece; `body` gets a function that adds pieces, and returns whether to keep the file.
  ///
  /// - Throws: A ``Rejection`` that names the file; errors of `body`.
  package func write(_ body: (_ add: ([UInt8]) throws -> Void) throws -> Bool) throws {
    try Rejection.about(path) {
      let draft = try begun()
      if try body({ try draft.write($0) }) { try draft.keep() }
    }
  }
}
