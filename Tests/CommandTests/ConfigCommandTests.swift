import Foundation
import PhotoStore
import Testing
import _TestSupport

@Suite("photoprep config")
struct ConfigCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "sub"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Fixture.url("formats/rgba.png"), to: directory.url.appending(path: "sub/a.png"))
  }

  private var sub: URL { directory.url.appending(path: "sub") }

  private func write(_ text: String, to name: String = ".photoprep.yml") throws {
    try Data(text.utf8).write(to: directory.url.appending(path: name))
  }

  /// Runs a command in a folder that has no configuration of its own.
  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: sub)
  }

  private func settings() throws -> [String: [String: Any]] {
    let rows = try run("config", "--json").objects()
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"] as? String ?? "", $0) })
  }

  @Test func `a file above says the store, the device and the background`() throws {
    let before = try settings()
    #expect(before["store"]?["value"] == nil)
    #expect(before["device"]?["source"] as? String == "built in")
    try write("store: S\ndevice: iPhone SE 3\nbackground: '#FFFFFF'\nicon: {rules: {size: off}}\n")
    let rows = try settings()
    #expect((rows["store"]?["value"] as? String)?.hasSuffix("/S") == true)
    #expect(rows["store"]?["line"] as? Int == 1 && rows["background"]?["line"] as? Int == 3)
    #expect(rows["device"]?["value"] as? String == "375x667@2-ios27")
    #expect(rows["icon.rules.size"]?["value"] as? String == "off")
    let store = directory.url.appending(path: "S")
    let first = try run("prep", "a.png")
    #expect(first.status == 64 && !FileManager.default.fileExists(atPath: store.path))
    #expect(
      first.messages.contains(
        ".photoprep.yml, line 1 names the store '\(store.path)', which you have not used before. "
          + "If it is yours, name it once: --store \(store.path)"))
    #expect(try run("prep", "a.png", "--store", store.path).status == 0)
    let again = try run("prep", "a.png")
    #expect(again.status == 0)
    #expect(again.messages.hasPrefix("note: the store is \(store.path), as "))
    #expect(FileManager.default.fileExists(atPath: store.appending(path: "Photos").path))
    let listed = try run("store", "list", "--json").objects()
    #expect(listed.count == 1)
    // The same photo for another device or on another colour is another preparation.
    let record = listed[0]["record"] as? String
    for options in [["--device", "iPhone 17 Pro"], ["--background", "#000000"], []] {
      let prep = try Tool.run(
        ["prep", "sub/a.png", "--json", "--keep"] + options, in: directory.url)
      let other = try prep.objects().first?["record"] as? String
      #expect(other != nil && (other == record) == options.isEmpty)
    }
  }

  @Test(
    .enabled(if: geteuid() == 0, "only the superuser gives files away"), arguments: [true, false])
  func `a file of another user, or in another user's folder, is not used`(file: Bool) throws {
    try write("store: S\ndevice: iPhone SE 3\n")
    let path = directory.url.appending(path: file ? ".photoprep.yml" : "").path
    #expect(chown(path, 12345, 12345) == 0)
    let result = try run("config", "--json")
    #expect(
      result.messages.contains(
        ".photoprep.yml is not used: it or its folder belongs to another user."))
    #expect(!result.output.contains("/S\"") && !result.output.contains("375x667"))
    #expect(try run("prep", "a.png").messages.contains("No store is named."))
  }

  @Test func `the file of the home folder names a store that is taken at once`() throws {
    try write("store: S\n")
    let result = try Tool.shell(
      """
      cd sub; HOME=.. "$photoprep" prep a.png --quiet; echo $?
      HOME='\(directory.url.path)' "$photoprep" prep a.png --quiet; echo $?
      """, in: directory.url)
    #expect(result.output == "64\n0\n")
  }

  @Test func `a file names several devices, and a package is for the first of them`() throws {
    try write("device: [iPhone SE 3, iPad 13-in]\n")
    #expect(try settings()["device"]?["value"] as? String == "375x667@2-ios27, 1024x1366@2-ipados")
    #expect(try run("prep", "a.png", "--store", "S").status == 0)
    let records = try run("store", "list", "--store", "S", "--json").objects()
    #expect(
      records.compactMap { $0["variant"] as? String }.sorted() == ["iPad 13-in", "iPhone SE 3"])
    #expect(try run("package", "a.png", "a.wwdesign", "--store", "S").status == 0)
    let package = try String(
      decoding: Data(contentsOf: sub.appending(path: "a.wwdesign")), as: UTF8.self)
    let packed = records.filter { record in
      let files = record["files"] as? [String: String]
      return files?["small"].map(package.contains) == true
    }
    #expect(packed.map { $0["variant"] as? String } == ["iPhone SE 3"])
  }

  @Test func `a file says the qualities of masters and renders`() throws {
    let photo = Fixture.url("scenes/boats.jpg").path
    #expect(try run("prep", photo, "--store", "before").status == 0)
    try write("master-quality: 70\nrender-quality: 66\n")
    #expect(try run("prep", photo, "--store", "after").status == 0)
    let rows = try settings()
    #expect(rows["master-quality"]?["value"] as? String == "70")
    #expect(rows["render-quality"]?["line"] as? Int == 2)
    var sizes: [String: [Int]] = [:]
    for store in ["before", "after"] {
      let folder = directory.url.appending(path: "sub/\(store)/Photos")
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
      let record = try PhotoRecord(
        bytes: [UInt8](Data(contentsOf: folder.appending(path: name))), path: name)
      let files = record.preparation.files
      sizes[store] = files.map(\.byteCount)
      let begun = store == "after" ? 66 : 85
      #expect(files.dropFirst().allSatisfy { $0.quality == begun })
      #expect(record.preparation.recipe.master.quality == (store == "after" ? 70 : 88))
    }
    let (before, after) = (try #require(sizes["before"]), try #require(sizes["after"]))
    #expect(zip(before, after).dropFirst().allSatisfy { $1 < $0 })
  }

  @Test func `an option counts before the variable, and that before the file`() throws {
    try write(#"{"store": "S"}"#, to: "photoprep.json")
    let script = """
      cd sub
      "$photoprep" prep a.png --store one --quiet; PHOTOPREP_STORE=two "$photoprep" prep a.png --quiet
      PHOTOPREP_STORE=two "$photoprep" config --json; ls; ls ..
      """
    let result = try Tool.shell(script, in: directory.url)
    #expect(result.output.contains(#""source":"PHOTOPREP_STORE","value":"two""#))
    #expect(result.output.hasSuffix("a.png\none\ntwo\nphotoprep.json\nsub\n"))
  }

  @Test(arguments: [
    ("device: iPhone 99", "line 1: 'iPhone 99' is not a device with known widgets."),
    ("device: [iPad 13-in, iPhone 99]", "line 1: 'iPhone 99' is not a device with known widgets."),
    ("\nbackground: pink", "line 2: 'pink' is not a colour like #1A2B3C."),
    ("render-quality: 64", "line 1: '64' is not a quality from 65 to 100."),
    ("master-quality: best", "line 1: 'best' is not a quality from 65 to 100."),
  ])
  func `a value that means nothing stops what asks for it`(text: String, fact: String) throws {
    try write(text)
    for result in [try run("config"), try run("prep", "a.png", "--store", "S")] {
      #expect(result.status != 0 && result.messages.contains(fact), "\(result.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: directory.url.appending(path: "sub/S").path))
  }

  @Test(arguments: [
    (
      "color: 1",
      "Line 1: The file has the key 'color'; store, device, background, master-quality, render-quality and icon exist."
    ),
    ("device: {a: b}", "Line 1: 'device' is neither a text nor a list of texts."),
    ("device: []", "Line 1: 'device' is neither a text nor a list of texts."),
    ("store: [a]", "Line 1: 'store' is not a text."), ("store: ''", "'store' is not a text."),
    ("store", "The file is not a mapping of names to values."),
  ])
  func `a file of another shape stops every command that reads it`(
    text: String, fact: String
  ) throws {
    try write(text)
    let results = [
      try run("config"), try run("prep", "a.png"), try run("icon", "validate", "a.png"),
    ]
    for result in results {
      #expect(result.status != 0 && result.messages.contains(fact), "\(result.messages)")
    }
  }
}
