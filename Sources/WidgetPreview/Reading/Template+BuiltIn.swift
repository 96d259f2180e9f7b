internal import Foundation
internal import PhotoStore

extension Template {
  /// The templates of the library, by their names in commands.
  public static let builtIn: [String: [UInt8]] = [
    "app-store": PackageResources.app_store_json, "birthdays": PackageResources.birthdays_json,
    "classic": PackageResources.classic_json, "danke": PackageResources.danke_json,
    "danke-mockups": PackageResources.danke_mockups_json,
    "office-days": PackageResources.office_days_json, "poster": PackageResources.poster_json,
    "setup-guide": PackageResources.setup_guide_json, "themed": PackageResources.themed_json,
    "wallpaper": PackageResources.wallpaper_json,
  ]

  /// Reads one of the library's templates; `nil` for an unknown name.
  ///
  /// - Throws: Never, as all of them are valid.
  public init?(builtIn name: String) throws {
    guard let bytes = Self.builtIn[name] else { return nil }
    self = try Template(bytes: bytes, path: "\(name).json")
  }

  /// There is no template with a name.
  public struct Missing: Error, CustomStringConvertible {
    /// The fact and the names of all templates.
    public let description: String
  }

  /// Reads one of the library's templates, or a file.
  ///
  /// - Throws: ``Missing``; a ``TemplateError`` of the file.
  public init(named name: String) throws {
    if let template = try Template(builtIn: name) {
      self = template
      return
    }
    guard let bytes = Self.document(name) else {
      let names = Self.builtIn.keys.sorted().joined(separator: ", ")
      throw Missing(
        description: "'\(name.displayText)' is not a file that can be read, nor a template of "
          + "photoprep: \(names).")
    }
    try self.init(bytes: bytes, path: name.displayText)
  }

  /// The bytes of a file, at most one more than ``TemplateLimits/bytes``; `nil` if it cannot be read or is not a
  /// regular file.
  public static func document(_ name: String) -> [UInt8]? {
    (try? PlainFile.read(URL(filePath: name), limit: TemplateLimits.bytes)).map { [UInt8]($0) }
  }
}
