import AppIcon
import Foundation
import PhotoGeometry
import Testing
import _TestSupport

/// A `project.pbxproj` made of targets with their catalogs.
struct XcodeProjectText {
  /// One target; paths start from the project's folder.
  struct Target {
    var name: String
    var kind = "application"
    var settings = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;"
    var catalogs: [String] = []
    var synchronized: [String] = []
  }

  var targets: [Target]
  /// Sets of exceptions: the group's path, the target it is for, and the paths.
  var exceptions: [(group: String, target: String, paths: String)] = []

  var text: String {
    let groups = Set(targets.flatMap(\.synchronized))
    let children = targets.flatMap { $0.catalogs.map(id) } + groups.map(id)
    let objects = targets.map(object) + groups.sorted().map(group)
    return """
      // !$*UTF8*$!
      { rootObject = R; objects = {
        R = { isa = PBXProject; mainGroup = M; projectDirPath = ""; };
        M = { isa = PBXGroup; children = ( G, ); sourceTree = "<group>"; };
        G = { isa = PBXGroup; children = ( \(children.joined(separator: ", ")) );
          sourceTree = "<group>"; };
        \(objects.joined(separator: "\n"))
      }; }
      """
  }

  private func id(_ path: String) -> String { "\"F:\(path)\"" }

  private func object(_ target: Target) -> String {
    let name = target.name
    let files = target.catalogs.map { path in
      let type = path.hasSuffix(".icon") ? "lastKnownFileType = folder.iconcomposer.icon; " : ""
      return """
        \(id(path)) = { isa = PBXFileReference; \(type)path = "\(path)"; sourceTree = "<group>"; };
        "B:\(name):\(path)" = { isa = PBXBuildFile; fileRef = \(id(path)); };
        """
    }
    let phase = target.catalogs.map { "\"B:\(name):\($0)\"" }.joined(separator: ", ")
    return """
      T\(name) = { isa = PBXNativeTarget; name = \(name); buildConfigurationList = L\(name);
        buildPhases = ( P\(name), ); productType = "com.apple.product-type.\(target.kind)";
        fileSystemSynchronizedGroups = ( \(target.synchronized.map(id).joined(separator: ", ")) ); };
      L\(name) = { isa = XCConfigurationList; buildConfigurations = ( C\(name), ); };
      C\(name) = { isa = XCBuildConfiguration; name = Release;
        buildSettings = { \(target.settings) }; };
      P\(name) = { isa = PBXResourcesBuildPhase; files = ( \(phase) ); };
      \(files.joined(separator: "\n"))
      """
  }

  private func group(_ path: String) -> String {
    let own = exceptions.indices.filter { exceptions[$0].group == path }
    let sets = own.map { index in
      """
      E\(index) = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
        target = T\(exceptions[index].target); membershipExceptions = ( \(exceptions[index].paths) ); };
      """
    }
    return """
      \(id(path)) = { isa = PBXFileSystemSynchronizedRootGroup; path = "\(path)";
        sourceTree = "<group>"; exceptions = ( \(own.map { "E\($0)" }.joined(separator: ", ")) ); };
      \(sets.joined(separator: "\n"))
      """
  }
}

@Suite struct `Rules about targets` {
  typealias Target = XcodeProjectText.Target

