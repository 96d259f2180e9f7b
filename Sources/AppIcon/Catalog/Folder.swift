import Foundation

/// A folder by its path, with the questions that catalogs ask.
struct Folder: Sendable {
  let path: String

  /// Keeps the path as given, without slashes at its end.
  init(_ path: String) {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    self.path = String(path)
  }

  /// The last component.
  var name: String { (path as NSString).lastPathComponent }
  /// The last component without its extension.
  var stem: String { (name as NSString).deletingPathExtension }
  /// The extension, in lower case, without the dot.
  var pathExtension: String { (name as NSString).pathExtension.lowercased() }
  /// The folder that holds this one; `.` for a name alone.
  var parent: String {
    let parent = (path as NSString).deletingLastPathComponent
    return parent.isEmpty ? "." : parent
  }

  /// Returns every name in the folder, hidden ones too, sorted.
  ///
  /// - Throws: ``AppIconError`` with code `folder-unreadable`.
  func names() throws(AppIconError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .folderUnreadable(path)
    }
  }

  /// The names in the folder that are not hidden, sorted.
  var children: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The folders in the folder that are not hidden and are no symbolic links, sorted by name.
  var folders: [Folder] {
    children.map { Folder(path + "/" + $0) }.filter { $0.exists && !$0.isLink }
  }

  /// Whether there is a folder at the path.
  var exists: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private var isLink: Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// Calls a function with every folder below, until it answers that it need not go deeper.
  func walk(depth: Int = 12, _ visit: (Folder) -> Bool) {
    guard depth > 0 else { return }
    for folder in folders where visit(folder) { folder.walk(depth: depth - 1, visit) }
  }
}
