import Foundation
import Testing
import _TestSupport

@Suite("photoprep rm")
struct RemoveCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (fixture, name) in [("1", "one.jpg"), ("3", "b/two.jpg"), ("6", "c/two.jpg")] {
      let file = directory.url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Fixture.url("orientation/\(fixture).jpg"), to: file)
    }
    #expect(try run("prep", "one.jpg", "b", "c").status == 0)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments + ["--store", "store"], in: directory.url)
  }

  private func photos() throws -> [String: String] {
    let listed = try run("store", "list", "--json").objects()
    return Dictionary(
      uniqueKeysWithValues: listed.compactMap { line in
        guard let name = (line["sources"] as? [String])?.first else { return nil }
        return (name, line["photo"] as? String ?? "")
      })
  }

  private func files() throws -> [String] {
    let store = directory.url.appending(path: "store")
    return try ["WidgetWeaverImages", "Photos"].flatMap {
      try FileManager.default.contentsOfDirectory(atPath: store.appending(path: $0).path)
    }.sorted()
  }

  @Test func `a photo goes whole, and the printed command brings it back`() throws {
    let before = try files()
    let dry = try run("rm", "one.jpg", "--dry-run")
    #expect(dry.output == "1 photo would go to the trash\n")
    #expect(try files() == before)
    let removed = try run("rm", "one.jpg")
    #expect(
      removed.status == 0 && removed.output.hasPrefix("1 photo in the trash; to bring back: "))
    #expect(try photos().keys.sorted() == ["b/two.jpg", "c/two.jpg"])
    #expect(try files().count == before.count - 6)
    try bringBack(removed)
    #expect(try files() == before)
    #expect(try run("store", "check").status == 0)
  }

  @Test func `prep skips removed photos until they are asked for again or brought back`()
    throws
  {
    let removed = try run("rm", "one.jpg")
    let passed = try run("prep", "one.jpg", "b")
    #expect(
      passed.status == 0 && passed.output.contains("1 removed before (--again prepares them)"))
    #expect(try photos().keys.sorted() == ["b/two.jpg", "c/two.jpg"])
    let line = try #require(try run("prep", "one.jpg", "--json").objects().first)
    #expect(line["event"] as? String == "removed")
    try bringBack(removed)
    #expect(try run("prep", "one.jpg").output.contains("1 unchanged"))
    #expect(try run("rm", "one.jpg").status == 0)
    #expect(try run("prep", "one.jpg", "--again").output.hasPrefix("1 prepared"))
  }

  /// Runs the command that a removal prints.
  private func bringBack(_ removed: Tool.Result) throws {
    let command = String(try #require(removed.output.split(separator: ": ").last))
    let restored = try Tool.shell(
      command.replacing("photoprep ", with: "\"$photoprep\" "), in: directory.url)
    #expect(restored.status == 0, "\(restored)")
  }

  @Test func `prep --prune prints the command that removes the photos of a deleted folder`()
    throws
  {
    try FileManager.default.removeItem(at: directory.url.appending(path: "c"))
    let pruned = try run("prep", ".", "--prune")
    let note = try #require(
      pruned.messages.split(separator: "\n").first { $0.hasPrefix("note: 1 photo stays, as ") })
    #expect(note.contains("/c: a disk may not be mounted. If you deleted it: "), "\(note)")
    let command = String(try #require(note.split(separator: ": ").last))
    let removed = try Tool.shell(
      command.replacing("photoprep ", with: "\"$photoprep\" "), in: directory.url)
    #expect(removed.output.hasPrefix("1 photo in the trash"), "\(removed)")
    #expect(try photos().count == 2)
    #expect(try !run("prep", ".", "--prune").messages.contains("stays"))
  }

  @Test func `a dry run of --prune says that a new photo may be an edit of one that is gone`()
    throws
  {
    let files = FileManager.default
    let eight = directory.url.appending(path: "eight.jpg")
    try files.copyItem(at: Fixture.url("orientation/8.jpg"), to: eight)
    #expect(try run("prep", "eight.jpg").status == 0)
    try files.removeItem(at: eight)
    let would = "1 whose files are gone would go to the trash"
    let alone = try run("prep", ".", "--prune", "--dry-run").output
    #expect(alone.contains(would) && !alone.contains("an edit"), "\(alone)")
    try files.copyItem(
      at: Fixture.url("orientation/2.jpg"), to: directory.url.appending(path: "new.jpg"))
    let both = try run("prep", ".", "--prune", "--dry-run").output
    #expect(both.contains(would + ", except those of which a new photo is an edit"), "\(both)")
  }

  @Test func `the version that was removed comes back, not the one before it`() throws {
    let first = try files()
    let digits = String(try #require(try photos()["one.jpg"]).prefix(4))
    #expect(try run("prep", "one.jpg", "--focus", "0.2,0.3").status == 0)
    let before = try files()
    #expect(before.count == first.count && before != first)
    try bringBack(try run("rm", "one.jpg"))
    #expect(try files() == before)
    #expect(try run("clean", "--restore", digits).status == 0)
    #expect(try files().count == before.count + 6)
  }

  @Test func `a name means its photo however its accents are written`() throws {
    try FileManager.default.moveItem(
      at: directory.url.appending(path: "one.jpg"),
      to: directory.url.appending(path: "cafe\u{301}.jpg"))
    #expect(try run("prep", "cafe\u{301}.jpg").status == 0)
    for name in ["caf\u{E9}.jpg", "cafe\u{301}.jpg"] {
      #expect(try run("rm", name, "--dry-run").output == "1 photo would go to the trash\n")
    }
  }

  @Test func `a name means its photo as lists print it`() throws {
    try FileManager.default.moveItem(
      at: directory.url.appending(path: "one.jpg"),
      to: directory.url.appending(path: "new\nline.jpg"))
    #expect(try run("prep", "new\nline.jpg").status == 0)
    #expect(try run("store", "list").output.contains(#"new\x0Aline.jpg"#))
    for name in ["new\nline.jpg", #"new\x0Aline.jpg"#] {
      #expect(try run("rm", name, "--dry-run").output == "1 photo would go to the trash\n")
    }
    #expect(try run("rm", #"no\x0Aline.jpg"#, "--dry-run").status == 1)
  }

  @Test func `of the names of a photo the one that was asked for is told`() throws {
    let folder = directory.url.appending(path: "d")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: directory.url.appending(path: "one.jpg"), to: folder.appending(path: "two.jpg"))
    #expect(try run("prep", "d").status == 0)
    let asked = try run("rm", "two.jpg")
    #expect(asked.messages.contains("(d/two.jpg)") && !asked.messages.contains("(one.jpg)"))
  }

  @Test func `a photo is meant by its first digits and by a name, or is asked for`() throws {
    let photos = try photos()
    let one = try #require(photos["one.jpg"])
    for name in ["b/two.jpg", "c/two.jpg"] {
      try FileManager.default.removeItem(at: directory.url.appending(path: name))
    }
    let asked = try run("rm", "two.jpg", "--json")
    let line = try #require(try asked.objects().first)
    #expect(asked.status == 1 && line["code"] as? String == "ambiguous-name")
    for name in ["b/two.jpg", "c/two.jpg"] {
      let meant = "\(photos[name] ?? "") (\(name))"
      #expect((line["remedy"] as? String)?.contains(meant) == true, "\(line)")
    }
    #expect(try run("store", "pin", "b/two.jpg").output.split(separator: "\n").count == 5)
    #expect(try run("store", "unpin", "b/two.jpg").status == 0)
    #expect(try run("rm", String(one.prefix(5))).status == 0)
    #expect(try run("rm", String(one.prefix(3))).status == 1)
    #expect(try run("rm", "b/two.jpg").status == 0)
    #expect(try self.photos().keys.sorted() == ["c/two.jpg"])
  }

  @Test(arguments: ["removed", "removing"], [true, false])
  func `nothing goes if the store cannot note what was removed`(name: String, isLink: Bool) throws {
    let before = try files()
    let place = directory.url.appending(path: "store/.photoprep/\(name)")
    if isLink {
      try FileManager.default.createSymbolicLink(
        at: place, withDestinationURL: directory.url.appending(path: "b"))
    } else {
      try Data().write(to: place)
    }
    let refused = try run("rm", "one.jpg")
    #expect(refused.status == 1 && refused.messages.contains(".photoprep/\(name)"), "\(refused)")
    #expect(try files() == before)
    try FileManager.default.removeItem(at: place)
    #expect(try run("rm", "one.jpg").status == 0)
  }

  @Test func `a photo in use stays, and so do the others that were named`() throws {
    let before = try files()
    #expect(try run("album", "make", "one.jpg", "--name", "Lake").status == 0)
    let result = try run("rm", "one.jpg", "b/two.jpg")
    #expect(result.status == 1)
    #expect(result.messages.contains(/one\.jpg \([0-9a-f]{16}-[0-9a-f]{8}\) is in use/))
    #expect(result.messages.contains("in use by WidgetWeaverSmartPhoto/Lake.json"), "\(result)")
    #expect(try run("rm", "one.jpg", "none.jpg").messages.contains("Nothing was removed."))
    #expect(try files() == before)
    let remedy = try #require(result.messages.firstMatch(of: /'(photoprep album remove [^']+)'/)).1
    let taken = try Tool.shell(
      String(remedy).replacing("photoprep ", with: "\"$photoprep\" "), in: directory.url)
    #expect(taken.output.hasPrefix("Lake.json: 1 removed"), "\(remedy) \(taken)")
    #expect(try run("store", "pin", "c/two.jpg").status == 0)
    let pinned = try run("rm", "c/two.jpg").messages
    #expect(pinned.contains(/'photoprep store unpin [0-9a-f]{16}-[0-9a-f]{8} --store store'/))
    #expect(try run("rm", "one.jpg", "b", "--json").objects().last?["files"] as? Int == 12)
  }

  @Test func `the remedy for several photos in use takes all of them out`() throws {
    #expect(try run("album", "make", "--all", "--name", "Lake").status == 0)
    #expect(try run("store", "pin", "one.jpg").status == 0)
    let refused = try run("rm", "one.jpg", "b", "c")
    #expect(refused.status == 1 && refused.messages.contains(") and 2 more are in use by "))
    let remedies = refused.messages.matches(of: /'(photoprep [^']+)'/).map(\.1)
    #expect(remedies.count == 2, "\(refused)")
    for remedy in remedies {
      let done = try Tool.shell(
        String(remedy).replacing("photoprep ", with: "\"$photoprep\" "), in: directory.url)
      #expect(done.status == 0, "\(remedy) \(done)")
    }
    #expect(try run("rm", "one.jpg", "b", "c").status == 0)
    #expect(try photos().isEmpty)
  }
}