  /// Two catalogs: the app's with an icon, and one of an extension with Xcode's empty set.
  private func tree(_ targets: [Target]) -> IconTree {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["Widget/W.xcassets/Contents.json"] = "{\(IconTree.info)}"
    tree["Widget/W.xcassets/AppIcon.appiconset/Contents.json"] =
      IconTree.contents([IconTree.single(nil), IconTree.slot("iphone", "60x60", "2x", nil)])
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: targets).text
    return tree
  }

  private func findings(_ tree: IconTree, _ path: String = "") throws -> [IconFinding] {
    let directory = try tree.write()
    let root = directory.url.path + (path.isEmpty ? "" : "/" + path)
    return try IconValidator(headersOnly: true).validate(root).flatMap(\.findings)
      .filter { $0.severity > .note }
  }

  private func rules(_ tree: IconTree) throws -> [String] { try findings(tree).map(\.rule) }

  private let app = Target(name: "App", catalogs: ["App/A.xcassets"])
  private static let named = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;"
  private let widget = Target(
    name: "Widget", kind: "app-extension", settings: "", catalogs: ["Widget/W.xcassets"])

  @Test func `an empty set is an error for an app and nothing for an extension`() throws {
    #expect(try rules(tree([app, widget])) == [])
    var second = widget
    (second.kind, second.settings) = (app.kind, app.settings)
    #expect(
      try rules(tree([app, second])) == ["store-icon-missing", "legacy-incomplete"])
  }

  @Test func `an empty set that no target has is a warning`() throws {
    let found = try findings(tree([app]))
    #expect(
      found.map(\.rule) == ["catalog-unlisted", "store-icon-missing", "legacy-incomplete"])
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test
  func
    `a document in a catalog hides no fault of the set, as in curator, and is no icon, as in Skein`()
    throws
  {
    var tree = tree([app, widget])
    tree["App/A.xcassets/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    #expect(try rules(tree) == ["misnamed-set"])
    tree["App/A.xcassets/AppIcon.appiconset/AppIcon.png"] = nil
    #expect(try rules(tree) == ["misnamed-set", "file-missing"])
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = nil
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["icon-name-unmatched", "misnamed-set"])
    #expect(found[0].severity == .error && found[1].severity == .warning)
    #expect(found[1].command?.hasSuffix("/App/AppIcon.icon") == true)
  }

  @Test func `a project in JSON, as xcodebuild takes it, is read`() throws {
    var app = app
    app.settings = "ASSETCATALOG_COMPILER_APPICON_NAME = Gone;"
    var tree = tree([app, widget])
    let text = XcodeProjectText(targets: [app, widget]).text
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    tree.add("X.xcodeproj/project.pbxproj", try JSONSerialization.data(withJSONObject: list))
    #expect(try rules(tree) == ["icon-name-unmatched"])
  }

  @Test(arguments: [
    (named, ["icon-name-unmatched"]), ("ASSETCATALOG_COMPILER_APPICON_NAME = \"\";", []),
    ("ASSETCATALOG_COMPILER_APPICON_NAME = \"$(ICON)\";", []), ("", []),
  ])
  func `an extension that names an icon which only its app's catalogs have is told`(
    settings: String, expected: [String]
  ) throws {
    var widget = widget
    widget.settings = settings
    var tree = tree([app, widget])
    // The empty set of Xcode's template is one.
    #expect(try rules(tree) == [])
    tree["Widget/W.xcassets/AppIcon.appiconset/Contents.json"] = nil
    let found = try findings(tree)
    #expect(found.map(\.rule) == expected && found.allSatisfy { $0.severity == .warning })
  }

  @Test func `an app for the Mac that is not installed itself needs no icon`() throws {
    var helper = Target(name: "Helper", settings: "SUPPORTED_PLATFORMS = macosx;")
    #expect(try rules(tree([app, widget, helper])) == ["icon-name-unset"])
    helper.settings += "SKIP_INSTALL = YES;"
    #expect(try rules(tree([app, widget, helper])) == [])
  }

  @Test func `an app's icon is looked for in what the app compiles, not in the widget's`() throws {
    var tree = tree([app, widget])
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = nil
    tree["App/A.xcassets/AppIcon.appiconset/AppIcon.png"] = nil
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["icon-name-unmatched"])
    #expect(found[0].message.hasSuffix("names the icon 'AppIcon'; no catalog has an icon."))
  }

  @Test(arguments: [
    ("$SRCROOT/Scripts/build-assets.sh '$SRCROOT/App'", true), ("swiftlint '$SRCROOT/App'", false),
    ("swiftgen xcassets $SRCROOT/App/A.xcassets", false),
  ])
  func `what a script may put into an app's catalogs is not said to be missing`(
    _ script: String, _ mayMake: Bool
  ) throws {
    var app = app
    app.settings = "ASSETCATALOG_COMPILER_APPICON_NAME = Made;"
    var tree = tree([app, widget])
    let text = try #require(tree["X.xcodeproj/project.pbxproj"])
    tree["X.xcodeproj/project.pbxproj"] =
      text.replacing("buildPhases = ( PApp, );", with: "buildPhases = ( S, PApp, );").replacing(
        "R = {",
        with: "S = { isa = PBXShellScriptBuildPhase; shellScript = \"\(script)\"; }; R = {")
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)[0].findings
    #expect(found.map(\.rule) == [mayMake ? "project-not-read" : "icon-name-unmatched"])
  }

  @Test func `a sticker pack's catalog has its icon`() throws {
    var stickers = Target(
      name: "Stickers", kind: "app-extension.messages-sticker-pack",
      settings: "ASSETCATALOG_COMPILER_APPICON_NAME = \"iMessage App Icon\";",
      catalogs: ["Pack/Stickers.xcstickers"])
    let set = "Pack/Stickers.xcstickers/iMessage App Icon.stickersiconset"
    let icon = "\(set)/Contents.json"
    func project(_ targets: [Target]) -> IconTree {
      var made = tree(targets)
      made[icon] = IconTree.contents([IconTree.slot("iphone", "60x45", "2x", "a.png")])
      made.add("\(set)/a.png", IconTree.small(64))
      return made
    }
    #expect(try rules(project([app, widget, stickers])) == [])
    stickers.kind = "application.messages"
    #expect(try rules(project([app, widget, stickers])) == [])
    var empty = tree([app, widget, stickers])
    empty["Pack/Stickers.xcstickers/Contents.json"] = "{\(IconTree.info)}"
    #expect(try rules(empty) == ["icon-name-unmatched"])
  }

  @Test func `a set that is a link is read where it leads to`() throws {
    let directory = try tree([app, widget]).write()
    let catalog = directory.url.appending(path: "App/A.xcassets")
    try FileManager.default.moveItem(
      at: catalog.appending(path: "AppIcon.appiconset"), to: directory.url.appending(path: "Brand"))
    try FileManager.default.createSymbolicLink(
      atPath: catalog.path + "/AppIcon.appiconset", withDestinationPath: "../../Brand")
    func errors() throws -> [String] {
      try IconValidator(headersOnly: true).validate(directory.url.path).flatMap(\.findings)
        .filter { $0.severity > .note }.map(\.rule)
    }
    #expect(try errors() == [])
    try FileManager.default.removeItem(at: directory.url.appending(path: "Brand/AppIcon.png"))
    #expect(try errors().contains("file-missing"))
    try FileManager.default.removeItem(at: directory.url.appending(path: "Brand"))
    #expect(try errors() == ["icon-name-unmatched"])
  }

  @Test func `what needs no name of an icon is not asked for one`() throws {
    for kind in ["application.watchapp2-container", "application.messages"] {
      let container = Target(name: "Container", kind: kind, settings: "")
      #expect(try rules(tree([app, widget, container])) == [])
    }
    var mac = tree([app, widget, Target(name: "Mac", settings: "SDKROOT = macosx;")])
    #expect(try rules(mac) == ["icon-name-unset"])
    mac["Mac/Mac.icns"] = "icns"
    #expect(try rules(mac) == [])
  }

  @Test func `quotation marks protect the spaces of an alternate icon's name`() throws {
    var app = app
    app.settings += #"ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "\"Dark Side\", Blue";"#
    var tree = tree([app, widget])
    for name in ["Dark Side", "Blue"] {
      let set = "App/A.xcassets/\(name).appiconset"
      tree["\(set)/Contents.json"] = IconTree.contents([IconTree.single("AppIcon.png")])
      tree.add("\(set)/AppIcon.png", IconTree.other)
    }
    #expect(try rules(tree) == [])
  }

  @Test func `a localised catalog is each of its languages' catalogs`() throws {
    var tree = IconTree.catalog("App/A.xcassets")
    let text = XcodeProjectText(targets: [Target(name: "App", catalogs: ["App/A.xcassets"])]).text
    tree["X.xcodeproj/project.pbxproj"] = text.replacing(
      #""F:App/A.xcassets" = { isa = PBXFileReference; path = "App/A.xcassets""#,
      with: """
        "F:App/A.xcassets" = { isa = PBXVariantGroup; children = ( V1, ); name = A.xcassets;
          sourceTree = "<group>"; };
        V1 = { isa = PBXFileReference; name = en; path = "App/A.xcassets"
        """)
    #expect(try rules(tree) == [])
  }

  @Test func `an app for tvOS changes to a stack of layers`() throws {
    var app = app
    app.settings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = ( Blue, Red, );"
    var tree = tree([app, widget])
    tree["App/A.xcassets/Blue.imagestack/Contents.json"] = "{\(IconTree.info)}"
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["alternate-icon-unmatched"])
    #expect(found[0].message.contains("'Red'"))
  }

  @Test(arguments: [("Kit/Sources", 0), ("Kit/Own", 0), ("Kit/Other", 1)])
  func `a catalog in the folder of a package's target is the package's`(
    folder: String, count: Int
  ) throws {
    var tree = tree([app, widget])
    tree["Kit/Package.swift"] = #".target(name: "Kit", path: "Own", resources: [.process(".")])"#
    for (path, data) in tree.all where path.hasPrefix("App/A.xcassets/") {
      tree.add(path.replacing("App/A", with: "\(folder)/K"), data)
    }
    #expect(try rules(tree) == Array(repeating: "catalog-unlisted", count: count))
  }

  @Test func `a document of one app takes no precedence over another app's set`() throws {
    var second = Target(name: "Second", catalogs: ["Second/S.xcassets"])
    second.settings += "SDKROOT = watchos;"
    var first = app
    first.catalogs.append("App/AppIcon.icon")
    var tree = tree([first, widget, second, Target(name: "Unknown")])
    tree["App/AppIcon.icon/icon.json"] = ComposerSample.document()
    tree["App/AppIcon.icon/Assets/a.svg"] = ComposerSample.square()
    tree["Second/S.xcassets/Contents.json"] = "{\(IconTree.info)}"
    tree["Second/S.xcassets/AppIcon.appiconset/Contents.json"] =
      IconTree.contents([IconTree.single(nil, platform: "watchos")])
    // A target without phases may compile everything.
    tree["X.xcodeproj/project.pbxproj"] = try #require(tree["X.xcodeproj/project.pbxproj"])
      .replacing("buildPhases = ( PUnknown, );", with: "")
    let missing = try #require(try findings(tree).first { $0.rule == "store-icon-missing" })
    // 'icon place' fills the slot of iOS alone.
    #expect(missing.remedy == "Add one to its slot for watchOS in Xcode.")
  }

  @Test func `conditions and alternate icons are read`() throws {
    var app = app
    app.settings = """
      "ASSETCATALOG_COMPILER_APPICON_NAME[sdk=iphoneos*]" = AppIcon;
      "ASSETCATALOG_COMPILER_APPICON_NAME[sdk=macosx*][arch=arm64]" = Mac;
      ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = ( AppIcon, Blue, );
      """
    let found = try findings(tree([app, widget]))
    #expect(found.map(\.rule) == ["icon-name-unmatched", "alternate-icon-unmatched"])
    #expect(found[0].message.contains("'Mac'") && found[1].message.contains("'Blue'"))
  }

  @Test(arguments: [
    ("iphoneos iphonesimulator", "xros*", false), ("iphoneos iphonesimulator", "macosx*", false),
    ("iphoneos", "appletvsimulator*", false), ("iphoneos", "iphonesimulator*", true),
    ("iphoneos macosx", "macosx15.0", true), ("iphoneos xros", "xrsimulator*", true),
    ("iphoneos", "*", true), ("", "xros*", true),
  ])
  func `a name for a system that a target is not built for does not count`(
    _ platforms: String, _ system: String, _ counts: Bool
  ) throws {
    var app = app
    app.settings += """
      SUPPORTED_PLATFORMS = "\(platforms)";
      "ASSETCATALOG_COMPILER_APPICON_NAME[sdk=\(system)]" = Other;
      """
    let found = try findings(tree([app, widget])).filter { $0.message.contains("'Other'") }
    #expect(found.map(\.rule) == (counts ? ["icon-name-unmatched"] : []))
  }

  @Test(arguments: [
    // Conditions with the names for them, and whether a name that is nowhere counts.
    ([("appletv*", "Other"), ("appletvos*", "AppIcon"), ("appletvsimulator*", "AppIcon")], false),
    ([("appletv*", "Other"), ("appletvos*", "AppIcon")], true),
    ([("appletv*", "AppIcon"), ("appletvos*", "Other")], true),
    ([("appletv*", "Other"), ("appletvos26*", "AppIcon"), ("appletvsim*", "AppIcon")], true),
    ([("*", "Other"), ("appletv*", "AppIcon"), ("iphone*", "AppIcon")], false),
  ])
  func `of two names for a system the last one by its condition counts`(
    _ names: [(system: String, name: String)], _ counts: Bool
  ) throws {
    var app = app
    app.settings += "SUPPORTED_PLATFORMS = \"iphoneos appletvos\";"
    for (system, name) in names {
      app.settings += "\"ASSETCATALOG_COMPILER_APPICON_NAME[sdk=\(system)]\" = \(name);"
    }
    let found = try findings(tree([app, widget])).filter { $0.severity == .error }
    #expect(found.map(\.rule) == (counts ? ["icon-name-unmatched"] : []))
    // 'icon place' makes no icon of tvOS.
    #expect(found.allSatisfy { !$0.remedy.contains("icon place") })
  }

  @Test(arguments: [
    // An entry, what else is there, and the end of what is said.
    ("<key>CFBundleIconName</key><string>AppIcon</string>", "", nil),
    (
      "<key>CFBundleIconName</key><string>Appicon</string>", "",
      "names the set 'Appicon'; there are 'AppIcon'."
    ),
    ("<key>CFBundleIconFiles</key><array><string>Blue</string></array>", "App/Blue@2x.png", nil),
    (
      "<key>CFBundleIconFiles</key><array><string>Icons/Blue.png</string></array>",
      "App/Blue@3x~ipad.png", nil
    ),
    (
      "<key>CFBundleIconFiles</key><array><string>Blue</string></array>", "App/Bluer@2x.png",
      "names the picture 'Blue', and no such PNG is here outside of catalogs."
    ),
  ])
  func `an icon that Info.plist lets an app change to is there`(
    entry: String, picture: String, said: String?
  ) throws {
    var app = app
    app.settings += "INFOPLIST_FILE = \"$(SRCROOT)/App/Info.plist\";"
    var tree = tree([app, widget])
    tree["App/Info.plist"] = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
      <key>Blue</key><dict>\(entry)</dict></dict></dict></dict></plist>
      """
    if !picture.isEmpty { tree.add(picture, IconTree.other) }
    let found = try findings(tree)
    #expect(found.map(\.rule) == (said == nil ? [] : ["alternate-icon-missing"]))
    #expect(found.first.map { $0.message.hasSuffix(said ?? "") } ?? true)
    #expect(
      found.first.map { $0.message.contains("App/Info.plist: the alternate icon 'Blue'") } ?? true)
  }

  @Test func `an icon to change to on tvOS that is not here is said, and not called missing`()
    throws
  {
    var app = app
    app.settings += "SDKROOT = appletvos; INFOPLIST_FILE = App/Info.plist;"
    var tree = tree([app, widget])
    tree["App/A.xcassets/Blue.imagestack/Contents.json"] = "{}"
    tree["App/Info.plist"] = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><array>
      <string>Blue</string><string>Red</string></array></dict></dict></plist>
      """
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings).filter { $0.message.contains("alternate") }
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.contains("App/Info.plist: lists the alternate icon 'Red'"))
  }

  @Test func `alpha is an error in the primary icon and a note in an alternate one`() throws {
    var settings = app
    settings.settings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = \"Blue Red\";"
    for (name, rule) in [("AppIcon", "alpha-channel"), ("Blue", "translucent-pixels")] {
      var tree = tree([settings, widget])
      for other in ["Blue", "Red"] {
        tree["App/A.xcassets/\(other).appiconset/Contents.json"] =
          IconTree.contents([IconTree.single("AppIcon.png")])
        tree.add("App/A.xcassets/\(other).appiconset/AppIcon.png", IconTree.other)
      }
      tree.add(
        "App/A.xcassets/\(name).appiconset/AppIcon.png",
        PNGSample.with {
          ($0.width, $0.height, $0.colorType) = (1024, 1024, 6)
          $0.pixel = { x, y in [UInt8(x & 255), 9, 9, x + y == 0 ? 254 : 255] }
        })
      let directory = try tree.write()
      let found = try IconValidator().validate(directory.url.path).flatMap(\.findings)
      #expect(found.map(\.rule).filter { $0 != "empty-slot" && $0 != "legacy-form" } == [rule])
    }
  }

  @Test(arguments: [
    (#""\"App\"""#, true), (#""\"Other Content\" $(SRCROOT)/App/A.xcassets""#, true),
    (#""App\\ B App/Other""#, false), (#""\"App B\"""#, false),
  ])
  func `an app's icon among its development assets alone is a warning`(
    _ paths: String, _ isLeftOut: Bool
  ) throws {
    var app = app
    app.settings += "DEVELOPMENT_ASSET_PATHS = \(paths);"
    let found = try findings(tree([app, widget]))
    #expect(found.map(\.rule) == (isLeftOut ? ["icon-name-unmatched"] : []))
    #expect(
      found.allSatisfy {
        $0.severity == .warning && $0.message.contains("only 'App/A.xcassets' has")
      })
    app.catalogs.append("Widget/W.xcassets")
    #expect(try !rules(tree([app])).contains("icon-name-unmatched"))
  }

  @Test(arguments: [
    (#"EXCLUDED_SOURCE_FILE_NAMES = "*.xcassets";"#, ["icon-name-unmatched"]),
    (#"EXCLUDED_SOURCE_FILE_NAMES = "B App/?.x*s";"#, ["icon-name-unmatched"]),
    (#"EXCLUDED_SOURCE_FILE_NAMES = "$(FILES)"; FILES = "A.xcassets";"#, ["icon-name-unmatched"]),
    ("EXCLUDED_SOURCE_FILE_NAMES = a.xcassets;", []),
    (#"EXCLUDED_SOURCE_FILE_NAMES = "Other/A.xcassets";"#, []),
    (
      "EXCLUDED_SOURCE_FILE_NAMES = (A.xcassets, ); INCLUDED_SOURCE_FILE_NAMES = App/A.xcassets;",
      []
    ),
    (#""EXCLUDED_SOURCE_FILE_NAMES[config=Debug]" = A.xcassets;"#, []),
    (#""EXCLUDED_SOURCE_FILE_NAMES[sdk=macosx*]" = A.xcassets;"#, ["project-not-read"]),
    (#"EXCLUDED_SOURCE_FILE_NAMES = "$(FILES)";"#, ["project-not-read"]),
    (#"EXCLUDED_SOURCE_FILE_NAMES = "[AB].xcassets";"#, ["project-not-read"]),
    (
      #"EXCLUDED_SOURCE_FILE_NAMES = "*"; "INCLUDED_SOURCE_FILE_NAMES[sdk=iphone*]" = A.xcassets;"#,
      ["project-not-read"]
    ),
  ])
  func `an icon that a setting leaves out is not the app's`(settings: String, expected: [String])
    throws
  {
    var app = app
    app.settings += settings
    let directory = try tree([app]).write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)[0].findings
      .filter { $0.rule != "catalog-unlisted" }
    #expect(found.map(\.rule) == expected)
    #expect(found.allSatisfy { $0.severity < .error && $0.message.contains("'App/A.xcassets'") })
  }

  @Test func `a catalog that every build of a target leaves out need not be there`() throws {
    var app = app
    app.catalogs.append("App/Gone.xcassets")
    #expect(try rules(tree([app, widget])) == ["catalog-missing"])
    app.settings += "EXCLUDED_SOURCE_FILE_NAMES = Gone.xcassets;"
    #expect(try rules(tree([app, widget])) == [])
  }

  @Test func `folders that Xcode keeps in step count, with their exceptions`() throws {
    var app = app
    (app.catalogs, app.synchronized) = ([], ["App"])
    var project = XcodeProjectText(targets: [app, widget])
    var tree = tree([])
    tree["X.xcodeproj/project.pbxproj"] = project.text
    #expect(try rules(tree) == [])
    project.exceptions = [("App", "App", "A.xcassets,")]
    tree["X.xcodeproj/project.pbxproj"] = project.text
    #expect(try rules(tree) == ["catalog-unlisted"])
    project.targets.append(Target(name: "Second"))
    project.exceptions.append(("App", "Second", "A.xcassets,"))
    tree["X.xcodeproj/project.pbxproj"] = project.text
    let left = try findings(tree)
    #expect(left.map(\.rule) == ["no-catalog"] && left[0].message.contains("target 'App'"))
    // A set may be of a phase.
    tree["X.xcodeproj/project.pbxproj"] = project.text.replacing(
      "target = TSecond;", with: "buildPhase = PSecond;")
    #expect(try rules(tree) == ["no-catalog"])
  }

  @Test(arguments: [
    ("application", named, "", ["no-catalog"]), ("application", "", "", ["icon-name-unset"]),
    ("application.watchapp2-container", named, "", []),
    ("application", named, "SUPPORTED_PLATFORMS = macosx; SKIP_INSTALL = YES;", []),
    ("app-extension", named, "", []),
    ("framework", "ASSETCATALOG_COMPILER_APPICON_NAME = Gone;", "", []),
  ])
  func `one of several apps that names an icon and compiles no catalog is named`(
    kind: String, name: String, settings: String, expected: [String]
  ) throws {
    let second = Target(name: "Second", kind: kind, settings: name + settings)
    #expect(try rules(tree([app, widget, second])) == expected)
  }

  @Test func `an app for watches that names an icon and compiles no catalog is an error`() throws {
    let watch = Target(name: "Watch", settings: Self.named + "SDKROOT = watchos;")
    let found = try findings(tree([app, widget, watch]))
    #expect(found.map(\.rule) == ["no-catalog"] && found[0].severity == .error)
    #expect(found[0].prevents == "No icons found for watch application")
  }

  @Test func `a catalog is unlisted when no project of the tree, and no package, has it`() throws {
    var tree = tree([app, widget])
    tree["Kit/K.xcassets/AppIcon.appiconset/Contents.json"] =
      IconTree.contents([IconTree.single("AppIcon.png")])
    tree.add("Kit/K.xcassets/AppIcon.appiconset/AppIcon.png", IconTree.light)
    tree["Kit/K.xcassets/Contents.json"] = "{\(IconTree.info)}"
    #expect(try rules(tree) == ["catalog-unlisted"])
    var project = tree
    let target = Target(name: "Kit", catalogs: ["K.xcassets"])
    project["Kit/Kit.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [target]).text
    #expect(try rules(project) == [])
    tree["Kit/Project.swift"] = ""
    #expect(try rules(tree) == [])
  }

  @Test func `a project file stands for what its targets compile`() throws {
    var tree = tree([app])
    tree["Other/O.xcassets/AppIcon.appiconset/Contents.json"] = "{"
    tree["Other/Other.xcodeproj/project.pbxproj"] = "{"
    #expect(try findings(tree, "X.xcodeproj") == [])
    let error = #expect(throws: PhotoprepError.self) { try findings(tree, "None.xcodeproj") }
    #expect(error?.code == .fileMissing)
  }

  @Test func `what a target compiles and is not there is a warning of an app, and else a note`()
    throws
  {
    var (app, widget) = (app, widget)
    app.catalogs += ["App/Gone.xcassets", "App/AppIcon.icon"]
    widget.catalogs.append("Widget/Gone.xcassets")
    var tree = tree([app, widget])
    let found = try findings(tree)
    #expect(found.map(\.rule) == Array(repeating: "catalog-missing", count: 2))
    #expect(found.map(\.severity) == [.warning, .warning])
    #expect(
      found[0].message.hasSuffix("target 'App' compiles 'App/Gone.xcassets', which is not there."))
    let text = try #require(tree["X.xcodeproj/project.pbxproj"])
    tree["X.xcodeproj/project.pbxproj"] =
      text.replacing("buildPhases = ( PApp, );", with: "buildPhases = ( PApp, S, );").replacing(
        "R = {",
        with: """
          S = { isa = PBXShellScriptBuildPhase; shellScript = "make App/AppIcon.icon";
            outputPaths = ( "$(SRCROOT)/Widget/Gone.xcassets", ); }; R = {
          """)
    #expect(try rules(tree) == [])
  }

  @Test(arguments: ["BUILT_PRODUCTS_DIR", "DERIVED_FILE_DIR", "SDKROOT"])
  func `a catalog that a build makes hides none that the target lists beside it`(_ place: String)
    throws
  {
    var app = app
    app.catalogs += ["Made.xcassets", "App/AppIcon.icon"]
    var tree = tree([])
    tree["Widget/W.xcassets/AppIcon.appiconset/Contents.json"] = nil
    tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app]).text.replacing(
      "path = \"Made.xcassets\"; sourceTree = \"<group>\"",
      with: "path = \"Made.xcassets\"; sourceTree = \(place)")
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)[0].findings
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.contains("'Made.xcassets', whose place only a build knows"))
  }

  @Test func `catalogs outside of the folder are read where they lie, or said not to be there`()
    throws
  {
    let names = ["../Shared/A.xcassets", "../Shared/AppIcon.icon"]
    let app = Target(name: "App", catalogs: names)
    var tree = IconTree.catalog("Shared/A.xcassets")
    tree["Shared/Other.xcassets/Contents.json"] = "{"
    tree["Shared/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["P/X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app]).text
    let directory = try tree.write()
    let root = directory.url.path
    for path in ["P", "P/X.xcodeproj"] {
      let reports = try IconValidator(headersOnly: true).validate(root + "/" + path)
      #expect(
        reports.map { $0.path.dropFirst(root.count + 1) } == [
          path[...], "Shared/A.xcassets", "Shared/A.xcassets/AppIcon.appiconset",
          "Shared/A.xcassets/AppIcon.appiconset/AppIcon.png", "Shared/AppIcon.icon",
        ])
      #expect(reports.flatMap(\.findings).map(\.rule) == ["composer-twin"])
    }
    try FileManager.default.removeItem(atPath: root + "/Shared")
    let without = try IconValidator().validate(root + "/P").flatMap(\.findings)
    #expect(without.map(\.rule) == ["project-not-read", "project-not-read"])
    #expect(without[0].message.contains("'../Shared/A.xcassets', which lies outside"))
  }

  @Test(arguments: [true, false], [true, false])
  func `a catalog behind a link is its target, in the folder and outside of it`(
    _ isInside: Bool, _ isWholeFolder: Bool
  ) throws {
    let home = isInside ? "" : "../"
    let list = XcodeProjectText(targets: [app]).text
    let targets = "targets: {App: {type: application, platform: iOS, sources: App}}"
    for (file, text) in [("X.xcodeproj/project.pbxproj", list), ("project.yml", targets)] {
      var tree = IconTree.catalog((isInside ? "P/" : "") + "Shared/A.xcassets")
      tree["P/\(file)"] = text
      tree["P/Other/App.swift"] = ""
      let root = try tree.write()
      let path = root.url.path + "/P"
      if !isWholeFolder {
        try FileManager.default.createDirectory(
          atPath: path + "/App", withIntermediateDirectories: true)
      }
      try FileManager.default.createSymbolicLink(
        atPath: path + (isWholeFolder ? "/App" : "/App/A.xcassets"),
        withDestinationPath: isWholeFolder ? home + "Shared" : "../\(home)Shared/A.xcassets")
      let reports = try IconValidator(headersOnly: true).validate(path)
      let found = reports.flatMap(\.findings).map(\.rule)
      if isWholeFolder, file == "project.yml" {
        #expect(found == ["project-not-read"])
      } else {
        #expect(reports.map(\.kind) == [.project, .xcassets, .appiconset, .png])
        #expect(found == [])
      }
    }
  }

  @Test func `an umlaut of one character and of two are the same name`() throws {
    let (one, two) = ("\u{DC}", "U\u{308}")
    var tree = IconTree()
    for (path, data) in IconTree.catalog("\(two)/\(two).xcassets").all { tree.add(path, data) }
    let set = "\(two)/\(two).xcassets/AppIcon.appiconset"
    tree["\(set)/AppIcon.png"] = nil
    tree["\(set)/Contents.json"] = IconTree.contents([IconTree.single("\(one).png")])
    tree.add("\(set)/\(two).png", IconTree.light)
    let app = Target(name: "App", catalogs: ["\(one)/\(one).xcassets"])
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app]).text
    let directory = try tree.write()
    let reports = try IconValidator(headersOnly: true).validate(directory.url.path)
    #expect(reports.map(\.kind) == [.project, .xcassets, .appiconset, .png])
    #expect(reports.flatMap(\.findings).isEmpty, "\(reports.flatMap(\.findings))")
    let picture = "\(one)/\(one).xcassets/AppIcon.appiconset/\(one).png"
    let changed = ChangedPaths([.init(directory.url.path + "/" + picture)])
    #expect(reports.filter(changed.touch).count == 4)
  }

  @Test func `a catalog or a set whose name is not UTF-8 is reported`() throws {
    let directory = try IconTree.catalog("App/A.xcassets").write()
    for path in ["App/\u{FC}b.xcassets", "App/A.xcassets/\u{FC}.appiconset"] {
      let name = (directory.url.path + "/" + path).unicodeScalars.map {
        CChar(truncatingIfNeeded: $0.value)
      }
      // A Mac's disk has no such names.
      guard mkdir(name + [0], 0o755) == 0 else { return }
    }
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings)
    #expect(found.map(\.rule) == ["unreadable", "unreadable"])
    #expect(found.allSatisfy { $0.message.hasSuffix("whose name is not UTF-8.") })
  }

  @Test func `a catalog that an app takes from other people's code is said not to be read`() throws
  {
    var tree = IconTree.catalog("Pods/A.xcassets")
    let app = Target(name: "App", catalogs: ["Pods/A.xcassets"])
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app]).text
    let directory = try tree.write()
    let found = try IconValidator().validate(directory.url.path).flatMap(\.findings)
    #expect(found.map(\.rule) == ["project-not-read"])
  }

  @Test func `an app whose only catalog is gone gets only that finding`() throws {
    let text = XcodeProjectText(targets: [app]).text
    var tree = IconTree()
    tree["X.xcodeproj/project.pbxproj"] = text
    #expect(try rules(tree) == ["catalog-missing"])
    let directory = try tree.write()
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "App"), withIntermediateDirectories: true)
    let module = try IconValidator().validate(directory.url.path).flatMap(\.findings)
    #expect(module.map(\.rule) == ["project-not-read"])
  }

  @Test func `XcodeGen's sources are what a target compiles`() throws {
    var tree = tree([])
    tree["X.xcodeproj/project.pbxproj"] = nil
    let targets = """
      targets:
        App: {type: application, platform: iOS, sources: [{path: App}]}
        Widget: {type: app-extension, platform: iOS, sources: Widget}
      """
    tree["project.yml"] = targets
    #expect(try rules(tree) == [])
    tree["project.yml"] = targets.replacing("{path: App}", with: "Widget")
    #expect(
      try rules(tree) == ["store-icon-missing", "legacy-incomplete"])
  }

  @Test(arguments: [
    "../Shared", "../Shared/A.xcassets", "{path: ../Shared, excludes: [B.xcassets]}",
  ])
  func `XcodeGen's sources outside of the folder are looked through`(_ sources: String) throws {
    var tree = IconTree.catalog("Shared/A.xcassets")
    tree["P/project.yml"] =
      "targets: {App: {type: application, platform: iOS, sources: [\(sources)]}}"
    let directory = try tree.write()
    let path = directory.url.path + "/P"
    let reports = try IconValidator(headersOnly: true).validate(path)
    #expect(reports.map(\.kind) == [.project, .xcassets, .appiconset, .png])
    #expect(reports.flatMap(\.findings).isEmpty)
    try FileManager.default.removeItem(atPath: directory.url.path + "/Shared")
    let without = try IconValidator(headersOnly: true).validate(path).flatMap(\.findings)
    #expect(without.map(\.rule) == ["project-not-read"])
    #expect(without[0].message.contains("outside of this folder, and"))
  }

  @Test func `sources whose place only a build knows are reported`() throws {
    var tree = IconTree()
    tree["project.yml"] =
      "targets: {App: {type: application, platform: iOS, sources: \"${ROOT}/App\"}}"
    let directory = try tree.write()
    let found = try IconValidator().validate(directory.url.path).flatMap(\.findings)
    #expect(found.map(\.rule) == ["project-not-read"])
    #expect(found[0].message.contains("the sources '${ROOT}/App', whose place only a build knows"))
  }

  @Test(arguments: [
    ("include: [parts/watch.yml]", "../Watch"),
    ("include: {path: parts/watch.yml, relativePaths: false}", "Watch"),
    ("include: [parts/watch.yml]", "{path: .., excludes: [App, parts/**]}"),
    ("include: [parts/watch.yml]", "../Watch, {path: ../App, buildPhase: none}"),
  ])
  func `a document is an icon of the targets whose sources hold it, and of no others`(
    _ include: String, _ sources: String
  ) throws {
    var tree = IconTree()
    tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["Watch/W.xcassets/Contents.json"] = "{\(IconTree.info)}"
    tree["project.yml"] =
      include + "\ntargets:\n  App: {type: application, platform: iOS, sources: App}"
    func watch(_ sources: String) -> String {
      "targets:\n  Watch: {type: application, platform: watchOS, sources: [\(sources)]}"
    }
    tree["parts/watch.yml"] = watch(sources)
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["icon-name-unmatched", "icon-name-unmatched"])
    #expect(found.allSatisfy { $0.message.contains("'Watch'") })
    tree["parts/watch.yml"] = watch(sources + ", ../App/AppIcon.icon, App/AppIcon.icon")
    #expect(try rules(tree) == [])
  }

  /// What is found where a document stands beside the set of its name, which has one slot, the Mac's.
  private func reports(_ targets: [Target], macPicture: String) throws -> [FileReport] {
    var tree = tree(targets)
    tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] =
      IconTree.contents([IconTree.slot("mac", "512x512", "2x", macPicture)])
    let directory = try tree.write()
    return try IconValidator(headersOnly: true).validate(directory.url.path)
  }

  @Test func `a composer document wins where the target compiles both`() throws {
    var app = app
    app.catalogs.append("App/AppIcon.icon")
    let found = try reports([app, widget], macPicture: "AppIcon.png")
      .flatMap(\.findings).map(\.rule)
    #expect(found.filter { $0 == "composer-twin" }.count == 1)
    #expect(!found.contains("mac-incomplete") && !found.contains("store-icon-missing"))
  }

  @Test func `a set that one app takes and a document replaces in another is checked for it`()
    throws
  {
    let settings = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; SDKROOT = "
    var phone = app
    phone.settings = settings + "iphoneos;"
    phone.catalogs.append("App/AppIcon.icon")
    let mac = Target(name: "Mac", settings: settings + "macosx;", catalogs: app.catalogs)
    // The other catalog's set is in no target, and may have the document as its twin.
    let found = try reports([phone, mac], macPicture: "gone.png")
      .filter { $0.path.contains("A.xcassets") }.flatMap(\.findings)
    #expect(found.contains { $0.rule == "file-missing" && $0.severity == .error })
    let wrong: Set = ["composer-twin", "store-icon-missing"]
    #expect(wrong.isDisjoint(with: found.map(\.rule)))
  }

  @Test(arguments: [("macosx", "in Xcode."), ("iphoneos", "'icon place' and --replace.")])
  func `a set without Contents json is placed again for iOS alone`(
    _ system: String, _ remedy: String
  ) throws {
    var app = app
    app.settings += " SDKROOT = \(system);"
    var tree = tree([app])
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = nil
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings)
    #expect(found.first { $0.rule == "contents-missing" }?.remedy.hasSuffix(remedy) == true)
  }

  @Test func `the document that an app names and does not compile is to be added to its target`()
    throws
  {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["Icons/Beta.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["project.yml"] = """
      targets:
        App: {type: application, platform: iOS, sources: App, settings: {ASSETCATALOG_COMPILER_APPICON_NAME: Beta}}
      """
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings).filter { $0.rule == "icon-name-unmatched" }
    #expect(
      Set(found.map(\.remedy)) == ["Add 'Icons/Beta.icon' to the target, or correct the setting."])
  }

  @Test func `a document that no target lists, and whose name an app's icon has, is named`() throws
  {
    var tree = tree([app, widget])
    tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["Design/Draft.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    let unlisted = try findings(tree)
    #expect(unlisted.map(\.rule) == ["catalog-unlisted"])
    #expect(unlisted[0].message.contains("'App/AppIcon.icon'"))
    let remedy = try #require(unlisted[0].command)
    #expect(remedy.hasPrefix("photoprep icon place ") && remedy.hasSuffix("/X.xcodeproj"))
    // 'icon place' adds nothing to a folder that Xcode keeps in step.
    var target = app
    (target.catalogs, target.synchronized) = ([], ["App"])
    var project = XcodeProjectText(targets: [target, widget])
    project.exceptions = [("App", "App", "AppIcon.icon,")]
    tree["X.xcodeproj/project.pbxproj"] = project.text
    let kept = try findings(tree)
    #expect(kept.map(\.rule) == ["catalog-unlisted"] && kept[0].command == nil)
    #expect(kept[0].remedy.contains("Copy Bundle Resources"))
  }

  @Test(
    arguments: [
      ("lastKnownFileType = folder; ", "has the type 'folder'"),
      ("explicitFileType = \"folder\"; ", "has the type 'folder'"),
      ("lastKnownFileType = text; ", "has the type 'text'"),
      ("lastKnownFileType = wrapper.icon; ", "has the type 'wrapper.icon'"), ("", "has no type"),
      ("lastKnownFileType = folder.iconcomposer; ", "has the type 'folder.iconcomposer'"),
    ], [false, true])
  func `a document that a project takes for something else is named, and mended by a command`(
    _ type: (text: String, said: String), _ isLast: Bool
  ) throws {
    var app = app
    app.catalogs = ["App/A.xcassets", "App/AppIcon.icon"]
    var tree = tree([app, widget])
    tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app, widget]).text.replacing(
      "lastKnownFileType = folder.iconcomposer.icon; path = \"App/AppIcon.icon\"; ",
      with: isLast
        ? "path = \"App/AppIcon.icon\"; \(type.text)" : "\(type.text)path = \"App/AppIcon.icon\"; ")
    let directory = try tree.write()
    func mistyped() throws -> [IconFinding] {
      try IconValidator(headersOnly: true).validate(directory.url.path).flatMap(\.findings)
        .filter { $0.rule == "icon-file-type" }
    }
    let found = try mistyped()
    #expect(found.map(\.severity) == [.warning] && found[0].message.contains(type.said))
    let command = try #require(found.first?.command)
    let shell = Process()
    (shell.executableURL, shell.arguments) = (URL(filePath: "/bin/sh"), ["-c", command])
    try shell.run()
    shell.waitUntilExit()
    #expect(try mistyped().isEmpty)
  }

  @Test func `a catalog that a project takes for a folder is named, and mended by a command`()
    throws
  {
    var tree = tree([app, widget])
    tree["X.xcodeproj/project.pbxproj"] = tree["X.xcodeproj/project.pbxproj"]?.replacing(
      "path = \"App/A.xcassets\"", with: "lastKnownFileType = folder; path = \"App/A.xcassets\"")
    let found = try findings(tree)
    #expect(found.map(\.rule) == ["icon-file-type"])
    #expect(found[0].message.hasSuffix("a catalog has 'folder.assetcatalog'."))
    #expect(found[0].command?.contains("= folder.assetcatalog;") == true)
  }

  @Test func `a synchronised folder needs a phase of resources, which XcodeGen and Geko left out`()
    throws
  {
    var app = app
    (app.catalogs, app.synchronized) = ([], ["App"])
    var tree = tree([])
    tree["X.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: [app, widget]).text
      .replacing("( PApp, )", with: "( )")
    #expect(try rules(tree) == ["catalog-unlisted"])
  }

  @Test func `nothing in a folder that is copied as it is counts as compiled`() throws {
    var app = app
    (app.catalogs, app.synchronized) = ([], ["App"])
    var tree = tree([app, widget])
    #expect(try rules(tree) == [])
    for (path, data) in tree.all where path.hasPrefix("App/A.xcassets") {
      tree.add(path.replacing("App/", with: "App/Group/"), data)
      tree[path] = nil
    }
    #expect(try rules(tree) == [])
    tree["X.xcodeproj/project.pbxproj"] = tree["X.xcodeproj/project.pbxproj"]?.replacing(
      "path = \"App\";", with: "explicitFolders = ( Group, ); path = \"App\";")
    #expect(try rules(tree).contains("catalog-unlisted"))
  }

  @Test func `a project that is nested without end, or refers to itself, ends`() throws {
    let deep = "{objects = " + String(repeating: "{a = ", count: 100_000)
    var tree = tree([app])
    tree["Deep.xcodeproj/project.pbxproj"] = deep
    tree["Round.xcodeproj/project.pbxproj"] = """
      { objects = { R = { isa = PBXProject; mainGroup = M; };
        M = { isa = PBXGroup; children = ( M, M ); }; }; }
      """
    // What is not read might have the widget's set for an app's.
    let expected = ["project-unreadable", "store-icon-missing", "legacy-incomplete"]
    #expect(try rules(tree) == expected)
  }
}
