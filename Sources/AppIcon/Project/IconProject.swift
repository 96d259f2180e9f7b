/// A folder with a project description: what the targets name and compile, and what the catalogs have.
struct IconProject: Sendable {
  /// A target in one build configuration.
  struct Setting: Hashable, Sendable {
    /// The project file, below the folder.
    let file: String
    let target: String
    let configuration: String
    /// The name of the icon.
    let iconName: BuildSetting
    /// The names of icons that the app can change to.
    let alternates: BuildSetting
    /// Whether the product is an application, which needs an icon.
    let isApplication: Bool
    /// The catalogs and Icon Composer documents that the target compiles, as ``key(of:)``; `nil` when
    /// the description does not say it in a way that is understood.
    let compiled: Set<String>?
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
  /// What is built by a description that is not read: Swift packages and Tuist's manifests.
  var otherBuilds: [String] = []
  /// Catalogs as any target's files name them, whether or not the path could be followed.
  var listed: Set<String> = []
  /// Whether there is an Xcode project whose lists could be read.
  var hasLists = false
  /// The names of the icons in each catalog and document, by ``key(of:)``.
  var iconNames: [String: [String]] = [:]
  /// The catalogs found.
  var catalogs: [IconCatalog] = []
}

extension IconProject {
  /// The build setting that names an app's icon.
  static let settingName = "ASSETCATALOG_COMPILER_APPICON_NAME"
  /// The build setting that names the icons an app can change to.
  static let alternatesName = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

  /// A path as projects are compared by it: without `.` and `..`, in lower case, as a Mac's usual disk
  /// takes it.
  static func key(of path: String) -> String { BuildConfigurationFiles.normal(path).lowercased() }

  /// A path below the project's folder.
  func name(of path: String) -> String {
    path.hasPrefix(self.path + "/") ? String(path.dropFirst(self.path.count + 1)) : path
  }

  /// Every name that a setting can mean, in any catalog.
  var allIconNames: Set<String> { Set(iconNames.values.joined()) }
}

extension IconProject {
  /// The names of icons among which a target's setting must find its own; `nil` when that is not known.
  ///
  /// An application is judged by what it compiles. Where that is not understood, and for other
  /// products, which seldom mean the name they inherit, all catalogs of the project count.
  func names(for setting: Setting) -> Set<String>? {
    guard setting.isApplication, let compiled = setting.compiled else { return allIconNames }
    let known = compiled.compactMap { iconNames[$0] }
    // A target without catalogs compiles none; one that is not here may have the icon.
    guard !compiled.isEmpty, known.count == compiled.count else { return nil }
    return Set(known.joined())
  }

  /// The catalogs with icons that no project of the tree lists.
  var unlistedCatalogs: [IconCatalog] {
    guard hasLists, unreadable.isEmpty, !hasUnreadableFolder else { return [] }
    return catalogs.filter { catalog in
      let key = Self.key(of: catalog.path)
      return !catalog.iconNames.isEmpty && !listed.contains(key)
        && !listed.contains(Folder(key).name)
        && !otherBuilds.contains { $0.isEmpty || key.hasPrefix($0 + "/") }
    }
  }

  /// All that any target compiles; `nil` when that is not known of all.
  var compiled: Set<String>? {
    let all = settings.map(\.compiled)
    return all.contains(nil) ? nil : Set(all.compactMap(\.self).joined())
  }

  /// What the targets do with an icon of a catalog.
  func use(of name: String, in catalog: IconCatalog) -> IconUse {
    let key = Self.key(of: catalog.path)
    guard unreadable.isEmpty, !hasUnreadableFolder, compiled != nil else { return .unknown }
    let users = settings.filter { $0.compiled?.contains(key) == true }
    if users.isEmpty { return .unknown }
    let apps = users.filter(\.isApplication)
    if apps.isEmpty { return .outsideApps }
    let isNamed = apps.contains { app in
      app.iconName.values.contains { $0 == name || $0.contains("$") }
    }
    return isNamed ? .primary : .secondary
  }

  /// The documents of Icon Composer that win over a set of their name: those that a target compiles with
  /// the catalog, or any where that is not known.
  func hasTwin(of name: String, in catalog: IconCatalog, among documents: [Folder]) -> Bool {
    let twins = documents.filter { $0.stem == name }.map { Self.key(of: $0.path) }
    let key = Self.key(of: catalog.path)
    let users = settings.filter { $0.compiled?.contains(key) != false }
    if users.isEmpty { return !twins.isEmpty }
    return users.contains { user in
      twins.contains { user.compiled?.contains($0) != false }
    }
  }

  /// The set that is the icon of the project's first application.
  var primarySet: Folder? {
    let sets = settings.filter(\.isApplication).lazy.flatMap { setting in
      setting.iconName.values.lazy.compactMap { name in
        catalogs.lazy.filter { setting.compiled?.contains(Self.key(of: $0.path)) != false }
          .flatMap(\.sets).first { $0.stem == name }
      }
    }
    return sets.first
  }
}
