import Foundation
import Testing
import _TestSupport

@Suite("photoprep clean")
struct CleanCommandTests {
  let directory: TemporaryDirectory
  var store: URL { directory.url.appending(path: "store") }

  /// A store with two prepared photos and a design that shows the first.
  init() throws {
    directory = try TemporaryDirectory()
    let photos = ["orientation/1.jpg", "scenes/walker.jpg"].map { Fixture.url($0).path }
    #expect(try run(["prep"] + photos).status == 0)
    let image = try #require(try images().first { $0.hasPrefix("smart-medium") })
    let design = store.appending(path: "Designs/a.json")
    try Data(#"{"image": {"fileName": "\#(image)"}}"#.utf8).write(to: design)
  }

  private func run(_ arguments: [String]) throws -> Tool.Result {
    try Tool.run(arguments + ["--store", "store"], in: directory.url)
  }

  private func images() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: store.appending(path: "WidgetWeaverImages").path
    ).sorted()
  }

  private func events(_ result: Tool.Result) throws -> [String: Int] {
    try result.objects().reduce(into: [:]) { counts, object in
      counts[object["event"] as? String ?? "", default: 0] += 1
    }
  }

  @Test func `moves what nothing uses to the trash and brings it back`() throws {
    let before = try images()
    let young = try run(["clean", "--json"])
    #expect(try events(young) == ["kept": 6, "summary": 1])
    #expect(try images() == before)
    let result = try run(["clean", "--grace", "0", "--json"])
    #expect(result.status == 0)
    #expect(try events(result) == ["orphan": 6, "trashed": 6, "summary": 1])
    let summary = try #require(try result.objects().last)
    #expect(summary["trashed"] as? Int == 6 && summary["referenced"] as? Int == 5)
    let bytes = try #require(summary["bytes"] as? [String: Int])
    #expect(try #require(bytes["trashed"]) > 10_000)
    #expect(try images().count == 5)
    #expect(try run(["store", "check", "--read-data"]).status == 0)
    let back = try run(["clean", "--restore", "--json"])
    #expect(try events(back) == ["restored": 6, "summary": 1])
    #expect(try images() == before)
    #expect(
      try run(["store", "check", "--read-data"]).output == "2 photos, 10 files: all whole\n")
    #expect(try run(["clean", "--grace", "0"]).status == 0)
    let gone = try run(["clean", "--purge", "--json"])
    #expect(try events(gone) == ["purged": 6, "summary": 1])
    #expect(try run(["clean", "--restore", "nothing.jpg"]).status == 1)
  }

  @Test func `says why files stay that nothing names`() throws {
    let young = try run(["clean"]).output
    #expect(young.hasPrefix("6 kept as younger than --grace 24h ("), "\(young)")
  }

  @Test func `people see the first fifty photos, unless they ask for all`() throws {
    let photos = directory.url.appending(path: "many")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: false)
    let photo = try Data(contentsOf: Fixture.url("orientation/1.jpg"))
    for number in 1...51 {
      try (photo + Data("\(number)".utf8)).write(to: photos.appending(path: "\(number).jpg"))
    }
    #expect(try run(["prep", "many"]).status == 0)
    func lines(_ more: String...) throws -> [Substring] {
      try run(["clean", "--grace", "0", "--dry-run"] + more).output.split(separator: "\n")
    }
    let short = try lines()
    #expect(short.count == 52 && short[50] == "… and 2 more, which --verbose lists", "\(short)")
    #expect(try lines("--verbose").count == 53)
  }

  @Test func `brings back a photo by its name, and says which when there are two`() throws {
    let names = ["1.jpg", Fixture.url("orientation/1.jpg").path]
    for name in names {
      #expect(try run(["rm", "1.jpg"]).status == 0)
      #expect(
        try events(run(["clean", "--restore", name, "--json"])) == ["restored": 6, "summary": 1])
    }
    let other = directory.url.appending(path: "1.jpg")
    try FileManager.default.copyItem(at: Fixture.url("scenes/panorama.jpg"), to: other)
    #expect(try run(["prep", other.path]).status == 0)
    #expect(try run(["rm", other.path, names[1]]).status == 0)
    let both = try run(["clean", "--restore", "1.jpg"])
    #expect(both.status == 1)
    #expect(
      both.messages.contains(
        "The trash holds 2 photos named '1.jpg'. Name one of them: 0f948f29ddc93a8c, "), "\(both)")
    #expect(try run(["clean", "--restore", other.path]).status == 0)
    #expect(try run(["store", "list"]).output.contains("0f948f29ddc93a8c"))
  }

  @Test func `a dry run changes no byte`() throws {
    let before = try TreeDigest(of: store)
    let result = try run(["clean", "--grace", "0", "--dry-run", "--json"])
    #expect(try events(result) == ["orphan": 6, "summary": 1])
    #expect(try TreeDigest(of: store) == before)
    let text = try run(["clean", "--grace", "0", "--dry-run"]).output
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("orphan  1.jpg  "))
    #expect(lines[0].contains("  6 files, ") && lines[0].hasSuffix("  nothing names it"))
    #expect(lines[1].hasPrefix("6 would go to the trash"))
  }

  @Test func `people see a photo that goes, comes back and goes for good on one line each`() throws
  {
    let words = try #require(
      try run(["clean", "--grace", "0"]).output.split(separator: "\n").first)
    let photo = try #require(words.split(separator: "  ").dropFirst(2).first)
    for (arguments, start) in [
      (["--restore", "\(photo)"], "restored  1.jpg  \(photo)  6 files, "),
      (["--grace", "0"], "orphan  1.jpg  \(photo)  6 files, "),
      (["--purge"], "purged  \(photo)  6 files, "),
    ] {
      let lines = try run(["clean"] + arguments).output.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix(start), "\(lines)")
    }
  }

  @Test func `a design that cannot be read is exit code 12, and nothing is removed`() throws {
    let broken = store.appending(path: "Designs/b.json")
    try Data(#"{"image": {"fileNa"#.utf8).write(to: broken)
    let before = try images()
    let result = try run(["clean", "--grace", "0", "--json"])
    #expect(result.status == 12)
    #expect(try result.objects().map { $0["event"] as? String } == ["problem"])
    #expect(try result.objects().first?["code"] as? String == "unreadable-document")
    #expect(result.messages.contains("Designs/b.json") && result.messages.contains("nothing was"))
    #expect(try images() == before)
    #expect(try run(["store", "references"]).status == 12)
    #expect(try run(["store", "check"]).status == 12)
  }

  @Test func `without designs nothing is removed unless it is allowed`() throws {
    try FileManager.default.removeItem(at: store.appending(path: "Designs/a.json"))
    #expect(try run(["clean", "--grace", "0"]).status == 12)
    #expect(try images().count == 10)
    #expect(try run(["clean", "--grace", "0", "--allow-unreferenced"]).status == 0)
    #expect(try images().isEmpty)
  }

  @Test func `a pin keeps a photo, and references say who names what`() throws {
    let other = try #require(try images().last { $0.hasPrefix("smart-small") })
    let photo = try #require(other.split(separator: "-").dropFirst(2).first.map(String.init))
    #expect(try run(["store", "pin", photo]).output.split(separator: "\n").count == 5)
    let references = try run(["store", "references", other, "--json"])
    #expect(try references.objects().first?["documents"] as? [String] == ["pin"])
    #expect(try run(["store", "pin", "no-such-photo.jpg"]).status == 1)
    #expect(try events(try run(["clean", "--grace", "0", "--json"]))["trashed"] == nil)
  }

  @Test func `repairs a render from its master, and makes the catalog again`() throws {
    let render = try #require(try images().first { $0.hasPrefix("smart-large") })
    try FileManager.default.removeItem(at: store.appending(path: "WidgetWeaverImages/\(render)"))
    let result = try run(["store", "check", "--repair", "--json"])
    #expect(result.status == 0)
    #expect(try events(result) == ["finding": 1, "mended": 1, "summary": 1])
    #expect(try run(["store", "check", "--read-data"]).status == 0)
    #expect(
      try run(["store", "rebuild"]).output == "2 photos in the catalog, the same as before\n")
    let master = try #require(try images().first { $0.hasPrefix("smart-master") })
    try Data().write(to: store.appending(path: "WidgetWeaverImages/\(master)"))
    let left = try run(["store", "check", "--repair", "--json"])
    #expect(left.status == 12)
    #expect(try events(left)["not-mended"] == 1)
  }

  @Test(arguments: [
    (["clean", "--grace", "soon"], "it must be a time like 0, 90m, 24h or 7d"),
    (["clean", "--dry-run", "--purge"], "Use one of --dry-run, --restore and --purge."),
    (["clean", "a.jpg"], "Names need --restore"),
  ])
  func `an invalid command line is exit code 64`(
    arguments: [String], message: String
  ) throws {
    let result = try run(arguments)
    #expect(result.status == 64 && result.messages.contains(message), "\(result.messages)")
  }

  @Test func `two cleanups and a run that prepares, all at once, leave a whole store`() throws {
    let photos = Fixture.folder.appending(path: "orientation").path
    let script = """
      $photoprep clean --grace 0 --store store > one 2>&1 & one=$!
      $photoprep prep '\(photos)' --store store --jobs 1 > two 2>&1 & two=$!
      $photoprep clean --grace 0 --store store > three 2>&1 & three=$!
      $photoprep store check --store store > four 2>&1
      wait $one && wait $two && wait $three
      """
    #expect(try Tool.shell(script, in: directory.url).status == 0)
    let check = try run(["store", "check", "--read-data", "--json"])
    #expect(check.status == 0, "\(check.output)")
    let used = try run(["store", "references", "--json"])
    #expect(try used.objects().last?["missing"] as? Int == 0)
  }

  /// The reader goes after a number of files, and may tell the purge to stop before.
  @Test(arguments: ["kill -INT $!", "kill -TERM $!", "kill -KILL $!", "true"])
  func `a purge that is stopped after any file leaves nothing damaged`(stop: String) throws {
    try FileManager.default.removeItem(at: store.appending(path: "Designs/a.json"))
    #expect(try run(["clean", "--grace", "0", "--allow-unreferenced"]).status == 0)
    let script = """
      mkfifo events
      for files in 0 1 4 5 6 9; do
        rm -rf copy && cp -R store copy
        "$photoprep" clean --purge --json --store copy > events 2> messages &
        { for file in $(seq $files); do read -r line; done; \(stop); } < events
        wait $!
        "$photoprep" clean --restore --store copy > messages 2>&1
        "$photoprep" store check --read-data --json --store copy | tail -n 1
      done
      """
    let checks = try Tool.shell(script, in: directory.url).objects()
    #expect(checks.count == 6)
    #expect(checks.allSatisfy { $0["damages"] as? Int == 0 }, "\(checks)")
  }
}
