import AppIcon
import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@Suite struct `Rule catalogue` {
  /// Rules that a test outside the two tables breaks.
  private static let elsewhere = [
    "unreadable", "legacy-incomplete", "icon-name-unmatched", "icon-name-unset",
    "resources-ignored", "catalog-unlisted", "project-unreadable", "no-catalog",
    "alternate-icon-unmatched", "alternate-icon-missing", "project-not-read", "project-twice",
    "icon-file-type", "catalog-missing", "layers-incomplete", "expo-icon", "not-icns",
  ]

  @Test func `every rule has a fixture that breaks it`() {
    let tested =
      ImageCase.all.map(\.rule) + ImageCase.withCompanion.map(\.rule)
      + FolderCase.all.map(\.rule) + Self.elsewhere
    #expect(Set(tested) == Set(Rule.all.map(\.id)))
  }

  @Test func `ids are unique and kebab-case`() {
    let ids = Rule.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.allSatisfy { $0 == "-" || $0.isLowercase } })
  }

  @Test func `explanation starts with id and severity and names the code`() throws {
    let text = try #require(Rule.named("alpha-channel")).explained
    #expect(text.hasPrefix("alpha-channel (error)\nPrevents: ITMS-90717\n\n"))
    #expect(!Rule.all.contains { $0.explained.contains("://") })
  }

  /// `PHOTOPREP_RECORD_RULES=1 swift test --filter 'Rule catalogue'` writes the page again.
  @Test func `the page of the rules has each under its id`() throws {
    let file = SharedFolder.packageRoot.appending(path: "docs/icon-rules.md")
    let head = """
      # Rules about icons

      What `photoprep icon validate` looks for, in the order of its findings; `photoprep icon explain RULE` prints the same. An
      **error** stops the build or the upload, or ships another icon; of a **warning** some version of the tools complains, or the
      result is likely unwanted; a **note** is worth knowing. How to switch rules off: [Check icons in CI](check-icons-in-ci.md).

      """
    let rules = Rule.all.map { rule in
      let code = rule.prevents.map { "; prevents \($0)" } ?? ""
      return "\n## \(rule.id)\n\n**\(rule.severity.rawValue)**\(code)\n\n\(rule.explanation)\n"
    }
    let page = head + rules.joined()
    if ProcessInfo.processInfo.environment["PHOTOPREP_RECORD_RULES"] != nil {
      try Data(page.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page)
  }

  @Test func `file that cannot be read is a finding`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.url.appending(path: "AppIcon.appiconset/AppIcon.png")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let contents = IconTree.contents([IconTree.single("AppIcon.png")])
    try Data(contents.utf8).write(
      to: directory.url.appending(path: "AppIcon.appiconset/Contents.json"))
    let reports = try IconValidator().validate(
      directory.url.appending(path: "AppIcon.appiconset").path)
    #expect(reports.flatMap(\.findings).map(\.rule) == ["unreadable"])
  }

  @Test func `path with nothing there throws`() {
    let error = #expect(throws: PhotoprepError.self) {
      try IconValidator().validate("/nowhere/at all.png")
    }
    #expect(error?.code == .fileMissing)
    #expect(
      error?.description == "/nowhere/at all.png: There is no such file or folder. Check the path.")
  }

  @Test func `folder with nothing to check throws`() throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: PhotoprepError.self) {
      try IconValidator().validate(directory.url.path)
    }
    #expect(error?.code == .nothingToCheck && error?.path == directory.url.path)
    #expect(
      error?.message
        == "The folder holds no asset catalog, no Icon Composer document and no project.")
  }
}
