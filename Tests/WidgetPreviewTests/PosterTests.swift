import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import WidgetDrawing
import WidgetPreview
import _TestSupport

/// Designs as the app's own views show them: docs/decisions/0728.
@Suite struct PosterTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func design(_ layout: String, _ more: String = "") throws -> [String: JSONValue] {
    let text = """
      { "name": "Lake", "primaryText": "Hello", "secondaryText": "World", "layout": { \(layout) }
      \(more) }
      """
    return try #require(try JSONValue.parsing(Array(text.utf8), path: "made.json").object)
  }

  private func views(
    _ design: [String: JSONValue], _ family: RenderFamily = .small
  ) throws -> [String: LaidOut] {
    let widget = try WidgetRenderer().render(
      Poster(name: "one", design: design), for: family, in: try PhotoContainer(url: folder.url),
      TemplateRequest())
    return Dictionary(grouping: widget.layout.all, by: \.node.name)
      .compactMapValues(\.first)
  }

  private func text(_ view: LaidOut?) throws -> TextRun {
    try #require(view?.node.content.run)
  }

  /// The gradient that a shape is filled with.
  private func gradient(_ view: LaidOut?) throws -> Gradient {
    guard case .shape(let shape)? = view?.node.content, case .gradient(let gradient)? = shape.fill
    else { throw NoGradient() }
    return gradient
  }

  private struct NoGradient: Error {}

  @Test func `a poster has name, title and line at its lower or its upper end`() throws {
    for (alignment, isTop) in [("leading", false), ("trailing", false), ("topLeading", true)] {
      let drawn = try views(design("\"template\": \"poster\", \"alignment\": \"\(alignment)\""))
      let frames = try ["name", "title", "line"].map { try #require(drawn[$0]).frame }
      #expect(frames.allSatisfy { $0.x == 16 })
      let tops = frames.map(\.y)
      #expect(tops == tops.sorted())
      let whole = try #require(drawn["shade"]).frame.size.height
      let (first, last) = (frames[0].y, whole - frames[2].y - frames[2].size.height)
      #expect(isTop ? abs(first - 16) < 0.5 : abs(last - 16) < 0.5, "\(alignment)")
      let gradient = try gradient(drawn["shade"])
      #expect(gradient.colours.map(\.opacity).max() == 0.72)
      #expect((gradient.colours[0].opacity == 0.72) == isTop)
    }
  }

  @Test
  func `a poster's lines have the size that its design states, or the app's`()
    throws
  {
    let plain = try views(design("\"template\": \"poster\""))
    #expect(try text(plain["name"]).font.size == 12)
    #expect(try text(plain["title"]).font.size == 20)
    #expect(try text(plain["line"]).font.size == 11)
    let own = try views(
      design(
        "\"template\": \"poster\", \"primaryLineLimit\": 3, \"primaryLineLimitSmall\": 1",
        ", \"style\": { \"primaryTextStyle\": \"headline\", \"padding\": 8 }"))
    #expect(try text(own["title"]).font.size == 17)
    #expect(try text(own["title"]).lineLimit == 3)
    #expect(try #require(own["title"]).frame.x == 8)
    let none = try views(design("\"template\": \"poster\", \"posterOverlayMode\": \"none\""))
    #expect(none["title"] == nil && none["shade"] == nil)
  }

  @Test func `a glass card replaces the scrim if the design has one`() throws {
    for (opacity, isGlass) in [(0, true), (0.2, false)] {
      let style = #"{"backgroundOverlay":"subtleMaterial","backgroundOverlayOpacity":\#(opacity)}"#
      let drawn = try views(design("\"template\": \"poster\"", ", \"style\": \(style)"))
      #expect((drawn["card"] != nil) == isGlass)
      #expect((drawn["shade"] == nil) == isGlass)
      #expect(try #require(drawn["title"]).frame.x == (isGlass ? 28 : 16))
    }
  }

  @Test(arguments: ["classic", "hero"])
  func `the templates without a photo show texts, symbol and bar on their background`(name: String)
    throws
  {
    let design = try design(
      "\"template\": \"\(name)\", \"primaryLineLimitSmall\": 1, \"primaryLineLimit\": 4",
      """
      , "symbol": { "name": "gift" }, "image": { "fileName": "image-1.jpg" },
      "style": { "accent": "orange", "background": "sunset" }
      """)
    let poster = Poster(name: "one", design: design)
    #expect(!poster.showsPhoto(for: .small))
    #expect(poster.remarks == ["The app's template '\(name)' shows no photo."])
    let small = try views(design)
    #expect(small["photo"] == nil)
    #expect(try text(small["title"]).lineLimit == 1)
    #expect(try text(views(design, .large)["title"]).lineLimit == 4)
    let (title, symbol) = (try #require(small["title"]), try #require(small["symbol"]))
    #expect(symbol.content.size.width <= 34.5)
    if name == "hero" {
      #expect(symbol.frame.x > title.frame.x + title.frame.size.width)
    } else {
      #expect(symbol.frame.y > title.frame.y)
    }
    #expect(try #require(small["bar"]).frame.size.height == 5)
    let gradient = try gradient(small["backdrop"])
    #expect(gradient.direction == .diagonal && gradient.colours.count == 3)
  }

  @Test func `each family of a matched set has its own text and template`() throws {
    let design = try design(
      "\"template\": \"poster\"",
      """
      , "matchedSet": { "medium": { "primaryText": "Middle", "layout": { "template": "classic" } } }
      """)
    #expect(try text(views(design)["title"]).text == "Hello")
    let medium = try views(design, .medium)
    #expect(try text(medium["title"]).text == "Middle")
    #expect(medium["line"] == nil && medium["bar"] != nil)
    let poster = Poster(name: "one", design: design)
    #expect(poster.showsPhoto(for: .large) && !poster.showsPhoto(for: .medium))
  }

  @Test(arguments: ["poster", "classic", "hero"])
  func `values of another type are ignored`(template: String) throws {
    let plain = try views(design("\"template\": \"\(template)\""))
    let odd: [JSONValue] = [.integer(5), .bool(true), .null, .array([.object([:])]), .object([:])]
    let parts = [
      "layout": ["alignment", "spacing", "primaryLineLimit", "primaryLineLimitSmall"],
      "style": ["padding", "nameTextStyle", "background", "accent", "symbolSize"],
    ]
    for value in odd {
      var design = try design("\"template\": \"\(template)\"")
      design["symbol"] = .object(["name": value])
      design["matchedSet"] = .object(["small": value.object == nil ? value : .null])
      for (part, keys) in parts {
        var object = design[part]?.object ?? [:]
        for key in keys { object[key] = value }
        design[part] = .object(object)
      }
      #expect(try Set(views(design).keys) == Set(plain.keys))
      for key in ["name", "primaryText", "secondaryText"] { design[key] = value }
      #expect(try views(design)["title"] == nil)
    }
  }

  @Test func `a text of any length is drawn up to what a widget can show`() throws {
    var design = try design("\"template\": \"poster\"")
    design["primaryText"] = .string(String(repeating: "e\u{301} ", count: 50_000))
    #expect(try text(views(design)["title"]).text.unicodeScalars.count == 4000)
  }

  @Test func `a poster without a photo says where to choose one, on the design's background`()
    throws
  {
    let style = #", "style": { "background": "midnight" }"#
    let drawn = try views(design("\"template\": \"poster\"", style))
    #expect(try text(drawn["guide"]).text == "Choose a photo in Editor")
    guard case .gradient(let ground)? = try #require(drawn["empty"]).node.style.background else {
      throw NoGradient()
    }
    #expect(ground.colours.count == 3 && ground.stops == [0, 0.6, 1])
    #expect(try text(drawn["title"]).text == "Hello")
  }

  @Test(arguments: [
    ("{{__steps_today|--}} steps", "-- steps"), ("{{a}} and {{b|c|d}}", "{{a}} and c"),
    ("{{open", "{{open"), ("plain", "plain"), ("{{x|}}.", "."),
  ]) func `a variable without a value shows its fallback text`(words: String, shown: String)
    throws
  {
    var design = try design("\"template\": \"classic\"")
    design["primaryText"] = .string(words)
    #expect(try text(views(design)["title"]).text == shown)
  }

  @Test func `differences from the app are reported once, not for each family`() throws {
    let weather = try design("\"template\": \"weather\"")
    #expect(
      Poster(name: "one", design: weather).remarks == [
        "The app's template 'weather' is drawn as a poster."
      ])
    var plain = try design("")
    let poster = Poster(name: "one", design: plain)
    #expect(poster.remarks.isEmpty && poster.title == "Lake")
    plain["secondaryText"] = .string("{{__time}}")
    #expect(Poster(name: "one", design: plain).remarks.count == 1)
  }
}
