/// The parts of an Xcode project about icons, from either of its two forms (decision 0413).
struct XcodeProject {
  /// The build settings of one level, for one configuration.
  struct Level {
    /// Texts by their keys, which may be followed by conditions; lists are joined by spaces.
    var values: [String: String] = [:]
    /// The place of the `.xcconfig` below them, or the end of its path.
    var base: String?
    /// Whether that is its whole place.
    var isPlaced = false

    /// That file among those of the tree; `nil` if it is not there.
    func file(in files: BuildConfigurationFiles) -> String? {
      base.flatMap { isPlaced ? files.path(at: $0) : files.path(endingWith: $0) }
    }

    /// The files for it that are not in the tree; those of CocoaPods name no icons.
    func missing(in files: BuildConfigurationFiles, _ root: String) -> [String] {
      guard let path = file(in: files) else {
        return [base].compactMap(\.self).filter { !BuildConfigurationFiles.isOfCocoaPods($0) }
      }
      return files.missing(from: path, root: root)
    }

    /// The value of a setting at the level in a configuration; its own values take precedence over its file's.
    func value(
      of setting: String, _ configuration: String, _ files: BuildConfigurationFiles, _ root: String
    ) -> BuildSetting {
      let own = BuildSetting(setting, in: values, configuration, text: \.self)
      guard let path = file(in: files) else { return own }
      return own.over(files.value(of: setting, in: path, configuration, root: root))
    }
  }

  /// A file or folder of the project's tree.
  struct Entry {
    /// Its absolute place; `nil` when only a build knows it.
    var place: String?
    /// The path as written.
    var path: String
    /// The type given to Xcode; empty if a property list leaves it out, `nil` if the JSON does, as is usual.
    var type: String?
    /// The systems that the target has it for, as ``TargetContext/platforms``; empty for all.
    var platforms: Set<String> = []

    var key: String? { place.map(IconProject.key) }
  }

  /// A folder that Xcode synchronises with the disk.
  struct SynchronizedFolder {
    /// Its absolute place.
    let place: String
    let key: String
    var targets: Set<String> = []
    /// Paths in it that a target does not have, although the folder is the target's.
    var left: [String: Set<String>] = [:]
    /// Paths in it that a target has, although the folder is not the target's.
    var added: [String: Set<String>] = [:]
    /// Paths of folders in it that are copied as they are, so that nothing in them is compiled.
    var opaque: Set<String> = []
    /// The systems for which a target has paths in it, by target and path; the others are for all.
    var platforms: [String: [String: Set<String>]] = [:]

    init(_ place: String, targets: Set<String>) {
      (self.place, key, self.targets) = (place, IconProject.key(of: place), targets)
    }

    /// The path in it of a key; `nil` for one that is not below it.
    func path(of key: String) -> String? {
      key.hasPrefix(self.key + "/") ? String(key.dropFirst(self.key.count + 1)) : nil
    }

    /// The systems that are said for a path in it, or for the nearest folder above that.
    func platforms(of path: String, _ target: String) -> Set<String>? {
      let said = (platforms[target] ?? [:]).filter {
        path == $0.key || path.hasPrefix($0.key + "/")
      }
      return said.max { $0.key.count < $1.key.count }?.value
    }
  }

  struct Target {
    var id: String
    var name: String
    /// For example `application`, or the whole identifier if it is not one of Apple's.
    var product: String
    /// Whether another target copies the product into its own.
    var isEmbedded = false
    /// The levels of each build configuration, those of the target before those of the project.
    var configurations: [(name: String, levels: [Level])] = []
    /// The catalogs and documents of Icon Composer in its phases; `nil` when it lists no phases.
    var icons: [Entry]? = []
    /// Whether it copies resources: without that phase Xcode compiles no catalog of a synchronised folder.
    var copiesResources = true
    /// The scripts in its phases, with the paths of their outputs.
    var scripts: [String] = []
  }

  /// The folder to which its paths are relative.
  var root = ""
  var targets: [Target] = []
  var folders: [SynchronizedFolder] = []
  /// The catalogs and documents in any phase, also in those of no target.
  var icons: [Entry] = []
  /// The parts of the project that are not understood, each as a sentence about its file without a full stop.
  var unread: [String] = []

  /// Xcode's types of a document of Icon Composer, of an asset catalog, and of a sticker pack's.
  static let documentType = "folder.iconcomposer.icon"
  static let catalogType = "folder.assetcatalog"
  static let stickersType = "folder.stickers"

