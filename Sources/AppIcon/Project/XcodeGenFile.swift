internal import PhotoGeometry
import Foundation

/// The icons in an XcodeGen `project.yml`.
struct XcodeGenFile {
  let document: XcodeGenDocument
  /// The file's name, below the project's folder.
  let file: String
  /// The folder of the file, to which its paths are relative.
  let folder: String
  let configurationFiles: BuildConfigurationFiles

  private var root: [String: Any] { document.root }

  /// Adds the file's targets to a project.
  ///
  /// - Throws: ``PhotoprepError`` when its targets are too large once the templates are written out.
  func add(to project: inout IconProject, folders: [Folder]) throws(PhotoprepError) {
    var targets = XcodeGenTargets(root, path: file)
    var left = Folder.searchLimit
    let all = try targets.all()
    project.targetCount += all.count
    for (name, target) in all.sorted(by: { $0.key < $1.key }) {
      let sources = sources(of: target)
      let outside = outside(sources ?? [], of: project, &left)
      let folders = folders + outside.found
      let known = sources.map { sources in
        Set(folders.map { IconProject.key(of: $0.path) }).filter { key in
          sources.contains { $0.holds(key) }
        }
      }
      let compiled = outside.unread.isEmpty ? known : nil
      let limits = limits(of: sources ?? [], known ?? [])
      let type = target["type"] as? String ?? ""
      let isApp = type.hasPrefix("application")
      project.add(known ?? [], outside, of: name, isApplication: isApp, in: file)
      project.settings += configurations.map { configuration in
        // XcodeGen has a preset for the name, unless a file sets it.
        let own = iconName(of: target, configuration, withPreset: false)
        let missing = isApp && own.values.isEmpty ? missingFiles(of: target, configuration) : []
        let icon = iconName(of: target, configuration)
        let isKnown = missing.isEmpty || project.allIconNames.isSuperset(of: icon.values)
        if !isKnown { project.add(missing: missing, of: name, configuration, in: file) }
        var setting = IconProject.Setting(
          file: file, target: name, configuration: configuration,
          isApplication: isApp, context: context(of: target, configuration),
          listed: compiled, paths: folders.map(\.path)
        ) { setting in
          setting == IconProject.settingName
            ? (isKnown ? icon : own) : value(of: setting, target, configuration)
        }
        setting.hasUnreadBase = !isKnown
        setting.isPartial = !document.unread.isEmpty || !outside.unread.isEmpty
        setting.limits = limits
        setting.isExtension = type.contains("extension")
        return setting
      }
      if let resources = target["resources"] {
        let ignored = self.sources(of: ["sources": resources]) ?? []
        let keys = Set(folders.map { IconProject.key(of: $0.path) })
          .filter { key in ignored.contains { $0.holds(key) } }
        project.ignoredResources[name] = keys.subtracting(known ?? [])
      }
      project.mistyped += mistyped(in: target)
    }
  }

  private var configurations: [String] {
    (root["configs"] as? [String: Any]).map { $0.keys.sorted() } ?? ["Debug", "Release"]
  }

  /// XcodeGen's presets give an app for iOS the device families 1 and 2 (SettingPresets of XcodeGen 2.45.4).
  private func context(of target: [String: Any], _ configuration: String) -> TargetContext {
    let destinations = target["supportedDestinations"] as? [String] ?? []
    let names = destinations.isEmpty ? [target["platform"] as? String ?? ""] : destinations
    let known = names.compactMap { TargetContext.systems[$0] }
    var context = TargetContext(
      product: target["type"] as? String, isEmbedded: false,
      otherwise: known.count == names.count ? Set(known) : []
    ) {
      value(of: $0, target, configuration)
    }
    if names.contains("macCatalyst"), !names.contains("macOS") { context.isCatalyst = true }
    return context
  }

  private struct Source {
    /// As written.
    let path: String
    /// Its place, as ``IconProject/key(of:)``.
    let key: String
    /// The patterns of what is left out, and of what alone is taken; none for all.
    var excludes: [String] = []
    var includes: [String] = []
    /// Keys in it of folders that are copied as they are, so that nothing in them is compiled; an empty one is its
    /// own.
    var opaque: [String] = []
    /// The systems that it is for, as ``TargetContext/platforms``; empty for all.
    var platforms: Set<String> = []
    /// Whether folders with the names of systems are for these.
    var infersPlatforms = false

    func holds(_ other: String) -> Bool {
      guard key.isEmpty || other == key || other.hasPrefix(key + "/") else { return false }
      let path = other == key ? "" : key.isEmpty ? other : String(other.dropFirst(key.count + 1))
      let isCopied = opaque.contains {
        $0.isEmpty ? !path.isEmpty : path.hasPrefix($0 + "/")
      }
      func matches(_ patterns: [String]) -> Bool {
        patterns.contains { XcodeGenFile.matches(path, $0) }
      }
      let isTaken = path.isEmpty || includes.isEmpty || matches(includes)
      return isTaken && !isCopied && !matches(excludes)
    }
  }

