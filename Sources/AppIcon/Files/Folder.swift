internal import PhotoGeometry
import Foundation
import PhotoStore

/// A folder by its path, with the operations for catalogs.
struct Folder: Sendable {
  let path: String

  /// Keeps the path as given, without slashes at its end.
  init(_ path: String) {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    self.path = String(path)
  }

  var name: String { (path as NSString).lastPathComponent }
  var stem: String { (name as NSString).deletingPathExtension }
  /// The extension, in lower case, without the dot.
  var pathExtension: String { (name as NSString).pathExtension.lowercased() }
  /// The folder that holds this one; `.` for a name alone.
  var parent: String {
    // Foundation on Linux crashes on a name of one character.
    if path.utf8.count < 2 { return path == "/" ? path : "." }
    let parent = (path as NSString).deletingLastPathComponent
    return parent.isEmpty ? "." : parent
  }

  var real: String { URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path }

  /// The path of a file below the folder, with links followed; `nil` for one that is not below it.
  func relativePath(of path: String) -> String? {
    let (whole, root) = (Folder(path).real, real)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return whole.hasPrefix(prefix) ? String(whole.dropFirst(prefix.count)) : nil
  }

  /// The first free name for a backup of files that will be written again, in a hidden folder, which no catalog
  /// compiles.
  func freeBackup(of name: String) -> String {
    let stem = "\(path)/.icon-backup/\(name)-"
    let number = (1...).first { !FileManager.default.fileExists(atPath: stem + String($0)) }
    return stem + String(number ?? 1)
  }

  /// Returns every name in the folder, hidden ones too, sorted; empty if there is no folder.
  ///
  /// - Throws: ``PhotoprepError`` with code `folder-unreadable` when the folder cannot be listed, or its entries
  ///   cannot be accessed.
  func names() throws(PhotoprepError) -> [String] {
    var status = stat()
    // The dot is looked up in the folder itself, which requires the right to search it.
    guard lstat(path + "/.", &status) == 0 else {
      if errno == ENOENT { return [] }
      throw .folderUnreadable(path)
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .folderUnreadable(path)
    }
  }

  func children() throws(PhotoprepError) -> [String] { try names().filter { !$0.hasPrefix(".") } }

  /// A name as the folder spells it: an umlaut is one character or two, which are equal for Xcode and a Mac's disk,
  /// but not for others.
  func spelling(of name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : (try? names())?.first { $0 == name } ?? name
  }

  /// Returns the folders in the folder that are not hidden and not symbolic links, sorted by name.
  func folders() throws(PhotoprepError) -> [Folder] {
    try children().map { Folder(path + "/" + $0) }.filter { $0.exists && !$0.isLink }
  }

  /// The Icon Composer documents in the folder that holds this one, which need not be readable.
  var documentsBeside: [Folder] {
    ((try? Folder(parent).folders()) ?? []).filter { $0.pathExtension == "icon" }
  }

  var exists: Bool { FileManager.default.hasFolder(atPath: path) }

  /// Whether the nearest existing folder above it is empty, as a submodule's is before it is fetched.
  var isBelowEmptyFolder: Bool {
    let above = Folder(parent)
    if above.exists { return (try? above.names())?.isEmpty == true }
    return above.path != path && above.isBelowEmptyFolder
  }

  var isLink: Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// The place to which the path leads by a link in it, if there is nothing; `nil` without a link.
  var brokenTarget: String? {
    if FileManager.default.fileExists(atPath: path) { return nil }
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      return parent == path || path == "."
        ? nil : Folder(parent).brokenTarget.map { $0 + "/" + name }
    }
    return target.hasPrefix("/") ? target : parent + "/" + target
  }

  /// Whether it describes what is in the folder that it is in.
  var isDescription: Bool { ["xcodeproj", "xcworkspace"].contains(pathExtension) }

  static let catalogExtensions = ["xcassets", "xcstickers"]

  /// The levels of folders that a walk visits, our choice, above what projects have.
  private static let depthLimit = 12

  /// Whether a walk from a path visits it and nothing below it.
  func isDeepest(below root: String) -> Bool {
    path.dropFirst(root.count).split(separator: "/").count == Self.depthLimit
  }

  /// Calls a function with every folder below, until it returns that it need not go deeper, and returns the folders
  /// that cannot be read, possibly this one.
  ///
  /// At most so many levels are visited. With `visitingLinks` links to folders are visited too; what they lead to is
  /// never entered.
  func walk(
    depth: Int = depthLimit, visitingLinks: Bool = false, _ visit: (Folder) -> Bool
  ) -> [Folder] {
    guard depth > 0 else { return [] }
    guard let children = try? children().map({ Folder(path + "/" + $0) }) else { return [self] }
    return children.filter(\.isUnnamed)
      + children.filter { $0.exists && (visitingLinks || !$0.isLink) }.flatMap {
        visit($0) && !(visitingLinks && $0.isLink)
          ? $0.walk(depth: depth - 1, visitingLinks: visitingLinks, visit) : []
      }
  }

  /// Whether it is a catalog, a set or a document whose name is not UTF-8, so that it cannot be accessed by its name.
  var isUnnamed: Bool {
    name.contains("\u{FFFD}")
      && (Self.catalogExtensions + ["appiconset", "icon"]).contains(pathExtension)
      && !FileManager.default.fileExists(atPath: path)
  }
}

extension Fact {
  /// The fact that a folder cannot be read, for the folder at a path, which is the same or contains it.
  static func unreadable(_ folder: Folder, in path: String) -> Fact {
    let place = folder.path.hasPrefix(path + "/") ? folder.path.dropFirst(path.count + 1) : ""
    if folder.isUnnamed {
      return Fact("holds '\(place)', whose name is not UTF-8", remedy: "Rename it.")
    }
    return Fact(
      place.isEmpty ? "cannot be read" : "holds the folder '\(place)', which cannot be read",
      remedy: "Check its permissions with 'ls -ld \(ShellWord.quoted(folder.path))'.")
  }
}
