import Foundation

/// Which rules count, and how much: the `icon` part of a `.photoprep.yml`.
///
///     icon:
///       rules:
///         metadata: off
///         interlaced: error
public struct IconConfiguration: Sendable, Hashable {
  /// What a rule counts as.
  public enum Level: Hashable, Sendable {
    /// The rule's findings are left out.
    case off
    /// The rule's findings have this severity.
    case severity(Severity)
  }

  /// The levels of rules that differ from their own, by rule id.
  public var levels: [String: Level]
  /// Names in the file that are no rule's; worth a message, not a failure.
  public private(set) var unknownRules: [String] = []

  /// Makes a configuration; by default every rule has its own severity.
  public init(levels: [String: Level] = [:]) { self.levels = levels }
}

extension IconConfiguration {
  /// The name of the file that projects keep their configuration in.
  public static let fileName = ".photoprep.yml"

  /// Reads a configuration file.
  ///
  /// - Throws: ``AppIconError`` with code `configuration-unreadable` when it is no YAML mapping or a
  ///   level is none of off, note, warning and error; with a file code when it cannot be read.
  public init(contentsOf path: String) throws(AppIconError) {
    let data = try BoundedFile.read(path, limit: 1 << 20)
    guard let root = try? BoundedYAML.mapping(String(decoding: data, as: UTF8.self), path: path)
    else {
      throw .configuration(path, "The file is no YAML mapping.")
    }
    let icon = root["icon"] as? [String: Any] ?? [:]
    let rules = icon["rules"] as? [String: Any] ?? [:]
    self.init()
    for (name, value) in rules.sorted(by: { $0.key < $1.key }) {
      guard let level = Level(yaml: value) else {
        throw .configuration(
          path, "The rule '\(name)' has the level '\(value)'; off, note, warning and error exist.")
      }
      levels[name] = level
      if Rule.named(name) == nil { unknownRules.append(name) }
    }
  }

  /// Returns a finding as this configuration wants it, or `nil` when its rule is off.
  func applied(to finding: Finding) -> Finding? {
    switch levels[finding.rule] {
    case nil: return finding
    case .off: return nil
    case .severity(let severity):
      var finding = finding
      finding.severity = severity
      return finding
    }
  }
}

extension IconConfiguration.Level {
  /// YAML reads `off` as the Boolean false, in Yams too.
  fileprivate init?(yaml value: Any) {
    if let flag = value as? Bool {
      if flag { return nil }
      self = .off
    } else if let text = value as? String, text == "off" {
      self = .off
    } else if let text = value as? String, let severity = Severity(rawValue: text) {
      self = .severity(severity)
    } else {
      return nil
    }
  }
}

extension AppIconError {
  static func configuration(_ path: String, _ message: String) -> Self {
    Self(
      .configurationUnreadable, path: path, message,
      remedy: "See 'photoprep icon validate --help' for an example.")
  }
}
