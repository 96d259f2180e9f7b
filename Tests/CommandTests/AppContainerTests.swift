import Foundation
import Testing
import _TestSupport

@Suite("The published app's container and packages", .enabled(if: SharedFolder.has("app")))
struct AppContainerTests {
  let directory: TemporaryDirectory

  /// A copy of the app's container that is a store, and copies of its packages.
  init() throws {
    directory = try TemporaryDirectory()
    let app = try #require(SharedFolder.url("app"))
    for name in ["container", "all.wwdesign", "one.wwdesign"] {
      try FileManager.default.copyItem(
        at: app.appending(path: name), to: directory.url.appending(path: name))
    }
    _ = try Tool.shell("chmod -R u+w .", in: directory.url)
    #expect(try run("store", "init", "--store", "container").status == 0)
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: directory.url)
  }

  private func specs(_ package: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: directory.url.appending(path: package))
    let package = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(package?["specs"] as? [[String: Any]])
  }

  private func images(_ store: String = "container") throws -> [String] {
    let folder = directory.url.appending(path: "\(store)/WidgetWeaverImages")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `keep every image in use, and the preferences`() throws {
    let before = try images()
    let references = try run("store", "references", "--json", "--store", "container")
    #expect(references.status == 0)
    let files = try references.objects().filter { $0["event"] as? String == "file" }
    #expect(files.count == before.count + 1)
    #expect(
      files.allSatisfy { ($0["references"] as? Int ?? 0) > 0 && $0["exists"] as? Bool == true })
    for arguments in [["--dry-run"], []] {
      let clean = try Tool.run(
        ["clean", "--grace", "0", "--json", "--store", "container"] + arguments, in: directory.url)
      #expect(clean.status == 0)
      #expect(try clean.objects().last?["orphans"] as? Int == 0)
    }
    #expect(try images() == before)
    let check = try run("store", "check", "--store", "container")
    #expect(check.status == 0 && !check.output.contains("plist"))
    #expect(try run("store", "rebuild", "--store", "container").status == 0)
    let list = try run("store", "list", "--json", "--store", "container")
    let photos = try list.objects()
    #expect(
      list.status == 0
        && photos.map { $0["event"] as? String } == .init(repeating: "packaged", count: 3))
    #expect(photos.compactMap { $0["appDesign"] as? String } == ["Beach", "matched"])
  }

  @Test func `come in, go out and come in again alike`() throws {
    for store in ["a", "b", "c"] { #expect(try run("store", "init", "--store", store).status == 0) }
    let imported = try run("store", "import", "all.wwdesign", "one.wwdesign", "--store", "a")
    #expect(imported.status == 0 && imported.messages.isEmpty)
    #expect(try images("a").count == 4)
    #expect(try run("store", "export", "--all", "out.wwdesign", "--store", "a").status == 0)
    #expect(try run("store", "import", "out.wwdesign", "--store", "b").status == 0)
    #expect(try run("store", "merge", "a", "--store", "c").status == 0)
    #expect(try images("b") == images("a") && images("c") == images("a"))
    for store in ["a", "b", "c"] {
      let check = try run("store", "check", "--store", store)
      #expect(check.status == 0 && check.output.contains("all whole"), "\(check.output)")
    }
    let all = try run("store", "export", "--all", "album.wwdesign", "--store", "container")
    #expect(all.status == 0 && all.output.contains("4 designs, 1 album, 13 images"), "\(all)")
    // The designs of the preferences are those of the app's own export, but for the album.
    let ours = try specs("album.wwdesign")
    let theirs = try specs("all.wwdesign").map { spec in
      var spec = spec
      if var image = spec["image"] as? [String: Any] {
        if var photo = image["smartPhoto"] as? [String: Any] {
          photo["shuffleManifestFileName"] = nil
          image["smartPhoto"] = photo
        }
        spec["image"] = image
      }
      return spec
    }
    #expect(ours as NSArray == theirs as NSArray)
  }

  @Test func `come into another store with every design, and nothing stays behind`() throws {
    #expect(try run("store", "init", "--store", "all").status == 0)
    let merge = try run("store", "merge", "container", "--store", "all")
    #expect(merge.status == 0 && merge.output.contains("13 images, 1 album and 4 designs added"))
    #expect(!merge.output.contains("left behind"), "\(merge)")
    #expect(try images("all") == images())
    let again = try run("store", "merge", "container", "--store", "all")
    #expect(
      again.output.contains("0 images, 0 albums and 0 designs added; 0 conflicts"), "\(again)")
    let check = try run("store", "check", "--store", "all")
    #expect(check.status == 0 && check.output.contains("all whole"), "\(check)")
  }

  @Test func `are pinned, repaired and upgraded without a change to what is the app's`() throws {
    let before = try images()
    let pin = try run("store", "pin", before[0], "--store", "container")
    #expect(pin.status == 0 && pin.output == before[0] + "\n")
    #expect(try run("store", "unpin", before[0], "--store", "container").status == 0)
    let repair = try run("store", "check", "--repair", "--store", "container")
    #expect(repair.status == 0 && repair.output.contains("0 files mended, 0 not"), "\(repair)")
    let upgrade = try run("prep", "--upgrade", "--store", "container")
    #expect(upgrade.status == 0 && upgrade.output.hasPrefix("0 prepared"))
    let report = try run("report", "--store", "container", "-o", "report.html")
    #expect(report.status == 0, "\(report)")
    let page = try String(
      contentsOf: directory.url.appending(path: "report.html"), encoding: .utf8)
    #expect(page.contains("the app's design Beach"))
    for arguments in [["--restore"], ["--purge"]] {
      let clean = try Tool.run(["clean", "--store", "container"] + arguments, in: directory.url)
      #expect(clean.status == 0 && clean.output == "the trash is empty\n", "\(clean)")
    }
    #expect(try images() == before)
  }

  @Test func `take photos and albums in beside the app's own`() throws {
    let before = try images()
    let albums = try run("album", "list", "--json", "--store", "container").objects()
    let theirs = try #require(albums.first?["album"] as? String)
    #expect(albums.count == 1 && albums[0]["photos"] as? Int ?? 0 > 0)
    try FileManager.default.copyItem(
      at: Fixture.url("orientation/1.jpg"), to: directory.url.appending(path: "one.jpg"))
    #expect(try run("prep", "one.jpg", "--store", "container").status == 0)
    let taken = try run("album", "remove", theirs, "--store", "container")
    #expect(taken.status == 1 && taken.messages.contains("in use by Library/Preferences/"))
    #expect(try run("album", "add", theirs, "one.jpg", "--store", "container").status == 0)
    let used = try run("rm", "one.jpg", "--store", "container")
    #expect(used.status == 1 && used.messages.contains(theirs))
    #expect(try run("album", "remove", theirs, "one.jpg", "--store", "container").status == 0)
    #expect(try run("rm", "one.jpg", "--store", "container").status == 0)
    #expect(try run("clean", "--purge", "--store", "container").status == 0)
    #expect(try images() == before)
    #expect(try run("store", "check", "--store", "container").status == 0)
  }

  @Test func `hold no photos for prep`() throws {
    let prep = try run("prep", ".", "--store", "new", "--json")
    #expect(prep.status == 1 && prep.output.isEmpty)
    #expect(prep.messages.contains("There is no photo here; what is there: "), "\(prep)")
  }
}
