import Foundation

/// The icons that an XcodeGen `project.yml` asks for.
struct XcodeGenFile {
  private let root: [String: Any]
  /// The file's name, below the project's folder.
  private let file: String
  /// The folder of the file, which paths in it start from.
  private let folder: String
  private let configurationFiles: BuildConfigurationFiles

  /// Takes a document with everything it includes.
  init(
    _ document: XcodeGenDocument, file: String, folder: String,
    configurationFiles: BuildConfigurationFiles
  ) {
    root = document.root
    self.file = file
    self.folder = folder
    self.configurationFiles = configurationFiles
  }

  /// Adds what the file says to a project.
  func add(to project: inout IconProject) {
    for (name, target) in targets.sorted(by: { $0.key < $1.key }) {
      project.settings += configurations.map { configuration in
        IconProject.Setting(
          file: file, target: name, configuration: configuration,
          iconName: iconName(of: target, configuration), isApplication: isApplication(target))
      }
      if target["resources"] != nil { project.ignoredResources.append(name) }
    }
  }

  /// The targets, each joined with its templates.
  private var targets: [String: [String: Any]] {
    let plain = (root["targets"] as? [String: Any] ?? [:]).compactMapValues { $0 as? [String: Any] }
    return Dictionary(
      plain.map { name, target in
        var attributes = (target["templateAttributes"] as? [String: Any] ?? [:])
          .mapValues { "\($0)" }
        attributes["target_name"] = name
        return (name, replacing(attributes, in: joined(target, open: [])))
      }
    ) { first, _ in first }
  }

  /// A target or template on top of its templates, of which later ones go over earlier ones and each
  /// may have templates itself; one that names itself is followed once.
  private func joined(_ target: [String: Any], open: Set<String>) -> [String: Any] {
    let all = root["targetTemplates"] as? [String: Any] ?? [:]
    var below: [String: Any] = [:]
    for name in target["templates"] as? [String] ?? [] where !open.contains(name) {
      guard let template = all[name] as? [String: Any] else { continue }
      below = XcodeGenDocument.merge(joined(template, open: open.union([name])), onto: below)
    }
    return XcodeGenDocument.merge(target, onto: below)
  }

  /// Puts the attributes of a template in place of `${name}`, in every text.
  private func replacing(_ attributes: [String: String], in mapping: [String: Any]) -> [String: Any]
  {
    mapping.mapValues { value in
      if let text = value as? String {
        return attributes.reduce(text) { $0.replacing("${\($1.key)}", with: $1.value) }
      }
      if let inner = value as? [String: Any] { return replacing(attributes, in: inner) }
      return value
    }
  }

  private var configurations: [String] {
    (root["configs"] as? [String: Any]).map { $0.keys.sorted() } ?? ["Debug", "Release"]
  }

  private func isApplication(_ target: [String: Any]) -> Bool {
    (target["type"] as? String ?? "").hasPrefix("application")
  }

  /// The target's own value, templates included, else XcodeGen's preset, else its configuration
  /// file's, else the project's in the same order.
  ///
  /// Presets stand in the target, so they win over the project's settings, as Xcode resolves them.
  private func iconName(of target: [String: Any], _ configuration: String) -> String? {
    value(in: target["settings"], configuration) ?? preset(for: target)
      ?? value(inFiles: target["configFiles"], configuration)
      ?? value(in: root["settings"], configuration)
      ?? value(inFiles: root["configFiles"], configuration)
  }

  /// `AppIcon` for applications: SettingPresets/Product_Platform of XcodeGen 2.45.4.
  private func preset(for target: [String: Any]) -> String? {
    let presets = (root["options"] as? [String: Any])?["settingPresets"] as? String ?? "all"
    guard presets == "all" || presets == "targets", isApplication(target) else { return nil }
    let platforms = target["platform"] as? [String] ?? [target["platform"] as? String ?? ""]
    return platforms.contains("tvOS") ? "App Icon & Top Shelf Image" : "AppIcon"
  }

  private func value(inFiles files: Any?, _ configuration: String) -> String? {
    guard let path = (files as? [String: Any])?[configuration] as? String else { return nil }
    return configurationFiles.value(of: IconProject.settingName, in: folder + "/" + path)
  }

  /// Reads one `settings` mapping: flat, or with `base`, `configs` and `groups`.
  private func value(
    in settings: Any?, _ configuration: String, openGroups: Set<String> = []
  ) -> String? {
    guard let settings = settings as? [String: Any] else { return nil }
    let key = IconProject.settingName
    let matching = (settings["configs"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
      .filter { configuration.lowercased().contains($0.key.lowercased()) }
    let inConfiguration = matching.compactMap { ($0.value as? [String: Any])?[key] as? String }.last
    let base = (settings["base"] as? [String: Any])?[key] as? String
    return inConfiguration ?? base ?? settings[key] as? String
      ?? groupValue(settings, configuration, openGroups)
  }

  /// The value of the last group that has one; groups may name groups, and a circle ends.
  private func groupValue(
    _ settings: [String: Any], _ configuration: String, _ open: Set<String>
  ) -> String? {
    let all = root["settingGroups"] as? [String: Any] ?? [:]
    let names = (settings["groups"] as? [String] ?? []).filter { !open.contains($0) }
    return names.reversed().lazy.compactMap { name in
      value(in: all[name], configuration, openGroups: open.union([name]))
    }.first
  }
}
