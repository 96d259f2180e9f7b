import Foundation
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@Suite struct `Hostile packages` {
  private let store: StoreHarness

  init() throws { store = try StoreHarness.empty() }

  /// Expects that a file is refused and that nothing changes.
  private func expectRefused(
    _ file: FilePath, _ code: PhotoprepError.Code? = nil, in harness: StoreHarness? = nil,
    _ note: Comment? = nil
  ) throws {
    let harness = harness ?? store
    let before = try harness.tree()
    let error = #expect(throws: PhotoprepError.self, note) { try harness.bring(file) }
    if let code { #expect(error?.code == code, "\(String(describing: error))") }
    #expect(error?.message.isEmpty == false)
    #expect(try harness.tree() == before, note)
  }

  static let names = [
    "../x.jpg", "/etc/x.jpg", "a/../../b.jpg", "..\\x.jpg", "x\u{0}.jpg", ".", "..", "", " ",
    "a/b.jpg",
    "a/\u{301}b.json", ".\u{301}hidden.json", "..\\\u{301}x.json", "x\u{0}\u{301}.json",
    ".photoprep", ".tmp-x.jpg", "line\nbreak.jpg", "\u{1B}[2J.jpg", "x/",
    String(repeating: "n", count: 296) + ".jpg", String(repeating: "é", count: 130),
  ]

  @Test(arguments: names)
  func `a name that no file may have is refused`(_ name: String) throws {
    try expectRefused(try store.package(PackageSamples.package(name)), .nameInvalid)
    let design: JSONValue = .object(["form": .string("design"), "fileName": .string(name)])
    try expectRefused(
      try store.package(
        PackageSamples.package(more: ["photoprep": .object(["designs": .array([design])])])),
      .nameInvalid)
    let album: JSONValue = .object([
      "fileName": .string(name), "manifest": PackageSamples.album([]),
    ])
    try expectRefused(
      try store.package(
        PackageSamples.package(more: ["photoprep": .object(["albums": .array([album])])])),
      .nameInvalid)
  }

  @Test(arguments: [("a.jpg", "A.jpg"), ("\u{E9}.jpg", "e\u{301}.jpg"), ("x.jpg", "x.jpg")])
  func `names that are one name on some file systems are refused`(
    _ first: String, _ second: String
  ) throws {
    let images = [first, second].map { name in
      JSONValue.object([
        "originalFileName": .string(name),
        "data": .string(Data(PackageSamples.picture).base64EncodedString()),
      ])
    }
    try expectRefused(
      try store.package(PackageSamples.package(first, more: ["images": .array(images)])),
      .nameTwins)
  }

  @Test func `a design that names what it does not bring is refused`() throws {
    try expectRefused(
      try store.package(PackageSamples.package(more: ["images": .array([])])), .missingImage)
    // The name inside a document is only ever the last component.
    try store.base.createFile(at: store.container.appending("secret.jpg"), bytes: [1])
    let specs = [PackageSamples.design("Out", .object(["fileName": .string("../secret.jpg")]))]
    try expectRefused(
      try store.package(PackageSamples.package(more: ["specs": .array(specs)])), .missingImage)
  }

  @Test func `an image that is not what it should be is refused with all of its package`() throws {
    let good = PackageSamples.package()
    var bad = good
    bad.change("images") { images in
      images = .array([.object(["originalFileName": .string("image-1.jpg"), "data": .string("?")])])
    }
    try expectRefused(try store.package(bad), .badBase64)
    try expectRefused(
      try store.package(PackageSamples.package(bytes: Array("<svg/>".utf8))), .notAJPEG)
    try expectRefused(try store.package(PackageSamples.package(bytes: [])), .notAJPEG)
    try expectRefused(
      try store.package(PackageSamples.package(bytes: PackageSamples.picture.dropLast())),
      PhotoprepError.Code("truncated"))
    let digests = JSONValue.object([
      "image-1.jpg": .string(ContentDigest(of: [1]).description)
    ])
    try expectRefused(
      try store.package(
        PackageSamples.package(more: ["photoprep": .object(["digests": digests])])),
      .digestMismatch)
    let image: JSONValue = .object([
      "fileName": .string("image-1.jpg"),
      "smartPhoto": .object([
        "small": .object([
          "renderFileName": .string("image-1.jpg"),
          "pixelSize": .object(["width": .integer(30), "height": .integer(40)]),
        ])
      ]),
    ])
    try expectRefused(
      try store.package(
        PackageSamples.package(more: ["specs": .array([PackageSamples.design("One", image)])])),
      .wrongDimensions)
  }

  @Test func `a file in the store under a name made from other bytes is not overwritten`() throws {
    let name = ImportedFileName(.image, of: ContentDigest(of: PackageSamples.picture))
    try store.base.createFile(at: store.images.appending(name.description), bytes: [1, 2])
    try expectRefused(try store.package(PackageSamples.package()), .nameTaken)
  }

  @Test(arguments: [
    #"{"magic": "com.conornolan.widgetweaver.exchange"}"#,
    #"{"magic": "other", "formatVersion": 1}"#,
    #"{"magic": 7}"#, "[]", "{}", #"{"name": "x", "version": "1.0.0"}"#, #"[{"name": "x"}]"#, "7",
    #""text""#, "", "[1]", #"{"a": 1, "a": 2}"#, #"{"a": 1e}"#,
    "[\"\\ud800\"]", "\u{FEFF}{}", "{} {}", "nul", #"{"a": 01}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1e400, "specs": []}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": [], "images": []}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": {}, "images": []}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": [7], "images": []}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": [{}], "images": [7]}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": [{}], "photoprep": {"designs": [{"form": "list", "count": 9}]}}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": [{}], "photoprep": {"designs": [{"form": "list", "count": -1}]}}"#,
    #"{"magic": "com.conornolan.widgetweaver.exchange", "formatVersion": 1, "specs": [{}], "photoprep": {"albums": [{}]}}"#,
  ])
  func `a file that is not a package is refused`(_ text: String) throws {
    try expectRefused(try store.package(Array(text.utf8)))
  }

  @Test func `nesting is bounded`() throws {
    for depth in [65, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      try expectRefused(try store.package(Array(text.utf8)), .unreadableDocument)
      let inside =
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
      try expectRefused(try store.package(Array(inside.utf8)), .unreadableDocument)
    }
  }

  @Test func `a package cut off at any byte is refused, but for the newline at its end`() throws {
    let whole = PackageSamples.package(more: ["photoprep": .object(["version": .integer(1)])])
      .canonicalBytes
    #expect(whole.count > 400)
    for length in 0..<whole.count - 1 {
      try expectRefused(
        try store.package(Array(whole.prefix(length))), nil, in: nil, "\(length) bytes")
    }
    try store.bring(try store.package(Array(whole.dropLast())))
  }
}

@Suite struct `Packages and places that are no files` {
  private let store: StoreHarness

  init() throws { store = try StoreHarness.empty(.disk) }

  private func shell(_ script: String) throws { try store.runProgram("sh", "-ec", script) }

  private func expectRefused(_ file: FilePath, _ code: String) throws {
    let error = #expect(throws: PhotoprepError.self) { try store.bring(file) }
    #expect(error?.code.description == code)
  }

  @Test func `a package that is a link, a FIFO, a device or a folder is refused at once`() throws {
    let good = try store.package(PackageSamples.package(), "good.wwdesign")
    let folder = good.removingLastComponent()
    try shell("ln -s good.wwdesign link; ln -s nowhere dangling; mkfifo fifo; mkdir folder")
    for (name, code) in [
      ("link", "not-a-regular-file"), ("dangling", "not-a-regular-file"),
      ("fifo", "not-a-regular-file"), ("folder", "is-a-directory"), ("nowhere", "not-found"),
    ] { try expectRefused(folder.appending(name), code) }
    try expectRefused("/dev/zero", "not-a-regular-file")
    #expect(try store.tree().count == 1)
  }

  @Test(.enabled(if: TestedSystem.hasProcesses, "there is no /proc"))
  func `the process's own memory is not a package`() throws {
    #expect(throws: PhotoprepError.self) { try store.bring("/proc/self/mem") }
  }

  @Test(arguments: [
    "WidgetWeaverImages", "Designs", "WidgetWeaverSmartPhoto", ".photoprep/staging",
  ])
  func `a folder of the store that leads elsewhere is refused`(_ folder: String) throws {
    let file = try store.package(PackageSamples.package())
    try shell("mkdir outside; rmdir store/\(folder); ln -s \"$PWD/outside\" store/\(folder)")
    try expectRefused(file, "symbolic-link")
    #expect(try store.base.list(file.removingLastComponent().appending("outside")).isEmpty)
  }

  @Test func `what stands in a design's place is not followed and not replaced`() throws {
    let entry: JSONValue = .object(["form": .string("design"), "fileName": .string("one.json")])
    let file = try store.package(
      PackageSamples.package(more: ["photoprep": .object(["designs": .array([entry])])]))
    try shell("ln -s ../../outside.json store/Designs/one.json; mkfifo store/Designs/two.json")
    try store.bring(file)
    #expect(try store.names(store.designs).count == 3)
    #expect(
      try store.base.status(
        of: file.removingLastComponent().appending("outside.json"), followingLinks: true)
        == nil)
    #expect(
      try store.base.status(of: store.designs.appending("one.json"), followingLinks: false)?.kind
        == .symbolicLink)
  }

  @Test func `what stands in an image's place is not followed and not replaced`() throws {
    let file = try store.package(PackageSamples.package())
    let name = ImportedFileName(.image, of: ContentDigest(of: PackageSamples.picture))
    try shell("mkfifo store/WidgetWeaverImages/\(name)")
    let error = #expect(throws: PhotoprepError.self) { try store.bring(file) }
    #expect(error?.code == .nameTaken)
    #expect(try store.names(store.designs).isEmpty)
  }
}
