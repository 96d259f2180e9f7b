import Foundation
import Testing
import _TestSupport

@Suite("photoprep report, review and what commands say")
struct ReviewCommandTests {
  let directory: TemporaryDirectory
  private let photo = Fixture.url("orientation/1.jpg").path

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  @Test func `prep writes the report of its run, report that of the store`() throws {
    let bad = Fixture.url("damaged/text.jpg").path
    let prep = try run("prep", photo, bad, "--store", "store", "--report", "run.html")
    #expect(prep.status == 2)
    #expect(prep.messages.contains("report: run.html"))
    let first = try String(contentsOf: directory.url.appending(path: "run.html"), encoding: .utf8)
    #expect(first.contains("\"code\":\"unsupported-format\""))
    let report = try run("report", "--store", "store", "-o", "all.html")
    #expect(report.status == 0 && report.output == "all.html\n")
    let all = try String(contentsOf: directory.url.appending(path: "all.html"), encoding: .utf8)
    #expect(all.contains("\"name\":\"1.jpg\"") && !all.contains("unsupported-format"))
  }

  @Test func `report and review say where no store is`() throws {
    let report = try run("report", "--store", "none", "-o", "x.html")
    #expect(report.status == 10 && report.messages.contains("There is no store here."))
    let review = try run("review", "--store", "none")
    #expect(review.status == 10)
    #expect(review.messages.contains("photos into it with 'photoprep prep PHOTO --store none'"))
  }

  @Test func `prep without photos is an error that says what is there, and makes no store`()
    throws
  {
    let files = FileManager.default
    for name in ["empty", "links"] {
      try files.createDirectory(
        at: directory.url.appending(path: name), withIntermediateDirectories: false)
    }
    try files.createSymbolicLink(
      atPath: directory.url.appending(path: "links/a.jpg").path, withDestinationPath: photo)
    let empty = try run("prep", "empty", "--store", "store")
    #expect(empty.status == 1 && empty.output.isEmpty)
    #expect(
      empty.messages
        == "photoprep: empty: There is no photo here; nothing is there. Name photos, or a folder that holds some.\n"
    )
    let links = try run("prep", "links", "--store", "store")
    #expect(links.status == 1)
    #expect(
      links.messages
        == "photoprep: links: There is no photo here; what is there: 1 symbolic link. "
        + "Links are not followed: name the folder that they lead to.\n")
    #expect(!files.fileExists(atPath: directory.url.appending(path: "store").path))
  }

  @Test func `a report that cannot be written is an error with its file`() throws {
    _ = try run("prep", photo, "--store", "store", "-q")
    let report = try run("report", "--store", "store", "-o", "no/such/folder.html")
    #expect(report.status == 1 && report.messages.contains("no/such"), "\(report.messages)")
  }

  @Test func `quiet says nothing when all went well, and still what went wrong`() throws {
    let quiet = try run("prep", photo, "--store", "store", "--quiet")
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.messages.isEmpty)
    let bad = Fixture.url("damaged/text.jpg").path
    let wrong = try run("prep", bad, "--store", "store", "--quiet")
    #expect(wrong.status == 2 && wrong.output.isEmpty && wrong.messages.contains("text.jpg"))
  }

  @Test func `verbose says what became of each photo`() throws {
    #expect(try run("prep", photo, "--store", "store", "-v").messages.contains("prepared   /"))
    #expect(try run("prep", photo, "--store", "store", "-v").messages.contains("unchanged  /"))
    #expect(try run("prep", photo, "--store", "store", "-v", "-q").status == 64)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions name every command`(shell: String) throws {
    let script = try run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for command in ["prep", "crop", "report", "review", "store", "icon"] {
      #expect(script.output.contains(command))
    }
  }

  @Test(arguments: [
    ["prep"], ["crop"], ["report"], ["review"], ["store", "init"], ["store", "list"],
    ["store", "check"], ["icon", "validate"], ["icon", "place"], ["icon", "explain"],
  ])
  func `every command's help has an example`(command: [String]) throws {
    let help = try Tool.run(command + ["--help"]).output
    let example = /Examples?:\n  photoprep ([a-z ]+)/
    let found = help.firstMatch(of: example).map { String($0.1) } ?? ""
    #expect(found.hasPrefix(command.joined(separator: " ")), "\(help)")
  }
}
