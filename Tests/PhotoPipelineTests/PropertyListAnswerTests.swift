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
    let answers: [Result<PropertyListValue, PropertyListRefusal>] = [
      .success(value), .failure(PropertyListRefusal("This is not a property list.")),
    ]
    for answer in answers {
      let packed = PropertyListRequest.pack(answer)
      let json = try #require(JSONValue(compactText: packed.values.compactText))
      #expect(try Self.request().unpack(PackedProduct(values: json, files: [])) == answer)
    }
    #expect(PropertyListRequest(parts: try Self.request().parts)?.bytes == Self.list)
  }

  @Test(arguments: [
    "[]", "{}", #"{"list":"text"}"#, #"{"list":""}"#, #"{"list":"dAA"}"#, #"{"list":"dA A="}"#,
    #"{"list":1}"#, #"{"list":[true]}"#, #"{"list":{"a":"x"}}"#, #"{"list":null,"refusal":"a"}"#,
    #"{"refusal":null}"#, "{\"refusal\":\"\(String(repeating: "a", count: 1025))\"}",
  ])
  func `an answer that makes no sense is refused`(json: String) throws {
    let values = try #require(JSONValue(compactText: json.replacing(#""text""#, with: #""xt""#)))
    #expect(try Self.request().unpack(PackedProduct(values: values, files: [])) == nil)
  }

  @Test func `a file beside an answer makes no sense`() throws {
    let values = JSONValue.object(["list": .null])
    #expect(try Self.request().unpack(PackedProduct(values: values, files: [[]])) == nil)
  }

  @Test func `a worker's words move no cursor`() throws {
    let values = try #require(JSONValue(compactText: #"{"refusal":"\u001b[2J"}"#))
    let answer = try Self.request().unpack(PackedProduct(values: values, files: []))
    #expect(answer == .failure(PropertyListRefusal(#"\x1B[2J"#)))
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
      fact(ScriptedWorker.answer(#"{"product":{"list":1},"steps":[]}"#) + "; sleep 9")
        == "The process that worked on it gave an answer that makes no sense.")
    #expect(
      fact("head -c 100000000 /dev/zero | tr '\\000' '\\377' >&3; sleep 9")
        == "The process that worked on it gave an answer that makes no sense.")
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
        _ = try store.references(to: nil, onProblem: { problems.append($0.error.message) }) { _ in }
      }
      return problems
    }
    #expect(try problems() == [])
    let folder = directory.url.appending(path: "store/Library/Preferences")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.list).write(to: folder.appending(path: "a.plist"))
    let problem = try #require(try problems().first)
    #expect(problem.hasPrefix("The worker process was not started"))
  }
}
