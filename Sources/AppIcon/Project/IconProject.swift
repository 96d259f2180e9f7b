/// A folder with a project description: the names and files of the targets, and the content of the catalogs.
struct IconProject: UnplacedSubject {
  /// A target in one build configuration.
  struct Setting: Hashable, Sendable {
    /// The project file, below the folder.
    let file: String
    let target: String
    let configuration: String
    let iconName: BuildSetting
    /// The names of icons that the app can change to.
    let alternates: BuildSetting
    let information: BuildSetting
    /// The paths of files for development only.
    let developmentAssets: BuildSetting
    /// Whether the product is an application, which needs an icon.
    let isApplication: Bool
    /// Whether it is an extension of an application, such as a widget.
    var isExtension = false
    /// The platforms and purpose, as far as known.
    var context = TargetContext()
    /// The catalogs and Icon Composer documents that the target compiles, as ``key(of:)``; `nil` if the description is
    /// not understood.
    var compiled: Set<String>?
    /// The systems for which it has some of them; it has the others for all.
    var limits: [String: Set<String>] = [:]
    /// Listed files that its build settings leave out.
    var leftOut: Set<String>
    /// The paths that they leave out in some builds, or may.
    let mayBeLeftOut: [String]
    /// Whether a script of the project may put icons into the target's catalogs.
    var hasIconScript = false
    /// Whether a part of its description was not read, which may have more about it.
    var isPartial = false
    /// Whether a file of build settings for it was not read.
    var hasUnreadBase = false
    /// The icons that the Info.plist lets the app change to.
    var statedAlternates: [StatedAlternate] = []

    /// Reads a target's icon settings with a function that returns a setting's values; values for systems for which it
    /// is not built do not count.
    ///
    /// `listed` are the files that the target compiles, without those that its settings exclude; `paths` are those of
    /// all files that it may list.
    init(
      file: String, target: String, configuration: String, isApplication: Bool,
      context: TargetContext, listed: Set<String>?, paths: [String],
      value: (String) -> BuildSetting
    ) {
      (self.file, self.target, self.configuration) = (file, target, configuration)
      (self.isApplication, self.context) = (isApplication, context)
      let known = ["TARGET_NAME": target, "CONFIGURATION": configuration]
      func own(_ setting: String) -> BuildSetting {
        value(setting).built(for: context.platforms).expanded { name in
          known[name].map { [$0] } ?? value(name).built(for: context.platforms).all
        }
      }
      iconName = own(IconProject.settingName)
      alternates = own(IconProject.alternatesName)
      information = own(IconProject.informationName)
      developmentAssets = own("DEVELOPMENT_ASSET_PATHS")
      let filter = SourceFilter(
        excluded: own(IconProject.excludedName), included: own(IconProject.includedName))
      let own = paths.filter { listed?.contains(IconProject.key(of: $0)) == true }
      leftOut = Set(own.filter { filter.answer(for: $0) == .leftOut }.map(IconProject.key))
      mayBeLeftOut = own.filter { filter.answer(for: $0) == .unknown }
      compiled = listed?.subtracting(leftOut)
    }
  }

  struct Unreadable: Hashable, Sendable {
    let file: String
    let reason: String
    var remedy: String?
    /// Whether it was read in spite of that.
    var isRead = false

    var sentence: String { reason.first?.isUppercase == true ? reason : "It \(reason)." }
  }

  /// A catalog or document of Icon Composer that a target lists.
  struct Entry: Hashable, Sendable {
    /// The project file, below the folder.
    let file: String
    let target: String
    let isApplication: Bool
    /// The path as written.
    let path: String
    /// Its absolute place; `nil` when only a build knows it.
    let place: String?
    /// Whether a script of the project names it, and so may make it.
    var mayBeMade = false
    /// The place to which it leads by a link, if there is nothing.
    var linked: String?
  }

  /// A document of Icon Composer or a catalog with a wrong type in a project.
  struct Mistyped: Hashable, Sendable {
    /// The project file, below the folder.
    let file: String
    /// The path as written.
    let path: String
    /// The type in the project; empty if there is none.
    let type: String

