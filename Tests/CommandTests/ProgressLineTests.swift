import Testing

@testable import photoprep

@Suite("Progress line")
struct ProgressLineTests {
  /// The line of a run of 200 photos of which 50 are done, one every half second after 5 s.
  private static var line: ProgressLine {
    var line = ProgressLine(total: 200)
    for number in 0..<50 {
      line.finish("IMG_\(number).jpg", isRejected: number < 2, afterSeconds: 5 + Double(number) / 2)
    }
    return line
  }

  @Test func `it shows how far, the photo, time left and rejections`() {
    #expect(
      Self.line.text(afterSeconds: 29.5, columns: 80)
        == "████░░░░░░░░░░░░ · 50/200 photos · IMG_49.jpg · 1 min 15 s left · 2 rejected")
  }

  @Test func `the least important part is dropped first if there is no room`() {
    #expect(
      Self.line.text(afterSeconds: 29.5, columns: 60)
        == "50/200 photos · IMG_49.jpg · 1 min 15 s left · 2 rejected")
    #expect(
      Self.line.text(afterSeconds: 29.5, columns: 50)
        == "50/200 photos · 1 min 15 s left · 2 rejected")
  }

  @Test(arguments: [1, 2, 10, 20, 40, 80, 120])
  func `it is never as wide as the terminal`(columns: Int) {
    var line = Self.line
    for name in ["IMG.jpg", String(repeating: "long", count: 50), "写真の名前はとても長いものです.jpg", "🏔️🏔️🏔️.jpg"]
    {
      line.finish(name, afterSeconds: 30)
      #expect(line.text(afterSeconds: 30, columns: columns).columns < columns)
    }
  }

  @Test func `the time up to the first photo promises nothing`() {
    var line = ProgressLine(total: 1000)
    #expect(line.text(afterSeconds: 0, columns: 60) == "0/1000 photos")
    for _ in 0..<2 { line.finish("a.jpg", afterSeconds: 5) }
    #expect(line.text(afterSeconds: 5, columns: 60) == "2/1000 photos · a.jpg")
    for _ in 0..<48 { line.finish("a.jpg", afterSeconds: 7) }
    #expect(line.text(afterSeconds: 7, columns: 60) == "50/1000 photos · a.jpg · 39 s left")
  }

  @Test func `a run of unknown length has neither bar nor time left`() {
    var line = ProgressLine(total: nil)
    for second in 0..<9 { line.finish("a.jpg", afterSeconds: Double(second)) }
    #expect(line.text(afterSeconds: 9, columns: 80) == "9 photos · a.jpg")
    #expect(ProgressLine(total: 1).text(afterSeconds: 0, columns: 60) == "0/1 photo")
  }

  @Test(arguments: [(0.2, "1 s"), (59, "59 s"), (125, "2 min 5 s"), (3780, "1 h 3 min")])
  func `durations read as people say them`(seconds: Double, text: String) {
    #expect(ProgressLine.duration(seconds) == text)
  }
}
