import Foundation
import Testing
import _TestSupport

/// What the README's code prints after the README's command.
@Suite struct `The snippet of the documentation` {
  @Test func `names the render of a photo that was prepared`() throws {
    let directory = try TemporaryDirectory()
    let photo = Fixture.url("scenes/boats.jpg").path
    _ = try output(
      of: BuiltProducts.photoprep, ["prep", photo, "--store", "Container"], in: directory.url)
    let lines = try output(
      of: BuiltProducts.folder.appending(path: "ShowPhotos"), [], in: directory.url
    ).split(separator: "\n")
    #expect(!lines.isEmpty)
    let file = try #require(lines.first?.split(separator: " ").last)
    #expect(file.contains("/WidgetWeaverImages/smart-small-"))
    #expect(FileManager.default.fileExists(atPath: String(file)))
  }

  private func output(of program: URL, _ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }
}