    var rightType: String {
      switch Folder(path).pathExtension {
      case "icon": XcodeProject.documentType
      case "xcstickers": XcodeProject.stickersType
      default: XcodeProject.catalogType
      }
    }
  }

  let path: String
  /// What was found in the folder.
  var files = ProjectFiles()
  var settings: [Setting] = []
  /// The catalogs and documents that targets list.
  var entries: [Entry] = []
  /// Those of them that do not exist.
  var missing: [Entry] = []
  var unreadable: [Unreadable] = []
  /// Parts that are not read, so that there are no findings about them.
  var unread: [UnreadPart] = []
  /// Whether a whole description is among them, so that targets are unknown.
  var hasUnreadDescription = false
  /// The icons of Expo's apps whose Xcode projects are not here.
  var expoIcons: [ExpoIcon] = []
  /// Xcode projects that have both forms, one of which is read.
  var doubled: [String] = []
  /// The files of XcodeGen that were read, with those that they include, and Xcode projects outside of the folder.
  var described: Set<String> = []
  var targetCount = 0
  /// The number of descriptions that were read.
  var projectCount = 0
  /// Whether a folder cannot be read, so that a seemingly missing file may exist.
  var hasUnreadableFolder = false
  /// Targets of a project.yml with a key that XcodeGen ignores, each with the catalogs and documents there that it does
  /// not compile all the same.
  var ignoredResources: [String: Set<String>] = [:]
  /// Catalogs as named by any target's files, whether or not the path could be resolved.
  var listed: Set<String> = []
  /// The folders that Xcode keeps in step, as ``key(of:)``.
  var keptInStep: Set<String> = []
  /// Whether there is an Xcode project whose lists could be read.
  var hasLists = false
  /// The names of the icons in each catalog and document, by ``key(of:)``.
  var iconNames: [String: [String]] = [:]
  /// The documents of Icon Composer found, outside of catalogs.
  var documents: [Folder] = []
  /// Documents and catalogs with a wrong type in a project.
  var mistyped: [Mistyped] = []
  var catalogs: [IconCatalog] = []

  var scope: ProjectScope {
    let parts = catalogs.map(\.path) + documents.map(\.path) + entries.compactMap(\.place)
    return ProjectScope(
      projects: projectCount, targets: targetCount, catalogs: iconNames.count,
      unread: unread + (files.passedOver.map { [UnreadPart(path: ".", reason: $0)] } ?? []),
      described: described.union(parts + files.xcodeProjects + files.configurationFiles))
  }

  static let settingName = "ASSETCATALOG_COMPILER_APPICON_NAME"
  /// The build setting that names the icons an app can change to.
  static let alternatesName = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"
  static let informationName = "INFOPLIST_FILE"

  /// The build settings that leave files out of a target's list, and that add them again.
  static let excludedName = "EXCLUDED_SOURCE_FILE_NAMES"
  static let includedName = "INCLUDED_SOURCE_FILE_NAMES"

  /// A path in the form for comparisons in projects: without `.` and `..`, in lower case, as on a Mac's usual disk.
  static func key(of path: String) -> String { BuildConfigurationFiles.normal(path).lowercased() }

  /// A path below the project's folder.
  func name(of path: String) -> String {
    path.hasPrefix(self.path + "/") ? String(path.dropFirst(self.path.count + 1)) : path
  }

  /// Whether all builds here are known, as far as their files are.
  var isWhole: Bool {
    unreadable.allSatisfy(\.isRead) && !hasUnreadableFolder && !hasUnreadDescription
  }

  /// Every name that a setting can mean, in any catalog.
  var allIconNames: Set<String> { Set(iconNames.values.joined()) }

  /// The names of icons among which a target's setting must find its own; `nil` when unknown.
  ///
  /// An application is checked against the catalogs that it compiles. If these are unknown, and for other products,
  /// which seldom use the name they inherit, all catalogs of the project count. Without catalogs nothing is compiled.
  func names(for setting: Setting) -> Set<String>? {
    if setting.isApplication, setting.compiled != nil { return ownNames(of: setting) }
    return setting.isPartial || setting.compiled?.isEmpty == true ? nil : allIconNames
  }

