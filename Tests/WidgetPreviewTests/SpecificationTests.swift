import PhotoGeometry
import PhotoStore
import Testing
import WidgetDrawing
@testable import WidgetPreview

/// The numbers that the widgets' own descriptions give, measured in the laid out templates with the fonts
/// that stand in.
@Suite struct SpecificationTests {
  private func widget(
    _ name: String, _ family: String, _ data: [String: JSONValue] = [:], size: PointSize? = nil,
    isMonochrome: Bool = false
  ) throws -> Measured {
    let template = try #require(try Template(builtIn: name))
    let own = try #require(template.families.first { $0.family == family })
    let size = size ?? own.size ?? PointSize(158, 158)
    let input = TemplateInput(family: family, size: size, data: data, isMonochrome: isMonochrome)
    let drawn = try WidgetRenderer().render(try template.view(input), in: size, scale: 3)
    return Measured(all: drawn.layout.all)
  }

  private struct Measured {
    let all: [LaidOut]

    subscript(id: String) -> LaidOut {
      get throws { try #require(all.first { $0.node.name == id }, "\(id)") }
    }

    func run(_ id: String) throws -> TextRun {
      try #require(try self[id].node.content.run)
    }

    func gauge(_ id: String) throws -> Gauge {
      guard case .gauge(let gauge) = try self[id].node.content else { throw AnotherView() }
      return gauge
    }

    func symbol(_ id: String) throws -> (name: String, colour: String) {
      guard case .symbol(let name, _, _, let colour) = try self[id].node.content else {
        throw AnotherView()
      }
      return (name, colour.hex)
    }

    struct AnotherView: Error {}
  }

  // MARK: Danke!

  private static let short: [String: JSONValue] = [
    "quote": .string("Less, but better."), "action": .string("Cross one out."),
  ]

  @Test func `Danke! is 158 points, 16 of them padding`() throws {
    let danke = try widget("danke", "small")
    #expect(try danke["widget"].frame == Frame(0, 0, 158, 158))
    #expect(try danke["widget"].content == Frame(16, 16, 126, 126))
    #expect(try danke["widget"].node.style.background == .colour(#require(Colour(hex: "#1A1A1A"))))
    #expect(try Template(builtIn: "danke")?.cornerRadius == 25)
    #expect(try danke["quote"].frame.y == 16)
    let metadata = try danke["metadata"].frame
    #expect(abs(metadata.y + metadata.size.height - 142) < 0.001)
  }

  @Test func `Danke!'s quote is set in Georgia 15, with at most four lines of 21 points`() throws {
    let run = try widget("danke", "small", size: PointSize(158, 400)).run("quote")
    #expect(run.font == Font("serif", size: 15))
    #expect(run.colour.hex == "#E8DCC4")
    #expect(run.lineLimit == 4)
    let tall = try widget("danke", "small", size: PointSize(158, 400))["quote"]
    #expect(tall.lines?.widths.count == 4)
    #expect(tall.lines?.isTruncated == true)
    // Three lines of 21 points and one of Georgia's own 17.04, in whole pixels.
    #expect(abs(tall.frame.size.height - 80.333) < 0.001)
  }

  @Test func `Danke!'s action is 13 points medium, with a box of 20 points and 8 between`() throws {
    let danke = try widget("danke", "small", size: PointSize(158, 400))
    let run = try danke.run("action")
    #expect(run.font == Font(size: 13, weight: 500, tracking: -0.08))
    #expect(run.colour.hex == "#F5F5F5")
    #expect(run.lineLimit == 3)
    #expect(try danke["action"].lines?.widths.count == 3)
    #expect(abs(try danke["action"].frame.size.height - (2 * 17 + 15.667)) < 0.001)
    let box = try danke["checkbox"].frame
    #expect(box.size == PointSize(20, 20))
    #expect(try danke["action"].frame.x == box.x + 28)
    #expect(try danke["action"].frame.y == box.y)
    let duration = try danke["duration"].frame
    let action = try danke["action"].frame
    #expect(abs(duration.y - (action.y + action.size.height + 2)) < 0.001)
    let quote = try danke["quote"].frame
    #expect(box.y - (quote.y + quote.size.height) >= 12)
  }

