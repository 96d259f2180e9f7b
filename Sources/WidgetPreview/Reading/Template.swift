internal import Foundation
public import PhotoStore

/// A JSON document that describes a widget, with placeholders for its data: `docs/widget-previews.md`.
public struct Template: Sendable {
  /// The widget's families from small to large, then other pictures sorted by name, with their own sizes
  /// in points; `nil` for the device's.
  public let families: [(family: String, size: PointSize?)]
  /// The radius of the system's mask in points; `nil` for the system's own.
  public let cornerRadius: Double?
  /// Whether its pictures fill the screen of a device, if one is given.
  public let fillsScreen: Bool
  let text: DocumentText
  let document: [String: JSONValue]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, at most ``TemplateLimits/bytes``.
  ///   - path: Its name, for errors.
  /// - Throws: ``TemplateError`` when it is not a template; its views are read later.
  public init(bytes: [UInt8], path: String) throws {
    text = DocumentText(bytes: bytes, path: path)
    guard bytes.count <= TemplateLimits.bytes else {
      throw text.error(
        at: [], "The document has \(bytes.count) bytes; at most \(TemplateLimits.bytes) are read.")
    }
    let value: JSONValue
    do { value = try JSONParser.parse(bytes) } catch { throw text.error(error) }
    guard let object = value.object, object["body"] != nil else {
      throw text.error(at: [], "The document has no 'body'; that is the widget's outermost view.")
    }
    document = object
    let reader = TemplateReader(text, Scope(values: [:], definitions: [:]))
    try reader.checkNames(object, of: Self.names, at: [])
    fillsScreen = object["fillsScreen"] == .bool(true)
    families = try Self.families(object["families"], text)
    cornerRadius = try object["cornerRadius"].map { value in
      try reader.number(reader.element(value, ["cornerRadius"]), TemplateLimits.lengths)
    }
  }

  /// The families of the Lock Screen.
  public static let accessories = ["circular", "rectangular", "inline"]

  private static let names: Set = [
    "name", "families", "fillsScreen", "cornerRadius", "scheme", "data", "let", "body", "$schema",
  ]

  private static func families(
    _ value: JSONValue?, _ text: DocumentText
  ) throws -> [(String, PointSize?)] {
    let known = RenderFamily.allCases.map(\.name) + Self.accessories
    guard let value else { return [("small", nil)] }
    if value.string == "all" { return RenderFamily.allCases.map { ($0.name, nil) } }
    var sizes: [String: PointSize?] = [:]
    for (family, size) in value.object ?? [:] {
      let sides = size.array?.compactMap(\.double) ?? []
      let isSize = sides.count == 2 && sides.allSatisfy(TemplateLimits.sides.contains)
      let isPicture = family.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
      guard isSize ? isPicture : known.contains(family) && size == .null else {
        throw text.error(
          at: ["families", family],
          "A family is one of \(known.joined(separator: ", ")), or another name in small letters, with its "
            + "[width, height] in points; null is for the device's, which only the former have.")
      }
      sizes.updateValue(isSize ? PointSize(sides[0], sides[1]) : nil, forKey: family)
    }
    guard !sizes.isEmpty else { throw text.error(at: ["families"], "There is no family.") }
    let others = sizes.keys.filter { !known.contains($0) }.sorted()
    return (known + others).compactMap { family in sizes[family].map { (family, $0) } }
  }

  /// The radius of a family's corners in points: the template's own, or the system's (decision 0722), which only
  /// applies to widgets of the Home Screen.
  public func mask(of family: String) -> Double {
    let isOnHomeScreen = RenderFamily(name: family) != nil
    return cornerRadius ?? (isOnHomeScreen ? 21.6 : 0)
  }
}

