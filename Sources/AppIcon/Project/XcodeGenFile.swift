internal import PhotoGeometry
import Foundation

/// The icons in an XcodeGen `project.yml`.
struct XcodeGenFile {
  private let root: [String: Any]
  /// The file's name, below the project's folder.
  private let file: String
  /// The folder of the file, to which its paths are relative.
  private let folder: String
  private let configurationFiles: BuildConfigurationFiles
  /// Whether a file that it includes was not read.
  private let isPartial: Bool

  /// Takes a document with everything it includes.
  init(
    _ document: XcodeGenDocument, file: String, folder: String,
    configurationFiles: BuildConfigurationFiles
  ) {
    root = document.root
    isPartial = !document.unread.isEmpty
    self.file = file
    self.folder = folder
    self.configurationFiles = configurationFiles
  }

  /// Adds the file's targets to a project.
  ///
  /// - Throws: ``PhotoprepError`` when its targets are too large once the templates are written out.
  func add(to project: inout IconProject, folders: [Folder]) throws(PhotoprepError) {
    var targets = XcodeGenTargets(root, path: file)
    var left = Folder.searchLimit
    let all = try targets.all()
    project.targetCount += all.count
    for (name, target) in all.sorted(by: { $0.key < $1.key }) {
      let outside = outside(target, of: project, &left)
      let folders = folders + outside.found
      let known = compiled(by: target, folders)
      let compiled = outside.unread.isEmpty ? known : nil
      let limits = limits(of: target, known ?? [])
      project.listed.formUnion(known ?? [])
      let isApp = isApplication(target)
      project.entries += outside.found.filter {
        known?.contains(IconProject.key(of: $0.path)) == true
      }.map {
        IconProject.Entry(
          file: file, target: name, isApplication: isApp, path: $0.path, place: $0.path,
          mayBeMade: false)
      }
      if isApp {
        project.unread += outside.unread.map {
          UnreadPart(path: file, reason: "target '\(name)' \($0)")
        }
      }
      project.settings += configurations.map { configuration in
        var setting = IconProject.Setting(
          file: file, target: name, configuration: configuration,
          isApplication: isApp, context: context(of: target, configuration),
          listed: compiled, paths: folders.map(\.path)
        ) { setting in
          setting == IconProject.settingName
            ? iconName(of: target, configuration) : value(of: setting, target, configuration)
        }
        setting.isPartial = isPartial || !outside.unread.isEmpty
        setting.limits = limits
        return setting
      }
      if target["resources"] != nil { project.ignoredResources.append(name) }
    }
  }

  private var configurations: [String] {
    (root["configs"] as? [String: Any]).map { $0.keys.sorted() } ?? ["Debug", "Release"]
  }

  /// XcodeGen's presets give an app for iOS the device families 1 and 2 (SettingPresets of XcodeGen 2.45.4).
  private func context(of target: [String: Any], _ configuration: String) -> TargetContext {
    let destinations = target["supportedDestinations"] as? [String] ?? []
    let names = destinations.isEmpty ? [target["platform"] as? String ?? ""] : destinations
    var context = TargetContext(product: target["type"] as? String, isEmbedded: false) {
      value(of: $0, target, configuration)
    }
    let known = names.compactMap { TargetContext.systems[$0] }
    if context.platforms.isEmpty, known.count == names.count { context.platforms = Set(known) }
    return context
  }

  private func isApplication(_ target: [String: Any]) -> Bool {
    (target["type"] as? String ?? "").hasPrefix("application")
  }

  /// The paths in `sources`, as written, each with its excludes and the systems it is for; `nil` when there is no such
  /// key.
  private func sources(
    of target: [String: Any]
  ) -> [(path: String, without: [String], platforms: Set<String>)]? {
    guard let sources = target["sources"] else { return nil }
    let list = (sources as? [Any] ?? [sources]).map { ($0 as? [String: Any], $0 as? String) }
    return list.compactMap { source, path in
      guard let path = path ?? source?["path"] as? String,
        source?["buildPhase"] as? String != "none"
      else { return nil }
      let filters = source?["destinationFilters"] as? [String] ?? []
      return (
        path, source?["excludes"] as? [String] ?? [],
        XcodeProject.platforms(filters.map { $0.lowercased() })
      )
    }
  }