  @Test(arguments: [
    ("consciousness", "#8B7FB8", "#8B7FB880"), ("health", "#7FA66A", "#7FA66A80"),
    ("wealth", "#C9A961", "#C9A961A0"), ("relationships", "#B87F8F", "#B87F8F80"),
  ]) func `Danke!'s four domains have their tags`(domain: String, ink: String, fill: String) throws
  {
    let danke = try widget("danke", "small", ["domain": .string(domain)])
    let tag = try danke["tag"]
    #expect(try danke.run("tag").colour.hex == ink)
    #expect(tag.fill == fill)
    #expect(tag.node.style.border == Border(try #require(Colour(hex: ink)), width: 1))
    #expect(tag.node.style.cornerRadius == 4)
    #expect(tag.node.style.padding == Edges(top: 3, leading: 6, bottom: 3, trailing: 6))
    #expect((45...100).contains(tag.frame.size.width))
    #expect(tag.lines?.isTruncated == false)
    #expect(try danke.run("source").colour.hex == "#A0A0A0")
    #expect(try danke.run("source").font.size == 11)
  }

  @Test
  func `Danke!'s completed action is struck through at 60 percent, with a green box`()
    throws
  {
    let danke = try widget(
      "danke", "small", ["completed": .bool(true)], size: PointSize(158, 400))
    #expect(try danke.run("action").isStruckThrough)
    #expect(try danke["action"].node.style.opacity == 0.6)
    #expect(try danke["duration"].node.style.opacity == 0)
    guard case .shape(let box) = try danke["box"].node.content else { throw Measured.AnotherView() }
    #expect(box.fill == .colour(try #require(Colour(hex: "#7FA66A"))))
    #expect(box.stroke == Border(try #require(Colour(hex: "#7FA66A")), width: 2))
    #expect(try danke["mark"].frame.size == PointSize(14, 14))
    #expect(try danke["box"].node.style.shadow?.colour.hex.hasPrefix("#7FA66A") == true)
    #expect(try widget("danke", "small").all.contains { $0.node.name == "mark" } == false)
  }

  @Test(arguments: ["consciousness", "health", "wealth", "relationships"])
  func
    `Danke!'s high contrast is white on black, with lines of 2 points and a fifth more saturation`(
      domain: String
    ) throws
  {
    let plain = try widget("danke", "small", ["domain": .string(domain)]).run("tag").colour
    let danke = try widget(
      "danke", "small", ["domain": .string(domain), "highContrast": .bool(true)])
    #expect(try danke["widget"].node.style.background == .colour(#require(Colour(hex: "#000000"))))
    #expect(try danke.run("quote").colour.hex == "#FFFFFF")
    #expect(try danke.run("action").colour.hex == "#FFFFFF")
    #expect(try danke["tag"].node.style.border?.width == 2)
    let bright = try danke.run("tag").colour
    #expect(abs(bright.saturation / plain.saturation - 1.2) < 0.03)
  }

  @Test func `Danke! on the Lock Screen is the quote in two lines of the system's font`() throws {
    let danke = try widget("danke", "rectangular", isMonochrome: true)
    #expect(try danke.run("quote").font.family == "system")
    #expect(try danke["quote"].lines?.widths.count == 2)
    #expect(try danke["quote"].lines?.isTruncated == true)
    #expect(try danke.run("quote").colour.hex == "#FFFFFF")
    #expect(danke.all.count == 1)
  }

  /// The least that its description gives each part: three lines, two lines, and the tag.
  @Test func `Danke!'s quote has up to three lines, its action two, and the gaps shrink`()
    throws
  {
    let danke = try widget("danke", "small")
    #expect(try danke["quote"].lines?.widths.count == 3)
    #expect(try danke["action"].lines?.widths.count == 2)
    #expect(danke.all.contains { $0.node.name == "duration" } == false)
    let (quote, row) = (try danke["quote"].frame, try danke["actionRow"].frame)
    let gap = row.y - (quote.y + quote.size.height)
    #expect(gap >= 3 && gap < 12)
  }

  @Test(arguments: ["consciousness", "health", "wealth", "relationships"])
  func `Danke!'s short action is whole beside a long quote`(domain: String) throws {
    let data: [String: JSONValue] = [
      "action": .string("Take a walk outside"), "domain": .string(domain),
    ]
    let danke = try widget("danke", "small", data)
    #expect(try danke["action"].lines?.isTruncated == false)
    #expect(try danke["quote"].lines?.widths.count == 3)
    let all = try widget("danke", "small", data.merging(Self.short) { $1 })
    #expect(try all["duration"].lines?.isTruncated == false)
  }

