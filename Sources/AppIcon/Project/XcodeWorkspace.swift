internal import PhotoGeometry
import Foundation
import HostPlatform

/// The projects that an `.xcworkspace` lists.
struct XcodeWorkspace {
  /// The paths of its Xcode projects, in the order of its file; without those of package managers, which build no app
  /// of the workspace's.
  let projects: [Folder]

  /// The file in the folder `.xcworkspace`.
  static let fileName = "contents.xcworkspacedata"

  /// The most bytes of the file to read, our choice, a hundred times what large workspaces have.
  private static let sizeLimit = 1 << 20

  /// Folders of package managers, whose projects hold other people's code.
  private static let foreign: Set = ["Pods", "Carthage", "node_modules"]

  /// Reads a workspace.
  ///
  /// - Throws: ``PhotoprepError`` with a file code, or `configuration-unreadable` if the file is not XML.
  init(_ workspace: Folder) throws(PhotoprepError) {
    let file = workspace.path + "/" + Self.fileName
    let bytes = [UInt8](try BoundedFile.read(file, limit: Self.sizeLimit))
    // Paths below the workspace's folder; `nil` for a place that only Xcode knows.
    var (open, found): ([String?], [String]) = ([""], [])
    let failure = XMLReading.read(bytes) { event in
      switch event {
      case .start(let name, let attributes):
        let place = Self.place(attributes["location"] ?? "group:", in: open.last ?? nil)
        open.append(name == "Group" ? place : open.last ?? nil)
        if name == "FileRef", let place, Folder(place).pathExtension == "xcodeproj" {
          found.append(place)
        }
      case .end: open.removeLast()
      case .text: break
      }
      return true
    }
    if failure != nil {
      throw PhotoprepError(
        .configurationUnreadable, path: file, message: "The file is not valid XML.",
        remedy: "Correct it; merge marks are the usual cause. Or name a project of the workspace.")
    }
    let home = workspace.parent
    projects = found.filter {
      Self.foreign.isDisjoint(with: $0.split(separator: "/").map(String.init))
    }
    .map { Folder($0.hasPrefix("/") ? $0 : home + "/" + BuildConfigurationFiles.normal($0)) }
  }

  /// The path of a location such as `group:App/App.xcodeproj`, in a group with a path.
  private static func place(_ location: String, in group: String?) -> String? {
    let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = parts.first, parts.count == 2 else { return nil }
    let path = String(parts[1])
    switch kind {
    // Some were moved, and have a whole path there.
    case "group" where path.hasPrefix("/"): return path
    case "group": return group.map { $0.isEmpty || path.isEmpty ? $0 + path : $0 + "/" + path }
    case "container": return path
    case "absolute": return path.hasPrefix("/") ? path : nil
    default: return nil
    }
  }
}
