import Foundation
import Testing
import _TestSupport

@Suite("photoprep store export, import and merge")
struct PackageCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  /// Makes a store with one photo and one design that shows it.
  private func makeStore(_ name: String, _ picture: String = "orientation/1.jpg") throws {
    #expect(try run("prep", Fixture.url(picture).path, "--store", name).status == 0)
    let store = directory.url.appending(path: name)
    let records = store.appending(path: "Photos")
    let record = try #require(
      try FileManager.default.contentsOfDirectory(atPath: records.path).first)
    let object = try JSONSerialization.jsonObject(
      with: Data(contentsOf: records.appending(path: record)))
    var image = try #require(object as? [String: Any])
    image["photoprep"] = nil
    let design: [String: Any] = ["name": "Holiday", "image": image]
    try JSONSerialization.data(withJSONObject: design)
      .write(to: store.appending(path: "Designs/holiday.json"))
  }

  private func digest(_ store: String) throws -> [String: Data] {
    let root = directory.url.appending(path: store)
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where !path.hasSuffix("lock") && !path.contains("catalog.sqlite") {
      files[path] = try? Data(contentsOf: root.appending(path: path))
    }
    return files
  }

  @Test func `a design moves from one store to another`() throws {
    try makeStore("a")
    let exported = try run("store", "export", "holiday", "h.wwdesign", "--store", "a", "--json")
    #expect(exported.status == 0)
    let line = try #require(try exported.objects().first)
    #expect(line["event"] as? String == "exported")
    #expect(line["designs"] as? Int == 1 && line["images"] as? Int == 5)
    #expect(try run("store", "init", "--store", "b").status == 0)
    let review = try run("store", "import", "--review", "h.wwdesign", "--store", "b")
    #expect(review.status == 0)
    #expect(review.output.contains("design new  Holiday  as holiday.json"))
    #expect(review.output.contains("1 design, 0 albums and 5 images would come in"))
    #expect(try digest("b").keys.filter { $0.hasSuffix(".jpg") }.isEmpty)
    let imported = try run("store", "import", "h.wwdesign", "--store", "b")
    #expect(imported.status == 0)
    #expect(
      imported.output
        == "h.wwdesign: 1 design, 0 albums and 5 images came in, 0 there already\n")
    let before = try digest("b")
    let again = try run("store", "import", "h.wwdesign", "--store", "b", "--json")
    #expect(
      try again.objects().map { $0["event"] as? String }.suffix(2) == ["unchanged", "summary"])
    #expect(try digest("b") == before)
  }

  @Test func `an album that came in a package has no records to pack, which is said`() throws {
    try makeStore("a")
    for arguments in [
      ["album", "make", "--all", "--name", "Lake", "--store", "a"],
      ["store", "export", "--album", "Lake", "l.wwdesign", "--store", "a"],
      ["store", "import", "l.wwdesign", "--store", "b"],
    ] {
      #expect(try Tool.run(arguments, in: directory.url).status == 0)
    }
    let packed = try run("package", "Lake", "x.wwdesign", "--store", "b")
    #expect(packed.status == 2)
    #expect(packed.messages.contains("The album Lake.json shows this photo, but the store has no"))
  }

  @Test func `a file that may not come in is listed with its reason, and the others come in`()
    throws
  {
    try makeStore("a")
    #expect(try run("store", "export", "--all", "h.wwdesign", "--store", "a").status == 0)
    #expect(try run("store", "init", "--store", "b").status == 0)
    try Data("{".utf8).write(to: directory.url.appending(path: "bad.wwdesign"))
    let result = try run(
      "store", "import", "bad.wwdesign", "h.wwdesign", "--store", "b", "--json")
    #expect(result.status == 2)
    let lines = try result.objects()
    #expect(lines.first?["event"] as? String == "rejected")
    #expect(lines.first?["code"] as? String == "unreadable-document")
    let summary = try #require(lines.last)
    #expect(summary["imported"] as? Int == 1 && summary["rejected"] as? Int == 1)
    let text = try run("store", "import", "bad.wwdesign", "--store", "b")
    #expect(text.status == 2)
    #expect(text.messages.hasPrefix("bad.wwdesign: The document is not JSON"))
  }

  @Test func `worker processes change nothing about what comes in and what is said`() throws {
    try makeStore("a")
    #expect(try run("store", "export", "--all", "h.wwdesign", "--store", "a").status == 0)
    let image = try Data(contentsOf: Fixture.url("scenes/walker.jpg")).prefix(20_000)
    let broken: [String: Any] = [
      "magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1,
      "createdAt": "2026-01-05T12:00:00Z",
      "specs": [["name": "One", "image": ["fileName": "image-1.jpg"]]],
      "images": [["originalFileName": "image-1.jpg", "data": image.base64EncodedString()]],
    ]
    try JSONSerialization.data(withJSONObject: broken)
      .write(to: directory.url.appending(path: "broken.wwdesign"))
    var outputs: [[String]] = []
    for way in [[], ["--in-process"]] {
      let store = "store\(outputs.count)"
      #expect(try run("store", "init", "--store", store).status == 0)
      let result = try Tool.run(
        ["store", "import", "h.wwdesign", "broken.wwdesign", "--json", "--store", store] + way,
        in: directory.url)
      #expect(result.status == 2)
      outputs.append([result.output, result.messages])
    }
    #expect(outputs[0] == outputs[1] && outputs[0][0].contains(#""code":"truncated""#))
    #expect(try digest("store0") == digest("store1"))
  }

  @Test func `stores are merged, and what differs is a conflict`() throws {
    try makeStore("a")
    try makeStore("b", "orientation/2.jpg")
    let result = try run("store", "merge", "a", "--store", "b")
    #expect(result.status == 2)
    #expect(result.messages.contains("different-content"))
    #expect(result.output.hasPrefix("1 photo added, 0 there already, 0 joined;"))
    #expect(result.output.contains("1 conflict"))
    try FileManager.default.removeItem(at: directory.url.appending(path: "b/Designs/holiday.json"))
    let again = try run("store", "merge", "a", "--store", "b", "--json")
    #expect(again.status == 0)
    let summary = try #require(try again.objects().last)
    #expect(summary["photosPresent"] as? Int == 1 && summary["designsAdded"] as? Int == 1)
    #expect(try run("store", "check", "--read-data", "--store", "b").status == 0)
    #expect(try run("store", "merge", "b", "--store", "b").status == 1)
  }

  @Test func `what another library decoded is kept and counted, and is no conflict`() throws {
    try makeStore("a")
    try makeStore("b")
    // Each design says when its own photo was prepared.
    try FileManager.default.removeItem(at: directory.url.appending(path: "a/Designs/holiday.json"))
    let records = directory.url.appending(path: "a/Photos")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: records.path).first)
    let text = try String(contentsOf: records.appending(path: name), encoding: .utf8)
    let decoder = try #require(text.firstMatch(of: /"decoder": "(libjpeg-turbo [0-9.]+)"/)?.1)
    let other = text.replacing(decoder, with: "libjpeg-turbo 0.0.1")
      .replacing("\"format\"", with: "\"taken\": \"2026-01-05T12:00:00\", \"format\"")
    try Data(other.utf8).write(to: records.appending(path: name))
    let result = try run("store", "merge", "a", "--store", "b", "--json")
    #expect(result.status == 0)
    let kept = try #require(try result.objects().first { $0["event"] as? String == "kept" })
    #expect(kept["name"] as? String == name && kept["kind"] as? String == "photo")
    #expect(kept["decoder"] as? String == String(decoder))
    #expect(kept["otherDecoder"] as? String == "libjpeg-turbo 0.0.1")
    let said = try run("store", "merge", "a", "--store", "b").output
    #expect(said.contains("; 1 photo kept that another library decoded there; 0 conflicts"))
  }

  @Test func `five imports at once leave what one leaves`() throws {
    try makeStore("a")
    #expect(try run("store", "export", "--all", "h.wwdesign", "--store", "a").status == 0)
    for store in ["b", "c"] { #expect(try run("store", "init", "--store", store).status == 0) }
    #expect(try run("store", "import", "h.wwdesign", "--store", "b").status == 0)
    let folder = directory.url
    DispatchQueue.concurrentPerform(iterations: 5) { _ in
      let result = try? Tool.run(["store", "import", "h.wwdesign", "--store", "c"], in: folder)
      #expect(result?.status == 0, "\(result?.messages ?? "did not run")")
    }
    #expect(try digest("c") == digest("b"))
    #expect(try run("store", "check", "--read-data", "--store", "c").status == 0)
  }

  @Test(arguments: [
    ["store", "export", "x.wwdesign", "--store", "s"],
    ["store", "export", "--all", "a", "x.wwdesign", "--store", "s"],
    ["store", "import", "--store", "s"], ["store", "merge", "--store", "s"],
  ])
  func `a command line that says too little or too much is exit code 64`(
    _ arguments: [String]
  ) throws {
    #expect(try Tool.run(arguments, in: directory.url).status == 64)
  }

  @Test(arguments: [
    ["store", "export", "--all", "x.wwdesign"], ["store", "import", "x.wwdesign"],
    ["store", "merge", "other"],
  ])
  func `no store there is exit code 10`(_ arguments: [String]) throws {
    #expect(try Tool.run(arguments + ["--store", "nowhere"], in: directory.url).status == 10)
  }

  @Test func `images that newer designs name elsewhere travel too, and merge says what is newer`()
    throws
  {
    try makeStore("a")
    let store = directory.url.appending(path: "a")
    let extra = "smart-small-0123456789ABCDEF.jpg"
    try FileManager.default.copyItem(
      at: Fixture.url("orientation/3.jpg"),
      to: store.appending(path: "WidgetWeaverImages/\(extra)"))
    let design = store.appending(path: "Designs/holiday.json")
    let text = String(decoding: try Data(contentsOf: design), as: UTF8.self)
    let newer = #"{"version": 99, "scene": {"layers": [{"file": "\#(extra)"}]},"#
    try Data((newer + text.dropFirst()).utf8).write(to: design)
    let exported = try run("store", "export", "--all", "h.wwdesign", "--store", "a")
    #expect(exported.output.contains("1 design, 0 albums, 6 images"), "\(exported)")
    for name in ["b", "c"] { #expect(try run("store", "init", "--store", name).status == 0) }
    let imported = try run("store", "import", "h.wwdesign", "--store", "b")
    #expect(imported.status == 0 && imported.messages.contains("It has version 99"))
    let merged = try run("store", "merge", "a", "--store", "c")
    #expect(merged.status == 0 && merged.messages.contains("holiday.json: It has version 99"))
    for name in ["b", "c"] {
      let folder = directory.url.appending(path: name)
      let came = try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appending(path: "Designs/holiday.json")))
      let scene = (came as? [String: Any])?["scene"] as? [String: Any]
      let file = try #require((scene?["layers"] as? [[String: String]])?.first?["file"])
      let image = folder.appending(path: "WidgetWeaverImages/\(file)")
      #expect(
        FileManager.default.contentsEqual(
          atPath: image.path, andPath: store.appending(path: "WidgetWeaverImages/\(extra)").path))
      #expect(try run("store", "check", "--store", name).status == 0)
    }
  }
}
