internal import PhotoGeometry
import Foundation

/// An XcodeGen `project.yml` with everything it includes, as one mapping.
struct XcodeGenDocument {
  static let fileNames = ["project.yml", "project.yaml"]

  /// Whether a file is one, by its name or also by its text.
  ///
  /// Where a folder has several, they have names such as `project-ci.yml`, and XcodeGen is told which to take. It takes
  /// JSON too; other tools have a `project.json` with targets of their own.
  static func isOne(_ name: String, text: @autoclosure () -> String) -> Bool {
    if fileNames.contains(name) { return true }
    let name = name.lowercased()
    if name == "project.json" {
      let text = text()
      return text.contains("\"relativePaths\"")
        || ["\"targets\"", "\"sources\"", "\"platform\""].allSatisfy(text.contains)
    }
    guard name.hasSuffix(".yml") || name.hasSuffix(".yaml"),
      name.contains("project") || name.contains("xcodegen")
    else { return false }
    return text().split(whereSeparator: \.isNewline).contains { $0.hasPrefix("targets:") }
  }

  let root: [String: Any]
  /// The files that were included, by their paths without `.` and `..`.
  let included: Set<String>
  /// The files that were not included, each as a sentence about the file without a full stop.
  let unread: [String]
  /// The keys that stand more than once in a mapping, by file.
  let repeated: [String: [BoundedYAML.Repeated]]

  /// The most files that one document may include, and the deepest chain of them, our choice, far above
  /// what projects have.
  private static let countLimit = 500
  private static let depthLimit = 32
  /// The most bytes of a file to read, our choice, a hundred times what people write.
  private static let sizeLimit = 4 << 20

  /// Reads a file and the files it includes, but none outside the project's folder.
  init(path: String, below folder: String) throws {
    var reader = Reader(folder: BuildConfigurationFiles.normal(folder))
    root = try reader.mapping(BuildConfigurationFiles.normal(path), open: [])
    included = reader.included
    unread = reader.unread
    repeated = reader.repeated
  }

  private struct Reader {
    let folder: String
    var included: Set<String> = []
    var unread: [String] = []
    var repeated: [String: [BoundedYAML.Repeated]] = [:]
    var count = 0

    mutating func mapping(_ path: String, open: [String]) throws -> [String: Any] {
      count += 1
      guard count <= countLimit, open.count < depthLimit else {
        throw PhotoprepError(
          .configurationUnreadable, path: path,
          message: "The project includes more files than are followed.",
          remedy: "Include at most \(countLimit) files, in chains of at most \(depthLimit).")
      }
      let data = try BoundedFile.read(path, limit: sizeLimit)
      let text = String(decoding: data, as: UTF8.self)
      guard
        let own = try BoundedYAML.mapping(text, path: path, repeated: &repeated[path, default: []])
      else {
        throw PhotoprepError(
          .configurationUnreadable, path: path, message: "The file holds no YAML mapping.")
      }
      var merged: [String: Any] = [:]
      for (name, isRelative) in Self.includes(of: own) {
        let target = BuildConfigurationFiles.normal(Folder(path).parent + "/" + name)
        // A file that includes itself is read once.
        guard target != path, !open.contains(target) else { continue }
        let isThere = FileManager.default.fileExists(atPath: target)
        let isInside = Folder(folder.isEmpty ? "." : folder).relativePath(of: target) != nil
        guard isThere, isInside else {
          let why = isThere ? "lies outside of this folder and is not read" : "is not there"
          unread.append("includes '\(name)', which \(why)")
          continue
        }
        included.insert(target)
        let inner = try mapping(target, open: open + [path])
        let folder = isRelative ? Folder(Folder(name).path).parent : "."
        merged = XcodeGenDocument.merge(
          folder == "." ? inner : Self.moved(inner, below: folder), onto: merged)
      }
      return XcodeGenDocument.merge(own, onto: merged)
    }

    /// The paths under `include`: texts, or mappings with `path` that are not switched off, as XcodeGen has those that
    /// hang on a variable of the environment without it.
    ///
    /// Paths in such a file are relative to its own folder, unless `relativePaths` is off.
    private static func includes(of root: [String: Any]) -> [(name: String, isRelative: Bool)] {
      let list = root["include"] as? [Any] ?? (root["include"].map { [$0] } ?? [])
      return list.compactMap { item in
        if let path = item as? String { return (path, true) }
        guard let mapping = item as? [String: Any], mapping["enable"] as? Bool != false,
          (mapping["enable"] as? String)?.contains("$") != true
        else { return nil }
        return (mapping["path"] as? String).map { ($0, mapping["relativePaths"] as? Bool != false) }
      }
    }

    /// A mapping whose paths of sources and configuration files become relative to the folder above.
    private static func moved(_ root: [String: Any], below folder: String) -> [String: Any] {
      func moved(_ value: Any) -> Any {
        switch value {
        case let path as String: return folder + "/" + path
        case let list as [Any]: return list.map(moved)
        case var source as [String: Any]:
          source["path"] = source["path"].map(moved)
          return source
        default: return value
        }
      }
      func files(of owner: Any?) -> Any? {
        guard var owner = owner as? [String: Any] else { return owner }
        owner["sources"] = owner["sources"].map(moved)
        owner["configFiles"] = (owner["configFiles"] as? [String: Any])?.mapValues(moved)
        return owner
      }
      var root = files(of: root) as? [String: Any] ?? root
      for key in ["targets", "targetTemplates"] {
        root[key] = (root[key] as? [String: Any])?.mapValues { files(of: $0) ?? $0 }
      }
      return root
    }
  }

  /// Joins two mappings like XcodeGen: mappings key by key, lists one after the other; everything under a key that
  /// ends in `:REPLACE` replaces the older value.
  static func merge(_ newer: [String: Any], onto older: [String: Any]) -> [String: Any] {
    var result = older
    for (key, value) in newer {
      if key.hasSuffix(":REPLACE") {
        result[String(key.dropLast(":REPLACE".count))] = value
      } else if let value = value as? [String: Any], let before = older[key] as? [String: Any] {
        result[key] = merge(value, onto: before)
      } else if let value = value as? [Any], let before = older[key] as? [Any] {
        result[key] = before + value
      } else {
        result[key] = value
      }
    }
    return result
  }
}
