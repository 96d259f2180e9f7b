internal import Foundation
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
    do { _ = try DiskFileSystem().outputPlace(for: path) } catch {
      throw Rejection(path, error)
    }
  }

  /// Also checks whether an existing file may be replaced, so that a mistyped name cannot destroy a photo.
  ///
  /// - Parameters:
  ///   - kind: What is written, for people.
  ///   - isOne: Says of the first bytes of a file whether it is such a one.
  /// - Throws: A ``Rejection`` that names the file.
  public func check(replacing kind: String, where isOne: ([UInt8]) -> Bool) throws {
    do {
      let files = DiskFileSystem()
      let place = try files.outputPlace(for: path)
      guard try files.status(of: place, followingLinks: false) != nil else { return }
      let start = try files.readPrefix(of: place, count: Self.looked)
      if start.isEmpty || isOne(start) { return }
    } catch { throw Rejection(path, error) }
    throw Rejection(
      path,
      PhotoprepError(
        .exists, path: path.string, message: "There is a file already that is not \(kind).",
        remedy: "Name another."))
  }

  /// The bytes that are read to identify a file; ours: cameras' data before the picture is mostly shorter.
  private static let looked = 1 << 16

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - bytes: What is in it.
  ///   - isLasting: Whether it is synchronised; `false` for one of many that are soon made again.
  /// - Throws: A ``Rejection`` that names the file.
  public func write(_ bytes: [UInt8], isLasting: Bool = true) throws {
    do {
      let draft = try DraftFile(of: path, run: UUID().uuidString)
      try draft.write(bytes)
      try draft.keep(isLasting: isLasting)
    } catch {
      throw Rejection(path, error)
    }
  }

  /// Writes the file piece by piece.
  ///
  /// - Parameter body: Gives the pieces to what it is given, and says whether to keep the file.
  /// - Throws: A ``Rejection`` that names the file; what `body` throws.
  package func write(_ body: (_ add: ([UInt8]) throws -> Void) throws -> Bool) throws {
    do {
      let draft = try DraftFile(of: path, run: UUID().uuidString)
      if try body({ try draft.write($0) }) { try draft.keep() }
    } catch let error as PhotoprepError {
      throw Rejection(path, error)
    }
  }
}