  /// The paths in `sources`; `nil` when there is no such key.
  private func sources(of target: [String: Any]) -> [Source]? {
    guard let sources = target["sources"] else { return nil }
    let list = (sources as? [Any] ?? [sources]).map { ($0 as? [String: Any], $0 as? String) }
    return list.compactMap { values, path in
      guard let path = path ?? values?["path"] as? String else { return nil }
      let key = IconProject.key(of: place(of: path))
      guard let values else { return Source(path: path, key: key) }
      if values["buildPhase"] as? String == "none" { return nil }
      let filters = values["destinationFilters"] as? [String] ?? []
      // XcodeGen 2.46 passes over both for a folder that Xcode keeps in step.
      let options = root["options"] as? [String: Any]
      let kind = (values["type"] ?? options?["defaultSourceDirectoryType"]) as? String
      let isFiltered = kind != "syncedFolder"
      let folders = isFiltered ? [] : values["explicitFolders"] as? [String] ?? []
      return Source(
        path: path, key: key, excludes: values["excludes"] as? [String] ?? [],
        includes: values["includes"] as? [String] ?? [],
        opaque: kind == "folder" ? [""] : folders.map(IconProject.key),
        platforms: isFiltered ? XcodeProject.platforms(filters.map { $0.lowercased() }) : [],
        infersPlatforms: isFiltered && filters.isEmpty
          && values["inferDestinationFiltersByPath"] as? Bool == true)
    }
  }

  /// The catalogs and documents among the sources that XcodeGen writes as plain folders.
  private func mistyped(in target: [String: Any]) -> [IconProject.Mistyped] {
    (target["sources"] as? [Any] ?? []).compactMap { source in
      guard let values = source as? [String: Any], values["type"] as? String == "folder",
        let path = values["path"] as? String, XcodeProject.holdsIcons(path)
      else { return nil }
      return IconProject.Mistyped(file: file, path: path, type: "folder")
    }
  }

