public import PhotoGeometry
import Foundation
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
  public static let names = [
    "store", "device", "background", "master-quality", "render-quality",
  ]
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
      } else if let texts = Self.texts(value, mayBeList: Self.lists.contains(name)) {
        settings[name] = Setting(texts: texts, line: key.mark?.line ?? 0)
      } else {
        let kind = Self.lists.contains(name) ? "neither a text nor a list of texts" : "not a text"
        throw .configuration(path, "'\(name)' is \(kind).", line: key.mark)
      }
    }
  }

  /// The settings that may be a list.
  private static let lists: Set = ["device"]

  private static func texts(_ value: Node, mayBeList: Bool) -> [String]? {
    let nodes = mayBeList ? value.sequence.map(Array.init) ?? [value] : [value]
    let texts = nodes.compactMap { $0.scalar?.string }.filter { !$0.isEmpty }
    return texts.count == nodes.count && !texts.isEmpty ? texts : nil
  }
}
