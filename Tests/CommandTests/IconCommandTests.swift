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
    #expect(try Tool.run(place, in: directory.url).messages.contains("--replace"))
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
}
