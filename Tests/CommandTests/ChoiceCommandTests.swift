import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite("photoprep album make --best")
struct ChoiceCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let folder = directory.url.appending(path: "photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["boats", "flower", "lighthouse", "night", "sunset", "walker"] {
      try FileManager.default.copyItem(
        at: Fixture.url("scenes/\(name).jpg"), to: folder.appending(path: "\(name).jpg"))
    }
  }

  private func make(_ more: String...) throws -> Tool.Result {
    try Tool.run(
      ["album", "make", "Best", "--best", "3", "--from", "photos", "--store", "store"] + more,
      in: directory.url)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments + ["--store", "store"], in: directory.url)
  }

  private func shown() throws -> [[String: Any]] {
    try run("album", "show", "Best", "--json").objects()
  }

  private func name(_ photo: [String: Any]) -> String {
    ((photo["path"] as? String ?? "") as NSString).lastPathComponent
  }

  @Test func `only the chosen are prepared, and each says why`() throws {
    let result = try make("--json")
    #expect(result.status == 0)
    let lines = try result.objects()
    let summary = try #require(lines.last)
    #expect(summary["candidates"] as? Int == 6 && summary["photos"] as? Int == 3)
    #expect(lines.filter { $0["event"] as? String == "picked" }.count == 3)
    let records = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "store/Photos").path)
    #expect(records.count == 3)
    for photo in try shown() {
      let terms = try #require(photo["terms"] as? [String: Double])
      #expect(terms["sharpness"] != nil && terms["total"] != nil)
      #expect(photo["rank"] is Int && photo["byHand"] as? Bool == false)
    }
  }

  /// Gives each photo a thumbnail, as cameras do.
  private func addThumbnails() throws {
    for name in try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "photos").path)
    {
      let url = directory.url.appending(path: "photos/\(name)")
      let bytes = [UInt8](try Data(contentsOf: url))
      let photo = try PhotoSource(bytes: bytes, name: name).decode(atLeast: 1, background: .white)
      let small = try photo.resized(to: photo.size.fitting(longEdge: 160)).jpeg(quality: 80)
      try Data(CameraJPEG.file(bytes, thumbnail: small)).write(to: url)
    }
  }

  @Test func `most photos are judged by their thumbnails, and the best one is the same`() throws {
    let whole = try make("--best", "1", "--json", "--dry-run").objects()
    let picked = try #require(whole.first { $0["event"] as? String == "picked" })
    #expect(!whole.contains { $0["estimate"] != nil })
    try addThumbnails()
    let lines = try make("--best", "1", "--json").objects()
    let best = try #require(lines.first { $0["event"] as? String == "picked" })
    #expect(name(best) == name(picked))
    #expect((best["score"] as? [String: Double])?["sharpness"] != nil)
    let estimates = lines.filter { $0["estimate"] as? Bool == true }
    let total = try #require((best["score"] as? [String: Double])?["total"])
    #expect(estimates.count >= 2)
    #expect(estimates.allSatisfy { ($0["score"] as? Double ?? 1) <= total })
    // What was seen small is known for the next time, and is looked at closely where more are wanted.
    let again = try make("--best", "1", "--json").objects()
    #expect(again.last?["assessed"] as? Int == 0)
    #expect(again.filter { $0["estimate"] as? Bool == true }.count == estimates.count)
    let more = try make("--json").objects()
    // Those that were looked at are not looked at again.
    #expect(more.last?["assessed"] as? Int == estimates.count)
    #expect(!more.contains { $0["estimate"] != nil })
  }

  @Test func `a dry run says what it would choose, and makes nothing`() throws {
    let result = try make("--dry-run")
    #expect(result.status == 0 && result.output.contains("Best.json would have 3 photos"))
    #expect(!FileManager.default.fileExists(atPath: directory.url.appending(path: "store").path))
  }

  @Test func `what a person added stays, and what they took out stays out`() throws {
    #expect(try make().status == 0)
    let first = try shown().map(name)
    let others = ["boats", "flower", "lighthouse", "night", "sunset", "walker"].map { "\($0).jpg" }
      .filter { !first.contains($0) }
    #expect(try run("album", "remove", "Best", "photos/\(first[0])").status == 0)
    #expect(try run("prep", "photos/\(others[0])").status == 0)
    #expect(try run("album", "add", "Best", "photos/\(others[0])").status == 0)
    let again = try make("--json")
    #expect(try again.objects().last?["assessed"] as? Int == 0)
    let second = try shown().map(name)
    #expect(second.count == 3 && second[0] == others[0] && !second.contains(first[0]))
    #expect(try shown()[0]["byHand"] as? Bool == true)
    // And once more: nothing is forgotten.
    #expect(try make().status == 0)
    #expect(Set(try shown().map(name)) == Set(second))
  }

  @Test func `a photo that a person added and has edited since is shown as it is now`() throws {
    #expect(try make().status == 0)
    let best = try #require(try shown().first { $0["rank"] as? Int == 1 })
    #expect(try run("album", "add", "Best", "photos/\(name(best))").status == 0)
    let file = directory.url.appending(path: "photos/\(name(best))")
    try (Data(contentsOf: file) + Data("edited".utf8)).write(to: file)
    let lines = try make("--json").objects()
    #expect(lines.filter { $0["event"] as? String == "picked" }.count == 2)
    #expect(!lines.contains { $0["leaving"] != nil })
    #expect(lines.last?["photos"] as? Int == 3 && lines.last?["left"] as? Int == 0)
    let mine = try #require(try shown().first { $0["byHand"] as? Bool == true })
    #expect(name(mine) == name(best) && mine["record"] as? String != best["record"] as? String)
  }

  @Test func `an added photo stays, though the program had chosen it or it was taken out before`()
    throws
  {
    #expect(try make().status == 0)
    // The worst of the three, which a choice of two leaves out.
    let last = try #require(
      try shown().max { ($0["rank"] as? Int ?? 0) < ($1["rank"] as? Int ?? 0) })
    let best = try #require(try shown().first { $0["rank"] as? Int == 1 })
    let added = try run("album", "add", "Best", "photos/\(name(last))")
    #expect(
      added.output == "Best.json: 0 added, 1 chosen before and kept by hand now, 3 photos\n")
    let mine = try #require(try shown().first { name($0) == name(last) })
    #expect(mine["byHand"] as? Bool == true && mine["score"] == nil)
    #expect(try run("album", "remove", "Best", "photos/\(name(best))").status == 0)
    #expect(
      try run("album", "add", "Best", "photos/\(name(best))").output
        == "Best.json: 1 added, 3 photos\n")
    #expect(try make("--best", "2").status == 0)
    #expect(Set(try shown().map(name)) == [name(last), name(best)])
    #expect(try shown().allSatisfy { $0["byHand"] as? Bool == true })
    // What was added by hand and is taken out stays out like any other.
    #expect(try run("album", "remove", "Best", "photos/\(name(best))").status == 0)
    #expect(try make("--best", "6").status == 0)
    #expect(try shown().count == 5 && !shown().map(name).contains(name(best)))
  }

  @Test func `photos that are too small for the device's widgets are left out and counted`() throws
  {
    let scene = [UInt8](try Data(contentsOf: Fixture.url("scenes/tile.jpg")))
    let photo = try PhotoSource(bytes: scene, name: "tile").decode(atLeast: 1, background: .white)
    let tiny = try photo.resized(to: photo.size.fitting(longEdge: 440)).jpeg(quality: 90)
    try Data(tiny).write(to: directory.url.appending(path: "photos/tiny.jpg"))
    let result = try make("--best", "9", "--json", "--dry-run")
    let objects = try result.objects()
    let small = objects.filter { $0["reason"] as? String == "small" }
    #expect(small.map { $0["path"] as? String } == ["photos/tiny.jpg"])
    #expect((objects.last?["passedOver"] as? [String: Int])?["small"] == 1)
    let plan = try make("--dry-run").output
    #expect(plan.contains("1 is too small for a widget"))
    let line = "photos/tiny.jpg: not chosen, as it is too small for a widget"
    let lines = plan.split(separator: "\n")
    // The chosen come behind the others, which may be thousands.
    #expect(lines.first == line[...] && lines[1].hasPrefix("1  photos/"), "\(lines)")
    #expect(!plan.contains("as it is not as good"))
    let other = directory.url.appending(path: "small")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    try Data(tiny).write(to: other.appending(path: "tiny.jpg"))
    let none = try run("album", "make", "Few", "--best", "3", "--from", "small")
    #expect(none.status == 1 && none.output.contains("; --include small takes the small ones in\n"))
    let told = try make("--verbose")
    #expect(told.messages.split(separator: "\n").contains { $0 == line })
    #expect(told.messages.contains(": not chosen, as it is not as good\n"))
    // 330 pixels are more than a small widget of this device has.
    for more in [["--include", "small"], ["--device", "iPhone SE 3"]] {
      let arguments = [
        "album", "make", "B", "--best", "9", "--from", "photos", "--dry-run", "--json",
      ]
      let all = try Tool.run(arguments + more + ["--store", "store"], in: directory.url).objects()
      #expect(!all.contains { $0["reason"] as? String == "small" }, "\(more)")
    }
  }

  @Test func `a photo that is gone leaves the album`() throws {
    #expect(try make().status == 0)
    let first = try shown().map(name)
    try FileManager.default.removeItem(at: directory.url.appending(path: "photos/\(first[1])"))
    let plan = try make("--dry-run").output
    let why = "leaves the album, as it is not in these folders any more"
    #expect(plan.contains("/photos/\(first[1]): \(why)"), "\(plan)")
    #expect(try make().status == 0)
    let second = try shown().map(name)
    #expect(second.count == 3 && !second.contains(first[1]))
  }

  @Test func `chosen photos stay where their disk is away and a stray photo is there`() throws {
    #expect(try make().status == 0)
    let first = try shown().map(name)
    let photos = directory.url.appending(path: "photos")
    let away = directory.url.appending(path: "away")
    try FileManager.default.moveItem(at: photos, to: away)
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Fixture.url("scenes/panorama.jpg"), to: photos.appending(path: "stray.jpg"))
    let plan = try #require(try make("--dry-run", "--json").objects().last)
    #expect(plan["photos"] as? Int == 3 && plan["unseen"] as? Int == 2)
    // The second time the stray photo is known.
    for _ in 1...2 {
      let result = try make()
      #expect(result.output.hasPrefix("Best.json: 3 photos, 2 of them kept although not found"))
      #expect(try shown().map(name) == ["stray.jpg"] + first.prefix(2))
    }
    #expect(try run("album", "remove", "Best", first[0]).status == 0)
    _ = try make()
    #expect(try shown().map(name) == ["stray.jpg", first[1]])
    try FileManager.default.removeItem(at: photos)
    try FileManager.default.moveItem(at: away, to: photos)
    let back = try #require(try make("--json").objects().last)
    #expect(back["photos"] as? Int == 3 && back["unseen"] == nil)
    #expect(try !shown().map(name).contains("stray.jpg"))
  }

  @Test func `a photo that was chosen out of a trash folder leaves the album`() throws {
    let trash = directory.url.appending(path: "photos/#recycle")
    try FileManager.default.createDirectory(at: trash, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Fixture.url("scenes/panorama.jpg"), to: trash.appending(path: "gone.jpg"))
    // Named itself, it is entered.
    let named = try run("album", "make", "Best", "--best", "1", "--from", "photos/#recycle")
    #expect(named.status == 0)
    #expect(try shown().map(name) == ["gone.jpg"])
    let whole = try #require(try make("--best", "9", "--json").objects().last)
    #expect(whole["photos"] as? Int == 6 && whole["unseen"] == nil)
    #expect(try !shown().map(name).contains("gone.jpg"))
  }

  @Test func `a chosen photo stays whose file cannot be read now`() throws {
    #expect(try make().status == 0)
    let first = try shown().map(name)
    let names = ["boats", "flower", "lighthouse", "night", "sunset", "walker"].map { "\($0).jpg" }
    for name in names where !first.dropFirst().contains(name) {
      try Data("half".utf8).write(to: directory.url.appending(path: "photos/\(name)"))
    }
    #expect(try make().status == 2)
    #expect(try Set(shown().map(name)) == Set(first))
  }

  @Test(arguments: ["none", "empty", "notes"])
  func `an album stays as it is where one of its folders is not there or has no photo`(
    folder: String
  ) throws {
    for name in ["empty", "notes"] {
      try FileManager.default.createDirectory(
        at: directory.url.appending(path: name), withIntermediateDirectories: false)
    }
    try Data("text".utf8).write(to: directory.url.appending(path: "notes/a.txt"))
    #expect(try make().status == 0)
    let file = directory.url.appending(path: "store/WidgetWeaverSmartPhoto/Best.json")
    let before = try Data(contentsOf: file)
    for arguments in [["--from", folder], ["--from", "photos", "--from", folder]] {
      let result = try Tool.run(
        ["album", "make", "Best", "--best", "2", "--store", "store"] + arguments, in: directory.url)
      let end = "Nothing was written: an album of this name stays as it is. "
      #expect(result.status == 1 && result.messages.contains(end), "\(result)")
      #expect(result.messages.contains("photoprep: \(folder): There is no "), "\(result)")
      #expect(try Data(contentsOf: file) == before)
    }
  }

  @Test func `an album stays as it is where there is nothing to choose, and none is made`() throws {
    #expect(try make().status == 0)
    let before = try shown().map(name)
    // No photo is of that year.
    let result = try make("--since", "2199-01-01")
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix(
        "There is nothing to choose, and Best.json stays as it is, with 3 photos; looked at 6"))
    #expect(try shown().map(name) == before)
    let new = try run(
      "album", "make", "New", "--best", "3", "--from", "photos", "--since", "2199-01-01", "--json")
    let line = try #require(try new.objects().last)
    #expect(new.status == 1 && line["foundNothing"] as? Bool == true && line["photos"] as? Int == 0)
    #expect(try run("album", "show", "New").status == 1)
    try Data(#"{"entries": []}"#.utf8).write(
      to: directory.url.appending(path: "store/WidgetWeaverSmartPhoto/Empty.json"))
    #expect(try run("album", "show", "Empty").output == "The album Empty is empty.\n")
  }

  @Test func `photos of a person are left out by name, and a name that no file has is told`() throws
  {
    let text = #"{"photoTakenTime": {"timestamp": "1"}, "people": [{"name": "Ann Example"}]}"#
    try Data(text.utf8).write(to: directory.url.appending(path: "photos/walker.jpg.json"))
    func left(_ name: String) throws -> (names: [String], messages: String) {
      let result = try run(
        "album", "make", "Us", "--best", "6", "--from", "photos", "--dry-run", "--json",
        "--without-person", name)
      #expect(result.status == 0)
      let out = try result.objects().filter { $0["reason"] as? String == "person" }
      return (out.compactMap { $0["path"] as? String }, result.messages)
    }
    let known = try left("ann example")
    #expect(known.names == ["photos/walker.jpg"] && !known.messages.contains("Neither a photo"))
    let unknown = try left("Ann Exampel")
    #expect(unknown.names.isEmpty)
    #expect(
      unknown.messages.contains(
        "Neither a photo nor a file beside one names 'Ann Exampel'. Did you mean 'Ann Example'?"))
    let alone = try run("album", "make", "photos", "--name", "Us", "--without-person", "Ann")
    #expect(alone.status == 64 && alone.messages.contains("--without-person needs --best"))
  }

  @Test func `files beside photos that cannot be read are told once, and end nothing`() throws {
    let folder = directory.url.appending(path: "photos")
    for name in ["boats", "flower", "night", "walker"] {
      try Data("{".utf8).write(to: folder.appending(path: "\(name).jpg.json"))
    }
    let result = try make("--dry-run", "--json")
    #expect(result.status == 0)
    #expect(result.messages.contains("photos/boats.jpg.json: It is not JSON: at byte 1, "))
    #expect(result.messages.contains("night.jpg.json: ") && !result.messages.contains("walker"))
    #expect(result.messages.contains("note: 1 more cannot be read; --json lists all. Stars, "))
    let list = try #require(try result.objects().last?["unreadNotes"] as? [[String: Any]])
    #expect(list.count == 4 && list.allSatisfy { $0["message"] is String })
  }

  @Test func `photos without the file of Takeout that others have are told`() throws {
    let folder = directory.url.appending(path: "photos")
    #expect(try make("--dry-run", "--json").objects().last?["withoutTakeout"] == nil)
    for name in ["boats", "flower", "night", "walker", "sunset"] {
      try Data(#"{"photoTakenTime": {"timestamp": "1769874312"}}"#.utf8)
        .write(to: folder.appending(path: "\(name).jpg.json"))
    }
    let result = try make("--dry-run", "--json")
    #expect(
      result.messages.contains(
        "note: 1 photo of Google Takeout has no JSON, unlike others in the same folder: "))
    #expect(try result.objects().last?["withoutTakeout"] as? Int == 1)
  }

  @Test func `files that are no photos are counted in the result`() throws {
    try Data().write(to: directory.url.appending(path: "photos/empty.jpg"))
    let result = try make("--dry-run")
    #expect(result.status == 2 && result.output.contains("; 1 rejected"), "\(result)")
  }

  @Test func `chosen again, an album says what changed and what to do next`() throws {
    let first = try make()
    let next =
      "next: photoprep review --store store, then into your app as docs/put-it-into-my-app.md says, "
      + "or for WidgetWeaver: photoprep package Best Best.wwdesign --store store\n"
    #expect(first.output.hasPrefix("Best.json: 3 photos; looked at 6 photos in "))
    #expect(first.output.hasSuffix(next))
    #expect(try make().output.hasPrefix("Best.json: 3 photos, the same as before; looked at"))
    let best = try #require(try shown().first { $0["rank"] as? Int == 1 })
    let plan = try make("--best", "1", "--dry-run")
    #expect(plan.output.contains("Best.json would have 1 photo, 0 of them new; 2 leave it; looked"))
    #expect(plan.output.components(separatedBy: ": leaves the album, as it is not as").count == 3)
    #expect(!plan.output.contains("next: ") && !plan.output.contains("\(name(best)): leaves"))
    #expect(try run("album", "remove", "Best", name(best)).status == 0)
    let lines = try make("--json").objects()
    #expect(lines.last?["new"] as? Int == 1 && lines.last?["left"] as? Int == 0)
    #expect(lines.dropLast().filter { $0["new"] as? Bool == true }.count == 1)
    let packed = try make("--package", "best.wwdesign")
    #expect(
      packed.output.hasSuffix(
        "next: photoprep offer best.wwdesign; WidgetWeaver shows the first photo of each, and all "
          + "photos by: photoprep package Best all.wwdesign --store store\n"))
    // A package that is there stops the run before thousands of photos are looked at.
    let stopped = try make("--package", "best.wwdesign", "--verbose")
    #expect(stopped.status == 1 && stopped.output.isEmpty)
    #expect(stopped.messages.contains("best.wwdesign: There is a file already."))
  }

  @Test func `archives, catalogs and other files that are passed over are told`() throws {
    for name in ["takeout.zip", "clip.MOV", "Trip.lrcat", "boats.jpg.cos"] {
      try Data("PK".utf8).write(to: directory.url.appending(path: "photos/\(name)"))
    }
    let result = try make("--dry-run")
    #expect(result.output.contains("; also there: 1 COS, 1 LRCAT, 1 MOV, 1 ZIP\n"))
    #expect(
      result.messages.contains("note: 1 archive was not looked into; unpack what holds photos.\n"))
    #expect(
      result.messages.contains(
        "note: Stars and rejections in files of Lightroom, Capture One, DxO or ON1 (1 LRCAT, 1 COS) "
          + "are not read; let the program write XMP beside the photos.\n"))
    #expect(try make("--dry-run", "--json").objects().last?["skipped"] as? Int == 4)
    #expect(try run("prep", "photos").messages.contains("note: 1 archive was not looked into; "))
  }

  @Test func `files that are in iCloud alone are told`() throws {
    for name in [".boats.HEIC.icloud", ".hidden"] {
      try Data("bplist00".utf8).write(to: directory.url.appending(path: "photos/\(name)"))
    }
    let note =
      "note: 1 file is in iCloud alone; download what holds photos, in the Finder for example, "
      + "and run it again.\n"
    let result = try make("--dry-run")
    #expect(result.output.contains("; also there: 1 hidden, 1 in iCloud alone\n"))
    #expect(result.messages.contains(note))
    #expect(try run("prep", "photos").messages.contains(note))
  }

  @Test func `an album says which stars a photo had when it was chosen`() throws {
    try Data("<x xmp:Rating=\"4\"/></rdf:RDF>".utf8).write(
      to: directory.url.appending(path: "photos/night.xmp"))
    #expect(try make().status == 0)
    let photo = try #require(try shown().first { $0["stars"] != nil })
    #expect(name(photo) == "night.jpg" && photo["stars"] as? Int == 4)
    let text = try run("album", "show", "Best").output
    #expect(text.components(separatedBy: "  4 stars").count == 2)
  }

  @Test func `it is said of how many days the chosen are`() throws {
    for (day, name) in ["boats", "flower", "night", "walker", "sunset", "lighthouse"].enumerated() {
      let text = #"{"photoTakenTime": {"timestamp": "\#(1_769_874_312 + 86_400 * day)"}}"#
      try Data(text.utf8).write(to: directory.url.appending(path: "photos/\(name).jpg.json"))
    }
    let some = try make("--dry-run")
    #expect(some.output.contains("; the chosen are of 3 of 6 days; also there: 6 JSON\n"))
    let line = try #require(try make("--best", "6", "--dry-run", "--json").objects().last)
    #expect(line["days"] as? Int == 6 && line["allDays"] as? Int == 6)
    // Three of one day, which a person prefers.
    for name in ["boats", "flower", "night"] {
      let stamp = "xmp:Rating=\"5\" exif:DateTimeOriginal=\"2025-05-05T12:00:00\""
      try Data("<x \(stamp)/></rdf:RDF>".utf8).write(
        to: directory.url.appending(path: "photos/\(name).xmp"))
      try FileManager.default.removeItem(
        at: directory.url.appending(path: "photos/\(name).jpg.json"))
    }
    let starred = try make("--dry-run")
    #expect(starred.output.contains("; the chosen are of 1 of 4 days (--spread takes more); also"))
  }

  @Test func `an album that a person made is not touched`() throws {
    #expect(try run("prep", "photos").status == 0)
    #expect(try run("album", "make", "photos", "--name", "Best").status == 0)
    let result = try make()
    #expect(result.status == 1)
    #expect(result.messages.contains("There is an album of this name already"))
    #expect(try shown().count == 6)
  }

  @Test func `the store's own photos can be chosen from`() throws {
    #expect(try run("prep", "photos").status == 0)
    let result = try run("album", "make", "Few", "--best", "2", "--all", "--json")
    #expect(result.status == 0)
    #expect(try result.objects().last?["candidates"] as? Int == 6)
    #expect(try run("album", "show", "Few", "--json").objects().count == 2)
  }

  @Test func `the store's own photos are told and judged by the names of their files`() throws {
    let file = directory.url.appending(path: "photos/night.jpg")
    try FileManager.default.moveItem(
      at: file, to: directory.url.appending(path: "photos/Screenshot_1.jpg"))
    #expect(try run("prep", "photos").status == 0)
    let plan = try run("album", "make", "Few", "--best", "6", "--all", "--dry-run").output
    #expect(plan.contains("photos/walker.jpg  "))
    #expect(plan.contains("photos/Screenshot_1.jpg: not chosen, as it is a screenshot\n"))
    #expect(plan.contains("Few.json would have 5 photos; "))
  }

  @Test func `with a name the arguments are the folders`() throws {
    let result = try run("album", "make", "photos", "--name", "Best", "--best", "3", "--json")
    #expect(result.status == 0)
    #expect(try shown().count == 3)
  }

  @Test func `of copies one is taken`() throws {
    let folder = directory.url.appending(path: "photos")
    for number in 0..<3 {
      var bytes = try Data(contentsOf: Fixture.url("scenes/boats.jpg"))
      // A comment before the first segment makes another file of the same picture.
      bytes.replaceSubrange(2..<2, with: [0xFF, 0xFE, 0, 3, UInt8(65 + number)])
      try bytes.write(to: folder.appending(path: "copy\(number).jpg"))
    }
    let result = try make("--json")
    let summary = try #require(try result.objects().last)
    #expect((summary["passedOver"] as? [String: Int])?["stack"] == 3)
    #expect(summary["stacks"] as? Int == 1)
  }

  @Test(arguments: [
    (["album", "make", "Best", "--best", "0", "--from", "photos"], "--best is 0"),
    (["album", "make", "Best", "--best", "3"], "use either --from FOLDER or --all"),
    (["album", "make", "--best", "3", "--from", "photos"], "name the album alone"),
    (["album", "make", "--best", "3", "--from", "photos", "more/"], "each folder with --from"),
    (["album", "make", "photos", "--spread"], "--spread needs --best"),
    (["album", "make", "B", "--best", "3", "--all", "--include", "cat"], "--include is 'cat'"),
    (["album", "make", "B", "--best", "3", "--all", "--since", "may"], "--since is 'may'"),
    (["album", "make", "B", "--best", "3", "--all", "--until", "may"], "--until is 'may'"),
    (
      ["album", "make", "B", "--best", "3", "--all", "--since", "2025-02-30"],
      "--since is '2025-02-30'; it must be a day of the calendar, like 2026-01-05."
    ),
    (
      ["album", "make", "B", "--best", "3", "--all", "--until", "2026-01-05x"], "--until is '2026-"
    ),
    (
      [
        "album", "make", "B", "--best", "3", "--all", "--since", "2026-02-01", "--until",
        "2026-01-31",
      ], "--until 2026-01-31 is before --since 2026-02-01."
    ),
    (["album", "make", "photos", "--until", "2026-01-31"], "--until needs --best"),
  ])
  func `invalid options are refused`(arguments: [String], message: String) throws {
    let result = try Tool.run(arguments + ["--store", "store"], in: directory.url)
    #expect(result.status == 64 && result.messages.contains(message))
  }
}
