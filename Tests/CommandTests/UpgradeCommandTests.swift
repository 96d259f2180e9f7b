import Foundation
import PhotoCatalog
import PhotoPipeline
import PhotoStore
import SystemFiles
import SystemPackage
import Testing
import _TestSupport

@Suite("photoprep prep --upgrade")
struct UpgradeCommandTests {
  let directory: TemporaryDirectory

  /// Prepares two photos by older rules into `store`.
  init() throws {
    directory = try TemporaryDirectory()
    let folder = FilePath(directory.url.path)
    for (fixture, name) in [("1", "a.jpg"), ("6", "b.jpg")] {
      try FileManager.default.copyItem(
        at: Fixture.url("orientation/\(fixture).jpg"), to: directory.url.appending(path: name))
    }
    let environment = RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date(timeIntervalSince1970: 4e9) },
      workingFolder: folder, name: "before",
      generation: CropGeneration(algorithmVersion: 1, learnedAnalysis: "learned-00000000"))
    let request = PrepRequest(
      inputs: [folder.appending("a.jpg"), folder.appending("b.jpg")],
      store: folder.appending("store"), jobs: 1)
    _ = try PrepRun(request, interruption: Interruption(), in: environment).run { _ in }
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments + ["--store", "store"], in: directory.url)
  }

  @Test func `makes what a check names, says from what, and then a check names nothing`() throws {
    let check = try run("store", "check")
    #expect(check.status == 0 && check.output.contains("2 to renew by 'prep --upgrade'"))
    try FileManager.default.removeItem(at: directory.url.appending(path: "b.jpg"))
    let plan = try run("prep", "--upgrade", "--dry-run")
    #expect(plan.status == 0)
    let lines = plan.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines.dropLast().allSatisfy { $0.hasPrefix("would prepare  ") })
    #expect(
      lines.contains { $0.hasSuffix("  from the master: the photo is no longer there") })
    #expect(lines[2].hasPrefix("2 would be prepared (1 from their masters), 0 unchanged, "))
    let made = try run("prep", "--upgrade", "--json")
    #expect(made.status == 0)
    let objects = try made.objects()
    #expect(objects.map { $0["event"] as? String } == ["prepared", "prepared", "summary"])
    #expect(Set(objects.compactMap { $0["from"] as? String }) == ["photo", "master"])
    #expect(objects.compactMap { $0["reason"] as? String } == ["photo-missing"])
    #expect(objects[2]["fromMaster"] as? Int == 1 && objects[2]["prepared"] as? Int == 2)
    #expect(try !run("store", "check").output.contains("older rules"))
    #expect(
      try run("prep", "--upgrade").output.hasPrefix("0 prepared, 0 unchanged, 0 rejected in "))
  }

  @Test func `a photo that cannot be had is exit code 2, no store 10`() throws {
    for name in ["a.jpg", "b.jpg", "store/WidgetWeaverImages"] {
      try FileManager.default.removeItem(at: directory.url.appending(path: name))
    }
    let result = try run("prep", "--upgrade")
    #expect(
      result.status == 2 && result.output.hasPrefix("0 prepared, 0 unchanged, 2 rejected in "))
    #expect(result.messages.contains("and its master is missing or damaged."))
    try FileManager.default.removeItem(at: directory.url.appending(path: "store"))
    #expect(try run("prep", "--upgrade").status == 10)
  }

  @Test(arguments: [
    (["--zoom"], "--zoom"), (["--force"], "--force"), (["--focus", "0.5,0.5"], "--focus"),
    (["--device", "iPhone SE 3"], "--device"), (["--background", "#FFFFFF"], "--background"),
    (["--analysis", "heuristic"], "--analysis"), (["--filter", "noir"], "--filter"),
    (["--fit"], "--fit"), (["--auto-fit"], "--auto-fit"), (["--hdr"], "--hdr"),
  ])
  func `settings that photos have themselves are refused`(
    arguments: [String], option: String
  ) throws {
    let result = try Tool.run(
      ["prep", "--upgrade", "--store", "store"] + arguments, in: directory.url)
    #expect(result.status == 64)
    #expect(
      result.messages.contains(
        "With --upgrade every photo keeps its own settings; leave out \(option)."))
  }
}
