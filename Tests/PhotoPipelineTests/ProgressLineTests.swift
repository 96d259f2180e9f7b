import PhotoPipeline
import Testing

@Suite("Progress line")
struct ProgressLineTests {
  @Test func `it shows done, total, rate, time left and rejections`() {
    var line = ProgressLine(total: 200)
    line.done = 50
    line.rejected = 2
    #expect(line.text(afterSeconds: 10) == "50/200 photos · 5.0/s · 30 s left · 2 rejected")
  }

  @Test func `nothing done promises nothing`() {
    #expect(ProgressLine(total: 3).text(afterSeconds: 0) == "0/3 photos")
    #expect(ProgressLine(total: nil).text(afterSeconds: 5) == "0 photos")
  }

  @Test(arguments: [(0.2, "1 s"), (59, "59 s"), (125, "2 min 5 s"), (3780, "1 h 3 min")])
  func `durations read as people say them`(seconds: Double, text: String) {
    #expect(ProgressLine.duration(seconds) == text)
  }
}
