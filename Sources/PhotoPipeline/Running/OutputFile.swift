internal import Foundation
internal import PhotoCatalog
internal import SystemFiles
public import SystemPackage

/// A file that a command writes where a person said.
///
/// It appears under its name when it is whole and, unless it is said otherwise, synchronised, and one that is there is
/// replaced then.
public struct OutputFile: Sendable {
  /// Where the file goes.
  public let path: FilePath

  /// Names a file; nothing is looked at yet.
  public init(_ path: FilePath) { self.path = path }

  /// Finds out whether the file can be put there, so that a long run need not end without it.
  ///
  /// - Throws: A ``Rejection`` that names the file.
  public func check() throws {
    do { _ = try place() } catch {
      throw Rejection(path, error)
    }
  }

  /// Where the file goes, links followed.
  private func place() throws(PhotoprepError) -> FilePath {
    try DiskFileSystem().placeOutsideStores(for: path)
  }

  /// Finds out also whether a file that is there may be replaced, so that a mistyped name costs nobody a photo.
  ///
  /// - Parameters:
  ///   - kind: What is written, for people.
  ///   - remedy: What to do about another file.
  ///   - isOne: Says of the first bytes of a file whether it is such a one.
  /// - Throws: A ``Rejection`` that names the file.
  public func check(
    replacing kind: String, orElse remedy: String = "Name another.",
    where isOne: ([UInt8]) -> Bool
  ) throws {
    do {
      let files = DiskFileSystem()
      let place = try place()
      guard try files.status(of: place, followingLinks: false) != nil else { return }
      let start = try files.readPrefix(of: place, count: Self.looked)
      if start.isEmpty || isOne(start) { return }
    } catch { throw Rejection(path, error) }
    throw Rejection(
      path,
      PhotoprepError(
        .exists, path: path.string, message: "There is a file already that is not \(kind).",
        remedy: remedy))
  }

  /// How many bytes say what a file is; ours: what cameras write before a picture begins is mostly shorter.
  private static let looked = 1 << 16

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - bytes: What is in it.
  ///   - isLasting: Whether it is synchronised; `false` for one of many that are soon made again.
  /// - Throws: A ``Rejection`` that names the file.
  public func write(_ bytes: [UInt8], isLasting: Bool = true) throws {
    do {
      _ = try place()
      let draft = try DraftFile(of: path, run: UUID().uuidString)
      try draft.write(bytes)
      try draft.keep(isLasting: isLasting)
    } catch {
      throw Rejection(path, error)
    }
  }

  /// Writes the file piece by piece.
  ///
  /// - Parameter body: Writes the pieces, and says whether to keep the file.
  /// - Throws: A ``Rejection`` that names the file; what `body` throws.
  public func write(_ body: (OutputDraft) throws -> Bool) throws {
    do {
      _ = try place()
      let draft = try DraftFile(of: path, run: UUID().uuidString)
      if try body(OutputDraft(draft)) { try draft.keep() }
    } catch let error as PhotoprepError {
      throw Rejection(path, error)
    }
  }
}

/// A file that is being written and is not under its name yet.
public struct OutputDraft {
  private let file: DraftFile

  init(_ file: DraftFile) { self.file = file }

  /// Writes the next piece.
  public func write(_ bytes: some Sequence<UInt8>) throws { try file.write(Array(bytes)) }
}
