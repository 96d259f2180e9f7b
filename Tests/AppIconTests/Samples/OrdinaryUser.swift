import Foundation

/// Looking at files without root's right to read everything.
enum OrdinaryUser {
  /// The user that owns nothing on usual systems: `nobody`.
  private static let nobody: uid_t = 65_534

  /// Writes a tree, takes the rights to some paths away, and looks at it as a user who is not root.
  ///
  /// For a process of its own, such as an exit test's: the user is the whole process's meanwhile. A path
  /// that is not in the tree becomes an empty folder. Where root must stay root, nothing is looked at,
  /// and a line says so.
  static func look(
    at tree: IconTree, closing paths: String..., mode: mode_t = 0, _ body: (String) throws -> Void
  ) throws {
    try look(at: tree, closing: paths, mode: mode, body)
  }

  static func look(
    at tree: IconTree, closing paths: [String], mode: mode_t = 0, _ body: (String) throws -> Void
  ) throws {
    let directory = try tree.write()
    let root = directory.url.path
    let closed = paths.map { "\(root)/\($0)" }
    for path in closed where !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let user = geteuid()
    for path in closed { chmod(path, mode) }
    // Otherwise the directory could not be removed.
    defer { for path in closed { chmod(path, 0o755) } }
    guard user != 0 || seteuid(nobody) == 0 else {
      print("Not looked at: this root cannot become another user.")
      return
    }
    defer { if user == 0 { seteuid(user) } }
    try withExtendedLifetime(directory) { try body(root) }
  }
}