  @Test func `Danke!'s texts stay within its 126 points and do not overlap in any state`() throws {
    for larger in [false, true] {
      for words in [1, 4, 12, 40] {
        let text = JSONValue.string(Array(repeating: "words", count: words).joined(separator: " "))
        let danke = try widget(
          "danke", "small", ["quote": text, "action": text, "largerText": .bool(larger)])
        let parts = try ["quote", "actionRow", "metadata"].map { try danke[$0].frame }
        #expect(parts[0].y >= 16 - 0.001)
        for (upper, lower) in zip(parts, parts.dropFirst()) {
          #expect(upper.y + upper.size.height <= lower.y - 3 + 0.001, "\(words), \(larger)")
        }
        #expect(parts[2].y + parts[2].size.height <= 142.001)
      }
    }
  }

  @Test func `Danke!'s short texts are whole`() throws {
    let danke = try widget("danke", "small", Self.short)
    #expect(try danke["quote"].lines?.isTruncated == false)
    #expect(try danke["action"].lines?.isTruncated == false)
  }

  // MARK: InOfficeDaysTracker

  @Test(arguments: [
    (8, 12, "67%", 8.0 / 12), (0, 12, "0%", 0), (5, 0, "0%", 0), (13, 12, "108%", 1),
  ]) func `office days are a share that is limited at both ends`(
    current: Int, goal: Int, percent: String, fraction: Double
  ) throws {
    let data: [String: JSONValue] = ["current": .integer(current), "goal": .integer(goal)]
    let gauge = try widget("office-days", "circular", data).gauge("gauge")
    #expect(gauge.fraction == fraction)
    let rectangular = try widget("office-days", "rectangular", data)
    #expect(try rectangular.run("percent").text == percent)
    #expect(try rectangular.run("count").text == "\(current) of \(goal) days")
    let line = try widget("office-days", "inline", data)
    #expect(try line.run("count").text == "\(current)/\(goal) days (\(percent))")
    #expect(try line["count"].lines?.isTruncated == false)
  }

  @Test func `a share of something that is not a number is 0`() throws {
    let data: [String: JSONValue] = ["current": .string("nan"), "goal": .integer(12)]
    #expect(try widget("office-days", "rectangular", data).run("percent").text == "0%")
  }

  @Test func `office days' ring has a number of 14 points and labels of 8 points`() throws {
    let ring = try widget("office-days", "circular")
    #expect(try ring["gauge"].frame == Frame(0, 0, 72, 72))
    #expect(try ring.run("current").font == Font("rounded", size: 14, weight: 600))
    #expect(try ring.run("current").text == "8" && ring.run("goal").text == "12")
    #expect(try ring.run("goal").font == Font(size: 8, weight: 500))
    #expect(try ring["status"].frame.size == PointSize(8, 8))
    let current = try ring["current"].frame
    #expect(abs(current.x + current.size.width / 2 - 36) < 0.5)
    let (status, goal) = (try ring["status"].frame, try ring["goal"].frame)
    #expect(goal.x > status.x)
  }

  @Test(arguments: [(true, "building.2.fill", "#30D158"), (false, "figure.walk", "#FF9F0A")])
  func `office days' status stands at the top right, the share below it`(
    isInOffice: Bool, symbol: String, colour: String
  ) throws {
    let data: [String: JSONValue] = ["inOffice": .bool(isInOffice)]
    let rectangular = try widget("office-days", "rectangular", data)
    #expect(try rectangular.symbol("status") == (symbol, colour))
    let (status, percent) = (try rectangular["status"].frame, try rectangular["percent"].frame)
    #expect(abs(status.x + status.size.width - 156) < 0.001)
    #expect(abs(percent.x + percent.size.width - 156) < 0.001)
    #expect(percent.y > status.y)
    #expect(try rectangular["name"].frame.x < status.x)
    let white = try widget("office-days", "rectangular", data, isMonochrome: true)
    #expect(
      white.all.allSatisfy { view in
        if case .symbol(_, _, _, let ink) = view.node.content {
          return ink.hex.hasPrefix("#FFFFFF")
        }
        return true
      })
  }

  @Test(arguments: [
    (8, 12, JSONValue.bool(true), "#30D158"), (8, 12, .bool(false), "#FF9F0A"),
    (8, 12, .null, "#0A84FF"), (12, 12, .bool(false), "#30D158"), (13, 12, .null, "#30D158"),
    (0, 0, .bool(false), "#FF9F0A"),
  ])
  func `office days are green in the office or at the goal, and otherwise orange or blue`(
    current: Int, goal: Int, isInOffice: JSONValue, colour: String
  ) throws {
    let data: [String: JSONValue] = [
      "current": .integer(current), "goal": .integer(goal), "inOffice": isInOffice,
    ]
    let gauge = try widget("office-days", "circular", data).gauge("gauge")
    #expect(gauge.tint.hex == colour)
    #expect(gauge.marker.hex == "#FFFFFF")
  }

