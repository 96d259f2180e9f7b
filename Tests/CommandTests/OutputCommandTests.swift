import Foundation
import Testing
import _TestSupport

@Suite("Files that commands write where they are told")
struct OutputCommandTests {
  let directory: TemporaryDirectory
  private let photo = Fixture.url("orientation/1.jpg").path

  /// A store, and a folder.
  init() throws {
    directory = try TemporaryDirectory()
    #expect(try run("store", "init", "--store", "store").status == 0)
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "folder"), withIntermediateDirectories: false)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  /// Every command that writes such a file, without the file's name.
  private static let commands = [
    ["report", "--store", "store", "--output"], ["prep", "--store", "new", "--report"],
    ["icon", "validate", "--preview"],
  ]

  private func run(_ command: [String], writing file: String) throws -> Tool.Result {
    let input = command[0] == "icon" ? [Fixture.url("formats/rgb.png").path] : [photo]
    return try Tool.run(
      command + [file] + (command[0] == "report" ? [] : input), in: directory.url)
  }

  @Test(arguments: commands)
  func `a folder that is not there is said before any work`(command: [String]) throws {
    let result = try run(command, writing: "none/out")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.messages == """
        photoprep: none/out: The file was not written: there is no such folder. Make the folder, \
        or name a file in one that is there.

        """)
    #expect(try !isThere("new") && !isThere("none"))
  }

  @Test(arguments: commands)
  func `a folder in the file's place is said before any work`(command: [String]) throws {
    let result = try run(command, writing: "folder")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.messages == """
        photoprep: folder: The file was not written: this is a folder. Name a file in it.

        """)
    #expect(try !isThere("new"))
  }

  @Test(arguments: commands)
  func `a file without a name is a usage error`(command: [String]) throws {
    let result = try run(command, writing: "")
    #expect(result.status == 64)
    #expect(result.messages.contains("A file's name cannot be empty."), "\(result.messages)")
  }

  private func isThere(_ name: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).contains(name)
  }
}
