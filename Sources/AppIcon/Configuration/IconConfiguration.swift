internal import PhotoGeometry
import Foundation
import Yams

/// The levels of rules: the `icon` part of a `.photoprep.yml`.
///
///     icon:
///       rules:
///         metadata: off
///         interlaced: error
public struct IconConfiguration: Sendable, Hashable {
  /// The level of a rule.
  public enum Level: Hashable, Sendable {
    /// The rule's findings are left out.
    case off
    /// The rule's findings have this severity.
    case severity(Severity)
  }

  /// The levels of rules that differ from their own, by rule id.
  public var levels: [String: Level]
  /// Names in the file that no rule has; they cause a message, not a failure.
  public private(set) var unknownRules: [String] = []

  /// Makes a configuration; by default every rule has its own severity.
  public init(levels: [String: Level] = [:]) { self.levels = levels }
}

extension IconConfiguration {
  /// Reads the `icon` part of a configuration file.
  init(_ icon: Node, _ path: String) throws(PhotoprepError) {
    self.init()
    let parts = try Self.pairs(of: icon, "'icon'", path)
    if let other = parts.first(where: { $0.key.string != "rules" }) {
      throw .configuration(
        path, "'icon' has the key '\(other.key.string ?? "?")'; only 'rules' exists.",
        line: other.key.mark)
    }
    for (key, value) in try Self.pairs(of: parts.first?.value, "'rules'", path) {
      let name = key.string ?? ""
      guard let level = Level(yaml: value) else {
        let found = value.string ?? "none of these"
        throw .configuration(
          path, "The rule '\(name)' has the level '\(found)'; off, note, warning and error exist.",
          line: value.mark ?? key.mark)
      }
      levels[name] = level
      if Rule.named(name) == nil { unknownRules.append(name) }
    }
    unknownRules.sort()
  }

  /// The keys and values of a mapping; none of nothing.
  static func pairs(
    of node: Node?, _ name: String, _ path: String
  ) throws(PhotoprepError) -> [(key: Node, value: Node)] {
    switch node {
    case nil: return []
    case .mapping(let mapping): return Array(mapping)
    case .some(let node) where node.null != nil: return []
    case .some(let node):
      throw .configuration(path, "\(name) is not a mapping of names to values.", line: node.mark)
    }
  }

  /// Returns findings with the levels of this configuration, without those whose rule is off.
  func applied(to findings: [IconFinding]) -> [IconFinding] {
    findings.compactMap { finding in
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
}

extension IconConfiguration.Level {
  /// YAML reads `off` without quotes as the Boolean false.
  fileprivate init?(yaml node: Node) {
    guard case .scalar(let scalar) = node else { return nil }
    if let severity = Severity(rawValue: scalar.string) {
      self = .severity(severity)
    } else if scalar.string == "off" || node.bool == false {
      self = .off
    } else {
      return nil
    }
  }
}

extension PhotoprepError {
  static func configuration(_ path: String, _ message: String, line: Mark? = nil) -> Self {
    Self(
      .configurationUnreadable, path: path,
      message: (line.map { "Line \($0.line): " } ?? "") + message,
      remedy: "See 'photoprep config --help' for an example.")
  }
}
