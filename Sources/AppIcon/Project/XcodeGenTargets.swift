internal import PhotoGeometry
import Foundation

/// The targets of an XcodeGen document, each joined with its templates.
struct XcodeGenTargets {
  private let targets: [String: Any]
  private let templates: [String: Any]
  private let path: String
  /// How much more may be joined and replaced; our choice: a second's work.
  ///
  /// A small file's templates can name one another, and so can its attributes, until memory is exhausted.
  private var left = 500_000

  /// Takes a document; errors are reported for a path.
  init(_ root: [String: Any], path: String) {
    targets = root["targets"] as? [String: Any] ?? [:]
    templates = root["targetTemplates"] as? [String: Any] ?? [:]
    self.path = path
  }

  /// Returns the targets by their names; a target for several platforms becomes one for each, as in XcodeGen.
  ///
  /// - Throws: ``PhotoprepError`` when they are too large once the templates are written out.
  mutating func all() throws(PhotoprepError) -> [String: [String: Any]] {
    var whole: [String: [String: Any]] = [:]
    for (name, value) in targets {
      guard let target = value as? [String: Any] else { continue }
      var attributes = (target["templateAttributes"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
      attributes["target_name"] = name
      let made = try replacing(attributes, in: try joined(target, open: []))
      guard let platforms = made["platform"] as? [String] else {
        whole[name] = made
        continue
      }
      for platform in platforms {
        var own = try replacing(["platform": platform], in: made)
        own["platform"] = platform
        let prefix = own["platformPrefix"] as? String ?? ""
        whole[prefix + name + (own["platformSuffix"] as? String ?? "_\(platform)")] = own
      }
    }
    return whole
  }

  /// The deepest chain of templates, our choice, as of files that include files.
  private static let depthLimit = 32

  private mutating func spend(_ count: Int, depth: Int = 0) throws(PhotoprepError) {
    left -= count
    guard left > 0, depth <= Self.depthLimit else {
      throw PhotoprepError(
        .configurationUnreadable, path: path,
        message: "The targets are too large once their templates are written out.",
        remedy: "Use fewer templates.")
    }
  }

  /// Joins a target or template with its templates; later ones take precedence over earlier ones, and each may have
  /// templates itself; one that names itself is followed once.
  private mutating func joined(
    _ target: [String: Any], open: Set<String>
  ) throws(PhotoprepError) -> [String: Any] {
    var below: [String: Any] = [:]
    for name in target["templates"] as? [String] ?? [] where !open.contains(name) {
      guard let template = templates[name] as? [String: Any] else { continue }
      try spend(1, depth: open.count)
      let upper = try joined(template, open: open.union([name]))
      below = XcodeGenDocument.merge(upper, onto: below)
      try spend(Self.count(below))
    }
    return XcodeGenDocument.merge(target, onto: below)
  }

  private static func count(_ value: Any) -> Int {
    switch value {
    case let inner as [String: Any]: inner.values.reduce(1) { $0 + count($1) }
    case let list as [Any]: list.reduce(1) { $0 + count($1) }
    default: 1
    }
  }

  /// Replaces `${name}` by the attributes of a template, in every text.
  private mutating func replacing(
    _ attributes: [String: String], in mapping: [String: Any]
  ) throws(PhotoprepError) -> [String: Any] {
    var result: [String: Any] = [:]
    for (key, value) in mapping { result[key] = try replacing(attributes, inValue: value) }
    return result
  }

  private mutating func replacing(
    _ attributes: [String: String], inValue value: Any
  ) throws(PhotoprepError) -> Any {
    try spend(1)
    return switch value {
    case let text as String: try replacing(attributes, inText: text)
    case let inner as [String: Any]: try replacing(attributes, in: inner)
    case let list as [Any]:
      try list.map { (value) throws(PhotoprepError) in try replacing(attributes, inValue: value) }
    default: value
    }
  }

  private mutating func replacing(
    _ attributes: [String: String], inText text: String
  ) throws(PhotoprepError) -> String {
    guard text.contains("${") else { return text }
    var text = text
    for (name, value) in attributes {
      let parts = text.components(separatedBy: "${\(name)}")
      try spend(1 + (text.utf8.count + (parts.count - 1) * value.utf8.count) / 16)
      text = parts.joined(separator: value)
    }
    return text
  }
}
