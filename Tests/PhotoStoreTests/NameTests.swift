import PhotoGeometry
import PhotoStore
import Testing

@Suite struct `Names` {
  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("  a b.jpg\n", "a b.jpg"), ("../x.jpg", "x.jpg"), ("/abs/x.jpg", "x.jpg"),
    ("a/../../b.jpg", "b.jpg"), ("a/b/", "b"), ("..", nil), (".", nil), ("/", nil), ("", nil),
    ("   ", nil), (".hidden", nil), ("a/.photoprep", nil), ("..\\x", nil), ("a\0b", nil),
    (" .x", nil), ("a/\u{301}b.jpg", "\u{301}b.jpg"), (".\u{301}x.jpg", nil), ("a\\\u{301}b", nil),
    ("a\0\u{301}b", nil), (" \u{301}a.jpg", "\u{301}a.jpg"), ("a.jpg/\u{301}", "\u{301}"),
  ])
  func `in documents name a file in their folder or no file`(_ text: String, _ expected: String?) {
    #expect(FileNameRule.sanitized(text) == expected)
  }

  @Test func `in documents are cut to 256 characters`() {
    let name = FileNameRule.sanitized(String(repeating: "é", count: 300))
    #expect(name?.count == 256)
  }

  @Test(arguments: StoredFileName.Role.allCases)
  func `of stored files read back`(_ role: StoredFileName.Role) throws {
    let photo = try #require(PhotoID("0123456789abcdef"))
    let recipe = try #require(RecipeID("00ff00ff"))
    let name = StoredFileName(role, of: RecordID(photo: photo, recipe: recipe))
    #expect(name.description == "smart-\(role)-0123456789abcdef-00ff00ff.jpg")
    #expect(StoredFileName(name.description) == name)
    #expect(RecordID(name.record.description) == name.record)
    #expect(RecordID(name.record.fileName) == nil && RecordID("") == nil)
  }

  @Test(arguments: [
    "smart-small-0123456789ABCDEF-00ff00ff.jpg", "smart-small-0123456789abcdef-00ff00f.jpg",
    "smart-tiny-0123456789abcdef-00ff00ff.jpg", "smart-small-0123456789abcdef-00ff00ff.jpeg",
    "smart-small-0123456789abcdef-00ff00ff-1.jpg", "Smart-small-0123456789abcdef-00ff00ff.jpg",
    "smart-small-+123456789abcdef-00ff00ff.jpg", "smart-small-manual-0123456789abcdef.jpg", "",
  ])
  func `of other files are not read as names of stored files`(_ text: String) {
    #expect(StoredFileName(text) == nil)
  }

  @Test func `of records read back and sort as texts do`() throws {
    let names = [
      "0000000000000000-ffffffff.json", "0000000000000001-00000000.json",
      "0000000000000001-00000001.json", "ffffffffffffffff-00000000.json",
    ]
    let ids = try names.map { try #require(RecordID(fileName: $0)) }
    #expect(ids.map(\.fileName) == names)
    #expect(ids.shuffled().sorted() == ids)
    #expect(RecordID(fileName: "0000000000000000-ffffffff.JSON") == nil)
  }

  @Test(
    arguments: [
      ([0x61], #""a""#), ([0x31, 0x30, 0x30, 0x25], #""100%""#), ([], #""""#),
      ([0xC3, 0xA9], #""é""#), ([0x61, 0xFF], #"{"hex":"61ff"}"#), ([0x0A], #""\n""#),
    ] as [([UInt8], String)])
  func `of sources are kept byte by byte`(_ bytes: [UInt8], _ text: String) {
    #expect(SourceName(bytes: bytes).json.compactText == text)
    #expect(JSONValue(compactText: text).flatMap(SourceName.init(json:))?.bytes == bytes)
  }

  @Test(arguments: [#"{"hex":"6"}"#, #"{"hex":"zz"}"#, "1", "{}", #"{"hex":1}"#])
  func `of sources in an unknown form are not read`(_ text: String) {
    #expect(JSONValue(compactText: text).flatMap(SourceName.init(json:)) == nil)
  }

  @Test(arguments: [
    "", ".x", ".\u{301}x", "a/b", "a/\u{301}b", " a", "Photos", "designs", "WidgetWeaverSmartPhoto",
  ])
  func `of folders must be plain and distinct`(_ name: String) {
    #expect(throws: PhotoprepError.self) { try ContainerLayout(images: name, path: "store") }
  }

  @Test func `of folders read back from the settings`() throws {
    let layout = try ContainerLayout(images: "Bilder", albums: "Alben", path: "store")
    #expect(try ContainerLayout(settings: layout.settings, path: "store.json") == layout)
  }

  @Test(arguments: [
    (#"{"version":3}"#, PhotoprepError.Code.storeTooNew), (#"{"version":"1"}"#, .storeSettings),
    ("{}", .storeSettings), ("{", .storeSettings),
    (#"{"version":1,"imagesFolder":".."}"#, .nameInvalid),
  ])
  func `of folders are refused from other settings`(_ text: String, _ code: PhotoprepError.Code) {
    let error = #expect(throws: PhotoprepError.self) {
      try ContainerLayout(settings: Array(text.utf8), path: "store.json")
    }
    #expect(error?.code == code)
  }
}
