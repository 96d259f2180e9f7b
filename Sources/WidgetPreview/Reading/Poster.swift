internal import Foundation
public import PhotoGeometry
public import PhotoStore

/// A design of a store, or a photo that no design shows, as a poster shows it.
public struct Poster: Sendable {
  /// The design's name in the store, or the photo's.
  public let name: String
  private let source: Source

  private enum Source {
    case design([String: JSONValue])
    case photo(RecordID)
  }

  /// Makes the poster of a design, with everything that its document says.
  public init(name: String, design: [String: JSONValue]) {
    (self.name, source) = (name, .design(design))
  }

  /// Makes the poster of a photo that no design shows.
  public init(_ photo: RecordID) { (name, source) = ("\(photo)", .photo(photo)) }

  /// Whether a person means this design: by its name, with or without the ending of its file, or by its
  /// title.
  public func isMeant(by name: String) -> Bool {
    [self.name, self.name + ".json", document?["name"]?.string].contains(name)
  }

  private var document: [String: JSONValue]? {
    if case .design(let document) = source { document } else { nil }
  }

  /// The app's template that the design asks for, where that is another than this one.
  public var otherTemplate: String? {
    let template = document?["layout"]?.object?["template"]?.string
    return template == "poster" ? nil : template
  }

  /// The file that the widget shows, or why there is none.
  public func picture(for family: RenderFamily, in container: PhotoContainer) -> PhotoDisplay {
    let reader = PhotoReader(container: container.url)
    return switch source {
    case .design(let document):
      reader.photo(Design(json: document).image(for: family), for: family, at: Date())
    case .photo(let record): reader.photo(record, for: family)
    }
  }

  /// How a poster's text can be read on a file of a store, as values of the template `poster`; empty where
  /// the file's record does not say so, or of another part than the widget's lower end, where a poster
  /// has its text.
  ///
  /// - Parameters:
  ///   - file: The file's name; what a record says is true of the renders that no person framed.
  ///   - container: The store.
  ///   - height: The widget's height in points.
  /// - Returns: Values by name.
  public static func legibility(
    on file: String, in container: PhotoContainer, height: Double
  ) -> [String: JSONValue] {
    guard let name = StoredFileName(file), case .render(let family) = name.role,
      let record = try? container.record(name.record),
      let area = record.preparation.recipe.text?.rect,
      area.width > 0.999, area.y + area.height > 0.999,
      let style = record.preparation.analysis.object?["text"]?.object?[family.rawValue]?.object,
      let ink = style["color"]?.string, Colour(hex: ink) != nil,
      let scrim = style["scrim"]?.double, (0...1).contains(scrim)
    else { return [:] }
    return [
      "ink": .string(ink), "lineInk": .string(ink), "scrim": .double(scrim),
      "scrimInk": .string(ink == "#FFFFFF" ? "black" : "white"),
      "evenScrim": .double(area.height * height),
    ]
  }

  /// The filter that the app lays over the picture.
  public func filter(for family: RenderFamily) -> PhotoFilterSpec? {
    document.flatMap { Design(json: $0).image(for: family)?.filter }
  }

  /// Whether it shows its text.
  public var hasText: Bool {
    let mode = document?["layout"]?.object?["posterOverlayMode"]?.string
    return document != nil && mode != "none"
  }

  /// The data of the template `poster`: what the design says of its text, in the app's own words.
  public func data(for family: RenderFamily, hasPhoto: Bool) -> [String: JSONValue] {
    guard let document else { return ["hasText": .bool(false)] }
    let layout = document["layout"]?.object ?? [:]
    let style = document["style"]?.object ?? [:]
    let ending = family == .small ? "Small" : ""
    func textStyle(_ key: String, _ standard: String) -> JSONValue {
      let name = style[key]?.string ?? standard
      return .string(TemplateReader.styles[name] == nil ? standard : name)
    }
    let alignment = HorizontalAlignment(rawValue: layout["alignment"]?.string ?? "") ?? .leading
    return [
      "hasPhoto": .bool(hasPhoto),
      "hasText": .bool(hasText),
      "title": document["primaryText"] ?? .string(""),
      "line": document["secondaryText"] ?? .string(""),
      "titleStyle": textStyle("primaryTextStyle", "title3"),
      "lineStyle": textStyle("secondaryTextStyle", "caption2"),
      "titleLimit": limit(layout["primaryLineLimit\(ending)"]),
      "lineLimit": limit(layout["secondaryLineLimit\(ending)"]),
      "padding": length(style["padding"], 16), "spacing": length(layout["spacing"], 8),
      "alignment": .string(alignment.rawValue),
    ]
  }

  private func limit(_ value: JSONValue?) -> JSONValue {
    .integer(min(max(value?.integer ?? 2, 1), 100))
  }

  private func length(_ value: JSONValue?, _ standard: Double) -> JSONValue {
    .double((value?.double ?? standard).clamped(to: 0...100))
  }
}
