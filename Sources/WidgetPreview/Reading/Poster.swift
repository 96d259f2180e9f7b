internal import Foundation
package import PhotoStore

/// A design of a store, or a photo that no design shows, as a poster.
package struct Poster: Sendable {
  /// The design's name in the store, or the photo's.
  package let name: String
  private let source: Source

  private enum Source {
    case design([String: JSONValue])
    case photo(RecordID)
  }

  package init(name: String, design: [String: JSONValue]) {
    (self.name, source) = (name, .design(design))
  }

  /// Makes the poster of a photo that no design shows.
  package init(_ photo: RecordID) { (name, source) = ("\(photo)", .photo(photo)) }

  /// The design's title in the app; else the photo's name.
  package var title: String { document?["name"]?.string ?? name }

  /// Whether a name means the design: its own name, with or without the ending of its file, or its title.
  package func hasName(_ name: String) -> Bool {
    [self.name, self.name + ".json", document?["name"]?.string].contains(name)
  }

  private var document: [String: JSONValue]? {
    if case .design(let document) = source { document } else { nil }
  }

  /// The document for a family: a matched set has its own text, symbol, image and layout for each.
  private func document(for family: RenderFamily) -> [String: JSONValue]? {
    guard var document, let own = document["matchedSet"]?.object?[family.rawValue]?.object else {
      return document
    }
    for key in ["primaryText", "secondaryText", "symbol", "image", "layout"] {
      document[key] = own[key]
    }
    return document
  }

  private func layout(for family: RenderFamily) -> [String: JSONValue] {
    document(for: family)?["layout"]?.object ?? [:]
  }

  /// Whether a family's widget shows a photo: the app's templates classic and hero show none (decision 0728).
  package func showsPhoto(for family: RenderFamily) -> Bool {
    !["classic", "hero"].contains(layout(for: family)["template"]?.string)
  }

  /// How the app differs from the built-in templates, as sentences.
  package var remarks: [String] {
    var seen: Set<String> = []
    return RenderFamily.allCases.flatMap(remarks).filter { seen.insert($0).inserted }
  }

  private func remarks(for family: RenderFamily) -> [String] {
    guard let document = document(for: family) else { return [] }
    let template = layout(for: family)["template"]?.string ?? "poster"
    var remarks: [String] = []
    if !["poster", "classic", "hero"].contains(template) {
      remarks.append("The app's template '\(template)' is drawn as a poster.")
    } else if !showsPhoto(for: family), document["image"]?.object != nil {
      remarks.append("The app's template '\(template)' shows no photo.")
    }
    let texts = ["name", "primaryText", "secondaryText"].compactMap { document[$0]?.string }
    if texts.contains(where: { $0.contains("{{") }) {
      remarks.append(
        "Variables in texts, which the app fills in, show what the text says for missing values.")
    }
    return remarks
  }

  /// The file that the widget shows, or why it shows none.
  package func picture(for family: RenderFamily, in container: PhotoContainer) -> PhotoDisplay {
    let reader = PhotoReader(container: container.url)
    return switch source {
    case .design(let document):
      reader.photo(Design(json: document).image(for: family), for: family, at: Date())
    case .photo(let record): reader.photo(record, for: family)
    }
  }

  /// The families that the widget is drawn for: small, medium and large, and those with renders of the photo.
  package func families(in container: PhotoContainer) -> [RenderFamily] {
    RenderFamily.allCases.filter { family in
      if RenderFamily.always.contains(family) { return true }
      switch source {
      case .design(let document):
        return Design(json: document).image(for: family)?.smartPhoto?.variants[family] != nil
      case .photo(let id):
        return (try? container.record(id))?.preparation.families.contains(family) == true
      }
    }
  }

  /// The legibility of a poster's text on a file of a store, as values of the template `poster`; empty if the file's
  /// record does not have it, or has it for another part than the widget's lower end, where a poster has its text.
  ///
  /// A record's values only apply to automatic renders; `height` is the widget's in points.
  package static func legibility(
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
      "isMeasured": .bool(true), "ink": .string(ink), "nameInk": .string(ink),
      "lineInk": .string(ink), "scrim": .double(scrim),
      "scrimInk": .string(ink == "#FFFFFF" ? "black" : "white"),
      "evenScrim": .double(area.height * height),
    ]
  }

  package func filter(for family: RenderFamily) -> PhotoFilterSpec? {
    document.flatMap { Design(json: $0).image(for: family)?.filter }
  }

  package func hasText(for family: RenderFamily) -> Bool {
    document != nil && layout(for: family)["posterOverlayMode"]?.string != "none"
  }

  /// The data for the built-in template of a family: the design's text, by the app's names.
  package func data(for family: RenderFamily, hasPhoto: Bool) -> [String: JSONValue] {
    guard let document = document(for: family) else { return ["hasText": .bool(false)] }
    let layout = document["layout"]?.object ?? [:]
    let style = document["style"]?.object ?? [:]
    let isPoster = showsPhoto(for: family)
    let alignment = layout["alignment"]?.string?.lowercased() ?? ""
    let own = isPoster ? posterData(document, style, hasPhoto) : classicData(document, style)
    return own.merging([
      "hasPhoto": .bool(hasPhoto), "hasText": .bool(hasText(for: family)),
      "name": text(document["name"]), "title": text(document["primaryText"]),
      "line": text(document["secondaryText"]),
      "nameStyle": textStyle(style["nameTextStyle"], "caption"),
      "titleStyle": textStyle(style["primaryTextStyle"], "title3"),
      "lineStyle": textStyle(style["secondaryTextStyle"], "caption2"),
      "titleLimit": limit(layout, "primaryLineLimit", isPoster ? nil : family),
      "lineLimit": limit(layout, "secondaryLineLimit", isPoster ? nil : family),
      "padding": length(style["padding"], 16), "spacing": length(layout["spacing"], 8),
      "alignment": .string(Self.horizontal(alignment)), "isTop": .bool(alignment.hasPrefix("top")),
    ]) { $1 }
  }

  private func posterData(
    _ document: [String: JSONValue], _ style: [String: JSONValue], _ hasPhoto: Bool
  ) -> [String: JSONValue] {
    let image = document["image"]?.object.map(ImageSpec.init(json:))
    let hasMaterial = style["backgroundOverlay"]?.string == "subtleMaterial"
    let opacity = style["backgroundOverlayOpacity"]?.double ?? 0
    return backdrop(style).merging([
      "isFitted": .bool(hasPhoto && image?.contentMode == .fit),
      "isGlass": .bool(hasMaterial && opacity <= 0.0001), "isEmpty": .bool(!hasPhoto),
      "matteRadius": .double((image?.cornerRadius ?? 16) + 12),
    ]) { $1 }
  }

  private func classicData(
    _ document: [String: JSONValue], _ style: [String: JSONValue]
  ) -> [String: JSONValue] {
    let layout = document["layout"]?.object ?? [:]
    return backdrop(style).merging([
      "isHero": .bool(layout["template"]?.string == "hero"),
      "hasBar": .bool(layout["showsAccentBar"] != .bool(false)),
      "symbol": text(document["symbol"]?.object?["name"]),
      "symbolSize": length(style["symbolSize"], 34),
    ]) { $1 }
  }

  /// The ground of designs without a photo.
  private func backdrop(_ style: [String: JSONValue]) -> [String: JSONValue] {
    let accent = style["accent"]?.string ?? ""
    return [
      "background": text(style["background"]),
      "accent": .string(SystemColours.colour(accent, false) == nil ? "blue" : accent),
    ]
  }

  private static func horizontal(_ alignment: String) -> String {
    if alignment.hasSuffix("trailing") { return "trailing" }
    return ["centre", "center", "top", "topcentre", "topcenter"].contains(alignment)
      ? "center" : "leading"
  }

  /// A text of a length that a widget can show; empty for other values.
  ///
  /// The largest widget shows some 2,000 letters of 11 points, and two lines are usual; a longer text would exceed a
  /// template's limit.
  private func text(_ value: JSONValue?) -> JSONValue {
    let text = String(String.UnicodeScalarView((value?.string ?? "").unicodeScalars.prefix(4000)))
    return .string(Self.withFallbacks(text))
  }

  /// A text with its own fallbacks for variables that have no value, as `--` for `{{__steps_today
  /// --}}`.
  private static func withFallbacks(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let parts = rest[open.upperBound..<close.lowerBound]
        .split(separator: "|", omittingEmptySubsequences: false)
      result += rest[..<open.lowerBound]
      result += parts.count > 1 ? parts[1] : rest[open.lowerBound..<close.upperBound]
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private func textStyle(_ value: JSONValue?, _ standard: String) -> JSONValue {
    let name = value?.string ?? standard
    return .string(TemplateReader.styles[name] == nil ? standard : name)
  }

  /// A number of lines; only the templates with a family have a different one for small widgets.
  private func limit(
    _ layout: [String: JSONValue], _ key: String, _ family: RenderFamily?
  ) -> JSONValue {
    let value = layout[family == .small ? key + "Small" : key]
    return .integer(min(max(value?.integer ?? 2, 1), 100))
  }

  private func length(_ value: JSONValue?, _ standard: Double) -> JSONValue {
    .double((value?.double ?? standard).clamped(to: 0...100))
  }
}