  /// Extensions of files that can contain an icon.
  private static let kinds = Folder.catalogExtensions + ["icon"]

  static func holdsIcons(_ path: String) -> Bool { kinds.contains(Folder(path).pathExtension) }

  /// Adds the project's content to the description of a folder, with the catalogs and documents and the `.xcconfig`
  /// files that were found there; `file` is the project file's name for messages.
  func add(
    to project: inout IconProject, file: String, catalogs: [Folder],
    configurationFiles files: BuildConfigurationFiles
  ) {
    let scripts = targets.flatMap(\.scripts)
    let elsewhere = elsewhere(project, catalogs)
    let catalogs = catalogs + elsewhere.found
    let keys = catalogs.map { IconProject.key(of: $0.path) }
    for target in targets {
      let known = known(of: target, keys)
      let isApp = target.product.hasPrefix("application")
      let unread = elsewhere.unread.filter {
        $0.folder.targets.contains(target.id) || $0.folder.added[target.id] != nil
      }
      project.add(
        known, (elsewhere.found, unread.map(\.reason)), of: target.name, isApplication: isApp,
        in: file)
      let listed = zip(keys, catalogs).filter { known.contains($0.0) }.map(\.1.path)
      let paths = listed + (target.icons ?? []).compactMap(\.place)
      // A path that is not understood may be that of a catalog with the icon.
      let compiled = target.icons?.allSatisfy { $0.key != nil } == true ? known : nil
      let limits = limits(of: target, known)
      let hasIconScript = Self.areAbout(compiled ?? [], scripts)
      let settings = target.configurations.map { configuration in
        func value(_ setting: String) -> BuildSetting {
          configuration.levels.reduce(BuildSetting()) { above, level in
            above.over(level.value(of: setting, configuration.name, files, root))
          }
        }
        var setting = IconProject.Setting(
          file: file, target: target.name, configuration: configuration.name,
          isApplication: isApp,
          context: TargetContext(
            product: target.product,
            isEmbedded: target.isEmbedded && target.product == "application", value: value),
          listed: compiled, paths: paths, value: value)
        setting.limits = limits
        setting.isExtension = target.product.contains("extension")
        setting.hasIconScript = hasIconScript
        // What is in an unknown folder may have the icon.
        setting.compiled?.formUnion(unread.map(\.folder.key))
        setting.isPartial = !isApp && !unread.isEmpty
        let bases = configuration.levels.flatMap { $0.missing(in: files, root) }
        setting.hasUnreadBase = !bases.isEmpty
        if setting.hasUnreadBase, setting.isApplication, setting.iconName.values.isEmpty {
          project.add(missing: bases, of: target.name, configuration.name, in: file)
        }
        return setting
      }
      project.settings += settings
      let isNeverBuilt = { (key: String?) in
        !settings.isEmpty && settings.allSatisfy { $0.leftOut.contains(key ?? "") }
      }
      for entry in target.icons ?? [] where !isNeverBuilt(entry.key) {
        let name = Folder(entry.path).name
        project.entries.append(
          IconProject.Entry(
            file: file, target: target.name, isApplication: isApp,
            path: entry.path, place: entry.place,
            mayBeMade: scripts.contains { $0.contains(name) }))
      }
    }
    let mistyped = icons.filter { entry in
      guard let type = entry.type else { return false }
      return Folder(entry.path).pathExtension == "icon"
        ? type != Self.documentType : type == "folder"
    }
    project.mistyped += Set(mistyped.map { .init(file: file, path: $0.path, type: $0.type ?? "") })
      .sorted { $0.path < $1.path }
    project.targetCount += targets.count
    project.keptInStep.formUnion(folders.map(\.key))
    project.listed.formUnion(
      icons.filter { $0.key == nil }.map { IconProject.key(of: Folder($0.path).name) })
    project.unread += unread.map { UnreadPart(path: file, reason: $0) }
    project.hasLists = true
  }

  /// The catalogs and documents that a target compiles, of those found and those with a known place: it may compile
  /// more, such as a catalog that a build makes.
  func known(of target: Target, _ found: [String]) -> Set<String> {
    let synchronized = found.filter { key in
      folders.contains { folder in
        guard target.copiesResources, let path = folder.path(of: key),
          !folder.opaque.contains(where: { path.hasPrefix($0 + "/") })
        else { return false }
        func names(_ paths: Set<String>?) -> Bool {
          (paths ?? []).contains { path == $0 || path.hasPrefix($0 + "/") }
        }
        return folder.targets.contains(target.id)
          ? !names(folder.left[target.id]) : names(folder.added[target.id])
      }
    }
    return Set((target.icons ?? []).compactMap(\.key) + synchronized)
  }

