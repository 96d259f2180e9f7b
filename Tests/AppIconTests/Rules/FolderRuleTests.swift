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
