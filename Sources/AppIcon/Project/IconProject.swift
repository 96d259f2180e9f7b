/// A folder with a project description: what the build settings name, and what the catalogs have.
struct IconProject: Sendable {
  /// One target's icon in one build configuration.
  struct Setting: Hashable, Sendable {
    /// The project file, below the folder.
    let file: String
    let target: String
    let configuration: String
    /// The name of the icon; `nil` when nothing sets one.
    let iconName: String?
    /// Whether the product is an application, which needs an icon.
    let isApplication: Bool
  }

  /// A project file that could not be read, with the reason.
  struct Unreadable: Hashable, Sendable {
    let file: String
    let reason: String
    /// What to do, where that is known.
    var remedy: String?
  }

  let path: String
  var settings: [Setting] = []
  var unreadable: [Unreadable] = []
  /// Whether a folder cannot be read, so that what seems to be missing may be there.
  var hasUnreadableFolder = false
  /// Targets of a project.yml with a key that XcodeGen ignores.
  var ignoredResources: [String] = []
  /// Names of catalogs with icons that no target's resources list, where that can be told.
  var unlistedCatalogs: [String] = []
  /// The names that settings can mean.
  var iconNames: Set<String> = []
  /// The number of catalogs found.
  var catalogCount = 0
}

extension IconProject {
  /// The build setting that names an app's icon.
  static let settingName = "ASSETCATALOG_COMPILER_APPICON_NAME"
}

/// What a walk over a project's folder found.
struct ProjectFiles: Sendable {
  var catalogs: [Folder] = []
  var composerIcons: [Folder] = []
  var projectFiles: [String] = []
  var xcodeGenFiles: [String] = []
  var configurationFiles: [String] = []
  /// Folders that cannot be read, outside of catalogs and documents.
  var unreadable: [Folder] = []

  /// Folders of other people's code and of build products: ours, the usual names.
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
      case _ where name.hasSuffix(".xcconfig"): configurationFiles.append(path)
      default: break
      }
    }
  }
}

extension ProjectFiles {
  /// Whether nothing here makes the folder a project or a place with catalogs, or might.
  var isEmpty: Bool {
    catalogs.isEmpty && composerIcons.isEmpty && projectFiles.isEmpty && xcodeGenFiles.isEmpty
      && unreadable.isEmpty
  }
}
