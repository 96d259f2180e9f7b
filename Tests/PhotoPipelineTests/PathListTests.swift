import PhotoPipeline
import SystemPackage
import Testing

@Suite("Path lists")
struct PathListTests {
  @Test(arguments: [
    ("", []), ("\n\n", []), ("a.jpg", ["a.jpg"]), ("a.jpg\nb c.jpg\n", ["a.jpg", "b c.jpg"]),
    ("a.jpg\r\nb.jpg\r\n", ["a.jpg", "b.jpg"]), ("a\nb.jpg\0c.jpg\0", ["a\nb.jpg", "c.jpg"]),
    ("a.jpg\r\0", ["a.jpg\r"]), ("\u{FEFF}a.jpg\nb.jpg", ["a.jpg", "b.jpg"]),
  ])
  func `newlines separate unless there is a NUL`(list: String, paths: [String]) {
    #expect(PathList.paths(in: Array(list.utf8)).map(\.string) == paths)
  }

  @Test(arguments: [
    (#""Gr\303\274n \"x\"/\ta\\.png""#, "Grün \"x\"/\ta\\.png"), (#""a.png""#, #""a.png""#),
    (#"a\303.png"#, #"a\303.png"#),
  ])
  func `a line as git quotes it is the path that git means`(line: String, path: String) {
    let paths = PathList.paths(in: Array("\(line)\r\nb.png".utf8)).map(\.string)
    #expect(paths == [path, "b.png"])
    // With '-z' git quotes nothing.
    #expect(PathList.paths(in: Array("\(line)\0".utf8)).map(\.string) == [line])
  }

  @Test func `bytes that are not UTF-8 stay as they are`() throws {
    let path = try #require(PathList.paths(in: [0x61, 0xFF, 0x62]).first)
    #expect(path.percentEncodedWhenNotUTF8 == "a%FFb")
    #expect(path.displayText == "a\\xFFb")
  }
}
