internal import PhotoGeometry
public import PhotoStore

/// A JSON document that describes a widget, with placeholders for its data: `docs/widget-previews.md`.
public struct Template: Sendable {
  /// What the widget is called.
  public let name: String
  /// The widget's families from small to large, then other pictures sorted by name, with their own sizes
  /// in points; `nil` for the device's.
  public let families: [(family: String, size: PointSize?)]
  /// The radius of the system's mask in points; `nil` for the system's own.
  public let cornerRadius: Double?
  let text: DocumentText
  let document: [String: JSONValue]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, at most ``TemplateLimits/bytes``.
  ///   - path: Its name, for errors.
  /// - Throws: ``TemplateError`` when it is no template; its views are read later.
  public init(bytes: [UInt8], path: String) throws(TemplateError) {
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
    name = object["name"]?.string ?? path
    families = try Self.families(object["families"], text)
    cornerRadius = try object["cornerRadius"].map { value throws(TemplateError) in
      try reader.number(reader.element(value, ["cornerRadius"]), TemplateLimits.lengths)
    }
  }

  private static let names: Set = [
    "name", "families", "cornerRadius", "scheme", "data", "let", "body", "$schema",
  ]

  private static func families(
    _ value: JSONValue?, _ text: DocumentText
  ) throws(TemplateError) -> [(String, PointSize?)] {
    let known =
      RenderFamily.allCases.map(\.name) + ["circular", "rectangular", "inline"]
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

  /// The radius of a family's corners in points: the template's own, or the system's (decision 0722), which
  /// only widgets of the Home Screen have.
  public func mask(of family: String) -> Double {
    let isOnHomeScreen = RenderFamily(name: family) != nil
    return cornerRadius ?? (isOnHomeScreen ? 21.6 : 0)
  }
}

/// What a template is filled in with.
public struct TemplateInput: Sendable {
  /// The family to draw.
  public var family: String
  /// The widget's size in points.
  public var size: PointSize
  /// Data that goes over the template's own, by name.
  public var data: [String: JSONValue]
  /// Whether all colours become the Lock Screen's white.
  public var isMonochrome: Bool

  /// Makes an input.
  public init(
    family: String, size: PointSize, data: [String: JSONValue] = [:], isMonochrome: Bool = false
  ) {
    (self.family, self.size, self.data) = (family, size, data)
    self.isMonochrome = isMonochrome
  }
}

extension Template {
  /// Returns the tree of views with data filled in.
  ///
  /// - Throws: ``TemplateError`` that says where the document is wrong.
  public func view(_ input: TemplateInput) throws(TemplateError) -> Node {
    try view(input, TemplateCounts(), depth: 0)
  }

  func view(
    _ input: TemplateInput, _ counts: TemplateCounts, depth: Int
  ) throws(TemplateError) -> Node {
    var values = document["data"]?.object ?? [:]
    values.merge(input.data) { $1 }
    values["family"] = .string(input.family)
    values["width"] = .double(input.size.width)
    values["height"] = .double(input.size.height)
    let scope = Scope(values: values, definitions: document["let"]?.object ?? [:])
    let reader = TemplateReader(text, scope, counts)
    reader.isMonochrome = input.isMonochrome
    let scheme = try reader.resolved(
      reader.element(document["scheme"] ?? .string("light"), ["scheme"]))
    reader.isDark = try reader.word(scheme, ["light", "dark"]) == "dark" || input.isMonochrome
    let body = reader.element(document["body"] ?? .null, ["body"])
    guard let node = try reader.nodes(body, depth: depth).first else {
      throw text.error(at: ["body"], "There is nothing to show.")
    }
    return node
  }
}

/// Bounds of what a template may ask for; our choice, far above any widget (decision 0723).
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
