internal import Foundation
public import PhotoGeometry
public import PhotoStore

/// A design of a store, as its poster shows it.
public struct Poster: Sendable {
  /// The design's file name without its ending, or the photo's name.
  public let name: String
  private let source: Source

  private enum Source {
    case design(fileName: String, document: [String: JSONValue])
    case photo(RecordID)
  }

  /// The posters of a store's designs, sorted by name; of a store without designs, of its photos.
  ///
  /// - Parameters:
  ///   - container: The store.
  ///   - name: The only design wanted, by its file name with or without its ending, or its title.
  /// - Returns: At least one where a name is given.
  /// - Throws: `unreadable-document`; `not-found` where nothing has the name.
  public static func all(
    in container: PhotoContainer, named name: String? = nil
  ) throws(StoreError) -> [Poster] {
    var posters: [Poster] = []
    for fileName in try container.designNames() {
      let document = try container.designDocument(fileName)
      let poster = Poster(
        name: String(fileName.dropLast(5)), source: .design(fileName: fileName, document: document))
      if poster.isMeant(by: name) { posters.append(poster) }
    }
    if !posters.isEmpty { return posters }
    let photos = try container.recordIDs().map { Poster(name: "\($0)", source: .photo($0)) }
    let meant = photos.filter { $0.isMeant(by: name) }
    guard meant.isEmpty, let name else { return meant }
    throw StoreError(
      .notFound, path: container.url.path,
      message: "There is no design or photo '\(name.displayText)' here.",
      recovery: "Leave --design out to draw all of them.")
  }

  private func isMeant(by name: String?) -> Bool {
    guard let name else { return true }
    let title: String? =
      if case .design(_, let document) = source { document["name"]?.string } else { nil }
    return [self.name, self.name + ".json", title].contains(name)
  }

  /// The app's template that the design asks for, where that is another than this one.
  public var otherTemplate: String? {
    guard case .design(_, let document) = source,
      let template = document["layout"]?.object?["template"]?.string, template != "poster"
    else { return nil }
    return template
  }

  /// The file that the widget shows, or why there is none.
  public func picture(for family: RenderFamily, in container: PhotoContainer) -> PhotoDisplay {
    let reader = PhotoReader(container: container.url)
    return switch source {
    case .design(let name, _): reader.photo(design: name, for: family, at: Date())
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
    guard case .design(_, let document) = source else { return nil }
    return Design(json: document).image(for: family)?.filter
  }

  /// The data of the template `poster`: what the design says of its text, in the app's own words.
  public func data(for family: RenderFamily, hasPhoto: Bool) -> [String: JSONValue] {
    guard case .design(_, let document) = source else { return ["hasText": .bool(false)] }
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
      "hasText": .bool(layout["posterOverlayMode"]?.string ?? "caption" != "none"),
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
