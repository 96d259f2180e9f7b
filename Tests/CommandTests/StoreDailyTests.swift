import Foundation
import Testing
import _TestSupport

@Suite("A store in daily life")
struct StoreDailyTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try copy("orientation/1.jpg", to: "b.jpg")
  }

  private func copy(_ fixture: String, to name: String) throws {
    try FileManager.default.copyItem(
      at: Fixture.url(fixture), to: directory.url.appending(path: name))
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments + ["--store", "store"], in: directory.url)
  }

  private func listed(_ arguments: String...) throws -> [String] {
    try Tool.run(["store", "list", "--json", "--store", "store"] + arguments, in: directory.url)
      .objects().compactMap { ($0["sources"] as? [String])?.first }
  }

  private var hasStore: Bool {
    FileManager.default.fileExists(atPath: directory.url.appending(path: "store").path)
  }

  @Test func `an edited focus leaves one photo, and what is in use or kept stays`() throws {
    #expect(try run("prep", "b.jpg").status == 0)
    let again = try run("prep", "b.jpg", "--focus", "0.3,0.3")
    #expect(again.output.contains("1 older record in the trash"), "\(again)")
    #expect(try listed().count == 1)
    // An album names photos, and shows this one as it is prepared now; a pin names pictures.
    #expect(try run("album", "make", "--all", "--name", "x").status == 0)
    let followed = try run("prep", "b.jpg", "--focus", "0.2,0.2")
    #expect(followed.output.contains("1 older record in the trash"), "\(followed)")
    #expect(try listed().count == 1)
    #expect(try run("store", "pin", "b.jpg").status == 0)
    #expect(!(try run("prep", "b.jpg", "--focus", "0.4,0.4").output.contains("older record")))
    #expect(try listed().count == 2)
    #expect(!(try run("prep", "b.jpg", "--zoom", "--keep").output.contains("older record")))
    #expect(try listed().count == 3)
    #expect(!(try run("prep", "b.jpg", "--device", "iPhone SE 3").output.contains("older")))
    #expect(try listed().count == 4)
    let last = try run("prep", "b.jpg", "--focus", "0.5,0.5", "--json").objects().last
    #expect(last?["replaced"] as? Int == 2)
    #expect(try run("store", "check").status == 0)
  }

  @Test func `several devices are prepared for in one run, as each alone would be`() throws {
    let many = ["iPhone SE 3", "iPhone 17 Pro", "iPhone 15"]
    let options = many.flatMap { ["--device", $0] }
    let dry = try Tool.run(
      ["prep", "b.jpg", "--store", "store", "--dry-run"] + options, in: directory.url)
    #expect(dry.output.contains("3 would be prepared (each photo for 3 devices)"), "\(dry)")
    let one = try Tool.run(["prep", "b.jpg", "--store", "store"] + options, in: directory.url)
    #expect(one.output.hasPrefix("3 prepared (each photo for 3 devices), 0 unchanged"), "\(one)")
    for device in many {
      let alone = try Tool.run(
        ["prep", "b.jpg", "--store", "alone", "--device", device], in: directory.url)
      #expect(alone.status == 0)
    }
    for folder in ["WidgetWeaverImages"] {
      let together = try TreeDigest(of: directory.url.appending(path: "store/\(folder)"))
      #expect(try TreeDigest(of: directory.url.appending(path: "alone/\(folder)")) == together)
    }
    let events = try Tool.run(
      ["prep", "b.jpg", "--json", "--store", "store", "--device", "iPhone 12"] + options,
      in: directory.url
    ).objects().compactMap { $0["event"] as? String }
    #expect(events == ["prepared", "unchanged", "unchanged", "unchanged", "summary"])
    let lines = try run("store", "list").output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.filter { $0.hasSuffix("(iPhone SE 3)  [lowResolution]") }.count == 1, "\(lines)")
    #expect(try run("store", "check", "--read-data").status == 0)
  }

  @Test func `remaining variants are told apart by their unusual settings`() throws {
    #expect(try run("prep", "b.jpg").status == 0)
    #expect(!(try run("store", "list").output.contains("(iPhone")))
    #expect(
      try run("prep", "b.jpg", "--keep", "--focus", "0.3,0.25", "--background", "#ffffff")
        .status == 0)
    let list = try run("store", "list").output
    #expect(list.contains("(iPhone 18 Pro Max)"))
    #expect(list.contains("(iPhone 18 Pro Max, focus 0.3,0.25, on #FFFFFF)"), "\(list)")
  }

  @Test func `a dry run says what would be prepared, and writes nothing`() throws {
    let first = try run("prep", "b.jpg", "none.jpg", "--dry-run")
    #expect(first.status == 2 && first.output.hasPrefix("would prepare  b.jpg  "))
    #expect(first.output.contains("\n1 would be prepared, 0 unchanged, 1 rejected"))
    #expect(!hasStore)
    #expect(try run("prep", "b.jpg").status == 0)
    try copy("orientation/3.jpg", to: "a.jpg")
    let events = try run("prep", ".", "--dry-run", "--json").objects()
    #expect(events.compactMap { $0["event"] as? String } == ["due", "unchanged", "summary"])
    #expect(try listed() == ["b.jpg"])
  }

  @Test func `a misspelt path makes no store`() throws {
    let result = try run("prep", "bb.jpg")
    #expect(result.status == 2 && result.messages.contains("bb.jpg"))
    #expect(!hasStore && !result.output.contains("store:"))
  }

  /// Puts a photo whose Exif says when it was taken into the folder.
  private func copy(_ fixture: String, taken: String, to name: String) throws {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func folder(_ tag: Int, _ type: Int, _ count: Int, at place: Int) -> [UInt8] {
      little(1, 2) + little(tag, 2) + little(type, 2) + little(count, 4) + little(place, 4)
        + little(0, 4)
    }
    let exif =
      Array("Exif\0\0II*\0".utf8) + little(8, 4) + folder(34665, 4, 1, at: 26)
      + folder(36867, 2, 20, at: 44) + Array("\(taken)\0".utf8)
    let photo = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    let bytes = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + photo.dropFirst(2)
    try Data(bytes).write(to: directory.url.appending(path: name))
  }

  @Test func `a list goes by when photos were taken, and no picture tells`() throws {
    try copy("scenes/tile.jpg", taken: "2026:01:05 12:00:00", to: "a.jpg")
    try copy("scenes/boats.jpg", taken: "2025:12:31 23:59:59", to: "c.jpg")
    try copy("scenes/panorama.jpg", taken: "2025:13:31 23:59:59", to: "d.jpg")
    #expect(try run("prep", "a.jpg", "b.jpg", "c.jpg", "d.jpg").status == 0)
    let listed = try listed("--sort", "taken")
    #expect(Set(listed.prefix(2)) == ["b.jpg", "d.jpg"] && listed.suffix(2) == ["c.jpg", "a.jpg"])
    let taken = try run("store", "list", "--json").objects().compactMap { $0["taken"] as? String }
    #expect(Set(taken) == ["2026-01-05T12:00:00", "2025-12-31T23:59:59"])
    let images = directory.url.appending(path: "store/WidgetWeaverImages")
    let names = try FileManager.default.contentsOfDirectory(atPath: images.path)
    #expect(names.count == 20)
    for name in names {
      let bytes = try Data(contentsOf: images.appending(path: name))
      #expect(bytes.range(of: Data("2026:01:05".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("2025:12:31".utf8)) == nil, "\(name)")
    }
  }

  @Test func `a list goes by name or time, and shows what has a flag`() throws {
    for (fixture, name) in [("3", "c.jpg"), ("6", "a.jpg")] {
      try copy("orientation/\(fixture).jpg", to: name)
    }
    #expect(try run("prep", "b.jpg", "c.jpg", "a.jpg").status == 0)
    #expect(try listed("--sort", "name") == ["a.jpg", "b.jpg", "c.jpg"])
    // One run prepares them within a second; the records get days of their own.
    let records = directory.url.appending(path: "store/Photos")
    for record in try FileManager.default.contentsOfDirectory(
      at: records, includingPropertiesForKeys: nil)
    {
      let text = try String(contentsOf: record, encoding: .utf8)
      let day = ["a.jpg": "02", "b.jpg": "03", "c.jpg": "01"].first { text.contains("\($0.key)\"") }
      let date = "\"preparedAt\": \"2026-01-\(try #require(day).value)T00:00:00Z\""
      try text.replacing(/"preparedAt": "[^"]*"/, with: date)
        .write(to: record, atomically: true, encoding: .utf8)
    }
    #expect(try listed("--sort", "prepared") == ["c.jpg", "a.jpg", "b.jpg"])
    let flags = try run("store", "list", "--json").objects().compactMap { $0["flags"] as? [String] }
    let flag = try #require(flags.joined().first)
    #expect(try listed("--flag", flag).count == flags.count { $0.contains(flag) })
    let other = try run("store", "list", "--flag", "lowresolution")
    #expect(other.status == 64)
    #expect(other.messages.contains("--flag is 'lowresolution'; it must be one of subjectCut, low"))
    #expect(other.messages.contains("Did you mean 'lowResolution'?"))
    #expect(try listed("--flag", "missingEnd").isEmpty)
  }
}
