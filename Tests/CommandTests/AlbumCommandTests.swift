import Foundation
import Testing
import _TestSupport

@Suite("photoprep album")
struct AlbumCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (fixture, name) in [("1", "one"), ("3", "three")] {
      try FileManager.default.copyItem(
        at: Fixture.url("orientation/\(fixture).jpg"),
        to: directory.url.appending(path: "\(name).jpg"))
    }
    #expect(try run("prep", "one.jpg", "three.jpg").status == 0)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments + ["--store", "store"], in: directory.url)
  }

  private func albums() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "store/WidgetWeaverSmartPhoto").path
    ).sorted()
  }

  private func album(_ name: String) throws -> [String: Any] {
    let file = directory.url.appending(path: "store/WidgetWeaverSmartPhoto/\(name)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  private func entries(_ name: String) throws -> [[String: Any]] {
    try #require(try album(name)["entries"] as? [[String: Any]])
  }

  private func codes(_ result: Tool.Result) throws -> [String] {
    try result.objects().compactMap { $0["code"] as? String }
  }

  @Test func `an album is known however its accents are written`() throws {
    let (whole, parts, capitals) = ("Caf\u{E9}", "Cafe\u{301}", "CAF\u{C9}")
    #expect(try run("album", "make", "one.jpg", "--name", whole).status == 0)
    for name in [whole, parts, capitals] {
      let result = try run("album", "make", "one.jpg", "--name", name)
      #expect(result.status != 0 && result.messages.contains("There is an album of this name"))
    }
    #expect(try run("album", "make", "one.jpg", "--name", "Lake").status == 0)
    #expect(try run("album", "rename", "Lake", parts).status != 0)
    #expect(try run("album", "add", parts, "three.jpg").status == 0)
    #expect(try entries(whole + ".json").count == 2)
    #expect(try run("album", "rename", parts, capitals).status == 0)
    #expect(try run("album", "remove", "cafe\u{301}").status == 0)
    #expect(try albums() == ["Lake.json"])
  }

  @Test func `of albums that differ in how their accents are written one is taken as written`()
    throws
  {
    #expect(try run("album", "make", "one.jpg", "--name", "Caf\u{E9}").status == 0)
    let folder = directory.url.appending(path: "store/WidgetWeaverSmartPhoto")
    // Made by an earlier version, or by an app.
    try FileManager.default.copyItem(
      at: folder.appending(path: "Caf\u{E9}.json"),
      to: folder.appending(path: "Cafe\u{301}.json"))
    let several = try run("album", "remove", "CAF\u{C9}")
    #expect(several.status != 0 && several.messages.contains("Several albums have this name"))
    #expect(try run("album", "remove", "Cafe\u{301}").status == 0)
    #expect(try albums().map { Array($0.utf8) } == [Array("Caf\u{E9}.json".utf8)])
  }

  @Test func `an album is made in the published app's form`() throws {
    let start = Date()
    let result = try run("album", "make", "one.jpg", "three.jpg", "--every", "30", "--json")
    #expect(result.status == 0 && result.messages.isEmpty)
    let line = try #require(try result.objects().first)
    let name = try #require(line["album"] as? String)
    #expect(name.hasPrefix("smart-shuffle-") && name.hasSuffix(".json"))
    #expect(line["added"] as? Int == 2 && line["photos"] as? Int == 2)
    #expect(try albums() == [name])
    let album = try album(name)
    #expect(album["rotationIntervalMinutes"] as? Int == 30 && album["currentIndex"] as? Int == 0)
    let next = try #require(album["nextChangeDate"] as? Double)
    #expect(next > start.timeIntervalSinceReferenceDate + 1799)
    let first = try #require(try entries(name).first)
    #expect(first["preparedAt"] is Double)
    let images = directory.url.appending(path: "store/WidgetWeaverImages")
    for key in ["sourceFileName", "smallFile", "mediumFile", "largeFile"] {
      let file = try #require(first[key] as? String)
      #expect(FileManager.default.fileExists(atPath: images.appending(path: file).path))
    }
  }

  @Test func `one photo that is not prepared, and no album is written`() throws {
    try FileManager.default.copyItem(
      at: Fixture.url("orientation/6.jpg"), to: directory.url.appending(path: "six.jpg"))
    let result = try run("album", "make", "one.jpg", "six.jpg", "nine.jpg", "--json")
    #expect(result.status == 1)
    #expect(try codes(result) == ["not-prepared", "not-prepared"])
    #expect(
      result.messages == "photoprep: Nothing was changed because of 2 of 3 photos.\n")
    #expect(try albums().isEmpty)
    let told = try run("album", "make", "six.jpg")
    #expect(told.output.isEmpty)
    #expect(
      told.messages.hasPrefix(
        "six.jpg: The store holds no photo of this name or content. 'photoprep store list --store ")
    )
    #expect(told.messages.contains("; 'photoprep prep six.jpg --store store' prepares this."))
  }

  @Test func `a file with the name of a prepared photo and other content is told as that`() throws {
    let url = directory.url.appending(path: "one.jpg")
    try FileManager.default.removeItem(at: url)
    try FileManager.default.copyItem(at: Fixture.url("orientation/6.jpg"), to: url)
    let listed = try run("store", "list", "--json").objects()
    let one = try #require(listed.first { $0["sources"] as? [String] == ["one.jpg"] })
    let photo = try #require(one["photo"] as? String)
    let told = try run("album", "make", "one.jpg", "--name", "x")
    #expect(told.status == 1)
    #expect(
      told.messages.hasPrefix(
        "one.jpg: The file here has other content than the photo that was prepared under this name. "
          + "Name that photo as \(photo), or prepare this file with 'photoprep prep --store store'.\n"
      ))
    #expect(try run("album", "make", photo, "--name", "x").status == 0)
  }

  @Test func `a photo is found by its file, its record, its digits and its old name`() throws {
    let listed = try run("store", "list", "--json").objects()
    let one = try #require(listed.first { $0["sources"] as? [String] == ["one.jpg"] })
    let record = try #require(one["record"] as? String)
    let photo = try #require(one["photo"] as? String)
    try FileManager.default.moveItem(
      at: directory.url.appending(path: "one.jpg"),
      to: directory.url.appending(path: "other.jpg"))
    let id = String(record.dropLast(5))
    for (number, name) in ["other.jpg", record, id, photo, "one.jpg"].enumerated() {
      #expect(try run("album", "make", name, "--name", "a\(number)").status == 0, "\(name)")
      #expect(try entries("a\(number).json").map { $0["id"] as? String } == [id], "\(name)")
    }
  }

  @Test func `a photo comes in once, in the order it was named`() throws {
    #expect(
      try run("album", "make", "three.jpg", ".", "three.jpg", "--all", "--name", "x").output
        == """
        x.json: 2 added, 2 photos
        next: photoprep review --store store, then into your app as docs/put-it-into-my-app.md says, \
        or for WidgetWeaver: photoprep package x x.wwdesign --store store

        """)
    let three = try run("store", "list", "--json").objects()
      .first { $0["sources"] as? [String] == ["three.jpg"] }
    let shown = try entries("x.json").first?["id"] as? String
    #expect(shown.map { $0 + ".json" } == three?["record"] as? String)
  }

  @Test func `add puts photos behind those that are there, or changes nothing`() throws {
    #expect(try run("album", "make", "three.jpg", "--name", "x").status == 0)
    let before = try entries("x.json").count
    #expect(try run("album", "add", "x", "one.jpg", "nine.jpg").status == 1)
    #expect(try entries("x.json").count == before)
    #expect(try run("album", "add", "x", "one.jpg").output == "x.json: 1 added, 2 photos\n")
    #expect(try run("album", "add", "x.json", "--all").output == "x.json: 0 added, 2 photos\n")
    let missing = try run("album", "add", "y", "one.jpg")
    #expect(missing.status == 1 && missing.messages.contains("y.json"))
    #expect(try albums() == ["x.json"])
  }

  @Test func `unknown keys stay through add`() throws {
    let file = directory.url.appending(path: "store/WidgetWeaverSmartPhoto/app.json")
    let text = #"{"entries": [{"id": "A/L0/001", "mood": "calm"}], "batch": {"size": 10}}"#
    try Data(text.utf8).write(to: file)
    #expect(try run("album", "add", "app", "one.jpg").status == 0)
    #expect((try album("app.json")["batch"] as? [String: Int]) == ["size": 10])
    #expect(try entries("app.json").first?["mood"] as? String == "calm")
  }

  @Test func `with a device only photos prepared for it come in, and the latest by default`() throws
  {
    #expect(try run("prep", "one.jpg", "--device", "iPhone SE 3").status == 0)
    let result = try run("album", "make", "three.jpg", "--device", "iPhone SE 3", "--json")
    #expect(result.status == 1)
    #expect(try codes(result) == ["other-device"])
    #expect(
      try run("album", "make", "--all", "--device", "iPhone SE 3", "--name", "se").output
        .hasPrefix("se.json: 1 added, 1 photo\n"))
    #expect(try run("album", "make", "--all", "--name", "all").output.contains("2 added"))
  }

  @Test func `a photo whose file is gone cannot be in an album`() throws {
    let images = directory.url.appending(path: "store/WidgetWeaverImages")
    #expect(try run("album", "make", "--all", "--name", "x").status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: images.path)
    where name.hasPrefix("smart-small") {
      try FileManager.default.removeItem(at: images.appending(path: name))
    }
    #expect(try codes(try run("album", "make", "--all", "--json")) == ["incomplete", "incomplete"])
    let list = try run("album", "list")
    #expect(list.status == 12 && list.output.contains("2 files missing"))
  }

  @Test func `list says what each album shows, and names one that cannot be read`() throws {
    #expect(try run("album", "make", "--all", "--name", "x", "--every", "0").status == 0)
    let list = try run("album", "list", "--json")
    #expect(list.status == 0)
    let line = try #require(try list.objects().first)
    #expect(line["album"] as? String == "x.json" && line["intervalMinutes"] as? Int == 0)
    #expect(line["shown"] as? String == (line["entries"] as? [String])?.first)
    #expect(line["nextChange"] == nil && line["prepared"] as? Int == 2)
    let shown = try #require(line["shownFile"] as? String)
    #expect(["one.jpg", "three.jpg"].contains(shown))
    #expect(
      try run("album", "list").output == "x.json  2 photos, does not change, shows \(shown)\n")
    try Data("[".utf8).write(
      to: directory.url.appending(path: "store/WidgetWeaverSmartPhoto/broken.json"))
    let broken = try run("album", "list", "--json")
    #expect(broken.status == 12)
    #expect(try broken.objects().map { $0["event"] as? String } == ["unreadable", "album"])
  }

  @Test func `photos may come from a list`() throws {
    let result = try Tool.run(
      ["album", "make", "--files-from", "-", "--store", "store", "--name", "x"],
      input: Data("one.jpg\0three.jpg\0".utf8), in: directory.url)
    #expect(result.output.hasPrefix("x.json: 2 added, 2 photos\n"))
  }

  @Test func `of a folder an album gets what is prepared, and says how many are not`() throws {
    try FileManager.default.copyItem(
      at: Fixture.url("orientation/6.jpg"), to: directory.url.appending(path: "six.jpg"))
    #expect(
      try run("album", "make", ".", "--name", "x").output
        .hasPrefix("x.json: 2 added, 2 photos; 1 not prepared and not in it\n"))
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "new"), withIntermediateDirectories: false)
    try FileManager.default.moveItem(
      at: directory.url.appending(path: "six.jpg"), to: directory.url.appending(path: "new/six.jpg")
    )
    #expect(try codes(try run("album", "make", "new", "--json")) == ["not-prepared"])
    try FileManager.default.copyItem(
      at: Fixture.url("orientation/8.jpg"), to: directory.url.appending(path: "new/eight.jpg"))
    #expect(
      try run("album", "make", "new", "--name", "y").messages == """
        new: None of the 2 photos in this folder is prepared. Prepare the folder first with 'photoprep prep --store store'.
        photoprep: Nothing was changed because of 2 of 2 photos.

        """)
    #expect(try albums() == ["x.json"])
  }

  @Test func `photos go out of an album, and the one that is shown stays`() throws {
    #expect(try run("album", "make", "one.jpg", "three.jpg", "--name", "x").status == 0)
    let shown = try entries("x.json")[1]["id"] as? String
    let file = directory.url.appending(path: "store/WidgetWeaverSmartPhoto/x.json")
    let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    try Data(text.replacing("\"currentIndex\": 0", with: "\"currentIndex\": 1").utf8).write(
      to: file)
    let refused = try run("album", "remove", "x", "one.jpg", "none.jpg", "--json")
    #expect(try refused.status == 1 && codes(refused) == ["not-prepared"])
    #expect(try run("album", "remove", "x", "one.jpg").output == "x.json: 1 removed, 1 photo\n")
    #expect(try entries("x.json").map { $0["id"] as? String } == [shown])
    #expect(try album("x.json")["currentIndex"] as? Int == 0)
    let stranger = try run("album", "remove", "x", "one.jpg", "--json")
    #expect(try codes(stranger) == ["not-in-album"])
    #expect(stranger.messages == "photoprep: Nothing was changed because of this photo.\n")
  }

  @Test func `an album goes on with the photo that it shows when others come and go`() throws {
    for name in ["six", "eight"] {
      let fixture = Fixture.url("orientation/\(name == "six" ? 6 : 8).jpg")
      try FileManager.default.copyItem(
        at: fixture, to: directory.url.appending(path: "\(name).jpg"))
    }
    #expect(try run("prep", "six.jpg", "eight.jpg").status == 0)
    #expect(try run("album", "make", "one.jpg", "three.jpg", "six.jpg", "--name", "x").status == 0)
    // It has taken turns for five hours and a half, which nobody wrote down.
    var document = try album("x.json")
    document["nextChangeDate"] = Date().timeIntervalSinceReferenceDate - 4 * 3600 - 1800
    try JSONSerialization.data(withJSONObject: document).write(
      to: directory.url.appending(path: "store/WidgetWeaverSmartPhoto/x.json"))
    func shown() throws -> String? {
      try run("album", "list", "--json").objects().first?["shownFile"] as? String
    }
    #expect(try shown() == "six.jpg")
    #expect(try run("album", "add", "x", "eight.jpg").status == 0)
    #expect(try shown() == "six.jpg")
    #expect(try run("album", "remove", "x", "one.jpg").status == 0)
    #expect(try shown() == "six.jpg")
  }

  @Test func `an album shows each photo for another time from now on`() throws {
    #expect(try run("album", "make", "--all", "--name", "x", "--every", "30").status == 0)
    let before = try #require(try run("album", "list", "--json").objects().first)
    let changed = try run("album", "add", "x", "--every", "1000", "--json")
    let line = try #require(try changed.objects().first)
    #expect(line["intervalMinutes"] as? Int == 1000 && line["added"] as? Int == 0)
    let after = try #require(try run("album", "list", "--json").objects().first)
    #expect(after["shown"] as? String == before["shown"] as? String)
    #expect(after["intervalMinutes"] as? Int == 1000)
    let next = try #require(try album("x.json")["nextChangeDate"] as? Double)
    #expect(next > Date().timeIntervalSinceReferenceDate + 900 * 60)
    #expect(
      try run("album", "add", "x", "--every", "0").output
        == "x.json: 0 added, 2 photos, does not change\n")
    #expect(try run("album", "add", "x").status == 64)
    #expect(try run("album", "add", "x", "--every", "-1").status == 64)
  }

  @Test func `a photo that was moved is listed where it is`() throws {
    #expect(try run("album", "make", "--all", "--name", "x").status == 0)
    try FileManager.default.moveItem(
      at: directory.url.appending(path: "one.jpg"), to: directory.url.appending(path: "z.jpg"))
    #expect(try run("prep", "z.jpg").status == 0)
    let shown = try run("album", "show", "x").output
    #expect(shown.contains("z.jpg") && !shown.contains("one.jpg"), "\(shown)")
  }

  @Test func `an album gets another name, goes to the trash and comes back`() throws {
    for name in ["x", "y"] {
      #expect(try run("album", "make", "--all", "--name", name).status == 0)
    }
    #expect(
      try run("album", "rename", "x", "y").messages.hasSuffix(
        "y.json: There is an album of this name already. Use another name.\n"))
    #expect(try run("album", "rename", "x", "z").status == 0)
    #expect(try albums() == ["y.json", "z.json"])
    let removed = try run("album", "remove", "z")
    #expect(removed.status == 0)
    #expect(try albums() == ["y.json"])
    let command = String(try #require(removed.output.split(separator: ": ").last))
    let restored = try Tool.shell(
      command.replacing("photoprep ", with: "\"$photoprep\" "), in: directory.url)
    #expect(restored.status == 0, "\(restored)")
    #expect(try albums() == ["y.json", "z.json"])
    #expect(try run("album", "remove", "z").status == 0)
    #expect(try run("clean", "--restore", "z").status == 0)
    #expect(try albums() == ["y.json", "z.json"])
    try Data(
      #"{"image": {"fileName": "a.jpg", "smartPhoto": {"shuffleManifestFileName": "z.json"}}}"#.utf8
    )
    .write(to: directory.url.appending(path: "store/Designs/d.json"))
    for arguments in [["remove", "z"], ["rename", "z", "q"]] {
      let result = try Tool.run(["album"] + arguments + ["--store", "store"], in: directory.url)
      #expect(
        result.status == 1 && result.messages.contains("in use by Designs/d.json"), "\(result)")
    }
    #expect(try albums() == ["y.json", "z.json"])
  }

  @Test func `an album goes into a package too, and neither is written where one may not be`()
    throws
  {
    let made = try run("album", "make", "--all", "--name", "x", "--package", "x.wwdesign")
    #expect(made.status == 0)
    #expect(made.output.hasPrefix("x.wwdesign: 1 design, 1 album, 10 images, "))
    #expect(
      made.output.contains("\nx.json: 2 added, 2 photos\nnext: photoprep offer x.wwdesign; "))
    #expect(try run("album", "make", "--all", "--name", "q", "--quiet").output.isEmpty)
    #expect(try run("album", "remove", "q").status == 0)
    let again = try run("album", "make", "--all", "--name", "x", "--package", "y.wwdesign")
    #expect(again.status == 1 && again.messages.contains("There is an album of this name already."))
    let taken = try run("album", "make", "--all", "--name", "y", "--package", "x.wwdesign")
    #expect(taken.status == 1 && taken.messages.contains("There is a file already."))
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
    #expect(left == ["one.jpg", "store", "three.jpg", "x.wwdesign"])
    #expect(try albums() == ["x.json"])
    let forced = try run(
      "album", "make", "--all", "--name", "y", "--package", "x.wwdesign", "--force")
    #expect(forced.status == 0 && forced.output.hasPrefix("x.wwdesign: 1 design, 1 album"))
    #expect(try albums() == ["x.json", "y.json"])
  }

  @Test func `check reports renders that are too large for a device`() throws {
    #expect(try run("store", "check", "--device", "iPhone SE 3").status == 0)
    let result = try run("store", "check", "--device", "iPad mini 7", "--json")
    // The renders are whole, and PreparedPhoto reduces them.
    #expect(result.status == 0)
    #expect(try Set(codes(result)) == ["over-archive-limit"])
    // 530 × 530 > 253,440; 1134 × 530 > 549,120; 1134 × 1182 > 1,189,760: three for each photo.
    #expect(try codes(result).count == 6)
    let message = try result.objects().first?["message"] as? String
    #expect(message?.contains("280900 pixels") == true && message?.contains("253440") == true)
  }
}
