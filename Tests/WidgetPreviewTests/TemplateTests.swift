import PhotoStore
import Testing
import WidgetPreview

/// Documents that are no templates, and what is said about them.
@Suite struct TemplateTests {
  private func view(_ body: String, more: String = "", data: [String: JSONValue] = [:]) throws
    -> Node
  {
    let text = "{\n\(more)\n\"body\": \(body)\n}"
    let template = try Template(bytes: Array(text.utf8), path: "made.json")
    return try template.view(
      TemplateInput(family: "small", size: PointSize(158, 158), data: data))
  }

  private func children(_ node: Node) -> [Node] {
    if case .stack(_, let children, _, _) = node.content { children } else { [] }
  }

  /// A view with a gradient of two colours and something more about it.
  private static func ground(_ more: String) -> String {
    #"{ "text": "a", "background": { "gradient": ["black", "white"], \#(more) } }"#
  }

  private func error(_ body: String, more: String = "") throws -> TemplateError {
    try #require(throws: TemplateError.self) { try view(body, more: more) }
  }

  @Test func `placeholders are replaced by values of any type, also inside texts`() throws {
    let body = """
      { "text": "{who.name} is {age}", "font": { "size": "{size}" }, "lineLimit": "{size}" }
      """
    let node = try view(
      body,
      data: ["who": .object(["name": .string("Ann")]), "age": .integer(7), "size": .integer(9)])
    let run = try #require(node.content.run)
    #expect(run.text == "Ann is 7")
    #expect(run.font.size == 9)
    #expect(run.lineLimit == 9)
  }

  @Test func `values of data are not read again as placeholders`() throws {
    let node = try view("{ \"text\": \"{a} {a}\" }", data: ["a": .string("{b}")])
    let run = try #require(node.content.run)
    #expect(run.text == "{b} {b}")
  }

  @Test func `lists repeat a view with separators, and conditions omit views`() throws {
    let body = """
      { "vstack": [
        { "forEach": "{rows}", "as": "row", "limit": 3, "node": { "text": "{row}" },
          "between": { "divider": true } },
        { "if": "{none}", "text": "a" }, { "unless": "{none}", "text": "b" } ] }
      """
    let rows = (1...5).map { JSONValue.integer($0) }
    let node = try view(body, data: ["rows": .array(rows), "none": .bool(false)])
    let words = children(node).map { $0.content.run?.text ?? "-" }
    #expect(words == ["1", "-", "2", "-", "3", "b"])
  }

