import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import Testing
import WidgetPreview

@testable import WidgetDrawing

/// What is drawn, pixel by pixel where that does not depend on a font.
@Suite struct DrawingTests {
  private func area(_ fill: String) throws -> Node {
    .filled(.colour(try #require(Colour(hex: fill))))
  }

  @Test func `a fill has its colour, and the mask cuts the corners`() throws {
    let widget = try WidgetRenderer().render(
      try area("#336699"), in: PointSize(40, 20), scale: 2, cornerRadius: 8)
    let drawn = try widget.decoded()
    #expect(drawn.size == PixelSize(width: 80, height: 40))
    #expect(drawn[40, 20] == [0x33, 0x66, 0x99, 255])
    #expect(drawn[0, 0] == [0, 0, 0, 0])
    #expect(drawn[79, 39] == [0, 0, 0, 0])
  }

  @Test func `opacity, borders and gradients are mixed correctly`() throws {
    var half = try area("#FFFFFF")
    half.style.opacity = 0.5
    var framed = Node(.zstack([half], alignment: Alignment()))
    framed.style.background = .gradient(
      Gradient(
        [try #require(Colour(hex: "#000000")), try #require(Colour(hex: "#0000FF"))],
        direction: .horizontal))
    framed.style.border = Border(try #require(Colour(hex: "#FF0000")), width: 3)
    let widget = try WidgetRenderer().render(framed, in: PointSize(100, 20), scale: 1)
    let drawn = try widget.decoded()
    #expect(drawn[2, 10] == [255, 0, 0, 255])
    let left = drawn[4, 10]
    #expect(abs(Int(left[0]) - 128) <= 1)
    #expect(drawn[95, 10][2] > 240)
  }

  @Test(arguments: [
    (Gradient.Direction.vertical, nil, [0, 0, 9, 9]), (.horizontal, nil, [0, 9, 0, 9]),
    (.diagonal, nil, [0, 5, 5, 9]), (.radial, nil, [0, 9, 9, 9]),
    (.vertical, [0.5, 1] as [Double]?, [0, 0, 9, 9]), (.diagonal, [0.5, 1], [0, 0, 0, 9]),
  ]) func `gradients follow their direction and their stops`(
    direction: Gradient.Direction, stops: [Double]?, corners: [Int]
  ) throws {
    let colours = [try #require(Colour(hex: "#000000")), try #require(Colour(hex: "#FFFFFF"))]
    let gradient = Gradient(colours, stops: stops, direction: direction, radius: 40)
    let widget = try WidgetRenderer().render(
      .filled(.gradient(gradient)), in: PointSize(40, 40), scale: 1)
    let drawn = try widget.decoded()
    for (corner, (x, y)) in zip(corners, [(0, 0), (39, 0), (0, 39), (39, 39)]) {
      #expect(abs(Int(drawn[x, y][0]) - corner * 255 / 9) < 30, "\(x), \(y)")
    }
  }

  @Test func `a picture that fills its frame shows its middle`() throws {
    // Three columns: red, green, blue; a square shows the green one.
    let rgb = (0..<20).flatMap { _ in
      (0..<60).flatMap { x -> [UInt8] in
        (0..<3).map { $0 == x / 20 ? 255 : 0 }
      }
    }
    let picture = try Raster(size: PixelSize(width: 60, height: 20), rgb: rgb)
    let widget = try WidgetRenderer().render(
      Node(.image(name: "p", fills: true)), in: PointSize(20, 20), scale: 1,
      pictures: ["p": picture])
    let drawn = try widget.decoded()
    for x in [0, 10, 19] { #expect(drawn[x, 10][1] > 250, "\(x)") }
    #expect(widget.notes.isEmpty)
  }

  @Test func `views that cannot be drawn are noted and get a substitute`() throws {
    let stack = Node(
      .stack(
        .horizontal,
        [
          Node(
            .symbol(
              name: "no.such.symbol", size: 20, weight: 400,
              colour: try #require(Colour(hex: "#FFF")))),
          Node(.image(name: "nothing", fills: true)),
        ], alignment: Alignment(), spacing: 0))
    let widget = try WidgetRenderer().render(stack, in: PointSize(60, 20), scale: 1)
    #expect(widget.notes.count == 2)
    let drawn = try widget.decoded()
    #expect(drawn.bytes.contains { $0 != 0 })
  }

  @Test func `text is drawn inside its frame, in its colour, and the same each time`() throws {
    let run = TextRun(
      "Focus is the ability", font: Font("serif", size: 15),
      colour: try #require(Colour(hex: "#E8DCC4")))
    let renderer = try WidgetRenderer()
    let widget = try renderer.render(Node(.text(run)), in: PointSize(80, 60), scale: 3)
    let frame = widget.layout.frame
    let drawn = try widget.decoded()
    var inked = 0
    for y in 0..<180 {
      for x in 0..<240 where drawn[x, y][3] > 0 {
        inked += 1
        #expect(Double(x) >= (frame.x - 1) * 3 && Double(x) <= (frame.x + frame.size.width + 1) * 3)
        #expect(Double(y) >= frame.y * 3 && Double(y) <= (frame.y + frame.size.height) * 3)
      }
    }
    #expect(inked > 500)
    #expect(
      try renderer.render(Node(.text(run)), in: PointSize(80, 60), scale: 3).png() == widget.png())
    #expect(widget.standIns.map(\.asked) == ["Georgia"])
    #expect(String(decoding: try widget.png().prefix(200), as: UTF8.self).contains("for Georgia"))
  }

  /// Real text is cut to its lines, with an ellipsis, and never wider than it may be.
  @Test(arguments: [1, 2, 3, 4]) func `text stays within its line limit and its width`(limit: Int)
    throws
  {
    let words = String(repeating: "attention is a resource ", count: 20)
    let run = TextRun(
      words, font: Font(size: 13), colour: .clear, lineLimit: limit)
    let widget = try WidgetRenderer().render(Node(.text(run)), in: PointSize(126, 400), scale: 3)
    let lines = try #require(widget.layout.lines)
    #expect(lines.widths.count == limit)
    #expect(lines.isTruncated)
    #expect(lines.widths.allSatisfy { $0 <= 126 && $0 > 60 })
  }

  private static let texts = [
    "שלום עולם, זה טקסט ארוך מאוד שנשבר לשורות", "مرحبا بالعالم، هذا نص طويل جدا",
    "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪🧑🏽‍🚀", "e\u{301}\u{302}\u{303}" + String(repeating: "\u{35C}", count: 500),
    "a\u{202E}b\u{2066}c\u{0}d\u{7}", "\n\n\r\n\u{2029}\u{85}", "\u{FEFF}\u{FFFD}\u{10FFFF}", "",
    String(repeating: "W", count: 100_000), String(repeating: "\u{1F600} ", count: 5000),
    "日本語の長い文章が折り返される",
  ]

  /// By number, as a name of 100,000 letters would fill the tests' output.
  @Test(arguments: texts.indices) func `any text can be drawn`(number: Int) throws {
    let text = Self.texts[number]
    var run = TextRun(
      text, font: Font(size: 13), colour: try #require(Colour(hex: "#FFF")), lineLimit: 4)
    for end in TextRun.Truncation.allCases {
      run.truncation = end
      let widget = try WidgetRenderer().render(Node(.text(run)), in: PointSize(100, 60), scale: 1)
      let lines = try #require(widget.layout.lines)
      #expect((1...4).contains(lines.widths.count))
      #expect(widget.layout.frame.size.width <= 100)
      #expect(try !widget.png().isEmpty)
    }
  }

  /// 100,000 letters in lines of one letter took Pango half an hour, as it shaped for each line all that was left.
  @Test func `a word of a hundred thousand letters is broken into lines`() throws {
    let text = PangoText(.ofThisSystem)
    let run = TextRun(
      String(repeating: "W", count: 100_000), font: Font(size: 13), colour: .clear)
    #expect(text.lines(of: run, width: 0, limit: nil).widths.count == 100_000)
    let lines = text.lines(of: run, width: 100, limit: nil).widths
    let letters = 100_000 / lines.count
    #expect((4...12).contains(letters) && lines.dropLast().allSatisfy { $0 == lines[0] })
    let cut = text.lines(of: run, width: 100, limit: 500)
    #expect(cut.isTruncated && cut.widths.count == 500)
    #expect(Array(cut.widths.dropLast()) == Array(lines.prefix(499)))
  }

  private static let words = [
    "lorem ipsum, dolor sit amet ", "שלום עולם lorem ", "مرحبا بالعالم، ", "日本語の長い文章が",
    "\u{1F469}\u{200D}\u{1F467}e\u{301} ", "one\ntwo  ", "Donaudampfschifffahrtsgesellschaft ",
  ]

  /// Text of fewer than 1,000 bytes is broken in one piece; longer text must have the same first lines.
  @Test(arguments: words) func `long text is broken as short text is`(word: String) {
    let text = PangoText(.ofThisSystem)
    let font = Font(size: 13)
    let count = 999 / word.utf8.count
    let short = TextRun(String(repeating: word, count: count), font: font, colour: .clear)
    let long = TextRun(String(repeating: word, count: 7 * count), font: font, colour: .clear)
    for width in [30.0, 100, 158] {
      let few = text.lines(of: short, width: width, limit: nil).widths
      let many = text.lines(of: long, width: width, limit: nil)
      #expect(Array(many.widths.prefix(few.count - 2)) == Array(few.dropLast(2)))
      #expect(many.widths.count > 6 * (few.count - 1) && !many.isTruncated)
      for limit in [1, 3, few.count / 2] {
        let (first, second) = (
          text.lines(of: short, width: width, limit: limit),
          text.lines(of: long, width: width, limit: limit)
        )
        #expect(first == second, "\(limit) lines of \(width)")
      }
    }
  }

  @Test func `drawing that exceeds its time limit is refused`() throws {
    #expect(throws: DrawingError.self) {
      try WidgetRenderer().render(try area("#000"), in: PointSize(20, 20), scale: 1, seconds: 0)
    }
  }

  @Test func `pictures that are too large and fonts that are not installed are refused`() throws {
    #expect(throws: DrawingError.self) {
      try WidgetRenderer().render(try area("#000"), in: PointSize(2000, 2000), scale: 4)
    }
    #expect(throws: DrawingError.self) { try WidgetRenderer(fonts: "/no/such/folder/of/fonts") }
  }

  @Test(arguments: [
    ("", "Georgia, SF Pro, SF Pro Rounded"), ("Inter", "Georgia"), ("Inter, Georgia", ""),
    ("SF Pro, Charis SIL", "SF Pro Rounded"),
  ])
  func `font families without a substitute are reported as missing`(
    installed: String, missing: String
  ) {
    let choice = FontChoice(installed: Set(installed.split(separator: ", ").map(String.init)))
    #expect(choice.missing.joined(separator: ", ") == missing)
  }
}
