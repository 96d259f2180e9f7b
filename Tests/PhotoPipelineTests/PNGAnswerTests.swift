import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("What workers answer about icons")
struct PNGAnswerTests {
  private static let size = PixelSize(width: 2, height: 1)
  private static let pixels = Bytes(wrappedValue: Array(1...8))

  private static func request(_ wish: PNGRequest.Wish) -> PNGRequest {
    let hasSize = [.pixels, .pixelsInSRGB, .drawing].contains(wish)
    return PNGRequest(wish, [1, 2, 3], size: hasSize ? size : nil)
  }

  @Test(arguments: [
    (PNGRequest.Wish.pixels, PNGRequest.Answer.pixels(pixels)), (.pixelsInSRGB, .pixels(pixels)),
    (.verification, .verified), (.profile, .profile(nil)), (.profile, .profile(.displayP3)),
    (.profile, .profile(.sRGB)), (.profile, .profile(.grey)),
    (.profile, .profile(.other(space: "CMYK"))),
    (.pixels, .refused("bad adaptive filter")), (.verification, .needsMemory),
    (.drawing, .pixels(pixels)), (.drawing, .noDrawings), (.drawing, .refused("no SVG")),
  ])
  func `an answer arrives as it was sent`(
    wish: PNGRequest.Wish, answer: PNGRequest.Answer
  ) throws {
    let request = Self.request(wish)
    #expect(try SentAnswer(answer, to: request).read == answer)
    let received = try #require(request.received)
    #expect(received.wish == wish && received.data == [1, 2, 3])
  }

  @Test(arguments: [
    (PNGRequest.Wish.pixels, #"{"pixels":{"_0":0}}"#, 7), (.pixels, #"{"pixels":{"_0":0}}"#, 9),
    (.pixels, #"{"pixels":{"_0":0}}"#, 0), (.pixels, #"{"pixels":{"_0":1}}"#, 8),
    (.pixels, #"{"verified":{}}"#, 0), (.pixels, #"{"pixels":{"_0":0},"refused":{"_0":"W"}}"#, 8),
    (.pixels, #"{"refused":{"_0":"W"}}"#, 8), (.verification, #"{"profile":{}}"#, 0),
    (.verification, #"{"verified":{}}"#, 1), (.verification, #"{"pixels":{"_0":0}}"#, 8),
    (.profile, #"{"refused":{"_0":"W"}}"#, 0), (.profile, #"{"needsMemory":{}}"#, 0),
    (.profile, #"{"profile":{"_0":"P3"}}"#, 0), (.profile, #"{"profile":{"_0":["srgb"]}}"#, 0),
    (.profile, #"{"profile":{"_0":"-aaaaaaaaaaaaa"}}"#, 0),
    (.pixels, "[]", 0), (.pixels, "{}", 8), (.drawing, #"{"pixels":{"_0":0}}"#, 7),
    (.drawing, #"{"needsMemory":{}}"#, 0), (.pixels, #"{"noDrawings":{}}"#, 0),
  ])
  func `an invalid answer is refused`(
    wish: PNGRequest.Wish, json: String, count: Int
  ) throws {
    let values = try #require(JSONValue(compactText: json))
    let runs = count == 0 ? [] : [[UInt8](repeating: 0, count: count)]
    #expect(SentAnswer(values, runs: runs, to: Self.request(wish)).read == nil)
  }

  @Test func `a worker's words move no cursor`() throws {
    #expect(
      try refusal(
        ScriptedWorker.answer(
          #"{"outcome":{"product":{"_0":{"refused":{"_0":"\u001b[2J"}}}},"steps":[]}"#)
          + "; sleep 9") == .decoder(#"\x1B[2J"#))
    let space = try #require(JSONValue(compactText: #"{"profile":{"_0":"-\u001b[J"}}"#))
    #expect(
      SentAnswer(space, to: Self.request(.profile)).read == .profile(.other(space: #"\x1B[J"#)))
  }

  /// What a worker that runs a command makes of a good PNG.
  private func refusal(_ command: String, seconds: Int = 60) throws -> PNGRefusal? {
    let workers = PNGWorkers(
      ScriptedWorker.settings(then: command, for: PNGWorkers.reading, seconds: seconds))
    defer { workers.close() }
    let data = try Data(contentsOf: Fixture.url("formats/rgba.png"))
    do throws(PNGRefusal) {
      _ = try workers.pixels(of: data, structure: PNGStructure(data))
      return nil
    } catch {
      return error
    }
  }

  @Test func `a worker that dies, hangs or talks nonsense is the picture's own fault`() throws {
    #expect(
      try refusal("kill -SEGV $$")
        == .reading("The process that worked on it was ended by signal 11 (SIGSEGV)."))
    #expect(
      try refusal("exec sleep 1000", seconds: 2)
        == .reading("Working on it took longer than the limit of 2 s."))
    #expect(
      try refusal(
        ScriptedWorker.answer(#"{"outcome":{"product":{"_0":{"verified":{}}}},"steps":[]}"#)
          + "; sleep 9")
        == .reading("The process that worked on it gave an invalid answer."))
  }

  @Test func `when no worker can be started, nothing else is said`() throws {
    let workers = PNGWorkers(
      IsolationSettings(executable: "/nonexistent/photoprep", arguments: ["photoprep"]))
    defer { workers.close() }
    let data = try Data(contentsOf: Fixture.url("formats/rgba.png"))
    #expect(throws: IsolationError.self) {
      try workers.use { try? workers.verify(data, structure: PNGStructure(data)) }
    }
  }
}