  @Test func `an error names the line and the path in the document`() throws {
    let found = try error(
      "{ \"vstack\": [\n{ \"text\": \"a\" },\n{ \"text\": \"b\", \"font\": { \"size\": -3 } } ] }")
    #expect(
      found.description
        == "made.json: line 5 (/body/vstack/1/font/size): This must be a number from 1 to 500.")
  }

  @Test(arguments: [
    ("{ \"label\": \"a\" }", "/body", "has exactly one of"),
    ("{ \"text\": \"a\", \"image\": \"b\" }", "/body", "this has 2"),
    ("{ \"text\": \"a\", \"color\": \"reddish\" }", "/body/color", "is not a colour"),
    ("{ \"text\": \"a\", \"color\": \"white 2\" }", "/body/color", "is not a colour"),
    ("{ \"text\": \"{nobody}\" }", "/body/text", "no value 'nobody'"),
    ("{ \"text\": \"{}\" }", "/body/text", "no value ''"),
    ("{ \"text\": { \"switch\": \"x\", \"cases\": {} } }", "/body/text", "no case 'x'"),
    ("{ \"vstack\": 3 }", "/body/vstack", "a list of views"),
    ("[]", "/body", "A view is an object"),
    ("{ \"if\": false, \"text\": \"a\" }", "/body", "nothing to show"),
    ("{ \"spacer\": 1e9 }", "/body/spacer", "from 0 to 2000"),
    ("{ \"text\": \"a\", \"width\": { \"min\": -1 } }", "/body/width/min", "from 0 to 2000"),
    (ground(#""stops": [0]"#), "/body/background/stops", "a number from 0 to 1 for each colour"),
    (ground(#""stops": [1, 0]"#), "/body/background/stops", "none below the last"),
    (ground(#""stops": [0, 2]"#), "/body/background/stops", "a number from 0 to 1"),
    (ground(#""axis": "round""#), "/body/background/axis", "radial"),
    (ground(#""radius": 0"#), "/body/background/radius", "from 1 to 2000"),
    ("{ \"txt\": \"a\" }", "/body", "Did you mean 'text'?"),
    (
      "{ \"text\": \"a\", \"colour\": \"#FFF\" }", "/body/colour",
      "means nothing here. Did you mean 'color'?"
    ),
    ("{ \"text\": \"a\", \"color\": \"ornage\" }", "/body/color", "Did you mean 'orange'?"),
    ("{ \"text\": \"a\", \"font\": \"headlin\" }", "/body/font", "Did you mean 'headline'?"),
    ("{ \"text\": \"{famly}\" }", "/body/text", "Did you mean 'family'?"),
    ("{ \"text\": \"a\", \"width\": \"wide\" }", "/body/width", "or \"infinity\""),
    ("{ \"text\": \"a\", \"overlay\": {} }", "/body/overlay", "An overlay has a 'view'"),
    ("{ \"text\": \"a\", \"shadow\": {} }", "/body/shadow", "A shadow has a 'radius'"),
    ("{ \"text\": \"a\", \"offset\": [1] }", "/body/offset", "An offset is [x, y]"),
    ("{ \"text\": \"a\", \"aspectRatio\": 0 }", "/body/aspectRatio", "from 0.01 to 100"),
    ("{ \"text\": \"a\", \"fixedSize\": \"up\" }", "/body/fixedSize", "horizontal, vertical"),
    ("{ \"text\": [] }", "/body/text", "at least one part"),
    ("{ \"text\": [{}] }", "/body/text/0", "A part of a text"),
  ]) func `errors name the path in the document`(body: String, pointer: String, fact: String) throws
  {
    let found = try error(body)
    #expect(found.pointer == pointer)
    #expect(found.fact.contains(fact), "\(found)")
  }

  @Test func `a document that is not JSON is reported with its line`() throws {
    let found = try #require(throws: TemplateError.self) {
      try Template(bytes: Array("{\n\"body\":\n}".utf8), path: "a.json")
    }
    #expect(found.line == 3)
  }

  @Test(arguments: [
    ("{\n\"body\": { \"vstack\": [ {},\n] } }", 3, "before ']'"),
    ("{\n\"body\": {},\n}", 3, "before '}'"),
  ]) func `a misplaced comma is named`(text: String, line: Int, words: String) throws {
    let found = try #require(throws: TemplateError.self) {
      try Template(bytes: Array(text.utf8), path: "a.json")
    }
    #expect(found.line == line)
    #expect(found.fact.contains("a comma stands \(words)"), "\(found)")
  }

  @Test func `data that a template does not use are found, with the name that was probably meant`()
    throws
  {
    let text = """
      { "data": { "quote": "a" }, "let": { "share": "{percent(done, goal)}" },
        "body": { "text": "{quote} {who.name} {share}" } }
      """
    let template = try Template(bytes: Array(text.utf8), path: "a.json")
    let names = ["quote", "who", "done", "goal", "qoute", "other"]
    let unused = template.unused(of: Dictionary(uniqueKeysWithValues: names.map { ($0, .null) }))
    #expect(unused.map(\.name) == ["other", "qoute"])
    #expect(unused.map(\.meant) == [nil, "quote"])
  }

  @Test(arguments: [
    ("{reached(a, b)}", "true"), ("{reached(b, a)}", "false"), ("{reached(a, zero)}", "false"),
    ("{isEmpty(none)}", "true"), ("{isEmpty(list)}", "false"), ("{isEmpty(nobody)}", "true"),
    ("{percent(b, a)}", "75"),
  ]) func `placeholders can compute shares, compare with a goal and test for empty values`(
    text: String, value: String
  ) throws {
    let node = try view(
      "{ \"text\": \"\(text)\" }",
      data: [
        "a": .integer(12), "b": .integer(9), "zero": .integer(0), "none": .array([]),
        "list": .array([.integer(1)]),
      ])
    let run = try #require(node.content.run)
    #expect(run.text == value)
  }

  @Test func `all properties of a view's appearance are read`() throws {
    let node = try view(
      """
      { "text": ["a", { "text": "{b}", "font": { "size": 9, "italic": true }, "color": "#FF0000" }],
        "font": { "size": 20, "monospacedDigits": true }, "minimumScaleFactor": 0.5, "truncation": "fade",
        "overlay": { "view": { "text": "o" }, "alignment": "topTrailing" },
        "background": { "view": { "text": "u" } }, "fixedSize": "horizontal",
        "aspectRatio": { "ratio": 2, "mode": "fill" }, "blur": 3, "rotation": -90, "offset": [1, -2],
        "shadow": { "radius": 4, "y": -1 }, "direction": "rightToLeft" }
      """, data: ["b": .string("b")])
    let run = try #require(node.content.run)
    #expect(run.text == "ab" && run.font.hasMonospacedDigits && run.minimumScale == 0.5)
    #expect(run.truncation == .fade)
    #expect(run.spans.map(\.text) == ["a", "b"] && run.spans[0].font == run.font)
    #expect(run.spans[1].font.isItalic && run.spans[1].colour.hex == "#FF0000")
    let style = node.style
    #expect(style.overlay?.alignment == Alignment(.trailing, .top))
    #expect(style.underlay != nil && style.background == nil)
    #expect(style.fixedAxes == [.horizontal])
    #expect(style.aspectRatio == ProposedShape(2, fills: true))
    #expect(style.blur == 3 && style.rotation == -90 && style.offset == PointSize(1, -2))
    #expect(style.shadow?.radius == 4 && style.shadow?.offset == PointSize(0, -1))
    #expect(style.direction == .rightToLeft)
  }

  @Test func `a list in the template may have placeholders, but not one in data`() throws {
    let body = """
      { "vstack": [{ "forEach": ["{a}", "{b}"], "as": "word", "node": { "text": "{word}" } }] }
      """
    let node = try view(body, data: ["a": .string("one"), "b": .string("{a}")])
    #expect(children(node).map(\.content.run?.text) == ["one", "{a}"])
  }

  @Test func `the direction and the colour scheme of an input replace the template's`() throws {
    let text = #"{ "scheme": "dark", "body": { "text": "a" } }"#
    let template = try Template(bytes: Array(text.utf8), path: "a.json")
    var input = TemplateInput(family: "small", size: PointSize(10, 10))
    (input.environment.layoutDirection, input.environment.colorScheme) = (.rightToLeft, .light)
    let node = try template.view(input)
    let run = try #require(node.content.run)
    #expect(run.colour.hex == "#000000" && node.style.direction == .rightToLeft)
  }

  @Test(arguments: [
    ("\"headline\"", DynamicTypeSize.large, 17.0, 600), ("\"headline\"", .xSmall, 14, 600),
    ("\"caption2\"", .medium, 11, 400), ("\"caption2\"", .accessibility5, 40, 400),
    ("{ \"style\": \"title\", \"weight\": \"bold\" }", .xxxLarge, 34, 700),
    ("{ \"size\": 20 }", .accessibility5, 20, 400), ("{ \"weight\": \"bold\" }", .xLarge, 19, 700),
  ]) func `text with a style follows the person's text size, and text with a size does not`(
    font: String, wanted: DynamicTypeSize, size: Double, weight: Int
  ) throws {
    let text = "{ \"body\": { \"text\": \"{dynamicTypeSize}\", \"font\": \(font) } }"
    var input = TemplateInput(family: "small", size: PointSize(10, 10))
    input.environment.dynamicTypeSize = wanted
    let node = try Template(bytes: Array(text.utf8), path: "a.json").view(input)
    let run = try #require(node.content.run)
    #expect(run.font.size == size && run.font.weight == weight)
    #expect(run.text == wanted.rawValue)
  }

  @Test func `the system's colours have more contrast if the person asked for it`() throws {
    let text = #"{ "body": { "text": "{colorSchemeContrast}", "color": "green" } }"#
    let template = try Template(bytes: Array(text.utf8), path: "a.json")
    func ink(_ contrast: ColourContrast, _ scheme: ColourScheme) throws -> String {
      var input = TemplateInput(family: "small", size: PointSize(10, 10))
      (input.environment.colorSchemeContrast, input.environment.colorScheme) = (contrast, scheme)
      let run = try #require(try template.view(input).content.run)
      return "\(run.text) \(run.colour.hex)"
    }
    #expect(try ink(.standard, .light) == "standard #34C759")
    #expect(try ink(.increased, .light) == "increased #248A3D")
    #expect(try ink(.increased, .dark) == "increased #30DB5B")
  }

  @Test func `a nested widget gets the environment of the outer one`() throws {
    let text = #"{ "body": { "widget": "danke" } }"#
    let template = try Template(bytes: Array(text.utf8), path: "a.json")
    func views(_ contrast: ColourContrast) throws -> Node {
      var input = TemplateInput(family: "small", size: PointSize(158, 158))
      input.environment.colorSchemeContrast = contrast
      return try template.view(input)
    }
    #expect(try views(.increased) != views(.standard))
    var input = TemplateInput(family: "small", size: PointSize(158, 158))
    input.data = ["highContrast": .bool(true)]
    let danke = try Template(builtIn: "danke")
    let byData = try danke?.view(input)
    input.data = [:]
    input.environment.colorSchemeContrast = .increased
    #expect(try danke?.view(input) == byData)
  }

  @Test(arguments: [
    ("{ \"vstack\": [\"{a}\"] }", "\"let\": { \"a\": { \"hstack\": [\"{a}\"] } },"),
    ("{ \"text\": \"{a}\" }", "\"let\": { \"a\": \"{b}\", \"b\": \"{a}\" },"),
    ("{ \"text\": \"{a}\" }", "\"let\": { \"a\": \"x{b}\", \"b\": \"y{a}\" },"),
    ("{ \"text\": \"{a}{a}\" }", "\"let\": { \"a\": \"{b}{b}\", \"b\": \"{a}{a}\" },"),
  ]) func `definitions that refer to themselves are refused`(body: String, definitions: String)
    throws
  {
    #expect(try error(body, more: definitions).fact.isEmpty == false)
  }

  @Test(arguments: [("word", "bytes"), ("", "placeholders")])
  func `definitions that grow exponentially are refused before they take long`(
    last: String, fact: String
  )
    throws
  {
    let steps = (0..<12).map { "\"a\($0)\": \"{a\($0 + 1)}{a\($0 + 1)}{a\($0 + 1)}{a\($0 + 1)}\"" }
    let more = "\"let\": { \(steps.joined(separator: ", ")), \"a12\": \"\(last)\" },"
    #expect(try error("{ \"text\": \"{a0}\" }", more: more).fact.contains(fact))
  }

  @Test func `too many views, too deep ones and too much text are refused`() throws {
    let many = Array(repeating: "{ \"text\": \"a\" }", count: 2001).joined(separator: ",")
    #expect(try error("{ \"vstack\": [\(many)] }").fact.contains("2000 views"))
    let deep = String(repeating: "{ \"vstack\": [", count: 30)
    #expect(throws: TemplateError.self) { try view(deep + "{ \"text\": 3" + deep) }
    let long = String(repeating: "a", count: 100_001)
    #expect(try error("{ \"text\": \"\(long)\" }").fact.contains("100000 bytes"))
    let all = (0..<33).reduce("{ \"text\": \"a\" }") { inner, _ in
      "{ \"viewThatFits\": [\(inner)] }"
    }
    #expect(try error(all).fact.contains("nested deeper"))
  }

  @Test func `colours on the Lock Screen become white, as opaque as they were light`() throws {
    let text = "{ \"body\": { \"text\": \"a\", \"color\": \"#00FF00\" } }"
    let template = try Template(bytes: Array(text.utf8), path: "a.json")
    let node = try template.view(
      TemplateInput(family: "circular", size: PointSize(72, 72), isMonochrome: true))
    let run = try #require(node.content.run)
    #expect(run.colour == Colour(red: 1, green: 1, blue: 1, opacity: 0.7152))
  }

  private func words(_ text: String, _ data: [String: JSONValue]) throws -> String {
    try #require(try view("{ \"text\": \"\(text)\" }", data: data).content.run).text
  }

  @Test(arguments: [
    ("{2 + 3 * a}", "14"), ("{(2 + 3) * a - 1}", "19"), ("{a / 8}", "0.5"), ("{-a + 1}", "-3"),
    ("{yes + no + 0.5}", "1.5"),
    ("{a / no}", "0"), ("{who * 2}", "0"), ("{number(a * 1234.5)}", "4,938"),
    ("{number(a / 3, 2)} km", "1.33 km"),
    ("{date(day, EEEE d MMMM)}", "Saturday 17 January"), ("{date(time, HH:mm)}", "09:41"),
    ("{date(day, d, y)}", "17, 2026"),
    ("{date(who, y)}.", "."), ("{a-b}", "4"),
  ])
  func `placeholders calculate and format numbers and dates`(text: String, expected: String) throws
  {
    let found = try words(
      text,
      [
        "a": .integer(4), "b": .integer(0), "yes": .bool(true), "no": .bool(false),
        "who": .string("Ann"),
        "day": .string("2026-01-17"), "time": .string("2026-01-17T09:41"),
      ])
    #expect(found == expected)
  }

  @Test func `numbers and dates follow the locale that the data name`() throws {
    let data: [String: JSONValue] = [
      "locale": .string("de_DE"), "a": .double(1234.5), "day": .string("2026-01-17"),
    ]
    #expect(try words("{number(a, 1)}, {date(day, EEEE)}", data) == "1.234,5, Samstag")
  }

  @Test(arguments: [
    "a +", "(a", "a b", "1..2", "a + missing", "", "((((((((((((((((((((((((((((((((((((((a",
  ])
  func `a malformed calculation is an error`(text: String) throws {
    #expect(throws: TemplateError.self) { try words("{\(text)}", ["a": .integer(1)]) }
  }

  @Test(arguments: [
    "", "10 10", "M", "M 1", "L 1 1", "M 0 0 A 1 1 0 0 0 1 1", "M 0 0 L 1", "M 0 0 X",
  ])
  func `a wrong path is an error that says how paths are written`(path: String) throws {
    let error = try error("{ \"shape\": \"path\", \"path\": \"\(path)\" }")
    #expect(error.fact.contains("SVG's letters"))
  }

  @Test func `a path has lines and curves, relative to the last point if letters are lower case`()
    throws
  {
    let path = try #require(ShapePath("M1,2 3 4h-2V8c0 2 2 4 4 4q3-3 6 0z", box: PointSize(10, 20)))
    let steps: [ShapePath.Step] = [
      .move(PathPoint(0.1, 0.1)), .line(PathPoint(0.3, 0.2)), .line(PathPoint(0.1, 0.2)),
      .line(PathPoint(0.1, 0.4)),
      .curve(PathPoint(0.1, 0.5), PathPoint(0.3, 0.6), PathPoint(0.5, 0.6)),
      .curve(PathPoint(0.7, 0.5), PathPoint(0.9, 0.5), PathPoint(1.1, 0.6)), .close,
    ]
    #expect(path.steps == steps)
  }
}