  /// The names of icons in what a target compiles; `nil` when unknown.
  private func ownNames(of setting: Setting) -> Set<String>? {
    let compiled = setting.compiled ?? []
    let known = compiled.compactMap { iconNames[$0] }
    // A target without catalogs compiles none; a missing one may have the icon.
    let isKnown = !compiled.isEmpty && known.count == compiled.count
    return isKnown && !setting.hasIconScript && !setting.isPartial ? Set(known.joined()) : nil
  }

  /// The names of icons that an extension has, often by inheritance, and that none of its own catalogs has while others
  /// do; none without catalogs, as nothing is compiled then.
  func borrowed(by setting: Setting) -> [String] {
    guard setting.isExtension, !hasUnreadableFolder, let own = ownNames(of: setting) else {
      return []
    }
    return setting.iconName.values.filter { !own.contains($0) && allIconNames.contains($0) }
  }

  /// The catalogs with icons that no project of the tree lists.
  var unlistedCatalogs: [IconCatalog] {
    guard hasLists, isWhole else { return [] }
    return catalogs.filter { !$0.iconNames.isEmpty && isUnlisted(Self.key(of: $0.path)) }
  }

  /// The documents with the name of an application's icon that no project of the tree lists.
  var unlistedDocuments: [Folder] {
    guard hasLists, isWhole else { return [] }
    let names = Set(settings.filter(\.isApplication).flatMap(\.iconName.values))
    return documents.filter { names.contains($0.stem) && isUnlisted(Self.key(of: $0.path)) }
  }

  /// Whether no project of the tree lists a catalog or document, and no other build may have it.
  private func isUnlisted(_ key: String) -> Bool {
    !listed.contains(key) && !listed.contains(Folder(key).name) && !isOfOtherBuild(key)
  }

  /// Whether a catalog or document lies where a build by a description that is not read may have it.
  private func isOfOtherBuild(_ key: String) -> Bool {
    files.otherBuilds.contains { $0.isEmpty || key.hasPrefix($0 + "/") }
  }

  /// Whether there are applications, and nothing is there, listed or perhaps made that could hold their icons.
  var lacksCatalogs: Bool {
    let apps = settings.filter(\.isApplication)
    return !apps.isEmpty && !hasUnreadableFolder && !files.hasIconFile && iconNames.isEmpty
      && apps.allSatisfy { !$0.isPartial && $0.compiled?.isEmpty != false }
  }

  /// The applications that name an icon and compile neither a catalog nor a document, each in the last of its build
  /// configurations; none if another finding gives the reason.
  var appsWithoutCatalog: [Setting] {
    guard isWhole, unlistedCatalogs.isEmpty, unlistedDocuments.isEmpty else { return [] }
    let settings = settings.filter { setting in
      setting.isApplication && setting.compiled?.isEmpty == true && setting.leftOut.isEmpty
        && !setting.iconName.values.isEmpty && !setting.context.isHelper
        && !setting.context.isContainer
    }
    return settings.enumerated().filter { index, setting in
      !settings[(index + 1)...].contains {
        ($0.file, $0.target) == (setting.file, setting.target)
      }
    }.map(\.element)
  }

  /// Everything that any target compiles, or lists and leaves out; `nil` when unknown for any of them.
  var compiled: Set<String>? {
    let all = settings.map { $0.compiled?.union($0.leftOut) }
    return all.contains(nil) ? nil : Set(all.compactMap(\.self).joined())
  }

