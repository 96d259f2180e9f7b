import SystemFiles
import SystemPackage

/// The name of a commit's list in the journal, `<run>-<n>.json`.
struct CommitName: Equatable, CustomStringConvertible {
  /// The run that began the commit.
  let run: String
  /// The number that distinguishes the run's commits.
  let number: Int

  /// Makes the name of a commit.
  init(run: String, number: Int) { (self.run, self.number) = (run, number) }

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

  /// The name.
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
