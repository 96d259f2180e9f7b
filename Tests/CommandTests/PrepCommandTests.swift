import Foundation
import Testing
import _TestSupport

@Suite("photoprep prep")
struct PrepCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func copy(_ fixture: String, as name: String) throws {
    let target = directory.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Fixture.url(fixture), to: target)
  }

  private func prep(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["prep"] + arguments + ["--store", "store"], in: directory.url)
  }

  @Test func `what lies deeper than a path may be long is rejected by name, and the rest prepared`()
    throws
  {
    let directory = try TemporaryDirectory()
    let script = """
      python3 - <<'END'
      import os, shutil
      for level in range(21):
        os.mkdir('x' * 200)
        shutil.copy('\(Fixture.url("formats/rgba.png").path)', 'x' * 200)
        os.chdir('x' * 200)
      END
      "$photoprep" prep x* --store s --json > out; echo $?
      grep -c '"code":"name-too-long"' out; grep -c '"event":"rejected"' out; rm -rf x*
      """
    #expect(try Tool.shell(script, in: directory.url).output == "2\n1\n1\n")
  }

  @Test func `prepare, list, check and prepare again`() throws {
    try copy("orientation/6.jpg", as: "photos/a.jpg")
    let first = try prep("photos")
    #expect(first.status == 0)
    #expect(first.output.hasPrefix("1 prepared, 0 unchanged, 0 rejected in "))
    let list = try Tool.run(["store", "list", "--store", "store"], in: directory.url)
    #expect(list.status == 0 && list.output.contains("480×320 jpeg"))
    #expect(list.output.contains("photos/a.jpg"))
    let check = try Tool.run(
      ["store", "check", "--read-data", "--store", "store"], in: directory.url)
    #expect(check.status == 0)
    #expect(check.output == "1 photo, 5 files: all whole\n")
    #expect(try prep("photos").output.hasPrefix("0 prepared, 1 unchanged, 0 rejected in "))
  }

  @Test func `a record that cannot be read is in the trash when its photo is prepared again`()
    throws
  {
    try copy("orientation/6.jpg", as: "a.jpg")
    let name = try #require(try prep("a.jpg", "--json").objects()[0]["record"] as? String)
    let store = directory.url.appending(path: "store")
    let record = store.appending(path: "Photos/\(name)")
    try Data("{".utf8).write(to: record)
    let again = try prep("a.jpg")
    #expect(again.status == 0 && again.output.hasPrefix("1 prepared"))
    #expect(again.messages.contains("could not be read and was made anew"))
    let trash = store.appending(path: ".photoprep/trash")
    let trashed = try FileManager.default.contentsOfDirectory(atPath: trash.path)
    #expect(trashed.count == 1 && trashed.first?.hasSuffix("-photos-\(name)") == true)
    #expect(again.messages.contains(".photoprep/trash/\(trashed.first ?? "?")"))
    #expect(try Data(contentsOf: record).count > 1)
    #expect(try !prep("a.jpg").messages.contains("could not be read"))
  }

  /// What a run leaves that was killed before its record took its place.
  @Test(arguments: [["clean", "--allow-unreferenced"], ["store", "pin"]])
  func `each command that ends a killed run says which record went to the trash`(
    command: [String]
  ) throws {
    try copy("orientation/6.jpg", as: "a.jpg")
    let name = try #require(try prep("a.jpg", "--json").objects()[0]["record"] as? String)
    let store = directory.url.appending(path: "store")
    let record = store.appending(path: "Photos/\(name)")
    let staging = store.appending(path: ".photoprep/staging/killed")
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: false)
    try FileManager.default.moveItem(at: record, to: staging.appending(path: "1-a"))
    try Data("{".utf8).write(to: record)
    let list = """
      {"version": 1, "run": "killed", "images": [], "albums": [], "designs": [],
       "records": [["1-a", "\(name)"]]}
      """
    try Data(list.utf8).write(to: store.appending(path: ".photoprep/journal/killed-2.json"))
    let photo = command.last == "pin" ? [String(name.prefix(16))] : []
    let result = try Tool.run(command + photo + ["--store", "store"], in: directory.url)
    #expect(result.status == 0 && result.messages.contains("could not be read and was made anew"))
    #expect(try Data(contentsOf: record).count > 1)
  }

  @Test func `events are JSON lines with the keys that are promised`() throws {
    try copy("orientation/1.jpg", as: "photos/a.jpg")
    try copy("damaged/text.jpg", as: "photos/b.jpg")
    let result = try prep("photos", "--json")
    #expect(result.status == 2)
    let lines = try result.objects()
    #expect(lines.map { $0["event"] as? String } == ["prepared", "rejected", "summary"])
    let prepared = lines[0]
    #expect(prepared["path"] as? String == "photos/a.jpg")
    #expect((prepared["photo"] as? String)?.count == 16)
    #expect((prepared["record"] as? String)?.hasSuffix(".json") == true)
    let files = try #require(prepared["files"] as? [String: String])
    #expect(files.keys.sorted() == ["large", "master", "medium", "portrait", "small"])
    #expect(prepared["flags"] as? [String] == ["lowResolution"])
    let rejected = lines[1]
    #expect(rejected["code"] as? String == "unsupported-format")
    #expect((rejected["message"] as? String)?.contains("text file") == true)
    #expect(rejected["remedy"] is String)
    let summary = lines[2]
    #expect(summary["prepared"] as? Int == 1 && summary["unchanged"] as? Int == 0)
    #expect(summary["rejected"] as? Int == 1 && summary["seconds"] is Double)
  }

  #if os(Linux)
    /// `script` is the terminal, whose rows the program must never fill.
    ///
    /// A program with a sanitizer has a note about workers, so none are started.
    @Test(arguments: [40, 80, 120])
    func `the progress line stays in one row of a terminal and leaves nothing behind`(
      columns: Int
    ) throws {
      let inputs = "'\(Fixture.url("scenes").path)' '\(Fixture.url("odd-sizes").path)'"
      let result = try Tool.shell(
        """
        export photoprep TERM=xterm
        cat >run <<'END'
        stty cols \(columns)
        "$photoprep" prep \(inputs) --store store --in-process >out
        END
        script -qec 'sh run' /dev/null
        """, in: directory.url)
      #expect(result.status == 0, "\(result.output)")
      let drawn = result.output.split(separator: "\r", omittingEmptySubsequences: true)
      #expect(drawn.contains { $0.contains("/12 photos · ") })
      for text in drawn {
        #expect(text.replacing("\u{1B}[K", with: "").count < columns, "\(text)")
      }
      #expect(drawn.last == "\u{1B}[K")
    }
  #endif

  @Test func `a run says how many photos may need a look, and how to look at them`() throws {
    let panorama = Fixture.url("odd-sizes/panorama-20-to-1.jpg").path
    let result = try Tool.run(["prep", panorama, "--store", "my store"], in: directory.url)
    let lines = result.output.split(separator: "\n")
    #expect(lines.dropLast().last == "1 of 1 may need a look: photoprep review --store 'my store'")
    let next = """
      next: into your app as docs/put-it-into-my-app.md says, or for WidgetWeaver: \
      photoprep package PHOTO trip.wwdesign --store 'my store'
      """
    #expect(lines.last.map(String.init) == next)
    let again = try Tool.run(["prep", panorama, "--store", "my store"], in: directory.url)
    #expect(!again.output.contains("next:"))
  }

  @Test func `a photo in the place of a package is called one`() throws {
    #expect(try Tool.run(["store", "init", "--store", "store"], in: directory.url).status == 0)
    let photo = Fixture.url("orientation/1.jpg").path
    let result = try Tool.run(["store", "import", photo, "--store", "store"], in: directory.url)
    #expect(
      result.messages.contains(
        "This is a photo (JPEG), not a package. Prepare it with 'photoprep prep --store store'."))
  }

  @Test func `a rejection says the file, the fact and the remedy`() throws {
    try copy("damaged/huge.png", as: "huge.png")
    let result = try prep("huge.png")
    #expect(result.status == 2)
    #expect(
      result.messages == """
        huge.png: The picture has 3600 megapixels (60000×60000); the limit for its format is 110. \
        Export a smaller version, or raise --max-megapixels.

        """)
  }

  @Test func `limits are options`() throws {
    try copy("orientation/1.jpg", as: "a.jpg")
    #expect(try prep("a.jpg", "--max-megapixels", "1").status == 0)
    let list = "a.jpg"
    try Data(repeating: 0xFF, count: 2 << 20).write(to: directory.url.appending(path: "big.jpg"))
    let big = try prep("big.jpg", list, "--max-mebibytes", "1", "--json")
    #expect(big.status == 2)
    #expect(try big.objects().first?["code"] as? String == "file-too-large")
  }

  @Test func `paths come from a list, by line or by NUL, from a file or standard input`() throws {
    for name in ["a.jpg", "b c.jpg"] { try copy("orientation/1.jpg", as: name) }
    try copy("orientation/2.jpg", as: "b c.jpg.2.jpg")
    try Data("a.jpg\nb c.jpg\n".utf8).write(to: directory.url.appending(path: "list"))
    let byLine = try prep("--files-from", "list", "--json")
    #expect(try byLine.objects().compactMap { $0["path"] as? String } == ["a.jpg", "b c.jpg"])
    let byNUL = try Tool.run(
      ["prep", "--files-from", "-", "--json", "--store", "store"],
      input: Data("a.jpg\0b c.jpg.2.jpg\0".utf8), in: directory.url)
    #expect(
      try byNUL.objects().compactMap { $0["event"] as? String }
        == ["unchanged", "prepared", "summary"])
  }

  @Test(.enabled(if: TestedSystem.hasByteNames, "names of files are UTF-8 here"))
  func `a name that is not UTF-8 is prepared like any other`() throws {
    try copy("orientation/1.jpg", as: "a.jpg")
    let script = """
      name="$(printf 'b\\377.jpg')"
      mkdir folder && cp a.jpg "folder/$name" && cp a.jpg "$name"
      "$photoprep" prep --json --store one folder
      "$photoprep" prep --json --store two "$name"
      """
    let lines = try Tool.shell(script, in: directory.url).objects()
    #expect(lines.map { $0["event"] as? String } == ["prepared", "summary", "prepared", "summary"])
    #expect(lines[0]["path"] as? String == "folder/b\u{FFFD}.jpg")
    #expect(lines[0]["pathBytes"] as? String == "folder/b%FF.jpg")
    #expect(lines[2]["pathBytes"] as? String == "b%FF.jpg")
  }

  @Test func `a name with a newline stays on one line`() throws {
    try copy("damaged/text.jpg", as: "a\nb.jpg")
    #expect(try prep("a\nb.jpg").messages.hasPrefix("a\\x0Ab.jpg: "))
  }

  @Test func `another device gives other frames and other names`() throws {
    try copy("orientation/1.jpg", as: "a.jpg")
    let largest = try prep("a.jpg", "--json").objects()[0]["record"] as? String
    let other = try prep("a.jpg", "--device", "iPhone SE 3", "--json").objects()[0]
    #expect(other["event"] as? String == "prepared")
    #expect(other["record"] as? String != largest)
  }

  @Test func `a run that is interrupted exits with 130 and the next one goes on`() throws {
    for index in 1...8 { try copy("orientation/\(index).jpg", as: "photos/\(index).jpg") }
    // The signal comes when the first photo is reported, which is long before the last.
    let script = """
      mkfifo events
      "$photoprep" prep photos --store store --jobs 1 --json > events &
      { read -r line; echo "$line"; kill -INT $!; cat; } < events
      wait $!
      echo "{\\"status\\":$?}"
      """
    let lines = try Tool.shell(script, in: directory.url).objects()
    let summary = try #require(lines.first { $0["event"] as? String == "summary" })
    let status = lines.last?["status"] as? Int
    // A machine that prepares all before the signal arrives has nothing to interrupt.
    let prepared = try #require(summary["prepared"] as? Int)
    #expect(summary["interrupted"] as? Bool == (status == 130))
    #expect(prepared < 8 ? status == 130 : status == 0 || status == 130)
    let next = try prep("photos", "--json").objects()
    #expect(next.last?["unchanged"] as? Int == prepared)
    #expect(next.last?["prepared"] as? Int == 8 - prepared)
    let check = try Tool.run(
      ["store", "check", "--read-data", "--store", "store"], in: directory.url)
    #expect(check.output == "8 photos, 40 files: all whole\n")
  }
}