  /// The absolute place of a path of `sources`.
  private func place(of path: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  /// The catalogs and documents in sources outside of the project's folder, and why others are unknown.
  private func outside(
    _ sources: [Source], of project: IconProject, _ left: inout Int
  ) -> (found: [Folder], unread: [String]) {
    var (found, unread): ([Folder], [String]) = ([], [])
    for path in sources.map(\.path) {
      let folder = Folder(BuildConfigurationFiles.normal(place(of: path)))
      if path.contains("$") {
        unread.append("has the sources '\(path)', whose place only a build knows")
      } else if folder.isLink, !XcodeProject.holdsIcons(path) {
        unread.append("has the sources '\(path)', which lie behind a link and are not read")
      } else if project.holds(IconProject.key(of: folder.path))
        || Folder(project.path).relativePath(of: folder.path) != nil
        || Folder(project.path).real == folder.real
      {
        continue
      } else if XcodeProject.holdsIcons(path) {
        found.append(folder)
      } else if !FileManager.default.fileExists(atPath: folder.path) {
        unread.append(
          "has the sources '\(path)', which lie outside of this folder, and are not there")
      } else if let inner = folder.catalogs(&left) {
        found += inner
      } else {
        unread.append(
          "has the sources '\(path)', which lie outside of this folder, and cannot be looked through"
        )
      }
    }
    return (found, unread)
  }

  /// The systems for which a target compiles catalogs and documents that it does not compile for all.
  private func limits(of sources: [Source], _ keys: Set<String>) -> [String: Set<String>] {
    keys.reduce(into: [:]) { limits, key in
      let platforms = sources.filter { $0.holds(key) }
        .map { $0.infersPlatforms ? inferred(key) : $0.platforms }
      if !platforms.contains([]) { limits[key] = Set(platforms.joined()) }
    }
  }

  /// The system after which a folder above a key is named, as XcodeGen finds it: the first one in its own order.
  private func inferred(_ key: String) -> Set<String> {
    let root = IconProject.key(of: folder)
    let path = key.hasPrefix(root + "/") ? key.dropFirst(root.count) : "/" + key
    let names = ["ios", "tvos", "macos", "maccatalyst", "visionos", "watchos"]
    return XcodeProject.platforms(names.first { path.contains("/\($0)/") }.map { [$0] } ?? [])
  }

  /// Whether a pattern matches a path or a folder above it.
  ///
  /// A pattern that ends in one for everything in a folder matches the folder.
  static func matches(_ path: String, _ pattern: String) -> Bool {
    var parts = pattern.lowercased().split(separator: "/").filter { $0 != "." }
    while parts.last == "*" || parts.last == "**" { parts.removeLast() }
    let names = path.split(separator: "/").map(Array.init)
    // How many of the names the parts so far can match.
    var counts: Set = [0]
    for part in parts {
      if part == "**" {
        counts = Set((counts.min() ?? names.count)...names.count)
      } else {
        counts = Set(
          counts.filter { $0 < names.count && SourceFilter.matches(names[$0], Array(part)) }
            .map { $0 + 1 })
      }
      if counts.isEmpty { return false }
    }
    return true
  }

  /// The target's own value, templates included, else XcodeGen's preset, else its configuration
  /// file's, else the project's in the same order.
  ///
  /// Presets are added to the target, so they take precedence over the project's settings in Xcode. XcodeGen leaves
  /// out a preset that a configuration file sets, the target's or the project's.
  private func iconName(
    of target: [String: Any], _ configuration: String, withPreset: Bool = true
  ) -> BuildSetting {
    let files = [target["configFiles"], root["configFiles"]]
    let isInFile = files.contains {
      value(of: IconProject.settingName, inFiles: $0, configuration).plain != nil
    }
    let preset = isInFile || !withPreset ? nil : preset(for: target)
    return value(of: IconProject.settingName, target, configuration, preset: preset)
  }

  private func value(
    of key: String, _ target: [String: Any], _ configuration: String, preset: String? = nil
  ) -> BuildSetting {
    value(of: key, in: target["settings"], configuration)
      .over(BuildSetting(plain: preset))
      .over(value(of: key, inFiles: target["configFiles"], configuration))
      .over(value(of: key, in: root["settings"], configuration))
      .over(value(of: key, inFiles: root["configFiles"], configuration))
  }

  /// The name that XcodeGen 2.46 presets (SettingPresets/Product_Platform): none for an app clip, an app of Messages or
  /// that of an old watch, which are products of their own.
  private func preset(for target: [String: Any]) -> String? {
    let presets = (root["options"] as? [String: Any])?["settingPresets"] as? String ?? "all"
    guard presets == "all" || presets == "targets", target["type"] as? String == "application"
    else { return nil }
    // Without a platform XcodeGen uses the first destination, in its own order, and by default iOS.
    let destinations = target["supportedDestinations"] as? [String] ?? []
    let order = ["iOS", "tvOS", "macOS", "macCatalyst", "visionOS", "watchOS"]
    let platform = target["platform"] as? String ?? "auto"
    switch platform == "auto" ? order.first(where: destinations.contains) ?? "iOS" : platform {
    case "iOS", "macOS", "visionOS", "watchOS": return "AppIcon"
    case "tvOS": return "App Icon & Top Shelf Image"
    default: return nil
    }
  }

  private func value(
    of key: String, inFiles files: Any?, _ configuration: String
  ) -> BuildSetting {
    guard let path = (files as? [String: Any])?[configuration] as? String else {
      return BuildSetting()
    }
    return configurationFiles.value(of: key, in: folder + "/" + path, configuration, root: folder)
  }

  /// The places of a target's configuration files, and of those that they include, that are not in the tree.
  private func missingFiles(of target: [String: Any], _ configuration: String) -> [String] {
    let paths = [target["configFiles"], root["configFiles"]].compactMap {
      ($0 as? [String: Any])?[configuration] as? String
    }
    return paths.flatMap { path in
      let place = BuildConfigurationFiles.normal(folder + "/" + path)
      return configurationFiles.path(at: place) == nil
        ? [place] : configurationFiles.missing(from: place, root: folder)
    }
  }

  /// Reads one `settings` mapping: flat, or with `base`, `configs` and `groups`, of which the last one with a value
  /// counts.
  ///
  /// A key of `configs` is for all configurations with it in their names, unless it is another one's whole name
  /// (`getBuildSettings` of XcodeGen 2.46).
  ///
  /// Groups may name groups, and each is visited once: a second visit could only give the same value. Our choice:
  /// 1,000 at most.
  private func value(of key: String, in settings: Any?, _ configuration: String) -> BuildSetting {
    let all = root["settingGroups"] as? [String: Any] ?? [:]
    var seen: Set<String> = []
    func own(_ table: Any?) -> BuildSetting {
      BuildSetting(key, in: table as? [String: Any] ?? [:], configuration) { value in
        // YES without quotation marks is a truth value of YAML, and XcodeGen writes it as Xcode has it.
        (value as? Bool).map { $0 ? "YES" : "NO" }
          ?? value as? String ?? (value as? [Any])?.map { "\($0)" }.joined(separator: " ")
      }
    }
    func read(_ settings: Any?) -> BuildSetting {
      guard let settings = settings as? [String: Any] else { return BuildSetting() }
      let matching = (settings["configs"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
        .filter { key, _ in
          configuration.lowercased().contains(key.lowercased())
            && (key == configuration || !configurations.contains(key))
        }
      let inConfiguration = matching.reduce(BuildSetting()) { own($1.value).over($0) }
      return inConfiguration.over(own(settings["base"])).over(own(settings)).over(groups(settings))
    }
    func groups(_ settings: [String: Any]) -> BuildSetting {
      var found = BuildSetting()
      for name in (settings["groups"] as? [String] ?? []).reversed() where found.plain == nil {
        guard seen.count < 1000, seen.insert(name).inserted else { continue }
        found = found.over(read(all[name]))
      }
      return found
    }
    return read(settings)
  }
}
