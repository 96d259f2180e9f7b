import Foundation
import Testing
import _TestSupport

@Suite("photoprep store")
struct StoreCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func store(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["store"] + arguments + ["--store", "store"], in: directory.url)
  }

  private func makeStoreWithOnePhoto() throws -> URL {
    let photo = Fixture.url("orientation/1.jpg").path
    #expect(try Tool.run(["prep", photo, "--store", "store"], in: directory.url).status == 0)
    return directory.url.appending(path: "store")
  }

  private func image(_ prefix: String, in store: URL) throws -> URL {
    let images = store.appending(path: "WidgetWeaverImages")
    let names = try FileManager.default.contentsOfDirectory(atPath: images.path)
    return images.appending(path: try #require(names.first { $0.hasPrefix(prefix) }))
  }

  private func codes(_ result: Tool.Result) throws -> [String] {
    try result.objects().compactMap { $0["code"] as? String }
  }

  @Test func `init makes the folders, and again changes nothing`() throws {
    #expect(try store("init").output == "store is a store.\n")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "store").path)
    #expect(
      names.sorted() == [
        ".photoprep", "Designs", "Photos", "WidgetWeaverImages", "WidgetWeaverSmartPhoto",
      ])
    #expect(try store("init").status == 0)
    let other = try store("init", "--images-folder", "Pictures")
    #expect(other.status == 1)
    #expect(other.messages.contains("'WidgetWeaverImages'"))
  }

  @Test func `control characters in names are shown as escapes`() throws {
    let name = "a\u{1B}[31m\nb"
    #expect(
      try Tool.run(["store", "init", "--store", name], in: directory.url).output
        == "a\\x1B[31m\\x0Ab is a store.\n")
    let design = directory.url.appending(path: "\(name)/Designs/d\u{1B}.json")
    try Data(#"{"image": {"fileName": "x\u001B.jpg"}}"#.utf8).write(to: design)
    let references = try Tool.run(["store", "references", "--store", name], in: directory.url)
    #expect(references.output.hasPrefix("1  x\\x1B.jpg  Designs/d\\x1B.json  [not there]\n"))
    let none = try Tool.run(["store", "list", "--store", name + "c"], in: directory.url)
    #expect(none.messages.hasPrefix("photoprep: a\\x1B[31m\\x0Abc: There is no store here."))
  }

  @Test func `folders may have other names`() throws {
    #expect(try store("init", "--images-folder", "Pictures").status == 0)
    let store = try makeStoreWithOnePhoto()
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: store.appending(path: "Pictures").path
      ).count == 5)
  }

  @Test func `a command that a finding names works when pasted`() throws {
    let photo = Fixture.url("orientation/1.jpg").path
    #expect(try Tool.run(["prep", photo, "--store", "my store"], in: directory.url).status == 0)
    let script = """
      cp -R 'my store' copy && rm -r 'my store' && mv copy 'my store'
      touch 'my store'/Photos/*.json
      "$photoprep" store check --store 'my store'
      """
    let found = try Tool.shell(script, in: directory.url).output
    let command = "photoprep store rebuild --store 'my store'"
    #expect(found.contains("'\(command)' takes it in again."), "\(found)")
    let pasted = "photoprep() { \"$photoprep\" \"$@\"; }; " + command
    #expect(try Tool.shell(pasted, in: directory.url).status == 0)
    let checked = try Tool.run(["store", "check", "--store", "my store"], in: directory.url)
    #expect(checked.output.contains("all whole"))
  }

  @Test(arguments: ["list", "check"])
  func `no store there is exit code 10`(command: String) throws {
    let result = try store(command)
    #expect(result.status == 10)
    #expect(
      result.messages
        == "photoprep: store: There is no store here. Prepare photos into it with 'photoprep prep "
        + "PHOTO --store store', which makes it, or name another with --store.\n")
  }

  @Test(arguments: ["list", "check"])
  func `a store of a newer version is exit code 11`(command: String) throws {
    #expect(try store("init").status == 0)
    let settings = directory.url.appending(path: "store/.photoprep/store.json")
    try Data(#"{"version": 99}"#.utf8).write(to: settings)
    let result = try store(command)
    #expect(result.status == 11)
    #expect(result.messages.contains("version 99"))
    let photo = Fixture.url("orientation/1.jpg").path
    #expect(try Tool.run(["prep", photo, "--store", "store"], in: directory.url).status == 11)
  }

  @Test func `a missing render is damage and exit code 12`() throws {
    let container = try makeStoreWithOnePhoto()
    try FileManager.default.removeItem(at: try image("smart-small", in: container))
    let result = try store("check", "--json")
    #expect(result.status == 12)
    #expect(try codes(result) == ["missing-file"])
    #expect(try result.objects().last?["findings"] as? Int == 1)
  }

  @Test func `one flipped bit is found when the data is read`() throws {
    let container = try makeStoreWithOnePhoto()
    let url = try image("smart-large", in: container)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    #expect(try store("check").status == 0)
    let result = try store("check", "--read-data", "--json")
    #expect(result.status == 12)
    #expect(try codes(result) == ["digest-mismatch"])
    // A merge names the command that lists the damage, and that one the command that mends it.
    let merge = try Tool.run(["store", "merge", "store", "--store", "other"], in: directory.url)
    let check = try run(commandNamed: merge)
    #expect(merge.status == 2 && check.status == 12, "\(merge) \(check)")
    #expect(try run(commandNamed: check).output.contains("1 file mended, 0 not"), "\(check)")
  }

  /// Runs the first command that a message quotes.
  private func run(commandNamed result: Tool.Result) throws -> Tool.Result {
    let command = (result.output + result.messages).split(separator: "'")
      .first { $0.hasPrefix("photoprep ") }
    return try Tool.run(
      try #require(command).split(separator: " ").dropFirst().map(String.init), in: directory.url)
  }

  @Test func `a record that cannot be read is named and the rest is listed`() throws {
    let container = try makeStoreWithOnePhoto()
    let record = container.appending(path: "Photos/0000000000000000-00000000.json")
    try Data("{".utf8).write(to: record)
    let list = try store("list", "--json")
    #expect(list.status == 12)
    #expect(try list.objects().map { $0["event"] as? String } == ["unreadable", "photo"])
    #expect(try codes(try store("check", "--json")).contains("unreadable-record"))
  }

  @Test func `a folder without permission is exit code 1 and a message`() throws {
    try Data().write(to: directory.url.appending(path: "store"))
    let photo = Fixture.url("orientation/1.jpg").path
    let result = try Tool.run(["prep", photo, "--store", "store"], in: directory.url)
    #expect(result.status == 1)
    #expect(result.messages.hasPrefix("photoprep: "))
  }
}
