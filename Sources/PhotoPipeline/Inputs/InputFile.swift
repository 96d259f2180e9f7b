package import SystemFiles
package import SystemPackage

/// A file to prepare, as it was found.
package struct InputFile: Sendable {
  /// Where it is, as it was named.
  package let path: FilePath
  /// What was known about it when it was found.
  package let status: FileStatus
}

/// How many files below the named folders were passed over, and why.
public struct SkippedFiles: Hashable, Sendable {
  /// Hidden files and folders.
  public var hidden = 0
  /// Symbolic links, and folders that were entered already.
  public var links = 0
  /// FIFOs, sockets and devices.
  public var special = 0
  /// Files that are no photos by name nor content.
  public var other = 0

  /// Every file that was passed over.
  public var total: Int { hidden + links + special + other }

  mutating func add(_ walk: FileWalk.Skipped) {
    hidden += walk.hidden
    links += walk.symbolicLinks + walk.loops
    special += walk.special
  }
}

extension SkippedFiles: CustomStringConvertible {
  /// The counts that are not zero, for example `3 hidden, 1 not a photo`.
  public var description: String {
    let parts = [
      (hidden, "hidden"), (links, "symbolic links"), (special, "not regular files"),
      (other, "not photos"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
