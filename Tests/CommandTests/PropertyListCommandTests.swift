import Foundation
import PhotoPipeline
import PhotoStore
import Testing
import _TestSupport
import photoprep

@Suite("Property lists of strangers")
struct PropertyListCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    let file = directory.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  @Test func `as projects are one finding each`() throws {
    let lists = HostilePropertyList.all
    for (index, list) in lists.enumerated() {
      try write(list.bytes, "\(index)/App.xcodeproj/project.pbxproj")
    }
    let result = try run("icon", "validate", ".", "--json")
    #expect(result.status == 3, "\(result.messages)")
    #expect(result.output.components(separatedBy: "project-unreadable").count - 1 == lists.count)
  }

  @Test func `as preferences are unreadable documents, and nothing is cleaned`() throws {
    let lists = HostilePropertyList.all
    #expect(try run("store", "init", "--store", "store").status == 0)
    for (index, list) in lists.enumerated() {
      try write(list.bytes, "store/Library/Preferences/\(index).plist")
    }
    let check = try run("store", "check", "--json", "--store", "store")
    #expect(check.status == 12, "\(check.messages)")
    let found = try check.objects().filter { $0["code"] as? String == "unreadable-document" }
    #expect(found.count == lists.count)
    for (index, list) in lists.enumerated() {
      let finding = found.first { ($0["path"] as? String)?.hasSuffix("/\(index).plist") == true }
      let message = finding?["message"] as? String ?? ""
      #expect(message.contains(list.fact), "\(list): \(message)")
    }
    for arguments in [["clean", "--dry-run"], ["clean"]] {
      let clean = try Tool.run(arguments + ["--store", "store"], in: directory.url)
      #expect(clean.status == 12, "\(clean.messages)")
    }
    #expect(try run("store", "list", "--store", "store").status == 0)
    #expect(try run("report", "--store", "store", "-o", "report.html").status == 0)
    #expect(try run("store", "export", "--all", "a.wwdesign", "--store", "store").status != 0)
  }

  @Test(.enabled(if: SharedFolder.has("app"), "There is no folder 'shared/app'."))
  func `of the published app are read by workers as in this process`() throws {
    let folder = try #require(SharedFolder.url("app/container/Library/Preferences"))
    let there = PNGWorkers(
      IsolationSettings(
        executable: .init(BuiltProducts.photoprep.path),
        arguments: ["photoprep", "worker"]))
    defer { there.close() }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let value = try LocalPropertyListReader().value(of: bytes)
      #expect(value.dictionary?["widgetweaver.specs.v1"] != nil)
      #expect(try there.value(of: bytes) == value)
    }
  }
}
