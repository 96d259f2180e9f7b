import Foundation
import PhotoCatalog
import PhotoStore
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("What workers answer about property lists")
struct PropertyListAnswerTests {
  private static let list = Array("{a=b;}".utf8)

  private static func request() throws -> PropertyListRequest {
    PropertyListRequest(list, weight: try PropertyListGuard.weight(of: list))
  }

  @Test func `an answer arrives as it was sent`() throws {
    let value = PropertyListValue.dictionary([
      "": .text(""), "d": .data([]), "t": .data([0, 255]), "é\u{0}\n": .text("d\u{2028}\"\\"),
      "list": .array([.other, .array([]), .dictionary([:]), .text("t")]),
    ])
    for answer in [
      PropertyListRequest.Answer.list(value), .refused("This is not a property list."),
    ] {
      #expect(try SentAnswer(answer, to: Self.request()).read == answer)
    }
    #expect(try Self.request().received?.bytes == Self.list)
  }

  @Test(arguments: [
    "[]", "{}", #"{"list":{"_0":"text"}}"#, #"{"list":{"_0":""}}"#, #"{"list":{"_0":"dAA"}}"#,
    #"{"list":{"_0":"dA A="}}"#, #"{"list":{"_0":1}}"#, #"{"list":{"_0":[true]}}"#,
    #"{"list":{"_0":{"a":"x"}}}"#, #"{"list":{"_0":null},"refused":{"_0":"a"}}"#,
    #"{"refused":{"_0":null}}"#,
    "{\"refused\":{\"_0\":\"\(String(repeating: "a", count: 1025))\"}}",
  ])
  func `an invalid answer is refused`(json: String) throws {
    let values = try #require(JSONValue(compactText: json.replacing(#""text""#, with: #""xt""#)))
    #expect(SentAnswer(values, to: try Self.request()).read == nil)
  }

  @Test func `a file beside an answer is invalid`() throws {
    let values = try #require(JSONValue(compactText: #"{"list":{"_0":null}}"#))
    #expect(SentAnswer(values, to: try Self.request()).read == .list(.other))
    #expect(SentAnswer(values, runs: [[]], to: try Self.request()).read == nil)
  }

  @Test func `a worker's words move no cursor`() throws {
    let answer = #"{"outcome":{"product":{"_0":{"refused":{"_0":"\u001b[2J"}}}},"steps":[]}"#
    #expect(fact(ScriptedWorker.answer(answer) + "; sleep 9") == #"\x1B[2J"#)
  }

  /// What is said of a good list whose worker runs a command.
  private func fact(
    _ command: String, seconds: Int = 60, _ interruption: Interruption = Interruption()
  ) -> String? {
    let reading = ReadingSettings.decodingOnly()
    let settings = ScriptedWorker.settings(then: command, for: reading, seconds: seconds)
    let workers = PhotoWorkers(settings, reading: reading, interruption: interruption)
    defer { workers.close() }
    do throws(PropertyListRefusal) {
      _ = try workers.value(of: Self.list)
      return nil
    } catch {
      return error.fact
    }
  }

  @Test func `a worker that dies, hangs or talks nonsense is the list's own fault`() {
    #expect(
      fact("kill -SEGV $$")
        == "The process that worked on it was ended by signal 11 (SIGSEGV).")
    #expect(
      fact("exec sleep 1000", seconds: 2)
        == "Working on it took longer than the limit of 2 s.")
    #expect(
      fact(
        ScriptedWorker.answer(#"{"outcome":{"product":{"_0":{"list":{"_0":1}}}},"steps":[]}"#)
          + "; sleep 9")
        == "The process that worked on it gave an invalid answer.")
    #expect(
      fact("head -c 100000000 /dev/zero | tr '\\000' '\\377' >&3; sleep 9")
        == "The process that worked on it gave an invalid answer.")
  }

  @Test func `an interruption ends the wait for a list`() {
    let interruption = Interruption()
    interruption.request()
    #expect(
      fact("exec sleep 1000", interruption) == "The command was interrupted before this was read.")
  }

  @Test func `no worker is started where there are no preferences`() throws {
    let directory = try TemporaryDirectory()
    let store = FilePath(directory.url.appending(path: "store").path)
    try Store.create(at: store, in: .now)
    let isolation = IsolationSettings(
      executable: "/nonexistent/photoprep", arguments: ["photoprep"])
    let environment = StoreEnvironment.now.readingPropertyLists(
      in: isolation, until: Interruption())
    func problems() throws -> [String] {
      var problems: [String] = []
      try Store.open(at: store, for: .read, in: environment).closing { store in
        _ = try StoreReferences(of: store).list(
          nil, onProblem: { problems.append($0.message) }
        ) { _ in }
      }
      return problems
    }
    #expect(try problems() == [])
    let folder = directory.url.appending(path: "store/Library/Preferences")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.list).write(to: folder.appending(path: "a.plist"))
    let problem = try #require(try problems().first)
    #expect(problem.hasPrefix("The worker process cannot be started"))
  }
}
