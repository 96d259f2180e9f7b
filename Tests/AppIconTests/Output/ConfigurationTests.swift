import Foundation
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Configuration` {
  private func configuration(_ text: String) throws -> IconConfiguration {
    let directory = try TemporaryDirectory()
    let url = directory.url.appending(path: IconConfiguration.fileName)
    try Data(text.utf8).write(to: url)
    return try IconConfiguration(contentsOf: url.path)
  }

  @Test func `levels are read, off without quotes too`() throws {
    let read = try configuration("icon:\n  rules:\n    metadata: off\n    interlaced: error\n")
    #expect(read.levels == ["metadata": .off, "interlaced": .severity(.error)])
    #expect(read.unknownRules == [])
  }

  @Test func `unknown rule is told, not refused`() throws {
    #expect(try configuration("icon: {rules: {meta: note}}").unknownRules == ["meta"])
  }

  @Test func `unknown level is refused with those that exist`() throws {
    let error = #expect(throws: AppIconError.self) {
      try configuration("icon: {rules: {metadata: fatal}}")
    }
    #expect(error?.code == .configurationUnreadable)
    #expect(
      error?.message
        == "The rule 'metadata' has the level 'fatal'; off, note, warning and error exist.")
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
