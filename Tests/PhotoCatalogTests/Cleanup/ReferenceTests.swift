import Foundation
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestFileSystems
import _TestSupport

@testable import PhotoCatalog

/// A document in the place where it is looked for, and the photo it keeps.
struct ReferringDocument: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let place: String
  let bytes: @Sendable (String) -> [UInt8]

  init(_ name: String, at place: String, _ text: String) {
    testDescription = name
    self.place = place
    bytes = { Array(text.replacing("NAME", with: $0).utf8) }
  }

  init(_ name: String, at place: String, plist format: PropertyListSerialization.PropertyListFormat)
  {
    testDescription = name
    self.place = place
    bytes = { file in
      let designs = Data(#"[{"image": {"fileName": "\#(file)"}}]"#.utf8)
      let list: [String: Any] = ["widgetweaver.specs.v1": designs, "other": 3]
      let data = try? PropertyListSerialization.data(
        fromPropertyList: list, format: format, options: 0)
      return data.map { [UInt8]($0) } ?? []
    }
  }

  static let all = [
    ReferringDocument("image of a design", at: "Designs/a.json", #"{"image":{"fileName":"NAME"}}"#),
    ReferringDocument("an image alone", at: "Designs/a.json", #"{"fileName": "NAME"}"#),
    ReferringDocument(
      "list of designs", at: "Designs/a.json", #"[{}, {"image": {"fileName": "NAME"}}]"#),
    ReferringDocument(
      "matched set", at: "Designs/a.json",
      #"{"matchedSet": {"large": {"image": {"fileName": "NAME"}}}}"#),
    ReferringDocument(
      "master of a smart photo", at: "Designs/a.json",
      #"{"image": {"smartPhoto": {"masterFileName": "NAME"}}}"#),
    ReferringDocument(
      "render of a smart photo", at: "Designs/a.json",
      #"{"image": {"smartPhoto": {"small": {"renderFileName": "x/NAME "}}}}"#),
    ReferringDocument("a key of the future", at: "Designs/a.json", #"{"extra": [["NAME"]]}"#),
    ReferringDocument(
      "JSON in a text", at: "Designs/a.json", #"{"extra": "{\"image\": {\"fileName\": \"NAME\"}}"}"#
    ),
    ReferringDocument(
      "JSON in a text in JSON", at: "WidgetWeaverSmartPhoto/a.json",
      #"{"extra": ["[\"[\\\"x\/NAME\\\"]\"]"]}"#),
    ReferringDocument("other letters", at: "Designs/a.JSON", #"{"fileName": "Smart-NAME"}"#),
    ReferringDocument("other letters", at: "Designs/b.json", #"{"fileName": "ſmart-NAME"}"#),
    ReferringDocument("a design in a folder", at: "Designs/b/c/a.json", #"{"fileName": "NAME"}"#),
    ReferringDocument(
      "source of an album", at: "WidgetWeaverSmartPhoto/smart-shuffle-1.json",
      #"{"version": 1, "entries": [{"id": "1", "sourceFileName": "NAME"}]}"#),
    ReferringDocument(
      "automatic render of an album", at: "WidgetWeaverSmartPhoto/smart-shuffle-1.json",
      #"{"entries": [{"mediumFile": "NAME"}]}"#),
    ReferringDocument(
      "manual render of an album", at: "WidgetWeaverSmartPhoto/smart-shuffle-1.json",
      #"{"entries": [{"largeManualFile": "NAME"}]}"#),
    ReferringDocument(
      "binary preferences", at: "Library/Preferences/group.a.plist", plist: .binary),
    ReferringDocument("XML preferences", at: "Library/Preferences/group.a.plist", plist: .xml),
  ]
}

/// A file system whose database logs are gone once they were listed.
private struct VanishingLogs: PassingFileSystem {
  let base: any FileSystem

  func readPrefix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    if path.string.hasSuffix("-wal") { try base.removeFile(at: path) }
    return try base.readPrefix(of: path, count: count)
  }
}

@Suite struct `References` {
  private func harness(with photos: Int...) throws -> StoreHarness {
    let harness = try StoreHarness(.memory)
    try harness.create()
    try harness.addOld(photos)
    return harness
  }

  private func write(_ place: String, _ bytes: [UInt8], in harness: StoreHarness) throws {
    let path = harness.container.appending(place)
    try harness.base.createDirectories(at: path.removingLastComponent())
    try harness.replace(path, bytes)
  }

  @Test(arguments: ReferringDocument.all)
  func `come from every kind of document`(_ document: ReferringDocument) throws {
    for index in 0..<4 {
      let harness = try harness(with: 1, 2)
      let name = SamplePhoto(1).name(index).replacing(
        "smart-", with: document.testDescription == "other letters" ? "" : "smart-")
      try write(document.place, document.bytes(name), in: harness)
      #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 5)
      #expect(try harness.namesInPlace() == SamplePhoto(1).names)
    }
  }

  @Test func `come from other folders of designs when they are named`() throws {
    let harness = try harness(with: 1, 2)
    try harness.base.createDirectories(at: "/elsewhere/deep")
    let text = #"{"fileName": "\#(SamplePhoto(2).name(0))"}"#
    try harness.replace("/elsewhere/deep/d.json", Array(text.utf8))
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let options = CleanupOptions(gracePeriod: -1e6, designFolders: ["/elsewhere"])
    #expect(try harness.clean(options).trashed.files == 0)
    #expect(try harness.refusal(CleanupOptions(designFolders: ["/nowhere"])) == .cleanupRefused)
    #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 5)
  }

  @Test func `of an app's own files count once its preferences are there`() throws {
    let harness = try harness(with: 1)
    let images = harness.image(SamplePhoto(1).files[0].name).removingLastComponent()
    let used = "image-0F948F29-DDC9-4A8C-8D98-9D5E00000001.png"
    let unused = "smart-small-manual-0F948F29-DDC9-4A8C-8D98-9D5E00000002.jpg"
    for name in [used, unused] { try harness.replace(images.appending(name), [1]) }
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 0)
    // `check` says of each file what a cleanup does with it.
    func notes() throws -> [String] {
      try harness.check().filter { $0.path.string.contains("0F948F29") }
        .map { "\($0.code) \($0.path.lastComponent?.string ?? "")" }.sorted()
    }
    #expect(try notes() == ["foreign-file \(used)", "foreign-file \(unused)"])
    let plist = try #require(ReferringDocument.all.last)
    try write("\(plist.place).old", plist.bytes(used), in: harness)
    #expect(try notes() == ["foreign-file \(unused)"])
    #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 0)
    try harness.base.removeFile(at: harness.container.appending("\(plist.place).old"))
    try write(plist.place, plist.bytes(used), in: harness)
    // Beside an image the app may keep what belongs to it.
    try harness.replace(images.appending(used.replacing(".png", with: ".mov")), [1])
    #expect(try notes() == ["orphan-image \(unused)"])
    #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 1)
    #expect(try harness.namesInTrash() == [unused])
  }

  @Test func `are listed with who refers to what`() throws {
    let harness = try harness(with: 1)
    let name = SamplePhoto(1).name(1)
    try harness.writeDesign("a.json", showing: [name, name])
    try harness.writeDesign("b.json", showing: [name, "gone.jpg"])
    var listed: [FileReferences] = []
    let summary = try harness.run("look", for: .read) { store in
      try StoreReferences(of: store).list(nil, onProblem: { _ in }) { listed.append($0) }
    }
    #expect(listed.map(\.documents.count) == [1, 0, 0, 0, 2])
    #expect(listed.map(\.isThere) == [false, true, true, true, true])
    #expect(listed.last?.documents == ["Designs/a.json", "Designs/b.json"])
    #expect(summary.documents == 2 && summary.files == 5 && summary.references == 3)
    #expect(summary.referenced == 2 && summary.unreferenced == 3 && summary.missing == 1)
    listed = []
    _ = try harness.run("look", for: .read) { store in
      try StoreReferences(of: store).list([name], onProblem: { _ in }) { listed.append($0) }
    }
    #expect(listed.map(\.path) == [harness.image(SamplePhoto(1).files[1].name)])
  }

  @Test func `to a name that is too long lead nowhere`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    // 254 characters, which a document may give, and 504 bytes, which no file system allows.
    let name = String(repeating: "é", count: 250) + ".jpg"
    try harness.writeDesign("a.json", showing: [name])
    try harness.base.setModified(harness.design("a.json"), to: harness.clock.nanoseconds)
    #expect(try harness.check().map(\.code) == [.danglingReference])
    var listed: [FileReferences] = []
    let summary = try harness.run("look", for: .read) { store in
      try StoreReferences(of: store).list(nil, onProblem: { _ in }) { listed.append($0) }
    }
    #expect(summary.missing == 1 && listed.map(\.documents) == [["Designs/a.json"]])
    #expect(try harness.refusal() == .cleanupRefused)
  }

  @Test(arguments: ["Designs/a.json", "WidgetWeaverSmartPhoto/smart-shuffle-1.json"])
  func `in a document that is cut off anywhere stop a cleanup`(_ place: String) throws {
    let harness = try harness(with: 1, 2)
    let text =
      #"{"version": 1, "entries": [], "image": {"fileName": "\#(SamplePhoto(1).name(0))"}}"#
    let before = try harness.namesInPlace()
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      try write(place, Array(bytes.prefix(count)), in: harness)
      #expect(try harness.refusal(CleanupOptions(gracePeriod: -1e6)) == .cleanupRefused, "\(count)")
    }
    #expect(try harness.namesInPlace() == before)
    try write(place, bytes, in: harness)
    #expect(try harness.refusal(CleanupOptions(gracePeriod: -1e6)) == nil)
  }

  @Test func `in preferences that are cut off anywhere stop a cleanup`() throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    for document in ReferringDocument.all.suffix(2) {
      let bytes = document.bytes(SamplePhoto(1).name(0))
      for count in 0..<bytes.count {
        try write(document.place, Array(bytes.prefix(count)), in: harness)
        let refusal = try harness.refusal(CleanupOptions(gracePeriod: -1e6))
        // A newline at the end of XML may be missing.
        let isWhole = document.testDescription.hasPrefix("XML") && count == bytes.count - 1
        if !isWhole { #expect(refusal == .cleanupRefused, "\(document), \(count)") }
      }
      try write(document.place, bytes, in: harness)
    }
  }

  @Test func `a record that is cut off anywhere stops a cleanup`() throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    let place = harness.record(SamplePhoto(1).id)
    let bytes = try harness.bytes(place)
    for count in 0..<bytes.count - 1 {
      #expect(throws: PhotoprepError.self, "\(count)") {
        try PhotoRecord(bytes: Array(bytes.prefix(count)), path: place.string)
      }
    }
    // A cleanup takes a hundred times as long as reading, and asks the same reader.
    for count in stride(from: 0, to: bytes.count - 1, by: 53) {
      try harness.replace(place, Array(bytes.prefix(count)))
      #expect(try harness.refusal(CleanupOptions(gracePeriod: -1e6)) == .cleanupRefused, "\(count)")
    }
    #expect(try harness.namesInTrash() == [])
  }

  @Test(arguments: [
    ("Designs/a.json", #"[1]"#),
    ("Designs/a.json", #"{"a": 1, "a": 2}"#), ("Designs/a.json", "\u{FEFF}{}"),
    ("WidgetWeaverSmartPhoto/a.json", "[]"),
    ("Library/Preferences/a.plist", "no list"),
    ("Library/Preferences/a.plist", designs("<integer>1</integer>")),
    ("Library/Preferences/a.plist", designs("<data>AQ==</data>")),
    ("Library/Preferences/a.plist", designs("<string>[1]</string>")),
  ])
  func `that may mean more than is understood stop a cleanup`(
    _ place: String, _ text: String
  ) throws {
    let harness = try harness(with: 1)
    try harness.writeDesign("z.json", showing: [SamplePhoto(1).name(0)])
    try write(place, Array(text.utf8), in: harness)
    #expect(try harness.refusal() == .cleanupRefused)
    let findings = try harness.run("check", for: .read) { store in
      var findings: [Finding] = []
      _ = try StoreCheck(of: store, readData: false).run { findings.append($0) }
      return findings
    }
    #expect(findings.map(\.code).contains(.unreadableDocument))
    let mayGo = findings.filter { $0.remedy?.contains("emove") == true }.map(\.path.string)
    #expect(!mayGo.contains { $0.hasSuffix("plist") })
  }

  /// An app's preferences with something in place of its designs.
  private static func designs(_ value: String) -> String {
    "<plist><dict><key>widgetweaver.specs.v1</key>\(value)</dict></plist>"
  }

  @Test(arguments: ["ln -s ../elsewhere.json", "mkfifo"])
  func `in what is no regular file are not read and stop a cleanup`(_ make: String) throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.runProgram("sh", "-ec", "\(make) store/Designs/b.json")
    #expect(try harness.refusal() == .cleanupRefused)
    try harness.base.removeFile(at: harness.design("b.json"))
    #expect(try harness.refusal() == nil)
  }

  @Test(arguments: [
    "Designs/b.json", "Designs/more/b.json", "WidgetWeaverSmartPhoto/Lake.json",
    "Library/Preferences/a.plist",
  ])
  func `whose place a folder has stop a cleanup`(_ place: String) throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try harness.base.createDirectories(at: harness.container.appending(place))
    var problems: [PhotoprepError] = []
    try harness.run("plan", for: .alone) { store in
      let cleanup = Cleanup(of: store)
      #expect(throws: PhotoprepError.self) { try cleanup.plan { problems.append($0) } }
    }
    #expect(problems.map(\.path) == [harness.container.appending(place).string])
    #expect(try harness.refusal() == .cleanupRefused)
    try harness.base.removeTree(at: harness.container.appending(place))
    #expect(try harness.refusal() == nil)
  }

  @Test func `under a key for names count, whatever other texts of the document are alike`() throws
  {
    let harness = try harness(with: 1)
    let text = #"{"note": "SEA.JPG", "image": {"fileName": "sea.jpg"}}"#
    try write("Designs/a.json", Array(text.utf8), in: harness)
    let image = harness.image(SamplePhoto(1).files[0].name).removingLastComponent()
      .appending("sea.jpg")
    func missing() throws -> [FilePath] {
      try harness.check().filter { $0.code == .danglingReference }.map(\.path)
    }
    #expect(try missing() == [image])
    try harness.replace(image, [1])
    #expect(try missing() == [])
  }

  /// What Foundation for Linux cannot read without reading from address 0.
  @Test func `a property list with a set stops a cleanup and does not trap`() throws {
    let harness = try harness(with: 1)
    let objects: [UInt8] = [0xC1, 1, 0x51, 0x61]
    let trailer: [UInt8] =
      [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 15) + [12]
    let list = Array("bplist00".utf8) + objects + [8, 10] + trailer
    try write("Library/Preferences/a.plist", list, in: harness)
    #expect(try harness.refusal() == .cleanupRefused)
  }

  @Test(arguments: [
    ("Designs/a.json", #"{"version": 99, "wall": {"a": ["NAME"]}}"#),
    ("Designs/a.json", #"[{"version": 9, "image": {"pictureV2": "x/NAME"}}]"#),
    ("Designs/a.json", #"{"formatVersion": 2, "designs": [{"p": {"NAME": 1}}]}"#),
    ("WidgetWeaverSmartPhoto/a.json", #"{"version": 2, "entries": {"a": "NAME"}}"#),
  ])
  func `of a newer version keep every file that they may name`(
    _ place: String, _ text: String
  ) throws {
    let harness = try harness(with: 1, 2)
    try write(place, Array(text.replacing("NAME", with: SamplePhoto(1).name(0)).utf8), in: harness)
    #expect(try harness.clean().trashed.files == 5)
    #expect(try harness.namesInPlace() == SamplePhoto(1).names)
    #expect(try harness.check().filter { $0.code == .unreadableDocument }.isEmpty)
  }

  @Test func `in another app's preferences keep what they name, and show nothing to be unused`()
    throws
  {
    let harness = try harness(with: 1, 2, 3)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["wallpaperFile": SamplePhoto(1).name(0)], format: .binary, options: 0)
    try write("Library/Preferences/a.plist", [UInt8](list), in: harness)
    #expect(try harness.refusal() == .cleanupRefused)
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(0)])
    #expect(try harness.clean().trashed.files == 5)
    // By the catalog's copies of the documents.
    #expect(try harness.clean().trashed.files == 0)
    #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
    #expect(try harness.check().filter { $0.code == .danglingReference }.isEmpty)
  }

  @Test(arguments: [
    ("Designs/a.json", #"{"shown": "PHOTO-RECIPE"}"#), ("Designs/a.json", #"{"PHOTO": "1"}"#),
    ("Designs/a.json", #"{"link": "myapp://photo/PHOTO-RECIPE?album=x"}"#),
    ("Designs/a.json", #"{"place": "thumbs/PHOTO-RECIPE/small.jpg"}"#),
    ("Designs/a.txt", "shown=smart-small-PHOTO-RECIPE.jpg;"),
    ("Designs/a.json", #"{"link": "myapp://open?file=smart%2Dsmall%2DPHOTO%2DRECIPE%2Ejpg"}"#),
    ("Designs/a.json", #"{"sha256": "PHOTO0000ffff"}"#),
    ("Designs/a.store", "\u{2}\u{3F}LakePHOTO-RECIPEbeach"), ("Designs/a.db", "\u{2D}PHOTObeach"),
    ("Designs/a.plist", "<?xml version=\"1.0\"?><plist><!-- PHOTO --></plist>"),
    ("Model.sqlite", "SQLite format 3\u{0}Lakesmart-small-PHOTO-RECIPE.jpg"),
    ("Library/Application Support/default.store-wal", "\u{2}PHOTO-RECIPE"),
    ("memos.data", #"["PHOTO"]"#), ("mmkv/mmkv.default", "\u{3}keyPHOTO"),
    ("peedatabse.sqilte", "\u{2}PHOTO-RECIPE"), ("global.settings", "shown=PHOTO"),
    ("a.db-journal", "PHOTO"), ("Library/Preferences/state.json", #"["PHOTO"]"#),
    ("a.db", "\u{2}Trip 2026PHOTO2026-11-28"),
    ("a.db", "\u{2}0000111122223333PHOTO4444555566667777"),
    ("a.db", "2026PHOTO000011112222333344445555666677778888999900001111"),
    ("Library/.default_SUPPORT/_EXTERNAL_DATA/0F948F29", #"["PHOTO"]"#),
    ("widgetEntryData", #"{"shown": ["PHOTO"]}"#), ("Widgets/a.JSON", #"["PHOTO-RECIPE"]"#),
    (
      "Library/Preferences/a.plist",
      "<plist><dict><key>a</key><string>PHOTO</string></dict></plist>"
    ),
  ])
  func `are the names of photos in any text too`(_ place: String, _ text: String) throws {
    let harness = try harness(with: 1, 2, 3)
    let id = SamplePhoto(1).id
    let names = text.replacing("PHOTO", with: id.photo.description)
      .replacing("RECIPE", with: id.recipe.description)
    try write(place, Array(names.utf8), in: harness)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let removing = CleanupOptions.removing([id])
    for _ in 0..<2 {
      #expect(try harness.refusal(removing) == .inUse)
      try harness.clean()
      #expect(try harness.namesInPlace() == (SamplePhoto(1).names + SamplePhoto(2).names).sorted())
    }
    try harness.run("look", for: .read) { store in
      let references = StoreReferences(of: store)
      _ = try references.list([SamplePhoto(1).name(0)], onProblem: { throw $0 }) {
        #expect($0.documents == [place])
      }
    }
    try harness.base.removeFile(at: harness.container.appending(place))
    #expect(try harness.clean().trashed.files == 5)
  }

  @Test func `are the names of photos in data and in UTF-16 too`() throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let photo = SamplePhoto(1).id.photo.description
    let list = try PropertyListEncoder().encode(["é \(photo)"])
    let data = Data(#"["\#(photo)"]"#.utf8)
    let json = try JSONEncoder().encode(["more": data])
    let utf16 = try #require("keep \(photo)".data(using: .utf16))
    let base64 = data.base64EncodedString()
    let lines = try PropertyListSerialization.data(
      fromPropertyList: ["a": data + Data(count: 99)], format: .xml, options: 0)
    let documents = [
      ("a.db", Data("\u{2}Lake\(base64)\u{3}".utf8)), ("a.db", Data("x".utf8) + lines),
      ("a.txt", Data("myapp://open?with=\(base64.filter { $0 != "=" })&a=b".utf8)),
      ("a.json", json), ("a.json", try JSONEncoder().encode(["more": json])),
      ("a.json", try JSONEncoder().encode(["more": list])), ("a.plist", list), ("a.txt", utf16),
    ]
    for (name, data) in documents {
      try write("Designs/\(name)", [UInt8](data), in: harness)
      #expect(try harness.refusal(CleanupOptions.removing([SamplePhoto(1).id])) == .inUse)
      try harness.base.removeFile(at: harness.design(name))
    }
    #expect(try harness.clean().trashed.files == 5)
  }

  @Test(arguments: ["delete", "wal"], ["UTF-8", "UTF-16le"])
  func `that a database divides between two pages are whole`(_ log: String, _ text: String) throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1, 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let script = """
      import shutil, sqlite3
      name = '\(SamplePhoto(1).id.photo)'
      for size in range(0, 600, 7):
        files = [f'{size}', f'{size}-wal']
        d = sqlite3.connect(files[0], isolation_level=None)
        for sql in ['page_size=512', 'encoding="\(text)"', 'journal_mode=\(log)', 'wal_autocheckpoint=0']:
          d.execute('PRAGMA ' + sql)
        d.execute('CREATE TABLE a (b)')
        d.execute('INSERT INTO a VALUES (?)', ['.' * size + name + '.' * 2000])
        files = files[:1 + ('\(log)' == 'wal')]
        if not any(name.encode() in open(f, 'rb').read().replace(b'\\0', b'') for f in files):
          for f in files: shutil.copy(f, f'store/Model.sqlite{f.lstrip("0123456789")}')
          break
      else: raise SystemExit('never divided')
      """
    try harness.runProgram("python3", "-c", script)
    let before = try harness.base.list(harness.container)
    #expect(try harness.refusal(CleanupOptions.removing([SamplePhoto(1).id])) == .inUse)
    #expect(try harness.clean().trashed.files == 0)
    #expect(try harness.base.list(harness.container) == before)
  }

  @Test(
    arguments: [
      #"{"link": "myapp://open?file=NAME"}"#, "keep NAME, it is of the lake",
      "\u{2}LakeNAMEbeach", "keep NAME", "a.jpg,NAME",
      "image-0F948F29-DDC9-4A8C-8D98-9D5E00000002.jpg NAME",
    ],
    [
      "smart-master-0F948F29-DDC9-8A8C-8D98-9D5E00000001.jpg",
      "smart-small-manual-0a1b2c3d-\(SamplePhoto(2).id).jpg",
    ])
  func `are those of imported images and framed renders in any text too`(
    _ text: String, _ name: String
  ) throws {
    let harness = try harness(with: 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let image = harness.image(SamplePhoto(2).files[0].name).removingLastComponent().appending(name)
    try harness.replace(image, [1])
    let bytes = Array(text.replacing("NAME", with: name).utf8)
    let utf16: [UInt8] = bytes.flatMap { [$0, 0] }
    for bytes in [bytes, utf16] {
      try write("Designs/a.txt", bytes, in: harness)
      #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 0)
    }
    try harness.base.removeFile(at: harness.design("a.txt"))
    #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 1)
  }

  @Test(arguments: [
    ("a.db", "\u{2}Lakesmart-master-UUIDjpg"), ("a.db", "\u{2}UUIDbeach"),
    ("a.json", #"[{"a": "UUID"}]"#),
    ("a.db", "\u{2}smart-master-UUID.mov"), ("a.json", #"{"fileName": "smart-master-UUID"}"#),
    ("a.txt", "myapp://open?file=smart%2Dmaster%2DUUID%2Ejpg"),
    ("a.txt", "myapp://open?next=a%3Ffile%3Dsmart%252Dmaster%252DUUID%252Ejpg"),
  ])
  func `are the UUIDs of imported images too, with any ending or none`(
    _ place: String, _ text: String
  ) throws {
    let harness = try harness(with: 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let identifier = "0F948F29-DDC9-8A8C-8D98-9D5E00000001"
    let hyphen = ["%252D", "%2D"].first(where: text.contains) ?? "-"
    let written = identifier.replacing("-", with: hyphen)
    let images = harness.image(SamplePhoto(2).files[0].name).removingLastComponent()
    for ending in ["jpg", "mov"] {
      try harness.replace(images.appending("smart-master-\(identifier).\(ending)"), [1])
    }
    for written in [written, written.lowercased()] {
      try write("Designs/\(place)", Array(text.replacing("UUID", with: written).utf8), in: harness)
      #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 0)
    }
    try harness.base.removeFile(at: harness.design(place))
    #expect(try harness.clean(CleanupOptions(gracePeriod: -1e6)).trashed.files == 2)
  }

  @Test func `elsewhere in a container are looked for in documents alone`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1, 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    let text = Array(SamplePhoto(1).name(0).utf8)
    for place in ["a.log", "Library/Caches/a.json", ".a.json", ".a/a.json"] {
      try write(place, text, in: harness)
    }
    try write("picture", [0xFF, 0xD8, 0xFF] + text, in: harness)
    // One that is too large is told, and stops nothing.
    try harness.runProgram("truncate", "-s", "513M", "store/a.db")
    #expect(
      try harness.check().filter { $0.path.string.hasSuffix("a.db") }.map(\.code) == [.foreignFile])
    var problems: [PhotoprepError] = []
    try harness.run("plan", for: .alone) { store in
      _ = try Cleanup(of: store).plan { problems.append($0) }
    }
    try harness.run("list", for: .read) { store in
      let references = StoreReferences(of: store)
      let summary = try references.list([], onProblem: { problems.append($0) }) { _ in }
      #expect(summary.unreadable == 0)
    }
    #expect(problems.map(\.code.description) == ["document-skipped", "document-skipped"])
    #expect(try harness.clean().trashed.files == 5)
  }

  // Among the images its name comes after theirs.
  @Test(arguments: [("WidgetWeaverImages/smart.json", 1), ("Photos/a.json", 0)])
  func `in an app's list among the images or records keep what it names`(
    _ place: String, _ foreign: Int
  ) throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    try write(place, Array(#"["\#(SamplePhoto(1).name(2))"]"#.utf8), in: harness)
    #expect(try harness.refusal(CleanupOptions.removing([SamplePhoto(1).id])) == .inUse)
    let summary = try harness.clean()
    #expect(summary.trashed.files == 0 && summary.foreign == foreign)
    try harness.run("look", for: .read) { store in
      let references = StoreReferences(of: store)
      _ = try references.list([SamplePhoto(1).name(2)], onProblem: { throw $0 }) {
        #expect($0.documents == [place])
      }
    }
    try harness.base.removeFile(at: harness.container.appending(place))
    #expect(try harness.clean().trashed.files == 5)
  }

  @Test func `in a large document are found where two pieces of it meet`() throws {
    let id = SamplePhoto(1).id
    let bytes = [UInt8](repeating: 0x2E, count: 2 * 8192 - 5) + Array("\(id)".utf8)
    let names = ReferenceDocument.names(
      ofNotes: bytes, readBy: LocalPropertyListReader(), inPiecesOf: 8192)
    #expect(names.files.map(\.name) == [id.description] && !names.showsUnused)
  }

  @Test func `in a log that an app removes meanwhile stop no cleanup`() throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(2).name(0)])
    try write("a.db-wal", [1], in: harness)
    #expect(try harness.clean(in: VanishingLogs(base: harness.base)).trashed.files == 5)
  }

  @Test func `are not what an album says of the photos that the program chose`() throws {
    let harness = try harness(with: 1, 2)
    let (photo, id) = (SamplePhoto(1).id.photo, SamplePhoto(1).id)
    let text =
      #"{"entries": [], "photoprep": {"refused": ["\#(photo)"], "chosen": ["\#(id)"]}}"#
    try write("WidgetWeaverSmartPhoto/a.json", Array(text.utf8), in: harness)
    try harness.writeDesign("a.json", showing: [SamplePhoto(2).name(0)])
    #expect(try harness.clean().trashed.files == 5)
  }

  @Test func `beside which there are notes and hidden files are read all the same`() throws {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0)])
    try write("Designs/README.txt", Array("not a design".utf8), in: harness)
    try write("Designs/.a.json.swp", Array("{".utf8), in: harness)
    #expect(try harness.clean().trashed.files == 5)
  }

  @Test(arguments: ["a.json", "a.JSON", "a\u{600}.json"])
  func `that cannot be read are no notes, whatever stands before the ending`(_ name: String) throws
  {
    let harness = try harness(with: 1, 2)
    try harness.writeDesign("b.json", showing: [SamplePhoto(1).name(0)])
    try write("Designs/\(name)", Array("{".utf8), in: harness)
    #expect(try harness.refusal() == .cleanupRefused)
  }

  @Test func `are read again only when a document changed`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1)
    for number in 0..<20 {
      try harness.writeDesign("\(number).json", showing: [SamplePhoto(1).name(number % 4)])
    }
    func reads() throws -> Int {
      let counting = FaultyFileSystem(harness.base, failing: .max, .once)
      try harness.clean(in: counting)
      return counting.readCount
    }
    let (first, second) = (try reads(), try reads())
    #expect(first - second == 20)
    try harness.writeDesign("3.json", showing: [SamplePhoto(1).name(2), "b.jpg"])
    try harness.base.removeFile(at: harness.design("4.json"))
    let third = FaultyFileSystem(harness.base, failing: .max, .once)
    let store = try harness.open("look", third, for: .read)
    var documents = 0
    let summary = try StoreReferences(of: store).list([SamplePhoto(1).name(3)], onProblem: { _ in })
    {
      documents = $0.documents.count
    }
    try store.close()
    #expect(documents == 4 && summary.documents == 19)
    // The settings, and the one design that changed.
    #expect(third.readCount == 2)
  }

  @Test(arguments: ["name LIKE '%.jpg'", "name LIKE '%-small-%'", "1"])
  func `are read again where the catalog has lost what they name`(rows: String) throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1)
    try harness.writeDesign("a.json", showing: [SamplePhoto(1).name(0), SamplePhoto(1).name(1)])
    #expect(try harness.clean().trashed.files == 0)
    let script = """
      import sqlite3
      d = sqlite3.connect('store/.photoprep/catalog.sqlite')
      assert d.execute("DELETE FROM reference WHERE \(rows)").rowcount > 0
      d.commit()
      """
    try harness.runProgram("python3", "-c", script)
    let summary = try harness.run("look", for: .read) {
      try StoreReferences(of: $0).list(nil, onProblem: { _ in }) { _ in }
    }
    #expect(summary.references == 2)
    #expect(try harness.clean().trashed.files == 0)
  }

  @Test func `are read again while a change could hide behind their times`() throws {
    let harness = try StoreHarness(.disk)
    try harness.create()
    try harness.addOld(1)
    for name in ["old.json", "new.json"] {
      try harness.writeDesign(name, showing: [SamplePhoto(1).name(0)])
    }
    try harness.base.setModified(harness.design("new.json"), to: harness.clock.nanoseconds)
    let reads = try (0..<2).map { _ in
      let counting = FaultyFileSystem(harness.base, failing: .max, .once)
      try harness.clean(in: counting)
      return counting.readCount
    }
    #expect(reads[0] - reads[1] == 1)
  }
}
