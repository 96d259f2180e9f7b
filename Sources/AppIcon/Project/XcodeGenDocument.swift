internal import PhotoGeometry
import Foundation

/// An XcodeGen `project.yml` with everything it includes, as one mapping.
struct XcodeGenDocument {
  /// What such a file is called.
  static let fileNames = ["project.yml", "project.yaml"]

  /// The merged mapping.
  let root: [String: Any]
  /// The files that were included, by their paths without `.` and `..`.
  let included: Set<String>

  /// The most files that one document may include, and the deepest chain of them, our choice, far above
  /// what projects have.
  private static let countLimit = 500
  private static let depthLimit = 32
  /// The most bytes of a file that are read, our choice, a hundred times what people write.
  private static let sizeLimit = 4 << 20

  /// Reads a file and what it includes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folder: The project's folder; files outside it are not read.
  /// - Throws: What Yams says, or ``PhotoprepError``.
  init(path: String, below folder: String) throws {
    var reader = Reader(folder: BuildConfigurationFiles.normal(folder))
    root = try reader.mapping(BuildConfigurationFiles.normal(path), open: [])
    included = reader.included
  }

  private struct Reader {
    let folder: String
    var included: Set<String> = []
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
      guard let own = try BoundedYAML.mapping(text, path: path) else {
        throw PhotoprepError(
          .configurationUnreadable, path: path, message: "The file holds no YAML mapping.")
      }
      var merged: [String: Any] = [:]
      for name in Self.includes(of: own) {
        let target = BuildConfigurationFiles.normal(Folder(path).parent + "/" + name)
        // What includes itself is followed once; what lies outside the project is not this project's.
        guard target != path, !open.contains(target), contains(target) else { continue }
        included.insert(target)
        merged = XcodeGenDocument.merge(try mapping(target, open: open + [path]), onto: merged)
      }
      return XcodeGenDocument.merge(own, onto: merged)
    }

    /// Whether a file is there, and below the folder once links are followed.
    private func contains(_ path: String) -> Bool {
      let top = Folder(folder.isEmpty ? "." : folder)
      return top.relativePath(of: path) != nil && FileManager.default.fileExists(atPath: path)
    }

    /// The paths under `include`: texts, or mappings with `path` that are not switched off.
    private static func includes(of root: [String: Any]) -> [String] {
      let list = root["include"] as? [Any] ?? (root["include"].map { [$0] } ?? [])
      return list.compactMap { item in
        if let path = item as? String { return path }
        guard let mapping = item as? [String: Any], mapping["enable"] as? Bool != false else {
          return nil
        }
        return mapping["path"] as? String
      }
    }
  }

  /// Joins two mappings as XcodeGen does: mappings key by key, lists one behind the other, and
  /// everything under a key that ends in `:REPLACE` in place of what was there.
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
