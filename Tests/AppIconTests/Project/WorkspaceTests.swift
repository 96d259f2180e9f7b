import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Workspaces` {
  typealias Target = XcodeProjectText.Target

  private static let file = "W/App.xcworkspace/contents.xcworkspacedata"

  private func workspace(_ items: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Workspace version = "1.0">\(items)</Workspace>
    """
  }

  private func reference(_ location: String) -> String {
    "<FileRef location = \"\(location)\"></FileRef>"
  }

  /// A workspace with a right app, one whose icon is named wrongly, a project of CocoaPods, and others beside it.
  private func tree(_ items: String) -> IconTree {
    var tree = IconTree.catalog("W/Right/A.xcassets")
    for (path, data) in tree.all where path.hasPrefix("W/Right/") {
      tree.add(path.replacing("W/Right/", with: "W/Wrong/"), data)
      tree.add(path.replacing("W/Right/", with: "Beside/"), data)
    }
    let right = Target(name: "Right", catalogs: ["A.xcassets"])
    var wrong = Target(name: "Wrong", catalogs: ["A.xcassets"])
    wrong.settings = "ASSETCATALOG_COMPILER_APPICON_NAME = Gone;"
    tree["W/Right/Right.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [right]).text
    tree["W/Wrong/Wrong.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [wrong]).text
    tree["Beside/Beside.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [wrong]).text
    tree["W/Pods/Pods.xcodeproj/project.pbxproj"] = "not a project"
    tree[Self.file] = workspace(items)
    return tree
  }

  private func reports(
    _ items: String, _ path: String = "W/App.xcworkspace",
    _ change: (inout IconTree) -> Void = { _ in }
  ) throws -> [FileReport] {
    var tree = tree(items)
    change(&tree)
    let directory = try tree.write()
    return try IconValidator(headersOnly: true).validate(directory.url.path + "/" + path)
  }

  @Test(arguments: [
    ("group:Right/Right.xcodeproj", 0), ("container:Wrong/Wrong.xcodeproj", 1),
    ("group:../Beside/Beside.xcodeproj", 1),
  ])
  func `the projects that a workspace lists are checked, and no others`(
    location: String, count: Int
  ) throws {
    let items = reference(location) + reference("group:Pods/Pods.xcodeproj")
    for path in ["W/App.xcworkspace", Self.file] {
      let found = try reports(items, path).flatMap(\.findings)
      #expect(found.map(\.rule) == Array(repeating: "icon-name-unmatched", count: count))
    }
  }

  @Test func `places are those of the groups`() throws {
    let inner = """
      <Group location = "group:Right" name = "A"><Group location = "container:" name = "B">
      \(reference("group:Wrong/Wrong.xcodeproj"))</Group>\(reference("group:Right.xcodeproj"))
      <Group location = "developer:Kit">\(reference("group:Kit.xcodeproj"))</Group>
      \(reference("group:/nowhere/Moved.xcodeproj"))</Group>
      """
    let found = try reports(inner)
    #expect(found[0].scope?.projects == 2)
    #expect(found[0].scope?.unread.map(\.path) == ["/nowhere/Moved.xcodeproj"])
    #expect(
      found.flatMap(\.findings).map(\.rule) == ["icon-name-unmatched", "project-not-read"])
  }

  @Test func `a project that is not there is said`() throws {
    let items = reference("group:Right/Right.xcodeproj") + reference("group:Gone.xcodeproj")
    let found = try reports(items).flatMap(\.findings)
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.hasPrefix("Gone.xcodeproj: is a project of the workspace"))
  }

  @Test(arguments: [
    ("group:Gone.xcodeproj", "None of the workspace's projects is there: '"),
    ("group:Pods/Pods.xcodeproj", "The workspace lists no Xcode project"),
    ("self:", "The workspace lists no Xcode project"), ("<<<<<<<", "The file is not valid XML."),
  ])
  func `a workspace without a project to check is refused`(location: String, said: String) throws {
    let items = location.hasPrefix("<") ? location : reference(location)
    let error = #expect(throws: PhotoprepError.self) { try reports(items) }
    #expect(error?.message.hasPrefix(said) == true && error?.remedy?.isEmpty == false)
  }

  @Test func `the workspace in a project is the project`() throws {
    let inner = "W/Wrong/Wrong.xcodeproj/project.xcworkspace"
    let found = try reports("", inner) { tree in
      tree[inner + "/contents.xcworkspacedata"] = workspace(reference("self:"))
    }
    #expect(found[0].path.hasSuffix("/Wrong.xcodeproj"))
    #expect(found.flatMap(\.findings).map(\.rule) == ["icon-name-unmatched"])
  }

  @Test func `findings are in the project's file, and a change there concerns them`() throws {
    let directory = try tree(reference("group:Wrong/Wrong.xcodeproj")).write()
    let root = directory.url.path + "/W"
    let reports = try IconValidator(headersOnly: true).validate(root + "/App.xcworkspace")
    let place = FindingPlace(of: try #require(reports[0].findings.first), in: reports[0])
    #expect(place.path == root + "/Wrong/Wrong.xcodeproj/project.pbxproj")
    #expect(
      ChangedPaths([.init(root + "/Wrong/Wrong.xcodeproj/project.pbxproj")]).touch(reports[0]))
    #expect(!ChangedPaths([.init(root + "/Wrong/Main.swift")]).touch(reports[0]))
  }

  @Test func `the icon of a workspace is its first app's`() throws {
    let directory = try tree(reference("group:Right/Right.xcodeproj")).write()
    let path = directory.url.path + "/W"
    #expect(
      try IconValidator().icon(of: path + "/App.xcworkspace")
        == path + "/Right/A.xcassets/AppIcon.appiconset")
  }
}
