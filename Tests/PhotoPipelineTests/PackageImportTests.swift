import Foundation
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite struct `Importing packages of real images` {
  private let directory: TemporaryDirectory
  private var store: FilePath { FilePath(directory.url.path).appending("store") }

  init() throws {
    directory = try TemporaryDirectory()
    try StoreUse.create(at: FilePath(directory.url.path).appending("store"))
  }

  private func package(_ image: Data, pixelSize: [String: Int]? = nil) throws -> FilePath {
    var smart: [String: Any] = ["masterFileName": "image-1.jpg"]
    if let pixelSize {
      smart["small"] = ["renderFileName": "image-1.jpg", "pixelSize": pixelSize]
    }
    let package: [String: Any] = [
      "magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1,
      "createdAt": "2026-01-05T12:00:00Z",
      "specs": [["name": "One", "image": ["fileName": "image-1.jpg", "smartPhoto": smart]]],
      "images": [["originalFileName": "image-1.jpg", "data": image.base64EncodedString()]],
    ]
    let file = directory.url.appending(path: "in.wwdesign")
    try JSONSerialization.data(withJSONObject: package).write(to: file)
    return FilePath(file.path)
  }

  private func bring(
    _ file: FilePath, _ isolation: IsolationSettings? = nil
  ) throws -> (code: String?, events: [ImportEvent]) {
    var events: [ImportEvent] = []
    _ = try PackageImport.bring([file], into: store, isolation: isolation) {
      events.append($0)
    }
    guard case .rejected(_, let rejection) = events.last else { return (nil, events) }
    return (rejection.code, events)
  }

  private func files() throws -> [String] {
    try ["WidgetWeaverImages", "Designs", ".photoprep/staging", ".photoprep/journal"].flatMap {
      try FileManager.default.contentsOfDirectory(
        atPath: directory.url.appending(path: "store/\($0)").path)
    }
  }

  @Test func `a JPEG comes in with its own bytes`() throws {
    let image = try Data(contentsOf: Fixture.url("scenes/walker.jpg"))
    let (code, events) = try bring(
      try package(image, pixelSize: ["width": 1600, "height": 1200]))
    #expect(code == nil)
    #expect(events.count == 3)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "store/WidgetWeaverImages").path)
    let name = try #require(names.first)
    #expect(names.count == 1 && name.hasPrefix("smart-small-"))
    #expect(
      try Data(contentsOf: directory.url.appending(path: "store/WidgetWeaverImages/\(name)"))
        == image)
  }

  @Test(arguments: [100, 1000, 20_000, 40_000])
  func `a JPEG that is cut off does not`(_ length: Int) throws {
    let image = try Data(contentsOf: Fixture.url("scenes/walker.jpg"))
    let (code, _) = try bring(try package(image.prefix(length)))
    #expect(code == "truncated" || code == "corrupt-header" || code == "corrupt-data")
    #expect(try files().isEmpty)
  }

  @Test func `an image of another size than its design says does not`() throws {
    let image = try Data(contentsOf: Fixture.url("scenes/walker.jpg"))
    let (code, _) = try bring(try package(image, pixelSize: ["width": 1200, "height": 1600]))
    #expect(code == "wrong-dimensions")
    #expect(try files().isEmpty)
  }

  @Test(arguments: ["formats/rgba.png", "formats/lossless.webp"])
  func `a picture of another format does not, whatever its name`(_ fixture: String) throws {
    guard FileManager.default.fileExists(atPath: Fixture.url(fixture).path) else {
      Issue.record("there is no fixture \(fixture)")
      return
    }
    let (code, _) = try bring(try package(try Data(contentsOf: Fixture.url(fixture))))
    #expect(code == "not-a-jpeg")
    #expect(try files().isEmpty)
  }

  @Test(arguments: [
    ("kill -SEGV $$", "worker-crashed", "ended by signal 11 (SIGSEGV)"),
    ("exec sleep 1000", "timed-out", "longer than the limit of 2 s"),
    ("echo std::bad_alloc >&2; kill -ABRT $$", "out-of-memory", "the limit of 2048 MiB"),
    (
      ScriptedWorker.answer(#"{"outcome":{"product":{"_0":[0,1]}},"steps":[]}"#)
        + "; exec sleep 1000",
      "worker-crashed", "an invalid answer"
    ),
  ])
  func `an image that harms its worker keeps its package out`(
    command: String, code: String, fact: String
  ) throws {
    let image = try Data(contentsOf: Fixture.url("scenes/walker.jpg"))
    let worker = ScriptedWorker.settings(
      then: command, for: EmbeddedImages.reading, seconds: 2)
    let (found, events) = try bring(try package(image), worker)
    #expect(found == code)
    guard case .rejected(_, let rejection) = events.last else {
      Issue.record("It came in.")
      return
    }
    #expect(rejection.message.hasPrefix("image-1.jpg: ") && rejection.message.contains(fact))
    #expect(try files().isEmpty)
  }

  @Test func `an import whose workers cannot be started ends, and nothing comes in`() throws {
    let missing = IsolationSettings(executable: "/nonexistent/photoprep", arguments: ["photoprep"])
    let file = try package(try Data(contentsOf: Fixture.url("scenes/walker.jpg")))
    #expect(throws: IsolationError.self) { try bring(file, missing) }
    #expect(try files().isEmpty)
  }

  /// The codes that each class of the table of bombs allows, beside that it is no JPEG.
  private static let classes: [String: Set<String>] = [
    "too_large": ["package-too-large", "too-many-pixels"],
    "corrupt": ["corrupt-header", "corrupt-data", "truncated", "too-much-work"],
  ]

  @Test(.enabled(if: SharedFolder.has("hostile/own-bombs/EXPECTED.tsv")))
  func `bombs inside packages end in their class and nothing comes in`() throws {
    let folder = try #require(SharedFolder.url("hostile/own-bombs"))
    let table = try String(
      contentsOf: folder.appending(path: "EXPECTED.tsv"), encoding: .utf8)
    var counted = 0
    for row in table.split(separator: "\n").dropFirst() {
      let columns = row.split(separator: "\t").map(String.init)
      let image = try Data(contentsOf: folder.appending(path: columns[0]))
      let (code, _) = try bring(try package(image))
      if image.starts(with: [0xFF, 0xD8, 0xFF]) {
        let allowed = Self.classes[columns[1]] ?? ["not-a-jpeg", "corrupt-header", "truncated"]
        #expect(code.map(allowed.contains) == true, "\(columns[0]): \(code ?? "came in")")
      } else {
        #expect(code == "not-a-jpeg", "\(columns[0])")
      }
      counted += 1
    }
    #expect(counted >= 48)
    #expect(try files().isEmpty)
  }
}