  /// The systems for which a target compiles some catalogs and documents, of those that it does not compile for all.
  private func limits(of target: Target, _ keys: Set<String>) -> [String: Set<String>] {
    var limits: [String: Set<String>] = [:]
    for key in keys {
      let listed = (target.icons ?? []).filter { $0.key == key }.map(\.platforms)
      let synchronized = folders.compactMap { folder in
        folder.path(of: key).flatMap { folder.platforms(of: $0, target.id) }
      }
      let all = listed + synchronized
      if !all.contains([]) { limits[key] = all.isEmpty ? nil : Set(all.joined()) }
    }
    return limits
  }

  /// The systems of a list of platform filters, as ``TargetContext/platforms``; empty for all.
  static func platforms(_ filters: [String]) -> Set<String> {
    Set(
      filters.map { filter in
        TargetContext.systems.first { $0.key.lowercased() == filter }?.value ?? filter
      })
  }

  /// Whether a script is about icons or assets, by its words, and its paths include a folder with one of some
  /// catalogs: it may put icons there, as LoopKit/Loop makes them from a user's own.
  private static func areAbout(_ catalogs: Set<String>, _ scripts: [String]) -> Bool {
    let folders = Set(catalogs.map { Folder(Folder($0).parent).name })
    return scripts.map { $0.lowercased() }.contains { script in
      let words = script.split { $0.isWhitespace || "\"'".contains($0) }.map(String.init)
      return (script.contains("asset") || script.contains("icon"))
        && words.contains { $0.contains("/") && folders.contains(Folder($0).name) }
    }
  }

  /// The catalogs and documents in synchronised folders that lie where the walk of the project's folder, which met
  /// some, does not look; and the folders that are not known, with the reasons.
  func elsewhere(
    _ project: IconProject, _ met: [Folder]
  ) -> (found: [Folder], unread: [(folder: SynchronizedFolder, reason: String)]) {
    let keys = met.map { IconProject.key(of: $0.path) }
    var left = Folder.searchLimit
    var (found, unread) = ([Folder](), [(folder: SynchronizedFolder, reason: String)]())
    for folder in folders where !(folder.targets.isEmpty && folder.added.isEmpty) {
      if keys.contains(where: { folder.path(of: $0) != nil }) { continue }
      let place = Folder(BuildConfigurationFiles.normal(folder.place))
      let said = "has the folder '\(project.name(of: place.path))', "
      func add(_ reason: String) { unread.append((folder, said + reason)) }
      if let target = place.brokenTarget.map(BuildConfigurationFiles.normal) {
        add("a link to '\(target)', which is not there")
      } else if !place.exists {
        add("which is not there")
      } else if (try? place.names())?.isEmpty == true {
        add("which is empty")
      } else if place.real == Folder(project.path).real {
        continue
      } else if Folder(project.path).relativePath(of: place.path) == project.name(of: place.path) {
        let parts = project.name(of: place.path).split(separator: "/").map(String.init)
        if parts.contains(where: ProjectFiles.skipped.contains) {
          add("which lies among other people's code, and is not read")
        }
      } else if let inner = place.catalogs(&left) {
        // Outside of the folder, or behind a link.
        found += inner
      } else {
        add("which cannot be looked through")
      }
    }
    return (found, unread)
  }
}

extension Folder {
  /// The most folders outside of the project's that are searched, our choice, far above what apps have.
  static let searchLimit = 20_000

  /// The catalogs and documents of Icon Composer below it; `nil` if unknown, because a folder cannot be read or there
  /// are more folders than may be searched.
  func catalogs(_ left: inout Int) -> [Folder]? {
    guard left > 0 else { return nil }
    var (found, count) = ([Folder](), left)
    let closed =
      exists
      ? walk { folder in
        count -= 1
        if XcodeProject.holdsIcons(folder.path) {
          found.append(folder)
          return false
        }
        return count > 0 && !ProjectFiles.skipped.contains(folder.name)
      } : []
    left = count
    return left > 0 && closed.isEmpty ? found : nil
  }
}