  func use(of name: String, in catalog: IconCatalog) -> IconUse {
    let key = Self.key(of: catalog.path)
    let users = settings.filter { $0.compiled?.contains(key) == true }
    guard isWhole, compiled != nil, !users.isEmpty else {
      let isUnlisted = hasLists && isWhole && isUnlisted(key)
      return hasUnreadDescription || isOfOtherBuild(key) || isUnlisted ? .ofOtherBuild : .unknown
    }
    let apps = users.filter(\.isApplication)
    let named = apps.filter { $0.names(name) }
    // An application with a document of the name does not take the set.
    let taking = named.filter { !$0.hasTwin(of: name, in: key, among: documents) }
    let naming = taking.isEmpty ? named : taking
    let isForStore = naming.contains { $0.context.mayBeInStore && !$0.isForDebugging }
    var use = IconUse(kind: apps.isEmpty ? .outsideApps : isForStore ? .primary : .secondary)
    let those = naming.isEmpty ? users : naming
    let contexts = those.map(\.context)
    if contexts.allSatisfy({ !$0.platforms.isEmpty }) {
      let twins = documents.filter { $0.stem == name }.map { Self.key(of: $0.path) }
      use.platforms = those.reduce(into: []) { all, user in
        let others = twins.filter { user.compiled?.contains($0) == true }
          .compactMap { user.limits[$0] }
        let platforms = user.platforms(of: key).subtracting(others.joined())
        all.formUnion(naming.isEmpty ? platforms : platforms.filter { user.names(name, on: $0) })
      }
    }
    if contexts.allSatisfy({ !$0.families.isEmpty }) {
      use.families = contexts.reduce(into: []) { $0.formUnion($1.families) }
    }
    use.needed = needed(name, in: key, by: naming)
    return use
  }

  /// The systems on which applications that go to a store have the icon of a name from one catalog alone, each with
  /// whether one of them is built for it alone; an app for iPad has its icon on the Mac too.
  private func needed(_ name: String, in key: String, by apps: [Setting]) -> [String: Bool] {
    apps.reduce(into: [:]) { needed, app in
      guard app.context.mayBeInStore, !app.context.isContainer, !app.isForDebugging,
        !app.hasIconScript
      else { return }
      let mac: Set<String> = app.context.isCatalyst || files.hasIconFile ? ["macosx"] : []
      let others = (app.compiled ?? []).filter {
        $0 != key && iconNames[$0]?.contains(name) != false
      }
      let systems = app.context.platforms.subtracting(mac)
        .subtracting(others.flatMap(app.platforms))
      for system in app.platforms(of: key).intersection(systems)
      where app.iconName.values(on: system).contains(name) {
        needed[system] = needed[system] == true || app.context.platforms.subtracting(mac).count == 1
      }
    }
  }

  /// Whether documents of Icon Composer take precedence over a set of their name: in every application that names it,
  /// else in some target; in any case if it is not known who compiles the set.
  func hasTwin(of name: String, in catalog: IconCatalog, among documents: [Folder]) -> Bool {
    let key = Self.key(of: catalog.path)
    let certain = settings.filter { $0.compiled?.contains(key) == true }
    let users = certain.isEmpty ? settings.filter { $0.compiled == nil } : certain
    if users.isEmpty { return documents.contains { $0.stem == name } }
    let apps = users.filter { $0.isApplication && $0.names(name) }
    return apps.isEmpty
      ? users.contains { $0.hasTwin(of: name, in: key, among: documents) }
      : apps.allSatisfy { $0.hasTwin(of: name, in: key, among: documents) }
  }

