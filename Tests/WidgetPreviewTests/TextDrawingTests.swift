import Foundation
import Imaging
import PhotoGeometry
import Testing
import WidgetPreview

@testable import WidgetDrawing

/// Text as Pango breaks and draws it.
@Suite struct TextDrawingTests {
  private let text = PangoText(.ofThisSystem)

  private func run(_ words: String, limit: Int? = nil) -> TextRun {
    TextRun(words, font: Font(size: 13), colour: white, lineLimit: limit)
  }

  private let white = Colour(red: 1, green: 1, blue: 1)

  private func drawn(_ run: TextRun, _ width: Double, _ height: Double) throws -> RenderedWidget {
    try WidgetRenderer().render(Node(.text(run)), in: PointSize(width, height), scale: 2)
  }

  @Test(arguments: [
    ("One\nTwo\nThree", 2, 2, true), ("One\nTwo\nThree", 3, 3, false), ("One\nTwo", 1, 1, true),
    ("One\n\nThree", 2, 2, true), ("One\r\nTwo", 2, 2, false), ("One", 2, 1, false),
    ("One\u{2029}Two\u{85}Three", 2, 2, true),
  ]) func `a line end counts as a line, and the text behind the last line is left out`(
    words: String, limit: Int, lines: Int, isTruncated: Bool
  ) {
    let found = text.lines(of: run(words), width: 200, limit: limit)
    #expect(found.widths.count == lines)
    #expect(found.isTruncated == isTruncated)
  }

  @Test func `a cut before a line end shows an ellipsis and no character for the line end`() throws
  {
    let cut = text.lines(of: run("One\nTwo\nThree"), width: 200, limit: 2)
    let meant = text.lines(of: run("One\nTwo…"), width: 200, limit: nil)
    #expect(cut.widths == meant.widths)
    let first = try drawn(run("One\nTwo\nThree", limit: 2), 100, 60).png()
    let second = try drawn(run("One\nTwo…", limit: 2), 100, 60).png()
    #expect(first == second)
  }

  @Test func `letters make room for an ellipsis`() {
    let whole = text.lines(of: run("Two"), width: nil, limit: nil).widths[0]
    let cut = text.lines(of: run("Two\nThree"), width: whole + 1, limit: 1)
    #expect(cut.isTruncated && cut.widths.count == 1 && cut.widths[0] <= whole + 1)
  }

  @Test func `monospaced digits are all equally wide`() {
    var font = Font(size: 20)
    func widths() -> Set<Double> {
      Set(
        ["1111", "0000", "7777"].map {
          text.lines(of: TextRun($0, font: font, colour: white), width: nil, limit: nil).widths[0]
        })
    }
    #expect(widths().count > 1)
    font.hasMonospacedDigits = true
    #expect(widths().count == 1)
  }

  @Test func `italic letters are drawn differently, in lines of the same height`() throws {
    var italic = run("fall")
    italic.font.isItalic = true
    let (first, second) = (try drawn(run("fall"), 80, 20), try drawn(italic, 80, 20))
    #expect(first.layout.frame.size.height == second.layout.frame.size.height)
    #expect(try first.png() != second.png())
  }

  @Test func `parts of a text have their own fonts and colours, also behind a line end`() throws {
    let red = try #require(Colour(hex: "#FF0000"))
    var mixed = run("Big\nsmall")
    mixed.spans = [
      TextSpan("Big\n", font: Font(size: 30, weight: 700), colour: white),
      TextSpan("small", font: Font(size: 10), colour: red),
    ]
    let widget = try drawn(mixed, 100, 100)
    let lines = try #require(widget.layout.lines)
    let small = text.lines(
      of: TextRun("small", font: Font(size: 10), colour: red), width: nil, limit: nil)
    #expect(lines.widths.count == 2 && abs(lines.widths[1] - small.widths[0]) < 0.01)
    let pixels = try widget.decoded()
    let half = pixels.bytes.count / 2
    let isRed: ([UInt8]) -> Bool = { $0[0] > 200 && $0[1] < 50 && $0[3] > 200 }
    #expect(!Self.pixels(pixels.bytes[..<half]).contains(where: isRed))
    #expect(Self.pixels(pixels.bytes[half...]).contains(where: isRed))
  }

  private static func pixels(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { Array(bytes[$0..<$0 + 4]) }
  }

  @Test func `a line that fades out has no ellipsis and ends transparent`() throws {
    var fading = run("WWWWWWWWWWWWWWWWWW", limit: 1)
    fading.truncation = .fade
    let widget = try drawn(fading, 60, 16)
    #expect(widget.layout.lines?.isTruncated == true)
    let pixels = try widget.decoded()
    func ink(_ columns: Range<Int>) -> Int {
      var sum = 0
      for y in 0..<pixels.size.height {
        for x in columns { sum += Int(pixels[x, y][3]) }
      }
      return sum / columns.count
    }
    let width = pixels.size.width
    #expect(ink(width / 4..<width / 2) > 4 * ink(width - 6..<width))
    #expect(ink(width / 4..<width / 2) > 500)
    // Text that fits does not fade.
    var whole = run("WW", limit: 1)
    let plain = try drawn(whole, 60, 16).png()
    whole.truncation = .fade
    #expect(try drawn(whole, 60, 16).png() == plain)
  }

  @Test(arguments: ["\u{1F600}", "a\u{1F600}b", "plain"])
  func `emoji have one colour if the system removes colours`(words: String) throws {
    let red = try #require(Colour(hex: "#FF0000"))
    let text = TextRun(words, font: Font(size: 30), colour: red)
    let widget = try WidgetRenderer().render(
      Node(.text(text)), in: PointSize(120, 50), scale: 1, look: RenderingLook(.accented))
    let drawn = Self.pixels(try widget.decoded().bytes[...]).filter { $0[3] > 0 }
    #expect(drawn.count > 100)
    #expect(drawn.allSatisfy { $0[0] == 255 && $0[1] == 255 && $0[2] == 255 })
  }

  @Test func `characters that no font has are noted, with the package that has emoji`() throws {
    // A place in Unicode that no character has, so that no font does.
    let widget = try drawn(run("a\u{50000}b"), 100, 20)
    let note = try #require(widget.notes.first)
    #expect(note.contains("No installed font has all characters of 'a"))
    #expect(note.contains("fonts-noto-color-emoji"))
    #expect(try drawn(run("ab"), 100, 20).notes.isEmpty)
  }
}
