import Foundation
import Testing
import _TestSupport

@Suite("photoprep package")
struct PackingCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (fixture, name) in [("1", "one"), ("3", "three")] {
      try FileManager.default.copyItem(
        at: Fixture.url("orientation/\(fixture).jpg"),
        to: directory.url.appending(path: "\(name).jpg"))
    }
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  private func object(_ file: URL) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  private func specs(_ package: String) throws -> [[String: Any]] {
    let package = try object(directory.url.appending(path: package))
    return try #require(package["specs"] as? [[String: Any]])
  }

  /// The keys of an object at every depth, each with the kind of its value.
  private func keys(_ value: Any, at path: String = "") -> Set<String> {
    guard let object = value as? [String: Any] else {
      return ["\(path): \(value is String ? "text" : "number")"]
    }
    return object.reduce(into: []) { $0.formUnion(keys($1.value, at: path + "/" + $1.key)) }
  }

  @Test(.enabled(if: SharedFolder.has("app")))
  func `every design has the keys that the app writes, and no others`() throws {
    #expect(try run("package", "one.jpg", "a.wwdesign").status == 0)
    let app = try #require(SharedFolder.url("app")).appending(path: "one.wwdesign")
    let theirs = try #require(try object(app)["specs"] as? [[String: Any]])
    let optional: Set = ["/secondaryText: text"]
    let ours = try keys(specs("a.wwdesign")[0])
    // The app ignores the keys of a family that it does not know.
    let further = ours.filter { $0.contains("/smartPhoto/portrait/") }
    #expect(!further.isEmpty)
    #expect(ours.subtracting(further) == keys(theirs[0]).subtracting(optional))
  }

  @Test func `with --quiet only what went wrong is said, of crops, packages and albums too`() throws
  {
    for arguments in [
      ["crop", "one.jpg"], ["package", "one.jpg", "three.jpg", "a.wwdesign", "--store", "S"],
      ["album", "make", "--all", "--name", "x", "--package", "b.wwdesign", "--store", "S"],
      [
        "album", "make", "y", "--best", "1", "--all", "--include", "small", "--include",
        "screenshot", "--store", "S",
      ],
    ] {
      let result = try Tool.run(arguments + ["--quiet"], in: directory.url)
      #expect(result.status == 0, "\(result)")
      #expect(result.output.isEmpty && !result.messages.contains("keeps 3"), "\(result)")
    }
    #expect(try !run("crop", "one.jpg", "--quiet", "--json").output.isEmpty)
    let wrong = try run("crop", "none.jpg", "--quiet")
    #expect(wrong.status == 2 && wrong.messages.contains("none.jpg: "))
  }

  @Test func `more designs than the app keeps without Pro are packed, with a note`() throws {
    for (photos, isNoted) in [
      (["one.jpg", "three.jpg"], false), (["one.jpg", "three.jpg", "two.jpg"], true),
    ] {
      try? FileManager.default.copyItem(
        at: Fixture.url("orientation/2.jpg"), to: directory.url.appending(path: "two.jpg"))
      let result = try Tool.run(
        ["package"] + photos + ["a.wwdesign", "--force"], in: directory.url)
      #expect(result.status == 0)
      #expect(result.messages.contains("keeps 3 designs") == isNoted)
      #expect(try specs("a.wwdesign").count == photos.count)
    }
    let together = try run("package", "one.jpg", "two.jpg", "three.jpg", "b.wwdesign", "--together")
    #expect(!together.messages.contains("keeps 3 designs"))
  }

  @Test func `each photo is a design of its own, and nothing else is left behind`() throws {
    let result = try run("package", "one.jpg", "three.jpg", "trip.wwdesign")
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.hasPrefix("trip.wwdesign: 2 designs, 0 albums, 10 images, "))
    let specs = try specs("trip.wwdesign")
    #expect(specs.map { $0["name"] as? String } == ["one", "three"])
    #expect(Set(specs.compactMap { $0["id"] as? String }).count == 2)
    for spec in specs {
      #expect((spec["layout"] as? [String: Any])?["template"] as? String == "poster")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
    #expect(left == ["one.jpg", "three.jpg", "trip.wwdesign"])
  }

  @Test func `a package comes into a store, with the photos' names`() throws {
    #expect(try run("package", ".", "trip.wwdesign", "--together", "--every", "5").status == 0)
    let design = try #require(try specs("trip.wwdesign").first)
    let smart = (design["image"] as? [String: Any])?["smartPhoto"] as? [String: Any]
    #expect(smart != nil && smart?["shuffleManifestFileName"] == nil)
    #expect(try run("store", "init", "--store", "other").status == 0)
    let imported = try run("store", "import", "trip.wwdesign", "--store", "other")
    #expect(imported.output.contains("1 design, 1 album and 10 images came in"), "\(imported)")
    let album = try #require(try run("album", "list", "--json", "--store", "other").objects().first)
    #expect(album["album"] as? String == "trip.json" && album["intervalMinutes"] as? Int == 5)
    #expect(album["photos"] as? Int == 2)
    #expect(try run("store", "check", "--store", "other").status == 0)
    let listed = try run("store", "list", "--json", "--store", "other").objects()
    #expect(listed.map { $0["event"] as? String } == ["packaged", "packaged"])
    #expect(listed.first?["design"] as? String == "trip.json")
    #expect(listed.last?["album"] as? String == "trip.json")
    #expect(listed.allSatisfy { ($0["files"] as? [String: String])?.count == 5 })
  }

  @Test func `photos of a store are taken as they were prepared, and others are prepared into it`()
    throws
  {
    #expect(
      try run("prep", "one.jpg", "--store", "store", "--device", "iPhone SE 3").status == 0)
    let result = try run(
      "package", "one.jpg", "three.jpg", "a.wwdesign", "--store", "store", "--json")
    #expect(result.status == 0)
    let events = try result.objects().compactMap { $0["event"] as? String }
    #expect(events == ["prepared", "exported", "summary"])
    let sizes = try specs("a.wwdesign").map { spec in
      let image = spec["image"] as? [String: Any]
      let small = (image?["smartPhoto"] as? [String: Any])?["small"] as? [String: Any]
      return (small?["pixelSize"] as? [String: Int])?["width"]
    }
    #expect(sizes == [292, 530])
    #expect(try run("store", "list", "--json", "--store", "store").objects().count == 2)
    let id = try #require(
      try run("store", "list", "--json", "--store", "store").objects().first?["photo"] as? String)
    #expect(try run("package", id, "b.wwdesign", "--store", "store").status == 0)
    #expect(try specs("b.wwdesign").count == 1)
  }

  @Test func `an album's name means its photos, in their order`() throws {
    #expect(try run("prep", "one.jpg", "three.jpg", "--store", "store").status == 0)
    let made = try run(
      "album", "make", "three.jpg", "one.jpg", "--name", "Lake", "--store", "store")
    #expect(made.status == 0)
    let packed = try run("package", "lake", "a.wwdesign", "--store", "store")
    #expect(packed.status == 0, "\(packed)")
    #expect(packed.output.hasSuffix("\nnext: photoprep offer a.wwdesign\n"))
    #expect(try specs("a.wwdesign").map { $0["name"] as? String } == ["three", "one"])
    // A file of this name is meant first.
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "Lake"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: directory.url.appending(path: "one.jpg"), to: directory.url.appending(path: "Lake/1.jpg"))
    #expect(try run("package", "Lake", "b.wwdesign", "--store", "store").status == 0)
    #expect(try specs("b.wwdesign").count == 1)
    // What the store has lost of an album is named.
    let id = try #require(
      try run("album", "show", "Lake.json", "--json", "--store", "store").objects().first?["record"]
        as? String)
    try FileManager.default.removeItem(
      at: directory.url.appending(path: "store/Photos/\(id).json"))
    let lost = try run("package", "Lake.json", "c.wwdesign", "--store", "store")
    #expect(lost.status == 2 && lost.messages.contains("\(id): "))
    #expect(try specs("c.wwdesign").count == 1)
  }

  @Test func `what is there stays, and what cannot be packed is named`() throws {
    try Data("{\"x\"".utf8).write(to: directory.url.appending(path: "a.wwdesign"))
    let refused = try run("package", "one.jpg", "a.wwdesign")
    #expect(refused.status == 1 && refused.messages.contains("There is a file already."))
    #expect(
      try Data(contentsOf: directory.url.appending(path: "a.wwdesign")) == Data("{\"x\"".utf8))
    #expect(try run("package", "one.jpg", "a.wwdesign", "--force").status == 0)
    #expect(try specs("a.wwdesign").count == 1)
    let some = try run("package", "one.jpg", "none.jpg", "b.wwdesign")
    #expect(some.status == 2 && some.messages.contains("none.jpg"))
    #expect(try specs("b.wwdesign").count == 1)
    let none = try run("package", "none.jpg", "c.wwdesign")
    #expect(none.status == 2)
    #expect(
      !FileManager.default.fileExists(atPath: directory.url.appending(path: "c.wwdesign").path))
    let photo = try run("package", "one.jpg", "three.jpg", "--force")
    #expect(photo.status == 64 && photo.messages.contains("for example trip.wwdesign"))
  }
}
