import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite("photoprep icon")
struct IconCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a photo is no icon: errors, exit code 3, one JSON object`() throws {
    let path = Fixture.url("formats/rgba.png").path
    let result = try Tool.run(["icon", "validate", path, "--json"])
    #expect(result.status == 3)
    let report = try #require(try result.objects().first)
    #expect(report["path"] as? String == path && report["kind"] as? String == "png")
    #expect(report["hasAlphaChannel"] as? Bool == true && report["colorType"] as? Int == 6)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["severity"] as? String == "error" })
    for finding in findings {
      for key in ["rule", "severity", "prevents", "message", "remedy"] {
        #expect(finding.keys.contains(key))
      }
    }
  }

  @Test func `worker processes change nothing about what is found and placed`() throws {
    let folders = ["formats", "odd-sizes", "damaged"].map { Fixture.url($0) }
    let files = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    let paths = files.map(\.path).sorted()
    let validate = ["icon", "validate", "--json"] + paths
    let apart = try Tool.run(validate)
    let here = try Tool.run(validate + ["--in-process"])
    #expect(apart.output == here.output && apart.messages == here.messages)
    #expect(apart.status == here.status && apart.output.contains("one-colour"))
    for (catalog, way) in [("A.xcassets", []), ("B.xcassets", ["--in-process"])] {
      let place = ["icon", "place", try wideIcon(), "--catalog", catalog, "--resize"]
      let placed = try Tool.run(place + ["--flatten", "auto"] + way, in: directory.url)
      #expect(placed.status == 0, "\(placed.messages)")
    }
    let name = "xcassets/AppIcon.appiconset/AppIcon.png"
    #expect(
      try Data(contentsOf: directory.url.appending(path: "A.\(name)"))
        == Data(contentsOf: directory.url.appending(path: "B.\(name)")))
  }

  /// A larger icon with alpha, which is decoded and written again.
  private func wideIcon() throws -> String {
    let size = PixelSize(width: 1100, height: 1100)
    let samples = (0..<size.area).flatMap { index -> [UInt8] in
      [UInt8(truncatingIfNeeded: index >> 2), UInt8(truncatingIfNeeded: index >> 12), 128, 200]
    }
    let pixels = PNGPixels(size: size, bytes: samples)
    let url = directory.url.appending(path: "wide.png")
    try #require(PNGEncoder.rgba(pixels, colour: .sRGB)).write(to: url)
    return url.path
  }

  @Test func `place refuses alpha and changes nothing`() throws {
    let icon = Fixture.url("formats/rgba.png").path
    let result = try Tool.run(
      ["icon", "place", icon, "--catalog", "Assets.xcassets"], in: directory.url)
    #expect(result.status == 1 && result.messages.hasPrefix("photoprep: \(icon): "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  @Test func `a placed icon validates, and a dry run writes nothing`() throws {
    let size = PixelSize(width: 1024, height: 1024)
    let samples = (0..<size.area).flatMap { index -> [UInt8] in
      [UInt8(truncatingIfNeeded: index >> 2), UInt8(truncatingIfNeeded: index >> 12), 128]
    }
    let png = try #require(PNGEncoder.rgb(samples, size: size))
    try png.write(to: directory.url.appending(path: "icon.png"))
    let place = ["icon", "place", "icon.png", "--catalog", "Assets.xcassets"]
    let dry = try Tool.run(place + ["--dry-run"], in: directory.url)
    let assets = directory.url.appending(path: "Assets.xcassets")
    #expect(dry.status == 0 && !FileManager.default.fileExists(atPath: assets.path))
    let placed = try Tool.run(place, in: directory.url)
    #expect(placed.status == 0 && placed.output == dry.output)
    let check = try Tool.run(["icon", "validate", "Assets.xcassets"], in: directory.url)
    #expect(check.status == 0, "\(check.output)")
    let again = try Tool.run(place, in: directory.url)
    #expect(again.status == 0 && again.output.hasPrefix("nothing to do: Assets.xcassets/"))
  }

  @Test func `a project is reported twice in the same bytes, in a stable order`() throws {
    let images = Fixture.url("formats").path
    let set = directory.url.appending(path: "App/A.xcassets/AppIcon.appiconset")
    try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: images)
    where name.hasSuffix(".png") {
      try FileManager.default.copyItem(
        atPath: images + "/" + name, toPath: set.appending(path: name).path)
    }
    let project = "targets: {B: {type: application, platform: iOS}, A: {type: application}}"
    try Data(project.utf8).write(to: directory.url.appending(path: "project.yml"))
    for format in ["json", "sarif", "github", "text"] {
      let arguments = ["icon", "validate", ".", "--format", format]
      let runs = try (0..<3).map { _ in try Tool.run(arguments, in: directory.url) }
      #expect(Set(runs.map(\.output)).count == 1 && !runs[0].output.isEmpty, "\(format)")
      #expect(runs.allSatisfy { $0.status == runs[0].status })
    }
  }

  @Test func `explain lists rules and explains one`() throws {
    let list = try Tool.run(["icon", "explain"]).output.split(separator: "\n")
    let rule = try #require(list.first?.split(separator: " ").first)
    let explained = try Tool.run(["icon", "explain", String(rule)])
    #expect(explained.status == 0 && explained.output.hasPrefix("\(rule) ("))
    let unknown = try Tool.run(["icon", "explain", "no-such-rule"])
    #expect(unknown.status == 64 && !unknown.messages.contains("Did you mean"))
    #expect(
      try Tool.run(["icon", "explain", "alpha"]).messages.contains(
        "There is no rule 'alpha'. Did you mean 'alpha-channel'?"))
  }

  private func write(_ path: String, _ text: String) throws {
    let url = directory.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A document with an SVG in front of a PNG, outside of a project with one app that names it.
  private func writeDocument() throws {
    try write(
      "AppIcon.icon/icon.json",
      #"""
      {"fill": {"solid": "srgb:0,0.5,1,1"}, "groups": [{"blend-mode": "plus-darker", "layers": [
      {"image-name": "a.svg", "position": {"scale": 20, "translation-in-points": [0, 100]}}, {"image-name": "b.png"}]}]}
      """#)
    try write(
      "AppIcon.icon/Assets/a.svg",
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="9" cy="9" r="8"/><text> </text></svg>"#
    )
    try FileManager.default.copyItem(
      at: Fixture.url("formats/rgba.png"),
      to: directory.url.appending(path: "AppIcon.icon/Assets/b.png"))
    try write(
      "App/App.xcodeproj/project.xcproj",
      """
      {
        "configurations": [ "Release" ],
        "files": [
          { "path": "Main.swift", "target-membership": [ "App/compile-sources" ] },
        ],
        "targets": [
          {
            "name": "App",
            "product-type": "application",
            "build-phases": [ "compile-sources", "resources" ],
            "build-settings": {
              "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon",
            },
          },
        ],
      }

      """)
  }

  @Test func `a document is drawn by a worker as in this process, and what is not drawn is said`()
    throws
  {
    try writeDocument()
    let validate = ["icon", "validate", "AppIcon.icon", "--preview"]
    let apart = try Tool.run(validate + ["a.png"], in: directory.url)
    let here = try Tool.run(validate + ["b.png", "--in-process"], in: directory.url)
    #expect(apart.status == 0 && apart.output == "1 item checked: nothing to mention\n")
    #expect(apart.messages == here.messages)
    let lines = apart.messages.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("note: AppIcon.icon: Its layers are drawn flat."))
    #expect(lines[1].hasSuffix("Text in the picture 'a.svg' is not drawn."))
    let data = try Data(contentsOf: directory.url.appending(path: "a.png"))
    #expect(try Data(contentsOf: directory.url.appending(path: "b.png")) == data)
    let pixels = try LocalPNGReader().pixels(of: data, structure: PNGStructure(data))
    // In the large icon of the first row: the ground, and the disc a little below the middle.
    let colours = [(168, 60), (168, 180)].map { x, y in
      Array(pixels.bytes[(y * pixels.size.width + x) * 4..<(y * pixels.size.width + x) * 4 + 3])
    }
    #expect(colours == [[0, 128, 255], [0, 0, 0]])
  }

  @Test func `a document is placed into a project, which then has it for its icon`() throws {
    try writeDocument()
    let project = directory.url.appending(path: "App/App.xcodeproj/project.xcproj")
    let before = try Data(contentsOf: project)
    let missing = try Tool.run(["icon", "validate", "App/App.xcodeproj"], in: directory.url)
    #expect(missing.output.contains("[no-catalog"))
    let place = ["icon", "place", "AppIcon.icon", "--project", "App"]
    let dry = try Tool.run(place + ["--dry-run"], in: directory.url)
    #expect(try Data(contentsOf: project) == before)
    #expect(!FileManager.default.fileExists(atPath: directory.url.path + "/App/AppIcon.icon"))
    let placed = try Tool.run(place, in: directory.url)
    #expect(placed.status == 0 && placed.output == dry.output)
    #expect(
      placed.output == """
        back up the files to rewrite to App/.icon-backup/App-1
        write App/AppIcon.icon
        add AppIcon.icon to target 'App' in App/App.xcodeproj/project.xcproj

        """)
    let valid = try Tool.run(
      ["icon", "validate", "App/App.xcodeproj", "--preview", "p.png"], in: directory.url)
    #expect(valid.status == 0 && valid.output.hasSuffix(": nothing to mention\n"))
    #expect(valid.messages.contains("App/AppIcon.icon: Its layers are drawn flat."))
  }

  @Test func `a document goes beside the catalog, whose folder may be called like the project's`()
    throws
  {
    try writeDocument()
    let project = directory.url.appending(path: "App/App.xcodeproj/project.xcproj")
    let source = #"{ "path": "Main.swift", "target-membership": [ "App/compile-sources" ] }"#
    let catalog = #"{ "path": "App/A.xcassets", "target-membership": [ "App/resources" ] }"#
    let text = try String(contentsOf: project, encoding: .utf8)
    try write("App/App.xcodeproj/project.xcproj", text.replacing(source, with: catalog))
    try write("App/App/A.xcassets/Contents.json", "{}")
    let place = ["icon", "place", "AppIcon.icon", "--project", "App", "--dry-run"]
    let placed = try Tool.run(place, in: directory.url)
    #expect(placed.output.contains("write App/App/AppIcon.icon\n"))
  }

  @Test(arguments: [
    (["AppIcon.icon"], "An Icon Composer document needs --project."),
    (["AppIcon.icon/", "--project", "A", "--dark", "d.png"], "--dark is for PNGs"),
    (["icon.png"], "A PNG needs --catalog."),
    (["icon.png", "--catalog", "A.xcassets", "--project", "A"], "--project and --target are for"),
  ])
  func `options of pictures and of documents are told apart`(
    arguments: [String], message: String
  ) throws {
    let result = try Tool.run(["icon", "place"] + arguments, in: directory.url)
    #expect(result.status == 64 && result.messages.contains(message))
  }

  @Test func `SARIF links to the rules where an address is given, which must be one`() throws {
    let icon = Fixture.url("formats/rgba.png").path
    let validate = ["icon", "validate", icon, "--format", "sarif", "--help-uri-base"]
    let page = "https://example.com/docs/icon-rules.md"
    let linked = try Tool.run(validate + [page])
    #expect(linked.output.contains("\"helpUri\" : \"\(page)#alpha-channel\""))
    let wrong = try Tool.run(validate + ["docs/icon-rules.md"])
    #expect(wrong.status == 64 && wrong.messages.contains("it must be an address"))
    let other = try Tool.run(["icon", "validate", icon, "--help-uri-base", page])
    #expect(other.status == 64 && other.messages.contains("is for --format sarif"))
  }
}