  /// The absolute place of a path of `sources`.
  private func place(of path: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  /// The catalogs and documents in sources outside of the project's folder, and why others are unknown.
  private func outside(
    _ target: [String: Any], of project: IconProject, _ left: inout Int
  ) -> (found: [Folder], unread: [String]) {
    var (found, unread): ([Folder], [String]) = ([], [])
    for (path, _, _) in sources(of: target) ?? [] {
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

  /// The catalogs and documents below the paths in `sources`, without the excluded ones; `nil` when there is no such
  /// key.
  private func compiled(by target: [String: Any], _ folders: [Folder]) -> Set<String>? {
    guard let holders = holders(in: target) else { return nil }
    let keys = folders.map { IconProject.key(of: $0.path) }
    return Set(keys.filter { key in holders.contains { $0.holds(key) } })
  }

  /// The systems for which a target compiles some of them, of those that it does not compile for all.
  private func limits(of target: [String: Any], _ keys: Set<String>) -> [String: Set<String>] {
    let holders = holders(in: target) ?? []
    return keys.reduce(into: [:]) { limits, key in
      let platforms = holders.filter { $0.holds(key) }.map(\.platforms)
      if !platforms.contains([]) { limits[key] = Set(platforms.joined()) }
    }
  }

  /// For each path in `sources` whether it holds a key, and the systems that it is for.
  private func holders(
    in target: [String: Any]
  ) -> [(holds: (String) -> Bool, platforms: Set<String>)]? {
    sources(of: target)?.map { place in
      let root = self.place(of: place.path)
      let without = place.without.map { IconProject.key(of: root + "/" + Self.folder($0)) }
      let key = IconProject.key(of: root)
      return (
        { other in Self.holds(key, other) && !without.contains { Self.holds($0, other) } },
        place.platforms
      )
    }
  }

  private static func holds(_ folder: String, _ key: String) -> Bool {
    folder.isEmpty || key == folder || key.hasPrefix(folder + "/")
  }

  /// The folder of a pattern that ends in one for everything in it; other patterns cannot match a catalog or document.
  private static func folder(_ pattern: String) -> String {
    var parts = pattern.split(separator: "/")
    while parts.last == "*" || parts.last == "**" { parts.removeLast() }
    return parts.isEmpty ? "*" : parts.joined(separator: "/")
  }

  /// The target's own value, templates included, else XcodeGen's preset, else its configuration
  /// file's, else the project's in the same order.
  ///
  /// Presets are added to the target, so they take precedence over the project's settings in Xcode. XcodeGen leaves
  /// out a preset that a configuration file sets, the target's or the project's.
  private func iconName(of target: [String: Any], _ configuration: String) -> BuildSetting {
    let files = [target["configFiles"], root["configFiles"]]
    let isInFile = files.contains {
      value(of: IconProject.settingName, inFiles: $0, configuration).plain != nil
    }
    let preset = isInFile ? nil : preset(for: target)
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

  /// `AppIcon` for applications: SettingPresets/Product_Platform of XcodeGen 2.45.4.
  private func preset(for target: [String: Any]) -> String? {
    let presets = (root["options"] as? [String: Any])?["settingPresets"] as? String ?? "all"
    guard presets == "all" || presets == "targets", isApplication(target) else { return nil }
    // Without a platform XcodeGen uses the first destination, and by default iOS.
    let destinations = target["supportedDestinations"] as? [String] ?? []
    let platform = target["platform"] as? String ?? "auto"
    let isTV =
      platform == "auto"
      ? destinations.contains("tvOS") && !destinations.contains("iOS") : platform == "tvOS"
    return isTV ? "App Icon & Top Shelf Image" : "AppIcon"
  }

  private func value(
    of key: String, inFiles files: Any?, _ configuration: String
  ) -> BuildSetting {
    guard let path = (files as? [String: Any])?[configuration] as? String else {
      return BuildSetting()
    }
    return configurationFiles.value(of: key, in: folder + "/" + path, configuration)
  }

  /// Reads one `settings` mapping: flat, or with `base`, `configs` and `groups`.
  private func value(
    of key: String, in settings: Any?, _ configuration: String
  ) -> BuildSetting {
    var seen: Set<String> = []
    return value(of: key, in: settings, configuration, &seen)
  }

  private func value(
    of key: String, in settings: Any?, _ configuration: String, _ seen: inout Set<String>
  ) -> BuildSetting {
    guard let settings = settings as? [String: Any] else { return BuildSetting() }
    func own(_ table: Any?) -> BuildSetting {
      BuildSetting(key, in: table as? [String: Any] ?? [:], configuration) { value in
        value as? String ?? (value as? [Any])?.map { "\($0)" }.joined(separator: " ")
      }
    }
    let matching = (settings["configs"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
      .filter { configuration.lowercased().contains($0.key.lowercased()) }
    let inConfiguration = matching.reduce(BuildSetting()) { own($1.value).over($0) }
    return inConfiguration.over(own(settings["base"])).over(own(settings))
      .over(groupValue(of: key, settings, configuration, &seen))
  }

  /// The value of the last group that has one.
  ///
  /// Groups may name groups, and each is visited once: a second visit could only give the same value. Our choice:
  /// 1,000 at most.
  private func groupValue(
    of key: String, _ settings: [String: Any], _ configuration: String, _ seen: inout Set<String>
  ) -> BuildSetting {
    let all = root["settingGroups"] as? [String: Any] ?? [:]
    var found = BuildSetting()
    for name in (settings["groups"] as? [String] ?? []).reversed() where found.plain == nil {
      guard seen.count < 1000, seen.insert(name).inserted else { continue }
      found = found.over(value(of: key, in: all[name], configuration, &seen))
    }
    return found
  }
}
