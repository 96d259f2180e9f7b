import Foundation
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Replacement` {
  private let set = "A.xcassets/AppIcon.appiconset"

  private func placement(
    in directory: TemporaryDirectory, replacing: Bool = true
  ) throws -> IconPlacement {
    let source = directory.url.appending(path: "new.png")
    try IconTree.other.write(to: source)
    var placement = IconPlacement(
      source: source.path, catalog: directory.url.appending(path: "A.xcassets").path)
    placement.replaces = replacing
    return placement
  }

  /// All files below a directory with their bytes.
  private func files(below directory: TemporaryDirectory, _ path: String) throws -> [String: Data] {
    let root = directory.url.appending(path: path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let pairs = try names.compactMap { name -> (String, Data)? in
      let url = root.appending(path: name)
      let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
      return isFolder ? nil : (name, try Data(contentsOf: url))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func `existing set is refused without being asked to replace it`() throws {
    let directory = try IconTree.catalog().write()
    let placement = try placement(in: directory, replacing: false)
    let error = #expect(throws: PhotoprepError.self) { try placement.plan() }
    #expect(error?.code == .setExists)
  }

  @Test func `planning writes nothing`() throws {
    let directory = try IconTree.catalog().write()
    let placement = try placement(in: directory)
    let before = try files(below: directory, "A.xcassets")
    let plan = try placement.plan()
    #expect(try files(below: directory, "A.xcassets") == before)
    #expect(plan.lines.first?.hasPrefix("replace ") == true)
  }

  @Test func `a set that another program changed after planning stays as it is`() throws {
    let directory = try IconTree.catalog().write()
    let placement = try placement(in: directory)
    let plan = try placement.plan()
    try Data(#"{"images":[],"info":{"author":"xcode","version":1}}"#.utf8)
      .write(to: directory.url.appending(path: "\(set)/Contents.json"))
    let changed = try files(below: directory, set)
    let error = #expect(throws: PhotoprepError.self) { try plan.execute() }
    #expect(error?.message == "Another program changed the file meanwhile.")
    #expect(try files(below: directory, set) == changed)
  }

  @Test(arguments: ["<<<<<<< HEAD", #"{"images":[],"images":[]}"#, "[]"])
  func `a set whose Contents.json cannot be read is not replaced`(_ contents: String) throws {
    var tree = IconTree.catalog()
    tree["\(set)/Contents.json"] = contents
    let directory = try tree.write()
    let placement = try placement(in: directory)
    let error = #expect(throws: PhotoprepError.self) { try placement.plan() }
    #expect(error?.code == .fileUnreadable)
    #expect(error?.path.hasSuffix("AppIcon.appiconset/Contents.json") == true)
    #expect(error?.remedy?.isEmpty == false)
    // Nor does the finding about it ask for that.
    let found = try IconValidator().validate(directory.url.path).flatMap(\.findings)
    #expect(found.map(\.rule) == ["contents-unreadable"] && !found[0].remedy.contains("--replace"))
  }

  @Test func `other sets stay byte for byte, and other platforms' entries stay`() throws {
    var tree = IconTree.catalog()
    tree.addMac(scales: ["1x", "2x"])
    tree["A.xcassets/Group/Photo.imageset/Contents.json"] = #"{ "info":{} }"#
    tree["A.xcassets/Group/Beta.appiconset/Contents.json"] = "{\n}"
    tree["\(set)/notes.txt"] = "loose"
    let directory = try tree.write()
    let placement = try placement(in: directory)
    let before = try files(below: directory, "A.xcassets")
    try placement.plan().execute()
    let after = try files(below: directory, "A.xcassets")
    for (name, data) in before where !name.hasPrefix("AppIcon.appiconset/") {
      #expect(after[name] == data)
    }
    #expect(after["AppIcon.appiconset/notes.txt"] == Data("loose".utf8))
    #expect(after["AppIcon.appiconset/AppIcon.png"] == IconTree.other)
    #expect(Set(after.keys) == Set(before.keys))
    let slots = IconSet(path: directory.url.appending(path: set).path, headersOnly: true).slots
    #expect(slots.map(\.label) == ["universal ios 1024x1024", "mac 512x512 1x", "mac 512x512 2x"])
  }

  @Test func `hidden files and links of the set stay as they are, and the plan says so`() throws {
    var tree = IconTree.catalog()
    tree["\(set)/.gitattributes"] = "*.png binary"
    tree["\(set)/.history/1.txt"] = "first"
    tree["drafts/icon.txt"] = "draft"
    let directory = try tree.write()
    let folder = directory.url.appending(path: set).path
    let targets = [
      "draft.txt": "../../drafts/icon.txt", "drafts": "../../drafts", "gone.png": "nothing.png",
      "own.png": "AppIcon.png",
    ]
    let files = FileManager.default
    for (name, target) in targets {
      try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
    }
    let placement = try placement(in: directory)
    let plan = try placement.plan()
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    let kept = [".gitattributes", ".history"] + targets.keys.sorted()
    #expect(plan.lines.filter { $0.hasPrefix("keep ") } == kept.map { "keep \(folder)/\($0)" })
    try plan.execute()
    #expect(try text(".gitattributes") == "*.png binary" && text(".history/1.txt") == "first")
    for (name, target) in targets {
      #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)") == target)
    }
    #expect(
      try files.contentsOfDirectory(atPath: folder).sorted()
        == (kept + ["AppIcon.png", "Contents.json"]).sorted())
  }

  @Test func `what was not asked about stays, whatever is wrong with it`() throws {
    var tree = IconTree.catalog()
    let kept = [
      IconTree.single("gone.png", appearance: "dark"),
      IconTree.single("tinted.png", appearance: "tinted"),
      IconTree.slot("watch", "24x24", "2x", "watch.png"),
      IconTree.slot("mac", "16x16", "1x", "mac.png"), IconTree.slot("mac", "16x16", "1x", nil),
      IconTree.single("vision.png", platform: "xros"), #"{"idiom":"tv","n":9007199254740993}"#,
      #"{"idiom":"iphone","unassigned":true,"filename":"old.png"}"#,
    ]
    tree["\(set)/Contents.json"] =
      "{\"images\":[\((kept + [IconTree.single("AppIcon.png")]).joined(separator: ",")),"
      + "\(IconTree.slot("iphone", "60x60", "2x", "60.png"))],\(IconTree.info),\"x\":1e400}"
    for name in ["tinted", "watch", "mac", "vision", "60"] {
      tree["\(set)/\(name).png"] = "not a picture: \(name)"
    }
    let directory = try tree.write()
    let before = try files(below: directory, set)
    let placement = try placement(in: directory)
    let plan = try placement.plan()
    let folder = directory.url.appending(path: set).path
    #expect(
      plan.lines.suffix(3) == [
        "remove \(folder)/60.png", "remove \(folder)/AppIcon.png",
        "back up what is removed, and Contents.json, to "
          + directory.url.appending(path: ".icon-backup/AppIcon.appiconset-1").path,
      ])
    try plan.execute()
    let after = try files(below: directory, set)
    for name in ["tinted.png", "watch.png", "mac.png", "vision.png"] {
      #expect(after[name] == before[name])
    }
    let text = String(decoding: try #require(after["Contents.json"]), as: UTF8.self)
    #expect(text.contains("9007199254740993") && text.contains("1e400"))
    let old = try #require(ContentsFile(inFolder: folder).value?["images"]?.array)
    let originals = try kept.map { try JSONParser.parse(Array($0.utf8)) }
    #expect(Array(old.dropFirst()) == originals)
    let backup = try files(below: directory, ".icon-backup/AppIcon.appiconset-1")
    #expect(
      backup == before.filter { ["60.png", "AppIcon.png", "Contents.json"].contains($0.key) })
    try IconTree.light.write(to: directory.url.appending(path: "new.png"))
    #expect(try placement.plan().lines.last?.hasSuffix("AppIcon.appiconset-2") == true)
  }

  @Test
  func `placing the same picture again does nothing, with and without being asked to replace`()
    throws
  {
    var tree = IconTree.catalog()
    tree.addMac(scales: ["1x", "2x"])
    let directory = try tree.write()
    var placement = try placement(in: directory)
    placement.makesTinted = true
    try placement.plan().execute()
    let before = try files(below: directory, "")
    for replaces in [true, false] {
      placement.replaces = replaces
      let plan = try placement.plan()
      #expect(plan.lines == ["nothing to do: \(directory.url.path)/\(set) is this icon"])
      try plan.execute()
      #expect(try files(below: directory, "") == before)
    }
    try IconTree.light.write(to: directory.url.appending(path: "new.png"))
    let error = #expect(throws: PhotoprepError.self) { try placement.plan() }
    #expect(error?.code == .setExists)
  }

  @Test(arguments: [
    ("P/App.xcodeproj/project.pbxproj", "P"), ("P/project.yml", "P"), ("P/App/.git", "P/App"),
    (".git/HEAD", ""), ("P/App/Main/Other/project.yml", "P/App/Main"),
  ])
  func `the backup lies beside the project, where no folder of sources is built with it`(
    project: String, place: String
  ) throws {
    var tree = IconTree.catalog("P/App/Main/A.xcassets")
    tree[project] = ""
    if place == "P/App/Main" { tree["P/App/Main/project.yaml"] = "" }
    let directory = try tree.write()
    var placement = try placement(in: directory)
    placement.catalog = directory.url.path + "/P/App/Main/A.xcassets"
    let folder = directory.url.path + (place.isEmpty ? "" : "/" + place)
    #expect(try placement.plan().backup == "\(folder)/.icon-backup/AppIcon.appiconset-1")
  }

  @Test func `an Icon Composer document that wins is named`() throws {
    var tree = IconTree.catalog()
    tree["AppIcon.icon/icon.json"] = "{}"
    let directory = try tree.write()
    let placement = try placement(in: directory)
    #expect(
      try placement.plan().lines.last
        == "note: \(directory.url.path)/AppIcon.icon has the same name; "
        + "Xcode 26 and later take it instead")
  }

  @Test func `a rule that is off is no reason to write a picture again`() throws {
    let directory = try TemporaryDirectory()
    let source = directory.url.appending(path: "new.png")
    try (IconTree.other + Data([0])).write(to: source)
    var placement = IconPlacement(
      source: source.path, catalog: directory.url.appending(path: "A.xcassets").path)
    #expect(try placement.plan().pictures[0].prepared.repaired == ["trailing-bytes"])
    placement.configuration.levels = ["trailing-bytes": .off]
    #expect(try placement.plan().pictures[0].prepared.data == IconTree.other + Data([0]))
  }

  @Test func `a set that is a link is written where it leads to, and stays a link`() throws {
    let directory = try IconTree.catalog().write()
    let link = directory.url.appending(path: set).path
    try FileManager.default.moveItem(
      atPath: link, toPath: directory.url.path + "/Brand.appiconset")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../Brand.appiconset")
    let placement = try placement(in: directory)
    try placement.plan().execute()
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../Brand.appiconset")
    let picture = directory.url.path + "/Brand.appiconset/AppIcon.png"
    #expect(try Data(contentsOf: URL(filePath: picture)) == IconTree.other)
  }

  @Test func `what a dead run left is removed`() throws {
    var tree = IconTree.catalog()
    tree["A.xcassets/.AppIcon.appiconset.new-0/half.png"] = "half"
    let directory = try tree.write()
    let placement = try placement(in: directory)
    try placement.plan().execute()
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "A.xcassets").path)
    #expect(names.sorted() == ["AppIcon.appiconset", "Contents.json"])
  }

  @Test func `only files and folders that dead runs of this program left are removed`() throws {
    let own = ".0F8FAD5B-D9CB-469F-A165-70867728950E.photoprep"
    let strange = [".AppIcon.appiconset.new-notes", ".notes.photoprep", ".Contents.json.new-draft"]
    let recent = ".7C9E6679-7425-40DE-944B-E07FC1F90AE7.photoprep"
    var tree = IconTree.catalog()
    tree["A.xcassets/Contents.json"] = nil
    for name in strange + [own] { tree["A.xcassets/\(name)"] = "half" }
    let directory = try tree.write()
    let catalog = directory.url.appending(path: "A.xcassets")
    for name in strange + [own] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)],
        ofItemAtPath: catalog.appending(path: name).path)
    }
    try Data("half".utf8).write(to: catalog.appending(path: recent))
    let placement = try placement(in: directory)
    try placement.plan().execute()
    let names = try FileManager.default.contentsOfDirectory(atPath: catalog.path)
    #expect(
      names.sorted()
        == (strange + [recent, "AppIcon.appiconset", "Contents.json"]).sorted())
  }

  @Test func `failure before the exchange leaves the old set as it was`() throws {
    var tree = IconTree.catalog()
    tree["\(set)/notes.txt"] = "loose"
    let directory = try tree.write()
    let placement = try placement(in: directory)
    let plan = try placement.plan()
    try FileManager.default.removeItem(at: directory.url.appending(path: "\(set)/notes.txt"))
    let before = try files(below: directory, set)
    #expect(throws: PhotoprepError.self) { try plan.execute() }
    #expect(try files(below: directory, set) == before)
  }
}
