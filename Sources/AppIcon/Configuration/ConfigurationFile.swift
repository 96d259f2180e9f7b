import Foundation
public import PhotoGeometry
import Yams

/// A `.photoprep.yml` or `photoprep.json`: the settings for options that are left out.
///
///     store: Container
///     device: [iPhone 17 Pro, iPad 13-in]
///     background: "#FFFFFF"
///     render-quality: 80
///     icon:
///       rules:
///         metadata: off
public struct ConfigurationFile: Sendable, Hashable {
  /// A text of the file, or a list of texts, with its line.
  public struct Setting: Sendable, Hashable {
    /// The values as written; one if the setting takes no list, and at least one.
    public let texts: [String]
    /// The line, from 1; 0 if unknown.
    public let line: Int
    /// The value as written; for a list all of them, separated by commas.
    public var text: String { texts.joined(separator: ", ") }
  }

  /// The settings of the commands that work on photos.
  public static let names = ["store", "device", "background", "master-quality", "render-quality"]
  /// The possible names of a folder's file; the first that exists is used; JSON is YAML too.
  public static let fileNames = [".photoprep.yml", "photoprep.json"]

  /// The file.
  public let path: String
  /// The file's settings, by the names of ``names``.
  public private(set) var settings: [String: Setting] = [:]
  /// The levels of rules about icons.
  public private(set) var icon = IconConfiguration()

  /// The path of the file that counts in a folder: its own, or that of the nearest folder above.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isObeyed: Whether a file may count; if not, the next one is tried.
  /// - Returns: The path; `nil` where there is no such file.
  public static func path(
    for folder: String, where isObeyed: (String) -> Bool = { _ in true }
  ) -> String? {
    // That of a process whose folder was removed; from it one could go up for ever.
    if folder.isEmpty { return nil }
    var folder = URL(filePath: folder).standardizedFileURL
    while true {
      for name in fileNames {
        let path = folder.appending(path: name).path
        if FileManager.default.fileExists(atPath: path), isObeyed(path) { return path }
      }
      let above = folder.deletingLastPathComponent().standardizedFileURL
      if above.path == folder.path || folder.path == "/" { return nil }
      folder = above
    }
  }

  /// Reads a configuration file.
  ///
  /// - Throws: `PhotoprepError` with code `configuration-unreadable` when it is no YAML, has other
  ///   keys or shapes, or a level of a rule is none of off, note, warning and error, with the line
  ///   where that is known; with a file code when it cannot be read. An empty file says nothing.
  public init(contentsOf path: String) throws(PhotoprepError) {
    self.path = path
    let data = try BoundedFile.read(path, limit: 1 << 20)
    do {
      guard let root = try BoundedYAML.node(String(decoding: data, as: UTF8.self), path: path)
      else { return }
      try read(root)
    } catch let error as PhotoprepError {
      throw error
    } catch {
      throw .configuration(path, "The file is not YAML: \(error)")
    }
  }

  private mutating func read(_ root: Node) throws(PhotoprepError) {
    for (key, value) in try IconConfiguration.pairs(of: root, "The file", path) {
      let name = key.string ?? "?"
      if name == "icon" {
        icon = try IconConfiguration(value, path)
      } else if !Self.names.contains(name) {
        throw .configuration(
          path,
          "The file has the key '\(name)'; \(Self.names.joined(separator: ", ")) and icon exist.",
          line: key.mark)
      } else if let texts = Self.texts(value, mayBeList: name == "device") {
        settings[name] = Setting(texts: texts, line: key.mark?.line ?? 0)
      } else {
        let kind = name == "device" ? "neither a text nor a list of texts" : "not a text"
        throw .configuration(path, "'\(name)' is \(kind).", line: key.mark)
      }
    }
  }

  private static func texts(_ value: Node, mayBeList: Bool) -> [String]? {
    let nodes = mayBeList ? value.sequence.map(Array.init) ?? [value] : [value]
    let texts = nodes.compactMap { $0.scalar?.string }.filter { !$0.isEmpty }
    return texts.count == nodes.count && !texts.isEmpty ? texts : nil
  }
}

/// The levels of rules: the `icon` part of a `.photoprep.yml`.
///
///     icon:
///       rules:
///         metadata: off
///         interlaced: error
public struct IconConfiguration: Sendable, Hashable {
  /// The level of a rule.
  public enum Level: Hashable, Sendable {
    case off
    case severity(Severity)
  }

  /// The levels of rules that differ from their own, by rule id.
  public var levels: [String: Level]
  /// Names in the file that no rule has; they cause a message, not a failure.
  public private(set) var unknownRules: [String] = []

  /// Makes a configuration; by default every rule has its own severity.
  public init(levels: [String: Level] = [:]) { self.levels = levels }

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