  /// The Icon Composer document that is the icon of the project's first application, if it has one: it takes
  /// precedence over a set of its name.
  var primaryDocument: Folder? {
    let apps = settings.filter { $0.isApplication && !$0.iconName.values.isEmpty }
    guard let first = apps.first else { return nil }
    // The one for release, if the same app has another icon for debugging.
    let setting = apps.first { $0.target == first.target && !$0.isForDebugging } ?? first
    return documents.first { document in
      setting.iconName.values.contains(document.stem)
        && setting.compiled?.contains(Self.key(of: document.path)) != false
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

/// The platforms and purpose of a target, as far as its settings state them.
struct TargetContext: Hashable, Sendable {
  /// The systems by Xcode's names: `iphoneos`, `macosx`, `watchos`, …; empty if unknown.
  var platforms: Set<String> = []
  /// The kinds of device: `1` iPhone, `2` iPad, `4` watch, …; empty if unknown.
  var families: Set<String> = []
  /// Whether it may go to the App Store: not if it is signed for distribution outside of it, or for the Mac without a
  /// sandbox, nor a helper in an app.
  var mayBeInStore = true
  /// Whether it is inside another app for the Mac, such as a login item, and needs no icon of its own.
  var isHelper = false
  /// Whether it only contains the app of a watch, or one of Messages, and is not displayed itself.
  var isContainer = false
  /// Whether it is for the Mac only as an app for iPad (Mac Catalyst), which has the icon of iOS.
  var isCatalyst = false
}

extension TargetContext {
  /// Xcode's names of systems, by those that people read.
  static let systems = [
    "iOS": "iphoneos", "macOS": "macosx", "watchOS": "watchos", "tvOS": "appletvos",
    "visionOS": "xros", "macCatalyst": "macosx",
  ]

  /// The platforms' names for messages, such as `iOS and macOS`.
  static func names(of platforms: Set<String>) -> String {
    platforms.map { platform in
      systems.first { $0.value == platform && $0.key != "macCatalyst" }?.key ?? platform
    }.sorted().joined(separator: " and ")
  }

  /// Reads a target's settings; the product's kind is, for example, `application`, and an embedded one is copied into
  /// another target's.
  ///
  /// Its systems are the others if the settings state none.
  init(
    product: String?, isEmbedded: Bool, otherwise others: Set<String> = [],
    value: (String) -> BuildSetting
  ) {
    isContainer = ["application.watchapp2-container", "application.messages"].contains(product)
    func words(_ setting: String) -> Set<String> {
      let words = Set(value(setting).words.values)
      return words.contains { $0.contains("$") } ? [] : words
    }
    let supported = words("SUPPORTED_PLATFORMS")
    let systems = supported.isEmpty ? words("SDKROOT") : supported
    if !systems.contains("auto") {
      platforms = Set(systems.filter { !$0.hasSuffix("simulator") }.map { $0.filter(\.isLetter) })
    }
    if platforms.isEmpty { platforms = others }
    if platforms.contains("iphoneos"), value("SUPPORTS_MACCATALYST").values.contains("YES") {
      isCatalyst = platforms.insert("macosx").inserted
    }
    families = words("TARGETED_DEVICE_FAMILY")
    // A script may copy files that no phase copies; a target that is not installed itself is a part of another.
    let isPart = isEmbedded || Set(value("SKIP_INSTALL").values) == ["YES"]
    isHelper = isPart && platforms == ["macosx"]
    // The Mac App Store takes only apps in a sandbox (Apple's documentation of App Sandbox, 2026).
    let isElsewhere =
      value("CODE_SIGN_IDENTITY").values.contains { $0.hasPrefix("Developer ID") }
      || value("ENABLE_APP_SANDBOX").values == ["NO"]
    mayBeInStore = !isHelper && !(platforms == ["macosx"] && isElsewhere)
  }
}

extension IconProject.Setting {
  /// Whether it has an icon of a name, or may have it, on a system or on any.
  func names(_ name: String, on platform: String? = nil) -> Bool {
    (platform.map(iconName.values(on:)) ?? iconName.values).contains {
      $0 == name || $0.contains("$")
    }
  }

  /// Whether it compiles, or may, a document of the name for each system for which it compiles the catalog of a set.
  func hasTwin(of name: String, in catalog: String, among documents: [Folder]) -> Bool {
    let systems = platforms(of: catalog).intersection(["iphoneos", "macosx", "watchos"])
    return documents.filter { $0.stem == name }.map { IconProject.key(of: $0.path) }.contains {
      compiled?.contains($0) != false && systems.isSubset(of: platforms(of: $0))
    }
  }

  /// The systems for which it compiles one of its catalogs or documents; empty if unknown.
  func platforms(of key: String) -> Set<String> {
    limits[key].map(context.platforms.intersection) ?? context.platforms
  }

  var isForDebugging: Bool { configuration.lowercased().contains("debug") }

  /// Whether it is an app for watches alone that may be uploaded, which the store refuses without an icon.
  var isWatchAppForStore: Bool { context.platforms == ["watchos"] && !isForDebugging }
}
