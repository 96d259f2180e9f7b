import Foundation
import Yams

/// The icons that an XcodeGen `project.yml` asks for.
struct XcodeGenFile {
  private let root: [String: Any]
  private let file: String

  /// Parses the text of a file.
  ///
  /// - Throws: What Yams says, or ``AppIconError`` when the text is no mapping.
  init(_ text: String, file: String) throws {
    guard let root = try Yams.load(yaml: text) as? [String: Any] else {
      throw AppIconError(.configurationUnreadable, path: file, "The file holds no YAML mapping.")
    }
    self.root = root
    self.file = file
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

  private var targets: [String: [String: Any]] {
    (root["targets"] as? [String: Any] ?? [:]).compactMapValues { $0 as? [String: Any] }
  }

  private var configurations: [String] {
    (root["configs"] as? [String: Any]).map { $0.keys.sorted() } ?? ["Debug", "Release"]
  }

  private func isApplication(_ target: [String: Any]) -> Bool {
    (target["type"] as? String ?? "").hasPrefix("application")
  }

  /// The target's own value, else those of its templates, else XcodeGen's preset, else the project's.
  ///
  /// Presets stand in the target, so they win over the project's settings, as Xcode resolves them.
  private func iconName(of target: [String: Any], _ configuration: String) -> String? {
    let templates = (target["templates"] as? [String] ?? []).compactMap {
      (root["targetTemplates"] as? [String: Any])?[$0] as? [String: Any]
    }
    let own = ([target] + templates).compactMap { value(in: $0["settings"], configuration) }.first
    return own ?? preset(for: target) ?? value(in: root["settings"], configuration)
  }

  /// `AppIcon` for applications: SettingPresets/Product_Platform of XcodeGen 2.45.4.
  private func preset(for target: [String: Any]) -> String? {
    let presets = (root["options"] as? [String: Any])?["settingPresets"] as? String ?? "all"
    guard presets == "all" || presets == "targets", isApplication(target) else { return nil }
    let platforms = target["platform"] as? [String] ?? [target["platform"] as? String ?? ""]
    return platforms.contains("tvOS") ? "App Icon & Top Shelf Image" : "AppIcon"
  }

  /// Reads one `settings` mapping: flat, or with `base`, `configs` and `groups`.
  private func value(in settings: Any?, _ configuration: String) -> String? {
    guard let settings = settings as? [String: Any] else { return nil }
    let key = IconProject.settingName
    let matching = (settings["configs"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
      .filter { configuration.lowercased().contains($0.key.lowercased()) }
    let inConfiguration = matching.compactMap { ($0.value as? [String: Any])?[key] as? String }.last
    let base = (settings["base"] as? [String: Any])?[key] as? String
    return inConfiguration ?? base ?? settings[key] as? String
      ?? groupValue(settings, configuration)
  }

  private func groupValue(_ settings: [String: Any], _ configuration: String) -> String? {
    let all = root["settingGroups"] as? [String: Any] ?? [:]
    // A group may name groups; one level is followed, so that a circle ends.
    return (settings["groups"] as? [String] ?? []).compactMap { name in
      var group = all[name] as? [String: Any] ?? [:]
      group["groups"] = nil
      return value(in: group, configuration)
    }.first
  }
}
