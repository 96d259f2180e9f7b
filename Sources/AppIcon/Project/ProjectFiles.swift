/// What a walk over a project's folder found.
struct ProjectFiles: Sendable {
  var catalogs: [Folder] = []
  var composerIcons: [Folder] = []
  var projectFiles: [String] = []
  var xcodeGenFiles: [String] = []
  var configurationFiles: [String] = []
  /// Folders whose catalogs a description builds that is not read: Swift packages, Tuist's manifests.
  var otherBuilds: [String] = []
  /// Folders that cannot be read, outside of catalogs and documents.
  var unreadable: [Folder] = []

  /// Folders of other people's code and of build products, our choice, the usual names.
  private static let skipped = [
    "Pods", "Carthage", "node_modules", "DerivedData", "build", "vendor", "SourcePackages",
  ]

  init(below path: String) {
    visit(Folder(path))
    unreadable = Folder(path).walk { folder in
      guard !Self.skipped.contains(folder.name) else { return false }
      switch folder.pathExtension {
      case "xcassets": catalogs.append(folder)
      case "icon": composerIcons.append(folder)
      case "appiconset", "framework", "xcframework": break
      default:
        visit(folder)
        return true
      }
      return false
    }
  }

  private mutating func visit(_ folder: Folder) {
    // The walk notes a folder that cannot be listed.
    for name in (try? folder.children()) ?? [] {
      let path = folder.path + "/" + name
      switch name {
      case "project.yml", "project.yaml": xcodeGenFiles.append(path)
      case "project.pbxproj": projectFiles.append(path)
      case "Package.swift": otherBuilds.append(folder.path + "/Sources")
      case "Project.swift": otherBuilds.append(folder.path)
      case _ where name.hasSuffix(".xcconfig"): configurationFiles.append(path)
      default: break
      }
    }
  }
}

extension ProjectFiles {
  /// Leaves one project file out of all descriptions.
  mutating func keepOnly(projectFile path: String) {
    projectFiles = [path]
    xcodeGenFiles = []
  }

  /// Whether nothing here makes the folder a project or a place with catalogs, or might.
  var isEmpty: Bool {
    catalogs.isEmpty && composerIcons.isEmpty && projectFiles.isEmpty && xcodeGenFiles.isEmpty
      && unreadable.isEmpty
  }
}
