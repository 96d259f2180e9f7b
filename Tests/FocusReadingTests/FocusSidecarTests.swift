import FocusReading
import Foundation
import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@Suite("Focus sidecars")
struct FocusSidecarTests {
  let directory: TemporaryDirectory
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = FilePath(directory.url.path)
  }

  private func write(_ name: String, _ text: String) throws {
    try DiskFileSystem().createFile(at: folder.appending(name), bytes: Array(text.utf8))
  }

  private func areas(of photo: String) throws -> [FocusArea] {
    try FocusSidecar.areas(beside: folder.appending(photo), in: DiskFileSystem())
  }

  private func point(_ x: Double, _ y: Double) throws -> FocusArea {
    try #require(FocusArea(x: x, y: y))
  }

  @Test func `points and rectangles are read`() throws {
    try write(
      "a.jpg.focus.json",
      #"""
      {"focus": [{"x": 0.3, "y": 0.4},
        {"x": 0.5, "y": 0, "width": 0.5, "height": 1, "kind": "face"}]}
      """#)
    let rect = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
    #expect(try areas(of: "a.jpg") == [point(0.3, 0.4), #require(FocusArea(rect, kind: .face))])
  }

  @Test func `a byte order mark before a sidecar is skipped`() throws {
    try write("a.jpg.focus.json", "\u{FEFF}" + #"{"focus": [{"x": 0.3, "y": 0.4}]}"#)
    #expect(try areas(of: "a.jpg") == [point(0.3, 0.4)])
  }

  @Test func `a missing sidecar means no focus`() throws {
    #expect(try areas(of: "a.jpg").isEmpty)
    #expect(try areas(of: "a").isEmpty)
  }

  @Test func `a name that is too long for a sidecar has none`() throws {
    let name = String(repeating: "x", count: 251) + ".jpg"
    try write(name, "")
    #expect(try areas(of: name).isEmpty)
  }

  @Test
  func `a sidecar with the photo's full name takes precedence over one without its extension`()
    throws
  {
    try write("a.focus.json", #"{"focus": [{"x": 0.1, "y": 0.1}]}"#)
    #expect(try areas(of: "a.jpg") == [point(0.1, 0.1)])
    #expect(try areas(of: "a") == [point(0.1, 0.1)])
    try write("a.jpg.focus.json", #"{"focus": [{"x": 0.2, "y": 0.2}]}"#)
    #expect(try areas(of: "a.jpg") == [point(0.2, 0.2)])
    #expect(try areas(of: "a.heic") == [point(0.1, 0.1)])
  }

  @Test(.enabled(if: TestedSystem.hasByteNames, "names of files are UTF-8 here"))
  func `the sidecar of a name that is not UTF-8 is found`() throws {
    let photo = FilePath(bytes: folder.bytes + Array("/a".utf8) + [0xFF] + Array(".jpg".utf8))
    try DiskFileSystem().createFile(
      at: FilePath(bytes: photo.bytes + ".focus.json".utf8),
      bytes: Array(#"{"focus": [{"x": 0.1, "y": 0.1}]}"#.utf8))
    #expect(
      try FocusSidecar.areas(beside: photo, in: DiskFileSystem()) == [point(0.1, 0.1)])
  }

  @Test(arguments: [
    ("", "is not JSON: at byte 0 of 0, the text ends where a value should be"),
    (#"{"focus": [{"x": 0.3 "y": 0.4}]}"#, "is not JSON: at byte 21 of 32"),
    (#"[{"x": 0.3, "y": 0.4}]"#, "has no list named 'focus'"),
    (#"{"focus": {"x": 0.3, "y": 0.4}}"#, "has no list named 'focus'"),
    (#"{"focus": []}"#, "lists 0 places; it must list 1 to 64"),
    (#"{"focus": [1]}"#, "has a place 1 that is not an object"),
    (#"{"focus": [{"x": 1, "y": 1}], "note": 1}"#, "has the key 'note'; it may only have 'focus'"),
    (#"{"focus": [{"x": 1, "y": 1}, {"x": 0.1}]}"#, "has no 'y' in place 2"),
    (
      #"{"focus": [{"x": 1.4, "y": 1}]}"#,
      "has x = 1.4 in place 1; it must be from 0 to 1"
    ),
    (
      #"{"focus": [{"x": 0.1, "y": 1e308}]}"#,
      "has y = 1e308 in place 1; it must be from 0 to 1"
    ),
    (
      #"{"focus": [{"x": "0.1", "y": 0}]}"#,
      #"has x = "0.1" in place 1; it must be from 0 to 1"#
    ),
    (#"{"focus": [{"x": 0.1, "y": 0.1, "width": 0.1}]}"#, "has no 'height' in place 1"),
    (
      #"{"focus": [{"x": 0.1, "y": 0.1, "w": 0.1, "h": 0.1}]}"#,
      "has a place 1 with the key 'h'; known are x, y, width, height and kind"
    ),
    (
      #"{"focus": [{"x": 0.9, "y": 0.1, "width": 0.2, "height": 0.1}]}"#,
      "has a place 1 that has no area or reaches beyond the photo's edge"
    ),
    (
      #"{"focus": [{"x": 0.9, "y": 0.1, "width": 0, "height": 0}]}"#,
      "has a place 1 that has no area or reaches beyond the photo's edge"
    ),
    (
      #"{"focus": [{"x": 0.9, "y": 0.1, "kind": "cat"}]}"#,
      #"has a place 1 whose kind is "cat"; known are face, animalFace, region"#
    ),
  ])
  func `a broken sidecar says what is wrong`(text: String, fact: String) throws {
    try write("a.jpg.focus.json", text)
    let broken = try #require(throws: PhotoprepError.self) { try areas(of: "a.jpg") }
    #expect(broken.path.hasSuffix("/a.jpg.focus.json"))
    #expect(broken.message.hasPrefix("Its sidecar 'a.jpg.focus.json' \(fact)"))
  }

  @Test func `more than 64 places, a large file and a folder are refused`() throws {
    let many = Array(repeating: #"{"x": 0.1, "y": 0.1}"#, count: 65).joined(separator: ",")
    try write("a.jpg.focus.json", #"{"focus": [\#(many)]}"#)
    try write("b.jpg.focus.json", String(repeating: " ", count: FocusSidecar.byteLimit + 1))
    try DiskFileSystem().createDirectory(at: folder.appending("c.jpg.focus.json"))
    for photo in ["a.jpg", "b.jpg", "c.jpg"] {
      let broken = try #require(throws: PhotoprepError.self) { try areas(of: photo) }
      #expect(broken.path.hasSuffix("/\(photo).focus.json"))
    }
  }
}
