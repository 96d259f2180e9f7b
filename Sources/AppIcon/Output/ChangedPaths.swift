import Foundation
public import SystemPackage

/// The paths that a change, such as a commit, touches; only findings about them are reported.
public struct ChangedPaths: Sendable {
  private let paths: Set<FilePath>
  /// The paths, and instead of those in a set that set.
  private let subjects: Set<FilePath>

  /// Makes it from paths, absolute or relative to the folder of the reports' paths, the working one.
  public init(_ paths: [FilePath]) {
    self.paths = Set(paths.map(Self.plain))
    subjects = Set(self.paths.map(Self.unit))
  }

  /// Whether something other than a project changed: a picture, or something in a set, document or catalog.
  ///
  /// Of a submodule git names the folder alone, and of a new folder often too: everything in it changed.
  func touches(_ path: String) -> Bool {
    let subject = Self.unit(Self.plain(FilePath(path)))
    return subjects.contains { $0.starts(with: subject) || subject.starts(with: $0) }
  }

  /// Whether a report is about something that changed.
  ///
  /// An icon set and an Icon Composer document are units with the files in them. A project is changed by the contents
  /// of its catalogs and icons, and by the files that describe its targets.
  public func touch(_ report: FileReport) -> Bool {
    guard report.kind == .project else { return touches(report.path) }
    let subject = Self.unit(Self.plain(FilePath(report.path)))
    // Files that a project includes and lists may be anywhere, and have any name.
    let described = (report.scope?.described ?? []).map { Self.plain(FilePath($0)) }
    // A project given by its file means the folder that it is in.
    let named = Folder(report.path)
    let isFolder = !named.isDescription && named.exists
    let home = isFolder ? subject : Self.plain(FilePath(named.parent))
    return paths.contains { path in
      described.contains { path.starts(with: $0) || $0.starts(with: path) }
        || path.starts(with: home)
          && path.components.dropFirst(home.components.count).contains {
            Self.projectParts.contains($0.extension ?? "")
              || XcodeGenDocument.fileNames.contains($0.string)
          }
    }
  }

  private static let projectParts = Set(
    Folder.catalogExtensions + [
      "appiconset", "icon", "icns", "xcodeproj", "pbxproj", "xcproj", "xcworkspacedata",
      "xcconfig", "plist",
    ])

  /// Extensions of folders that are units with the files in them.
  private static let units: Set = ["appiconset", "icon", "brandassets", "solidimagestack"]

  /// The outermost set that a path is in, or the path itself.
  private static func unit(_ path: FilePath) -> FilePath {
    let place = path.components.firstIndex { units.contains($0.extension ?? "") }
    guard let place else { return path }
    return FilePath(root: path.root, path.components[...place])
  }

  /// The absolute path, without `.` and `..`, and with umlauts in one spelling, in which git and disks differ.
  private static func plain(_ path: FilePath) -> FilePath {
    let here = FilePath(FileManager.default.currentDirectoryPath)
    return FilePath(
      here.pushing(path).lexicallyNormalized().string.precomposedStringWithCanonicalMapping)
  }
}
