import AppIcon
import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite struct `Parts of a project that are not read` {
  typealias Target = XcodeProjectText.Target

  private func project(_ catalogs: [String] = [], synchronized: [String] = []) -> String {
    let app = Target(name: "App", catalogs: catalogs, synchronized: synchronized)
    return XcodeProjectText(targets: [app]).text
  }

  /// Writes a tree with links, and returns what is found below its folder `P`.
  private func findings(
    _ tree: IconTree, links: [String: String] = [:]
  ) throws -> [IconFinding] {
    let directory = try tree.write()
    for (path, target) in links {
      let link = directory.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: target)
    }
    return try IconValidator(headersOnly: true).validate(directory.url.path + "/P")
      .flatMap(\.findings)
  }

  @Test(arguments: [
    // The link, where it leads, and what is found of a catalog that a target lists.
    ("P/App/A.xcassets", "../../Shared/A.xcassets", "project-not-read"),
    ("P/App", "../Shared", "project-not-read"),
    ("P/App/A.xcassets", "../Brand/A.xcassets", "catalog-missing"),
    ("P/App", "Brand", "catalog-missing"),
  ])
  func `a listed catalog behind a link that leads nowhere is told with the link's target`(
    link: String, target: String, rule: String
  ) throws {
    var tree = IconTree()
    tree["P/X.xcodeproj/project.pbxproj"] = project(["App/A.xcassets"])
    let found = try findings(tree, links: [link: target])
    #expect(found.map(\.rule) == [rule])
    let place = target.hasSuffix("A.xcassets") ? target : target + "/A.xcassets"
    let end = place.drop { "./".contains($0) }
    #expect(found[0].message.contains(", a link to '") && found[0].message.contains("/\(end)', "))
  }

  @Test(arguments: ["X.xcodeproj/project.pbxproj", "project.yml", "README.md"])
  func `a catalog that is a link to nowhere is not taken for none`(file: String) throws {
    var tree = IconTree()
    tree["P/\(file)"] =
      file.hasSuffix("yml")
      ? "targets: {App: {type: application, platform: iOS, sources: App}}"
      : project(synchronized: ["App"])
    let found = try findings(tree, links: ["P/App/A.xcassets": "../../Shared/A.xcassets"])
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.contains("App/A.xcassets: is a link to '"))
    // Another catalog without the icon may not be the one that was meant.
    tree["P/App/B.xcassets/Contents.json"] = "{\(IconTree.info)}"
    let beside = try findings(tree, links: ["P/App/A.xcassets": "../../Shared/A.xcassets"])
    #expect(beside.map(\.rule) == ["project-not-read", "catalog-without-icon"])
  }

  @Test(arguments: [
    ("../Shared", "Shared", nil), ("Link", "Shared", "../Shared"), ("Link", "P/Own", "Own"),
  ])
  func `a folder that Xcode keeps in step outside, or behind a link, is looked through`(
    folder: String, real: String, target: String?
  ) throws {
    let links = target.map { ["P/Link": $0] } ?? [:]
    var tree = IconTree.catalog("\(real)/A.xcassets")
    tree["P/X.xcodeproj/project.pbxproj"] = project(synchronized: [folder])
    #expect(try findings(tree, links: links) == [])
    tree["\(real)/A.xcassets/AppIcon.appiconset/Contents.json"] = "{"
    #expect(try findings(tree, links: links).map(\.rule) == ["contents-unreadable"])
  }

  @Test(arguments: [
    ("Gone", [:], "has the folder 'Gone', which is not there"),
    ("Empty", [:], "has the folder 'Empty', which is empty"),
    ("Link", ["P/Link": "../None"], "/None', which is not there"),
    ("vendor/Kit", [:], "has the folder 'vendor/Kit', which lies among other people's code"),
  ])
  func `a folder that Xcode keeps in step and that is not read is said`(
    folder: String, links: [String: String], said: String
  ) throws {
    var tree = IconTree.catalog("Shared/A.xcassets")
    tree["P/vendor/Kit/A.xcassets/Contents.json"] = "{\(IconTree.info)}"
    tree["P/X.xcodeproj/project.pbxproj"] = project(synchronized: [folder])
    tree["P/Empty/A.swift"] = ""
    let directory = try tree.write()
    let root = directory.url.path
    try FileManager.default.removeItem(atPath: root + "/P/Empty/A.swift")
    for (path, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: root + "/" + path, withDestinationPath: target)
    }
    let found = try IconValidator(headersOnly: true).validate(root + "/P").flatMap(\.findings)
    #expect(found.map(\.rule) == ["project-not-read", "project-not-read"])
    #expect(found[0].message.contains(said))
  }

  @Test func `a document of Icon Composer that is a file is said`() throws {
    var tree = IconTree.catalog("P/App/A.xcassets")
    tree["P/App/AppIcon.icon"] = "PK"
    tree["P/X.xcodeproj/project.pbxproj"] = project(["App/A.xcassets", "App/AppIcon.icon"])
    let said = try findings(tree).filter { $0.rule == "project-not-read" }.map(\.message)
    #expect(said.count == 1 && said[0].hasSuffix("which is a file, where a folder should be."))
  }

  @Test func `folders that are not looked into are counted in one note`() throws {
    var tree = IconTree.catalog("P/App/A.xcassets")
    tree["P/X.xcodeproj/project.pbxproj"] = project(["App/A.xcassets"])
    tree["P/build/log.txt"] = ""
    tree["P/vendor/bundle/gem.rb"] = ""
    #expect(try findings(tree) == [])
    let other = project(["App/Gone.xcassets"])
    let deep = (1...12).map { "\($0)" }.joined(separator: "/")
    for folder in ["Pods", "build", "Kit/vendor", "vendor", deep] {
      tree["P/\(folder)/Y.xcodeproj/project.pbxproj"] = other
    }
    let directory = try tree.write()
    let path = directory.url.path + "/P"
    let reports = try IconValidator(headersOnly: true).validate(path)
    let found = reports.flatMap(\.findings)
    let said = "not looked into (by name: build, vendor; by depth: those in '\(deep)')"
    #expect(found.map(\.message) == ["holds 4 folders that were \(said)."])
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(reports[0].scope?.unread.map(\.path) == ["."])
    // By their own paths they are, and a project that is named needs no others.
    #expect(try IconValidator().validate(path + "/vendor")[0].scope?.projects == 1)
    let named = try IconValidator(headersOnly: true).validate(path + "/X.xcodeproj")
    #expect(named.flatMap(\.findings) == [])
    let error = #expect(throws: PhotoprepError.self) {
      try IconValidator().validate(path + "/Kit")
    }
    #expect(
      error?.message.hasSuffix("holds 1 folder that was not looked into (by name: vendor).") == true
    )
  }

  @Test(arguments: [
    (#"{"name": "App", "slug": "app", "icon": "./icon.png"}"#, "ios/Podfile", "an app's icon."),
    (
      #"{"expo": {"icon": "https://a.b/icon.png"}}"#, "README.md", "Expo makes from it is not here."
    ),
  ])
  func `of an app of Expo the missing folder of its project is said`(
    text: String, file: String, end: String
  ) throws {
    var tree = IconTree()
    tree["P/app.json"] = text
    tree["P/\(file)"] = ""
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.hasSuffix(end))
    #expect(found[0].remedy.contains("npx expo prebuild") == (file == "README.md"))
  }

  @Test(arguments: [
    (#"{"expo": {"icon": "./a.png"}}"#, "a.png", nil),
    (#"{"expo": {"icon": "gone.png"}}"#, "a.png", "gone.png' is not there."),
    (
      #"{"slug": "x", "icon": "a.png", "ios": {"icon": "b.icon"}}"#, "a.png",
      "b.icon' is not there."
    ),
    (#"{"slug": "x", "icon": "a.png", "ios": {"icon": ""}}"#, "a.png", nil),
    (
      #"{"expo": {"ios": {"icon": {"light": "a.png", "dark": "d.png"}}}}"#, "a.png",
      "d.png' is not there."
    ),
    (#"{"expo": {"platforms": ["android"], "icon": "gone.png"}}"#, "a.png", nil),
    (#"{"expo": {"icon": "gone.png"}}"#, "app.config.ts", nil),
    (#"{"expo": {"icon": "gone.png"}}"#, "ios/Podfile", nil),
    (
      #"{"expo": {"icon": "a.jpg"}}"#, "a.jpg",
      "a.jpg' is JPEG by its first bytes; an app icon must be PNG."
    ),
    (#"{"expo": {"icon": "w.png"}}"#, "w.png", "w.png' has 2×1 pixels and is not square."),
  ])
  func `the pictures that Expo's file names for iOS are there, PNG and square`(
    text: String, file: String, said: String?
  ) throws {
    var tree = IconTree()
    tree["P/app.json"] = text
    let wide = PNGEncoder.rgb([1, 2, 3, 4, 5, 6], size: PixelSize(width: 2, height: 1))
    let pictures = ["a.jpg": Data([0xFF, 0xD8, 0xFF]), "w.png": try #require(wide)]
    tree.add("P/\(file)", pictures[file] ?? IconTree.light)
    let found = try findings(tree).filter { $0.rule == "expo-icon" }
    #expect(found.count == (said == nil ? 0 : 1))
    #expect(found.allSatisfy { $0.message.hasPrefix("app.json: the icon '") })
    #expect(found.first.map { $0.message.hasSuffix(said ?? "") } != false)
    #expect(found.allSatisfy { $0.severity == (file == "a.png" ? .error : .warning) })
  }

  @Test(arguments: ["\"make App/B.xcassets\"", "( \"set -e\", \"make App/B.xcassets\", )"])
  func `a script in one text or in a list of lines may make a catalog`(script: String) throws {
    var tree = IconTree.catalog("P/App/A.xcassets")
    let text = project(["App/A.xcassets", "App/B.xcassets"])
    tree["P/X.xcodeproj/project.pbxproj"] = text
    #expect(try findings(tree).map(\.rule) == ["catalog-missing"])
    tree["P/X.xcodeproj/project.pbxproj"] =
      text.replacing("buildPhases = ( PApp, );", with: "buildPhases = ( S, PApp, );").replacing(
        "R = {", with: "S = { isa = PBXShellScriptBuildPhase; shellScript = \(script); }; R = {")
    #expect(try findings(tree).map(\.rule) == ["project-not-read"])
  }

  @Test(arguments: [
    ("App/BUILD.bazel", "ios_application(app_icons = glob([\"A.xcassets/**\"]))", "Bazel"),
    ("BUCK", "apple_asset_catalog(app_icon = \"AppIcon\")", "Buck"),
    ("App/App.csproj", "<MauiIcon Include=\"appicon.svg\" />", ".NET"),
    ("App/App.csproj", "<AppIcon>AppIcon</AppIcon>", ".NET"),
    ("App/Info.plist", "<key>XSAppIconAssets</key>", ".NET"),
    ("cmake/macos/helpers.cmake", "ASSETCATALOG_COMPILER_APPICON_NAME AppIcon", "CMake"),
    ("CMakeLists.txt", "XCODE_ATTRIBUTE_ASSETCATALOG_COMPILER_APPICON_NAME AppIcon", "CMake"),
    ("App/app.pro", "QMAKE_ASSET_CATALOGS += Images.xcassets", "qmake"),
    ("App/ios.pri", "QMAKE_ASSET_CATALOGS += $$PWD/icons.xcassets", "qmake"),
    ("ProjectSettings/ProjectSettings.asset", "  m_BuildTargetPlatformIcons:", "Unity"),
    ("game/export_presets.cfg", "[preset.0]\nname=\"A\"\nplatform=\"iOS\"", "Godot"),
    ("nativescript.config.ts", "export default { appResourcesPath: 'R' }", "NativeScript"),
    ("app.json", #"{"expo": {"icon": "https://a.b/icon.png"}}"#, "Expo"),
    ("app.config.ts", "export default { slug: 'app', icon: './icon.png' }", "Expo"),
    ("app.config.js", "module.exports = { 'slug': 'app', 'icon': './icon.png' }", "Expo"),
    ("app.config.cjs", "module.exports = { slug: 'app', icon: './icon.png' }", "Expo"),
    ("src-tauri/tauri.conf.json", #"{"bundle": {"icon": ["icons/icon.icns"]}}"#, "Tauri"),
    ("config.xml", "<widget><icon src=\"icon.png\" /></widget>", "Cordova"),
    ("tiapp.xml", "<ti:app><icon>appicon.png</icon></ti:app>", "Titanium"),
    ("ios/robovm.xml", "<config><iosInfoPList>Info.plist.xml</iosInfoPList></config>", "RoboVM"),
    ("Bundler.toml", "[apps.App]\nicon = \"AppIcon.png\"", "Swift Bundler"),
    ("xtool.yml", "version: 1\niconPath: Resources/Icon.png", "xtool"),
    ("ios/BUILD.gn", "sources = [ \"A.xcassets/AppIcon.appiconset/Contents.json\" ]", "GN"),
  ])
  func `an icon that another tool's file gives is said not to be read`(
    file: String, text: String, tool: String
  ) throws {
    var tree = IconTree()
    tree["P/\(file)"] = text
    let alone = try findings(tree)
    #expect(alone.map(\.rule) == ["project-not-read"])
    #expect(alone[0].message.contains("\(file): is a file of \(tool), which is not read"))
    for (path, data) in IconTree.catalog("P/App/A.xcassets").all { tree.add(path, data) }
    tree["P/X.xcodeproj/project.pbxproj"] = project(["App/A.xcassets"])
    #expect(try findings(tree) == alone)
  }

  @Test func `an icon set outside of a catalog is said not to be looked at`() throws {
    var tree = IconTree.catalog("P/App/A.xcassets")
    tree["P/Export/AppIcon.appiconset/Contents.json"] = "{"
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.contains("Export/AppIcon.appiconset: is an icon set outside of a"))
  }

  @Test(arguments: [
    ("BUILD", "swift_library(name = \"Kit\")"), ("app.json", #"{"name": "App"}"#),
    ("App.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\" />"), ("config.xml", "<a><icon /></a>"),
    ("export_presets.cfg", "platform=\"Android\""),
  ])
  func `other files of such names are nothing to check`(file: String, text: String) throws {
    var tree = IconTree()
    tree["P/\(file)"] = text
    let error = #expect(throws: PhotoprepError.self) { try findings(tree) }
    #expect(error?.code == .nothingToCheck)
  }

  @Test(arguments: [
    ("BUILD", "app_icons = []", Severity.warning),
    ("Project.swift", "import ProjectDescription", .warning), ("Other.swift", "", .error),
  ])
  func `an empty set that another tool's target may compile is a warning`(
    file: String, text: String, expected: Severity
  ) throws {
    var tree = IconTree()
    tree["P/\(file)"] = text
    tree["P/W.xcassets/Contents.json"] = "{\(IconTree.info)}"
    tree["P/W.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents([
      IconTree.single(nil)
    ])
    let found = try findings(tree).filter { $0.rule == "store-icon-missing" }
    #expect(found.map(\.severity) == [expected])
  }

  @Test func `several files of one tool are one note`() throws {
    var tree = IconTree()
    for folder in ["A", "B", "C"] { tree["P/\(folder)/BUILD"] = "app_icons = []" }
    let found = try findings(tree)
    #expect(found.count == 1)
    #expect(
      found[0].message.hasSuffix(
        "A/BUILD: is a file of Bazel, which is not read, and gives an app's icon, as 2 more of its files do."
      ))
  }

  @Test(arguments: [
    "X.xcodeproj/project.pbxproj", "App/A.xcassets/AppIcon.appiconset/Contents.json",
  ])
  func `a pointer of Git LFS is told with the command that fetches the file`(_ file: String) throws
  {
    var tree = IconTree.catalog("P/App/A.xcassets")
    tree["P/X.xcodeproj/project.pbxproj"] = project(["App/A.xcassets"])
    tree["P/\(file)"] = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    let found = try findings(tree)
    #expect(found.count == 1 && found[0].message.contains("is a Git LFS pointer"))
    #expect(found[0].remedy.contains("'git lfs pull'"))
  }

  @Test func `a project is read in the binary form of property lists too`() throws {
    let text = Data(project(["App/A.xcassets"]).utf8)
    let list = try PropertyListSerialization.propertyList(from: text, format: nil)
    var tree = IconTree.catalog("P/App/A.xcassets")
    tree.add(
      "P/X.xcodeproj/project.pbxproj",
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    #expect(try findings(tree) == [])
    for file in ["Contents.json", "AppIcon.png"] {
      tree["P/App/A.xcassets/AppIcon.appiconset/\(file)"] = nil
    }
    #expect(try findings(tree).map(\.rule).contains("icon-name-unmatched"))
  }

  @Test func `a folder of catalogs alone is told to hold no project that is read`() throws {
    let directory = try IconTree.catalog().write()
    let reports = try IconValidator(headersOnly: true).validate(directory.url.path)
    #expect(
      reports.summary
        == "4 items checked (no project that is read, 1 catalog): nothing to mention")
  }
}
