import AppIcon
import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@Suite struct `Configuration` {
  private func configuration(_ text: String) throws -> IconConfiguration {
    let directory = try TemporaryDirectory()
    let url = directory.url.appending(path: ConfigurationFile.fileNames[0])
    try Data(text.utf8).write(to: url)
    return try ConfigurationFile(contentsOf: url.path).icon
  }

  @Test func `levels are read, off without quotes too`() throws {
    let read = try configuration("icon:\n  rules:\n    metadata: off\n    interlaced: error\n")
    #expect(read.levels == ["metadata": .off, "interlaced": .severity(.error)])
    #expect(read.unknownRules == [])
  }

  @Test(arguments: ["", "# nothing\n", "---\n", "icon:\n", "icon:\n  rules:\n"])
  func `nothing is a configuration without levels`(_ text: String) throws {
    #expect(try configuration(text) == IconConfiguration())
  }

  @Test(
    arguments: [
      (
        "icons:\n  rules:\n",
        "Line 1: The file has the key 'icons'; store, device, background, master-quality, render-quality and icon exist."
      ),
      ("- icon", "Line 1: The file is not a mapping of names to values."),
      ("icon: nonsense", "Line 1: 'icon' is not a mapping of names to values."),
      ("icon:\n  rule: {}", "Line 2: 'icon' has the key 'rule'; only 'rules' exists."),
      ("icon:\n  rules: [size]", "Line 2: 'rules' is not a mapping of names to values."),
      (
        "icon:\n  rules:\n    size: [off]",
        "Line 3: The rule 'size' has the level 'none of these'; off, note, warning and error exist."
      ),
      (
        "icon: {rules: {metadata: fatal}}",
        "Line 1: The rule 'metadata' has the level 'fatal'; off, note, warning and error exist."
      ),
    ])
  func `another shape or an unknown level is refused with its line`(
    _ text: String, _ message: String
  ) {
    let error = #expect(throws: PhotoprepError.self) { try configuration(text) }
    #expect(error?.code == .configurationUnreadable && error?.message == message)
  }

  @Test func `what the YAML reader says is passed on`() {
    let error = #expect(throws: PhotoprepError.self) { try configuration("icon: {a") }
    #expect(error?.message.hasPrefix("The file is not YAML: ") == true)
    #expect(error?.message.contains("line 1") == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test func `unknown rule is told, not refused`() throws {
    #expect(try configuration("icon: {rules: {meta: note}}").unknownRules == ["meta"])
  }

  @Test func `configured validator drops and raises findings`() throws {
    let tree = IconTree.catalog()
    let directory = try tree.write()
    let path = directory.url.appending(path: "A.xcassets/Contents.json").path
    try FileManager.default.removeItem(atPath: path)
    let catalog = directory.url.appending(path: "A.xcassets").path
    var validator = IconValidator(headersOnly: true)
    validator.configuration.levels = ["catalog-contents-missing": .severity(.error)]
    #expect(try validator.validate(catalog).fails())
    validator.configuration.levels = ["catalog-contents-missing": .off]
    #expect(try validator.validate(catalog).flatMap(\.findings) == [])
  }
}