  @Test(arguments: ["small", "medium", "large"])
  func `office days on the Home Screen are whole in every size`(family: String) throws {
    let family = try #require(RenderFamily(name: family))
    for screen in WidgetScreen.all where screen.frames[family] != nil {
      let size = screen.points(of: family)
      let home = try widget("office-days", family.name, size: size)
      #expect(home.all.allSatisfy { $0.lines?.isTruncated != true }, "\(screen.identifier)")
      #expect(try home.run("current").text == "8")
    }
  }

  // MARK: BirthdayReminders

  @Test func `all birthday rows are laid out alike, and today's differs only in its background`()
    throws
  {
    let large = try widget("birthdays", "large", size: PointSize(338, 354))
    let rows = large.all.filter { $0.node.name.hasPrefix("row ") }
    #expect(rows.count == 5)
    #expect(rows.allSatisfy { abs($0.frame.x - 16) < 1e-6 })
    #expect(rows.allSatisfy { abs($0.frame.size.width - 306) < 1e-6 })
    #expect(rows.allSatisfy { abs($0.frame.size.height - rows[0].frame.size.height) < 1e-6 })
    #expect(
      rows.allSatisfy { $0.node.style.padding == Edges(top: 4, leading: 6, bottom: 4, trailing: 6) }
    )
    #expect(rows.allSatisfy { $0.node.style.cornerRadius == 6 })
    let accent = try #require(Colour(hex: "#007AFF"))
    var tinted = accent
    tinted.opacity = 0.1
    #expect(rows[0].node.style.background == .colour(tinted))
    #expect(rows.dropFirst().allSatisfy { $0.node.style.background == .colour(.clear) })
  }

  @Test func `four birthdays fit the medium widget of every device`() throws {
    for screen in WidgetScreen.all {
      let size = screen.points(of: .medium)
      let medium = try widget("birthdays", "medium", size: size)
      let rows = medium.all.filter { $0.node.name.hasPrefix("row ") }
      #expect(rows.count == 4)
      let last = try #require(rows.last).frame
      let isInside = rows[0].frame.y >= 16 && last.y + last.size.height <= size.height - 16
      #expect(isInside, "\(screen.identifier)")
      #expect(medium.all.allSatisfy { $0.lines?.isTruncated != true }, "\(screen.identifier)")
    }
  }

  @Test(arguments: [(400.0, "full"), (234, "short"), (110, "first")])
  func `the inline birthday is the full name where it fits, else the first`(
    width: Double, shown: String
  ) throws {
    let line = try widget("birthdays", "inline", size: PointSize(width, 26))
    #expect(try line[shown].lines?.isTruncated == false)
    for other in ["full", "short", "first"] where other != shown {
      #expect(line.all.contains { $0.node.name == other } == false)
    }
    #expect(line.all.contains { $0.node.name == "icon" })
  }

  @Test(arguments: [(0, "gift.fill", "Ada’s birthday!"), (3, "gift", "Ada in 3 days")])
  func `the inline birthday names the day, and its present is filled on the day itself`(
    days: Int, symbol: String, words: String
  ) throws {
    let next: [String: JSONValue] = [
      "name": .string("Ada"), "firstName": .string("Ada"), "days": .integer(days),
      "when": .string("in 3 days"),
    ]
    let line = try widget("birthdays", "inline", ["next": .object(next)])
    #expect(try line.run("full").text == words)
    #expect(try line.symbol("icon").name == symbol)
  }

  @Test(arguments: ["inline", "medium", "large"])
  func `every family says so if there are no birthdays`(family: String) throws {
    let data: [String: JSONValue] = ["birthdays": .array([]), "next": .null]
    let none = try widget("birthdays", family, data)
    #expect(try none.run("none").text == "No upcoming birthdays")
    #expect(try none["none"].lines?.isTruncated == false)
  }

  // MARK: TimeFill

  @Test(arguments: [
    ("placeholder", JSONValue.null, true), ("placeholder", .string("Trip"), true),
    ("preview", .string("Trip"), true), ("snapshot", .null, true),
    ("snapshot", .string("Trip"), false),
    ("configured", .null, true), ("configured", .string("Trip"), false),
  ]) func `the set-up guide is shown in every state without an event, and always in the gallery`(
    state: String, event: JSONValue, isGuide: Bool
  ) throws {
    let data: [String: JSONValue] = ["state": .string(state), "event": event, "days": .integer(12)]
    let shown = try widget("setup-guide", "small", data)
    #expect(shown.all[0].node.name == (isGuide ? "guide" : "countdown"))
  }

  @Test func `the set-up guide has the sizes and the colours of its description`() throws {
    let guide = try widget("setup-guide", "small")
    #expect(
      try guide["guide"].node.style.background
        == .gradient(
          Gradient([#require(Colour(hex: "#0F0F0F")), #require(Colour(hex: "#0A0A0A"))])))
    let whole = try guide["guide"].frame
    #expect(abs(whole.x) + abs(whole.y) < 1e-6)
    #expect(abs(whole.size.width - 158) + abs(whole.size.height - 158) < 1e-6)
    #expect(try guide["guide"].node.style.padding == Edges(leading: 16, trailing: 16))
    #expect(try guide.run("title").font == Font("rounded", size: 16, weight: 700))
    #expect(try guide.run("touch").font == Font("rounded", size: 13, weight: 500))
    #expect(try guide.run("touch").colour.opacity == 0.85)
    #expect(try guide["hand"].frame.size.width == 28)
    let (title, first, second) = (
      try guide["title"], try guide["first"], try guide["second"].frame
    )
    #expect(abs(first.frame.y - (title.content.y + title.content.size.height + 24)) < 0.001)
    #expect(abs(second.y - (first.content.y + first.content.size.height + 16)) < 0.001)
    let hand = try guide["hand"].frame
    #expect(abs(try guide["touch"].frame.x - (hand.x + 28 + 12)) < 0.001)
    #expect(abs(title.frame.x + title.frame.size.width / 2 - 79) < 0.5)
  }

  @Test func `the modular countdown has its numbers above their units, and a bar below`() throws {
    let modular = try widget(
      "setup-guide", "small",
      [
        "state": .string("configured"), "event": .string("Lisbon"), "style": .string("modular"),
        "days": .integer(1200),
        "from": .integer(2400),
      ])
    #expect(try modular.run("days").text == "1,200")
    let names = try ["days", "hours", "min"].map { try modular[$0].frame }
    #expect(names.allSatisfy { abs($0.size.width - names[0].size.width) < 0.001 })
    #expect(abs(names[2].x + names[2].size.width - (158 - 14)) < 0.001)
    let gauges = modular.all.compactMap { view in
      if case .gauge(let gauge) = view.node.content { gauge.fraction } else { nil }
    }
    #expect(gauges == [0.5])
    #expect(try modular["event"].frame.y > names[0].y + 40)
  }

  @Test func `the sheet of the set-up guide shows every state once`() throws {
    let sheet = try widget("setup-guide", "states")
    let names = sheet.all.map(\.node.name)
    #expect(names.count { $0 == "guide" } == 3)
    #expect(names.count { $0 == "countdown" } == 1)
    #expect(names.count { $0 == "modular" } == 2)
  }

  @Test(arguments: [
    (JSONValue.double(0), 15.0, 13.0), (.double(0.5), 17, 15), (.double(1), 19, 17),
    (.bool(true), 19, 17),
  ])
  func `Danke!'s text has every size between the usual and the largest`(
    larger: JSONValue, quote: Double, action: Double
  ) throws {
    let danke = try widget("danke", "small", ["largerText": larger], size: PointSize(158, 600))
    #expect(try danke.run("quote").font.size == quote)
    #expect(try danke.run("action").font.size == action)
  }

  @Test func `Danke!'s container shows the blurred background`() throws {
    let style = try widget("danke", "small", ["container": .bool(true)])["widget"].node.style
    #expect(style.backdropBlur == 20)
    #expect(try style.background == .colour(#require(Colour(hex: "#1A1A1A99"))))
    #expect(try widget("danke", "small")["widget"].node.style.backdropBlur == 0)
  }
}

extension LaidOut {
  /// The background as text.
  fileprivate var fill: String? {
    if case .colour(let colour)? = node.style.background { colour.hex } else { nil }
  }
}

extension Colour {
  /// The saturation of HSL, 0 to 1.
  fileprivate var saturation: Double {
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    return (high - low) / (1 - abs(high + low - 1))
  }
}
