import Foundation
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Projects that Xcode keeps as JSON` {
  /// A project with a catalog in a group and a document beside it, as Xcode 27.2 writes one.
  private func project(
    settings: String = #""ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon","#,
    files: String = #"{ "path": "A.xcassets", "target-membership": [ "App/resources" ] },"#,
    top: String = "", targets: String = "", type: String = #""product-type": "application""#
  ) -> String {
    """
    {
      // Written by hand for this test.
      \(top)
      "default-configuration": "Release",
      "configurations": [ "Debug", { "name": "Release", "file": "Config/Release.xcconfig" }, ],
      "files": [
        { "kind": "group", "path": "App", "children": [ \(files) ], },
        { "kind": "group", "path": "Config", "children": [ { "path": "Release.xcconfig" }, ], },
        { "kind": "group", "name": "Products", "children": [ { "path": "<PRODUCTS>/App.app" }, ], },
      ],
      "targets": [
        { "name": "App", "id": "A1", "product": "Products/App.app", \(type),
          "build-phases": [ "compile-sources", "resources", ],
          "build-settings": { \(settings) }, },
        \(targets)
      ],
    }
    """
  }

  private func reports(
    _ text: String, at path: String = "", _ change: (inout IconTree) -> Void = { _ in }
  ) throws -> [FileReport] {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["X.xcodeproj/project.xcproj"] = text
    tree["Config/Release.xcconfig"] = "// No settings."
    change(&tree)
    let directory = try tree.write()
    return try IconValidator(headersOnly: true).validate(directory.url.path + "/" + path)
  }

  private func rules(
    _ text: String, _ change: (inout IconTree) -> Void = { _ in }
  ) throws -> [String] {
    try reports(text, change).flatMap(\.findings).map(\.rule)
  }

  @Test func `what a target compiles is compared with its settings`() throws {
    #expect(try rules(project()) == [])
    let wrong = #""ASSETCATALOG_COMPILER_APPICON_NAME": "Icon","#
    #expect(try rules(project(settings: wrong)) == ["icon-name-unmatched", "icon-name-unmatched"])
    let debug =
      #""ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "ASSETCATALOG_COMPILER_APPICON_NAME[config=Debug]": "Icon","#
    let found = try reports(project(settings: debug)).flatMap(\.findings)
    #expect(found.map(\.rule) == ["icon-name-unmatched"])
    #expect(found[0].message.contains("(Debug) names the icon 'Icon'"))
    #expect(try rules(project(settings: "")) == ["icon-name-unset", "icon-name-unset"])
    #expect(try rules(project(files: "")) == ["catalog-unlisted"])
  }

  @Test func `a configuration file counts where its names lead in the tree`() throws {
    let found = try rules(project(settings: "")) { tree in
      tree["Config/Release.xcconfig"] = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon"
    }
    #expect(found == ["icon-name-unset"])
  }

  @Test func `folders kept in step count, with what they leave out and take in`() throws {
    func files(_ more: String) -> String {
      #"{ "kind": "folder", "path": "<PROJECT>/App", \#(more) },"#
    }
    let own = #""target-membership": [ "App" ]"#
    #expect(try rules(project(files: files(own))) == [])
    let without = project(files: files(own)).replacing(#""resources", "#, with: "")
    #expect(try rules(without) == ["catalog-unlisted"])
    for path in ["A.xcassets", "App/A.xcassets"] {
      let left = #""membership-exceptions": [ { "target": "App", "exclusions": [ "\#(path)" ] } ]"#
      #expect(try rules(project(files: files(own + ", " + left))) == ["catalog-unlisted"])
      let added = #""membership-exceptions": [ { "target": "App", "inclusions": [ "\#(path)" ] } ]"#
      #expect(try rules(project(files: files(added))) == [])
      let phase = added.replacing(#""target": "App""#, with: #""build-phase": "App/resources""#)
      #expect(try rules(project(files: files(phase))) == [])
      let copied = phase.replacing("/resources", with: "/copy/Files")
      #expect(try rules(project(files: files(copied))) == ["catalog-unlisted"])
    }
  }

  @Test(arguments: [("Group", true), ("App/Group", true), ("Other", false)])
  func `nothing in an opaque folder is compiled`(opaque: String, isCopied: Bool) throws {
    let files = #"""
      { "kind": "folder", "path": "<PROJECT>/App", "opaque-folders": [ "\#(opaque)" ],
        "target-membership": [ "App" ] },
      """#
    let found = try rules(project(files: files)) { tree in
      for (path, data) in tree.all {
        tree.add(path.replacing("App/A.xcassets", with: "App/Group/A.xcassets"), data)
        if path.hasPrefix("App/A.xcassets") { tree[path] = nil }
      }
    }
    #expect(found == (isCopied ? ["catalog-unlisted"] : []))
  }

  @Test func `memberships are named in each way that the format has`() throws {
    for membership in [
      #"{ "build-phase": "App/resources", "platforms": [ "ios" ] }"#, #"[ "App", "resources" ]"#,
    ] {
      let files = #"{ "path": "A.xcassets", "target-membership": [ \#(membership) ] },"#
      #expect(try rules(project(files: files)) == [])
    }
    let copied = #"{ "path": "A.xcassets", "target-membership": [ "App/copy/Files" ] },"#
    #expect(try rules(project(files: copied)) == ["catalog-unlisted"])
  }

  @Test func `a file's platforms are read, in a phase and in a folder`() throws {
    let settings = #"""
      "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "SUPPORTED_PLATFORMS": "iphoneos macosx",
      """#
    let expected = ["icon-name-unmatched", "icon-name-unmatched"]
    for files in [
      #"{ "path": "A.xcassets", "target-membership": [ { "build-phase": "App/resources", "platforms": [ "ios" ] } ] }"#,
      #"""
      { "kind": "folder", "path": "<PROJECT>/App", "target-membership": [ "App" ],
        "membership-exceptions": [ { "target": "App", "platforms": { "App/A.xcassets": [ "ios" ] } } ] }
      """#,
    ] {
      #expect(try rules(project(settings: settings, files: files)) == expected)
    }
    let both =
      #"{ "path": "A.xcassets", "target-membership": [ { "build-phase": "App/resources", "platforms": [ "ios", "macos" ] } ] }"#
    // The set is found, and has no pictures for the Mac.
    #expect(try rules(project(settings: settings, files: both)) == ["mac-incomplete"])
  }

  @Test func `a localised catalog is in the phases of its group`() throws {
    let files = """
      { "kind": "variant-group", "name": "A.xcassets", "target-membership": [ "App/resources" ],
        "children": [ { "path": "en.lproj/A.xcassets" }, { "path": "fr.lproj/A.xcassets" } ] },
      """
    func found(_ languages: String...) throws -> [String] {
      try rules(project(files: files)) { tree in
        for (path, data) in tree.all where path.hasPrefix("App/A.xcassets/") {
          tree[path] = nil
          for language in languages {
            tree.add(path.replacing("App/", with: "App/\(language).lproj/"), data)
          }
        }
      }
    }
    #expect(try found("en", "fr") == [])
    #expect(try found("en") == ["catalog-missing"])
  }

  @Test func `what a script may make is not said to be missing`() throws {
    let files = """
      { "path": "A.xcassets", "target-membership": [ "App/resources" ] },
      { "path": "Made.xcassets", "target-membership": [ "App/resources" ] },
      """
    #expect(try rules(project(files: files)) == ["catalog-missing"])
    let script =
      #""resources", { "kind": "script", "script": [ "set -e", "make App/Made.xcassets" ] }"#
    let text = project(files: files).replacing(#""resources", ]"#, with: script + ", ]")
    #expect(try rules(text) == ["project-not-read"])
  }

  @Test func `a document of Icon Composer is a plain entry`() throws {
    let files = #"{ "path": "AppIcon.icon", "target-membership": [ "App/resources" ] },"#
    let found = try rules(project(files: files)) { tree in
      tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
      for path in [
        "Contents.json", "AppIcon.appiconset/Contents.json", "AppIcon.appiconset/AppIcon.png",
      ] {
        tree["App/A.xcassets/\(path)"] = nil
      }
    }
    #expect(found == [])
  }

  @Test func `a project is named by its folder, its file, or found below a folder`() throws {
    for path in ["", "X.xcodeproj", "X.xcodeproj/project.xcproj"] {
      let reports = try self.reports(project(), at: path)
      #expect(reports.first?.kind == .project)
      let scope = reports.first?.scope
      #expect(scope?.projects == 1 && scope?.targets == 1 && scope?.catalogs == 1)
      #expect(
        reports.summary
          == "4 items checked (1 project, 1 target, 1 catalog): nothing to mention")
    }
  }

  @Test func `what cannot be read is said with its line, and nothing is said to be right`() throws {
    for (text, fact) in [
      ("{\n  \"targets\": [\n    {} {}\n  ]\n}", "in line 3"),
      ("{ \"targets\": [ /* no end", "a comment does not end"),
      ("{ 'files: [] }", "a text does not end"),
      ("{ \"name\": \"no project\" }", "neither targets nor files"),
    ] {
      let reports = try self.reports(text)
      #expect(reports[0].findings.map(\.rule) == ["project-unreadable"])
      #expect(reports[0].findings[0].message.contains(fact), "\(reports[0].findings[0].message)")
    }
  }

  @Test func `both forms in one project are a doubt, and the JSON is read`() throws {
    let found = try rules(project()) { $0["X.xcodeproj/project.pbxproj"] = "{" }
    #expect(found == ["project-twice"])
  }

  @Test func `a project without its file is an error when named, and a note in a folder`() throws {
    func change(_ tree: inout IconTree) {
      tree["X.xcodeproj/project.xcproj"] = nil
      tree["X.xcodeproj/xcshareddata/xcschemes/X.xcscheme"] = "<Scheme/>"
    }
    let named = try reports("", at: "X.xcodeproj", change)
    #expect(named[0].findings.map(\.rule) == ["project-unreadable"])
    let met = try reports("", change)
    #expect(met[0].findings.map(\.rule) == ["project-not-read"])
    #expect(met[0].scope?.unread.map(\.path) == ["X.xcodeproj"])
    #expect(!met.summary.contains("nothing to mention"))
    #expect(met[0].jsonLine.contains(#""unread":[{"path":"X.xcodeproj","reason":"holds neither"#))
  }

  @Test func `what the format asks of later versions is said`() throws {
    let top = #""required-capabilities": [ "glow in the dark" ],"#
    let found = try reports(project(top: top))[0].findings
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.contains("'glow in the dark'"))
  }

  @Test func `a helper inside an app for the Mac needs no name of an icon`() throws {
    let files = """
      { "path": "A.xcassets", "target-membership": [ "App/resources" ] },
      { "path": "<PRODUCTS>/Helper.app", "target-membership": [ { "build-phase": "App/copy/Login Items" } ] },
      """
    let helper = """
      { "name": "Helper", "id": "H1", "product": "App/Helper.app", "product-type": "application",
        "build-settings": { "SDKROOT": "macosx" } },
      """
    #expect(try rules(project(files: files, targets: helper)) == [])
    let phone = helper.replacing("macosx", with: "iphoneos")
    #expect(
      try rules(project(files: files, targets: phone)) == ["icon-name-unset", "icon-name-unset"])
  }

  @Test(
    arguments: [
      (
        "{a: 'it\\'s \"x\"', $b_1: [1,2,], /* c */ \"c\": null, }",
        #"{"$b_1":[1,2],"a":"it's \"x\"","c":null}"#
      ),
      ("\u{FEFF}[true, // end\n]", "[true]"), ("{\"a\": \"b, ]\",}", #"{"a":"b, ]"}"#),
      ("['\\x41\\v\\\n']", #"["A\u000b"]"#), ("[\"//\", '/*']", #"["//","/*"]"#),
    ])
  func `JSON5 is read as JSON`(_ text: String, _ expected: String) throws {
    let value = try JSON5Text.parse([UInt8](text.utf8))
    #expect(try value == JSONParser.parse([UInt8](expected.utf8)))
  }
}