package struct TemplateInput: Sendable {
  package var family: String
  /// The widget's size in points.
  package var size: PointSize
  /// Data that replaces the template's own, by name.
  package var data: [String: JSONValue]
  /// Whether all colours become the Lock Screen's white.
  package var isMonochrome: Bool
  package var environment = WidgetEnvironment()

  package init(
    family: String, size: PointSize, data: [String: JSONValue] = [:], isMonochrome: Bool = false
  ) {
    (self.family, self.size, self.data) = (family, size, data)
    self.isMonochrome = isMonochrome
  }
}

extension Template {
  package func view(_ input: TemplateInput) throws -> Node {
    try view(input, TemplateCounts(), depth: 0)
  }

  /// The names of data that nothing in the document uses, sorted: they are probably misspelt.
  ///
  /// - Parameter data: Data that would replace the template's own.
  /// - Returns: Each name, with the one that was probably meant.
  public func unused(of data: [String: JSONValue]) -> [(name: String, meant: String?)] {
    let known = Set(document["data"]?.object?.keys.map(\.self) ?? [])
    let mentioned = document.values.reduce(into: known) { $0.formUnion($1.placeholders) }
    return data.keys.filter { !mentioned.contains($0) }.sorted()
      .map { ($0, Nearness.nearest(to: $0, among: mentioned)) }
  }

  func view(_ input: TemplateInput, _ counts: TemplateCounts, depth: Int) throws -> Node {
    var values = document["data"]?.object ?? [:]
    values.merge(input.data) { $1 }
    values["family"] = .string(input.family)
    values["width"] = .double(input.size.width)
    values["height"] = .double(input.size.height)
    let environment = input.environment
    values["colorSchemeContrast"] = .string(environment.colorSchemeContrast.rawValue)
    values["dynamicTypeSize"] = .string(environment.dynamicTypeSize.rawValue)
    values["layoutDirection"] = .string(environment.layoutDirection.rawValue)
    let scope = Scope(values: values, definitions: document["let"]?.object ?? [:])
    let reader = TemplateReader(text, scope, counts)
    reader.isMonochrome = input.isMonochrome
    reader.environment = environment
    let scheme = try reader.resolved(
      reader.element(document["scheme"] ?? .string("light"), ["scheme"]))
    let own = try reader.word(scheme, ColourScheme.allCases.map(\.rawValue))
    reader.isDark = (environment.colorScheme?.rawValue ?? own) == "dark" || input.isMonochrome
    let body = reader.element(document["body"] ?? .null, ["body"])
    guard var node = try reader.nodes(body, depth: depth).first else {
      throw text.error(at: ["body"], "There is nothing to show.")
    }
    // A widget inside another one has the other's direction.
    if depth == 0, environment.layoutDirection != .leftToRight, node.style.direction == nil {
      node.style.direction = environment.layoutDirection
    }
    return node
  }
}

extension JSONValue {
  /// The names of data that placeholders in the value use.
  fileprivate var placeholders: Set<String> {
    switch self {
    case .string(let text):
      let parts = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      let names = parts.map { String($0.prefix { $0 != "}" }) }
      let first = names.flatMap(Scope.names)
      return Set(first.map { String($0.prefix { $0 != "." }) })
    case .array(let values): return values.reduce(into: []) { $0.formUnion($1.placeholders) }
    case .object(let object):
      return object.values.reduce(into: []) { $0.formUnion($1.placeholders) }
    default: return []
    }
  }
}

/// Bounds on templates; our choice, far above any widget (decision 0723).
public enum TemplateLimits {
  /// The most bytes of a document, and of its data.
  public static let bytes = 1 << 20
  /// The most views inside one another.
  public static let depth = 32
  /// The most views.
  public static let nodes = 2000
  /// The most characters of all texts, counted as UTF-8 bytes.
  public static let text = 100_000
  /// The sides of a widget in points.
  public static let sides = 1.0...2000
  /// Lengths in points.
  public static let lengths = 0.0...2000
  /// The most steps from a placeholder to its value.
  static let steps = 16
}

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
