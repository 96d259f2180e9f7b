import Foundation
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Set, catalog and document rules` {
  @Test(arguments: FolderCase.all)
  func `breaking tree breaks exactly its rule`(_ sample: FolderCase) throws {
    #expect(try sample.findings(sample.breaking) == [sample.rule])
  }

  @Test(arguments: FolderCase.all)
  func `tree just inside breaks no rule`(_ sample: FolderCase) throws {
    #expect(try sample.findings(sample.inside) == [])
  }

  @Test(arguments: [("iphone", [180], ["ITMS-90022"]), ("iphone", [120], [])])
  func `legacy set needs 120 pixels for iPhone`(
    _ idiom: String, _ pixels: [Int], _ codes: [String]
  ) throws {
    var tree = IconTree.catalog()
    tree.addLegacy(
      sides: pixels.map { (idiom, "60x60", $0 == 120 ? "2x" : "3x", $0) })
    #expect(try codes == legacyCodes(of: tree))
  }

  @Test(arguments: [([152], ["ITMS-90023"]), ([152, 167], [])])
  func `legacy set needs 152 and 167 pixels for iPad`(
    _ pixels: [Int], _ codes: [String]
  ) throws {
    var tree = IconTree.catalog()
    tree.addLegacy(
      sides: pixels.map { ("ipad", $0 == 152 ? "76x76" : "83.5x83.5", "2x", $0) })
    #expect(try codes == legacyCodes(of: tree))
  }

  @Test func `pictures of the Mac with a platform, which actool drops, are none`() throws {
    var tree = IconTree.catalog()
    let slot = IconTree.slot("mac", "512x512", "2x", "AppIcon.png")
    tree["A.xcassets/AppIcon.appiconset/Contents.json"] =
      IconTree.contents([#"{"platform":"macos","# + slot.dropFirst()])
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings).filter { $0.severity == .error }
    #expect(found.map(\.rule) == ["mac-incomplete", "mac-incomplete"])
  }

  @Test func `sizes that are missing beside the single picture are a warning`() throws {
    var tree = IconTree.catalog()
    let slot = IconTree.slot("iphone", "60x60", "2x", nil)
    func severities(_ images: String...) throws -> [Severity] {
      tree["A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents(images)
      let directory = try tree.write()
      return try IconValidator(headersOnly: true).validate(directory.url.path + "/A.xcassets")
        .flatMap(\.findings).filter { $0.rule == "legacy-incomplete" }.map(\.severity)
    }
    #expect(try severities(slot, IconTree.single("AppIcon.png")) == [.warning])
    let store = IconTree.slot("ios-marketing", "1024x1024", "1x", "AppIcon.png")
    #expect(try severities(slot, store) == [.error])
  }

  @Test(arguments: [("dark.png", .warning), (nil, .note)] as [(String?, Severity)])
  func `sizes beside a dark icon are a warning`(dark: String?, expected: Severity) throws {
    var tree = IconTree.catalog()
    let set = "A.xcassets/AppIcon.appiconset"
    tree["\(set)/Contents.json"] = IconTree.contents([
      IconTree.single("AppIcon.png"), IconTree.single(dark, appearance: "dark"),
      IconTree.slot("iphone", "60x60", "2x", "120.png"),
    ])
    tree.add("\(set)/120.png", IconTree.small(120))
    if let dark { tree.add("\(set)/\(dark)", IconTree.other) }
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path + "/A.xcassets")
      .flatMap(\.findings).filter { $0.rule == "legacy-form" }
    #expect(found.map(\.severity) == [expected])
  }

  @Test func `an entry without a slot, and an empty name, are no pictures of a set`() throws {
    var tree = IconTree.catalog()
    let set = "A.xcassets/AppIcon.appiconset"
    let old = #"{"idiom":"universal","scale":"1x","unassigned":true,"filename":"Old.png"}"#
    let gone = #"{"idiom":"universal","scale":"1x","unassigned":true,"filename":"Gone.png"}"#
    let dark = IconTree.single("", appearance: "dark")
    tree.add("\(set)/Old.png", IconTree.other)
    tree["\(set)/Contents.json"] = IconTree.contents([
      IconTree.single("AppIcon.png"), dark, old, gone,
    ])
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path + "/A.xcassets")
      .flatMap(\.findings)
    #expect(found.map(\.rule) == ["unassigned-child", "empty-slot"])
  }

  @Test func `an empty slot that the App Store asks for is one finding`() throws {
    var tree = IconTree.catalog()
    tree["A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents([
      IconTree.slot("ios-marketing", "1024x1024", "1x", "AppIcon.png"),
      IconTree.slot("iphone", "60x60", "2x", nil), IconTree.slot("iphone", "29x29", "2x", nil),
    ])
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path + "/A.xcassets")
      .flatMap(\.findings)
    #expect(found.map(\.rule) == ["legacy-incomplete", "empty-slot", "legacy-form"])
  }

  private func legacyCodes(of tree: IconTree) throws -> [String?] {
    let directory = try tree.write()
    let reports = try IconValidator(headersOnly: true).validate(
      directory.url.appending(path: "A.xcassets").path)
    let findings = reports.flatMap(\.findings).filter { $0.rule != "legacy-form" }
    #expect(findings.allSatisfy { $0.rule == "legacy-incomplete" })
    return findings.map(\.prevents)
  }

  @Test func `slot whose size and scale make 167 pixels wants 167 pixels`() {
    let value = JSONValue.object([
      "idiom": .string("ipad"), "size": .string("83.5x83.5"), "scale": .string("2x"),
    ])
    #expect(IconSlot(index: 0, value).pixelSize?.description == "167×167")
  }
}
