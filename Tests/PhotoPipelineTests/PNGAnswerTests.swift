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
  private static let pixels = PNGPixels(size: size, bytes: Array(1...8))

  private static func request(_ wish: PNGRequest.Wish) -> PNGRequest {
    PNGRequest(wish, [1, 2, 3], size: wish == .pixels || wish == .pixelsInSRGB ? size : nil)
  }

  @Test(arguments: [
    (PNGRequest.Wish.pixels, PNGRequest.Answer.pixels(pixels)), (.pixelsInSRGB, .pixels(pixels)),
    (.verification, .verified), (.profile, .profile(nil)), (.profile, .profile(.displayP3)),
    (.profile, .profile(.sRGB)), (.profile, .profile(.grey)),
    (.profile, .profile(.other(space: "CMYK"))),
    (.pixels, .refused(.decoder("bad adaptive filter"))),
    (.verification, .refused(.memory(limit: PNGDecoder.memoryLimit))),
  ])
  func `an answer arrives as it was sent`(
    wish: PNGRequest.Wish, answer: PNGRequest.Answer
  ) throws {
    let request = Self.request(wish)
    #expect(request.unpack(PNGRequest.pack(answer)) == answer)
    let read = try #require(PNGRequest(parts: request.parts))
    #expect(read.wish == wish && read.data == [1, 2, 3])
  }

  @Test(arguments: [
    (PNGRequest.Wish.pixels, #"{"pixels":[2,2]}"#, 16), (.pixels, #"{"pixels":[2,1]}"#, 7),
    (.pixels, #"{"pixels":[2,1]}"#, 9), (.pixels, #"{"pixels":[1,2]}"#, 8),
    (.pixels, #"{"verified":true}"#, 0), (.pixels, #"{"pixels":[2,1],"words":"W"}"#, 8),
    (.pixels, #"{"words":"W"}"#, 8), (.verification, #"{"verified":false}"#, 0),
    (.verification, #"{"verified":true}"#, 1), (.verification, #"{"pixels":[2,1]}"#, 8),
    (.profile, #"{"words":"W"}"#, 0), (.profile, #"{"profile":"P3"}"#, 0),
    (.profile, #"{"profile":["a longer one"," "]}"#, 0),
    (.profile, #"{"profile":["aaaaaaaaaaaaa"]}"#, 0),
    (.pixels, "[]", 0), (.pixels, "{}", 8),
  ])
  func `an answer that makes no sense is refused`(
    wish: PNGRequest.Wish, json: String, count: Int
  ) throws {
    let values = try #require(JSONValue(compactText: json))
    let files = count == 0 ? [] : [[UInt8](repeating: 0, count: count)]
    #expect(Self.request(wish).unpack(PackedProduct(values: values, files: files)) == nil)
  }

  @Test func `a worker's words move no cursor`() throws {
    let words = try #require(JSONValue(compactText: #"{"words":"\u001b[2J"}"#))
    let packed = PackedProduct(values: words, files: [])
    #expect(Self.request(.pixels).unpack(packed) == .refused(.decoder(#"\x1B[2J"#)))
    let space = try #require(JSONValue(compactText: #"{"profile":["\u001b[J"]}"#))
    #expect(
      Self.request(.profile).unpack(PackedProduct(values: space, files: []))
        == .profile(.other(space: #"\x1B[J"#)))
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
      try refusal(ScriptedWorker.answer(#"{"product":{"verified":true},"steps":[]}"#) + "; sleep 9")
        == .reading("The process that worked on it gave an answer that makes no sense."))
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
