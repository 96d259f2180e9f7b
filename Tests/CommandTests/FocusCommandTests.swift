import Foundation
import Testing
import _TestSupport

@Suite("photoprep --focus")
struct FocusCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ fixture: String, as name: String) throws {
    try FileManager.default.copyItem(
      at: Fixture.url(fixture), to: directory.url.appending(path: name))
  }

  private func sidecar(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: directory.url.appending(path: name))
  }

  private func crop(_ arguments: String...) throws -> (x: Double, width: Double, origins: [String])
  {
    let result = try Tool.run(
      ["crop", "a.jpg", "--json", "--aspect", "1:1"] + arguments, in: directory.url)
    let line = try #require(try result.objects().first)
    let crop = try #require(line["crop"] as? [String: Double])
    let regions = try #require(line["regions"] as? [[String: Any]])
    return (
      try #require(crop["x"]), try #require(crop["width"]),
      regions.compactMap { $0["origin"] as? String }
    )
  }

  @Test func `a sidecar that is named alone is reported as not a photo`() throws {
    try sidecar("a.jpg.focus.json", "{}")
    let result = try Tool.run(
      ["prep", "a.jpg.focus.json", "--store", "store"], in: directory.url)
    #expect(result.status == 1)
    #expect(result.messages.contains("There is no photo here; what is there: 1 JSON."))
  }

  @Test func `a point draws the crop to itself`() throws {
    try copy("scenes/tile.jpg", as: "a.jpg")
    let left = try crop("--focus", "0,0.5")
    #expect(left.x == 0 && left.origins == ["hand"])
    let right = try crop("--focus", "1,0.5")
    #expect(abs(right.x + right.width - 1) < 1e-9)
    let middle = try crop("--focus", "0.45,0.5")
    #expect(abs(middle.x + middle.width / 2 - 0.45) < 0.01)
    #expect(try crop("--focus", "0.45,0.5", "--focus", "0.5,0.5").origins == ["hand", "hand"])
  }

  @Test func `a sidecar counts unless the command line says otherwise`() throws {
    try copy("scenes/tile.jpg", as: "a.jpg")
    try sidecar("a.jpg.focus.json", #"{"focus": [{"x": 0, "y": 0.5}]}"#)
    #expect(try crop().x == 0)
    #expect(try crop("--focus", "1,0.5").x > 0.2)
  }

  @Test func `what sidecars, albums and packages say of themselves moves no cursor`() throws {
    try copy("scenes/tile.jpg", as: "a.jpg")
    let evil = #"\u001b[31m\u202e"#
    try sidecar("a.jpg.focus.json", #"{"focus": [{"x": 0, "y": 0, "\#(evil)": 1}]}"#)
    let image = #"{"fileName": "no\u202e.jpg", "name": "\#(evil)"}"#
    try sidecar("design.json", #"{"name": "\#(evil)", "version": 8, "image": \#(image)}"#)
    let albums = directory.url.appending(path: "store/WidgetWeaverSmartPhoto")
    try FileManager.default.createDirectory(at: albums, withIntermediateDirectories: true)
    try sidecar(
      "store/WidgetWeaverSmartPhoto/\u{1B}[31m.json",
      #"{"sourceID": "\#(evil)", "entries": [{"id": "1", "sourceFileName": "\u202e.jpg"}]}"#)
    let result = try Tool.shell(
      """
      for command in 'prep a.jpg' 'store import design.json' 'store import design.json --review' \
        'store check' 'store references' 'album list'; do
        "$photoprep" $command --store store 2>&1
      done
      """, in: directory.url)
    #expect(result.output.contains(#"the key '\x1B[31m\xE2\x80\xAE'"#), "\(result.output)")
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{202E}"))
  }

  @Test func `a broken sidecar rejects its photo with a code`() throws {
    try copy("scenes/tile.jpg", as: "a.jpg")
    try sidecar("a.jpg.focus.json", #"{"focus": [{"x": 2, "y": 0.5}]}"#)
    let result = try Tool.run(["crop", "a.jpg", "--json"], in: directory.url)
    #expect(result.status == 2)
    #expect(try result.objects().map { $0["code"] as? String } == ["broken-focus"])
    #expect(
      result.messages.contains(
        "a.jpg: Its sidecar 'a.jpg.focus.json' has x = 2 in place 1; it must be from 0 to 1. "
          + "Correct the sidecar, or remove it"))
  }

  @Test func `prep keeps another record for another focus`() throws {
    try copy("orientation/1.jpg", as: "a.jpg")
    func record(_ arguments: String...) throws -> String {
      let result = try Tool.run(
        ["prep", "a.jpg", "--store", "store", "--json"] + arguments, in: directory.url)
      return try #require(try result.objects().first?["record"] as? String)
    }
    let plain = try record()
    let focused = try record("--focus", "0.1,0.5")
    #expect(plain != focused && plain.prefix(16) == focused.prefix(16))
    #expect(try record("--focus", "0.10,0.5") == focused)
    #expect(try record() == plain)
  }

  @Test(arguments: ["0.5", "0.5,", "1.5,0.5", "nan,0.5", "0.5,0.5,0.5", "left,top"])
  func `an invalid point is exit code 64`(point: String) throws {
    let result = try Tool.run(["crop", "a.jpg", "--focus", point])
    #expect(result.status == 64)
    #expect(
      result.messages.contains(
        "'\(point)' is not a point; it must be two numbers from 0 to 1, like 0.3,0.4."))
  }
}
