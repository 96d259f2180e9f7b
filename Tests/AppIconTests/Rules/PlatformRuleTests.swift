import AppIcon
import Testing
import _TestSupport

/// A project file is a text; `platformFilter` and its kin stand in its build files.
@Suite struct `Files and slots for some systems only` {
  typealias Target = XcodeProjectText.Target

  private static let everywhere = "iphoneos iphonesimulator macosx"

  private func app(_ catalogs: [String], for systems: String = everywhere) -> Target {
    var app = Target(name: "App", catalogs: catalogs)
    app.settings += " SUPPORTED_PLATFORMS = \"\(systems)\";"
    return app
  }

  /// A project of one app, with the attributes of its build files by their paths.
  private func project(_ app: Target, _ attributes: [String: String] = [:]) -> String {
    attributes.reduce(XcodeProjectText(targets: [app]).text) { text, attribute in
      let file = "fileRef = \"F:\(attribute.key)\";"
      return text.replacing(file, with: "\(file) \(attribute.value)")
    }
  }

  private func findings(_ tree: IconTree) throws -> [IconFinding] {
    let directory = try tree.write()
    return try IconValidator(headersOnly: true).validate(directory.url.path).flatMap(\.findings)
  }

  private func problems(_ tree: IconTree) throws -> [IconFinding] {
    try findings(tree).filter { $0.severity > .note }
  }

  /// A catalog with icons for every system but watchOS.
  private func wholeCatalog(_ catalog: String) -> IconTree {
    var tree = IconTree.catalog(catalog)
    let set = "\(catalog)/AppIcon.appiconset"
    var images = [IconTree.single("AppIcon.png")]
    for (scale, side) in [("1x", 512), ("2x", 1024)] {
      images.append(IconTree.slot("mac", "512x512", scale, "mac\(scale).png"))
      tree.add("\(set)/mac\(scale).png", IconTree.small(side))
    }
    tree["\(set)/Contents.json"] = IconTree.contents(images)
    for (path, data) in LayeredSample.icons.all { tree.add("\(catalog)/\(path)", data) }
    return tree
  }

  /// A set with pictures for the Mac, and an empty slot for iPhone.
  private func addMacSet(to tree: inout IconTree, _ catalog: String, scales: [String]) {
    let set = "\(catalog)/AppIcon.appiconset"
    var images = [IconTree.slot("iphone", "60x60", "2x", nil)]
    for scale in scales {
      images.append(IconTree.slot("mac", "512x512", scale, "mac\(scale).png"))
      tree.add("\(set)/mac\(scale).png", IconTree.small(scale == "1x" ? 512 : 1024))
    }
    tree["\(catalog)/Contents.json"] = "{\(IconTree.info)}"
    tree["\(set)/Contents.json"] = IconTree.contents(images)
  }

  @Test(arguments: [
    ("platformFilter = ios;", everywhere, "for macOS"),
    ("platformFilters = ( ios, macos, );", everywhere, nil),
    ("platformFilters = ( ios, maccatalyst, );", everywhere, nil),
    ("platformFilters = ( macos, );", "iphoneos iphonesimulator", "for iOS"),
    ("platformFilters = ( ios, tvos, xros, );", "iphoneos xros appletvos watchos", "for watchOS"),
    ("platformFilters = ( tvos, );", "$(SYSTEMS)", nil), ("", everywhere, nil),
  ])
  func `an icon that an app has for some of its systems only is a warning`(
    filter: String, systems: String, said: String?
  ) throws {
    var tree = wholeCatalog("App/A.xcassets")
    tree["X.xcodeproj/project.pbxproj"] = project(
      app(["App/A.xcassets"], for: systems), ["App/A.xcassets": filter])
    let found = try problems(tree)
    #expect(found.map(\.rule) == (said == nil ? [] : ["icon-name-unmatched"]))
    #expect(found.allSatisfy { $0.severity == .warning && $0.message.contains(said ?? "") })
  }

  @Test func `each system's own catalog and name satisfy it`() throws {
    var tree = IconTree.catalog("App/A.xcassets")
    addMacSet(to: &tree, "App/M.xcassets", scales: ["1x", "2x"])
    let attributes = [
      "App/A.xcassets": "platformFilter = ios;", "App/M.xcassets": "platformFilters = ( macos, );",
    ]
    let app = app(["App/A.xcassets", "App/M.xcassets"])
    tree["X.xcodeproj/project.pbxproj"] = project(app, attributes)
    #expect(try problems(tree) == [])
    // Without the filter the set is iOS's too.
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    #expect(
      try problems(tree).map(\.rule) == ["store-icon-missing", "legacy-incomplete"])
  }

  @Test func `a document for iOS alone leaves the set of its name to the Mac`() throws {
    var tree = IconTree()
    for (path, data) in ComposerSample.tree(ComposerSample.document()).all {
      tree.add("App/\(path)", data)
    }
    addMacSet(to: &tree, "App/M.xcassets", scales: ["1x"])
    let app = app(["App/AppIcon.icon", "App/M.xcassets"])
    tree["X.xcodeproj/project.pbxproj"] = project(
      app, ["App/AppIcon.icon": "platformFilter = ios;"])
    #expect(try problems(tree).map(\.rule) == ["mac-incomplete"])
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    #expect(try problems(tree) == [])
  }

  @Test(arguments: [("platformFilter = ios;", 1), ("", 0)])
  func `beside a document for some systems the set has pictures for the others`(
    filter: String, count: Int
  ) throws {
    var tree = IconTree.catalog("App/A.xcassets")
    for (path, data) in ComposerSample.tree(ComposerSample.document()).all {
      tree.add("App/\(path)", data)
    }
    tree["X.xcodeproj/project.pbxproj"] = project(
      app(["App/AppIcon.icon", "App/A.xcassets"]), ["App/AppIcon.icon": filter])
    #expect(try problems(tree).map(\.rule) == Array(repeating: "mac-incomplete", count: count))
  }

  @Test(arguments: [
    ("A.xcassets = ( ios, );", true), ("iOS = ( ios, );", true), ("Mac = ( macos, );", false),
    ("iOS = ( ios, ); iOS/A.xcassets = ( ios, macos, );", false),
  ])
  func `platforms in a folder that Xcode keeps in step are those of a file or a folder above it`(
    filters: String, isLimited: Bool
  ) throws {
    var app = app([])
    app.synchronized = ["App"]
    var project = XcodeProjectText(targets: [app])
    project.exceptions = [("App", "App", "")]
    var tree = wholeCatalog(filters.contains("iOS") ? "App/iOS/A.xcassets" : "App/A.xcassets")
    tree["X.xcodeproj/project.pbxproj"] = project.text.replacing(
      "membershipExceptions = (  );", with: "platformFiltersByRelativePath = { \(filters) };")
    #expect(try problems(tree).map(\.rule) == (isLimited ? ["icon-name-unmatched"] : []))
  }

  @Test(arguments: [
    ("App", 0), ("{path: App, destinationFilters: [iOS]}", 2),
    ("{path: App, destinationFilters: [iOS, macOS]}", 0),
    ("{path: App, destinationFilters: [iOS]}, App/A.xcassets", 0),
  ])
  func `destinations of XcodeGen's sources are read`(sources: String, count: Int) throws {
    var tree = wholeCatalog("App/A.xcassets")
    tree["project.yml"] = """
      targets:
        App: {type: application, platform: auto, supportedDestinations: [iOS, macOS], sources: [\(sources)]}
      """
    #expect(
      try problems(tree).map(\.rule) == Array(repeating: "icon-name-unmatched", count: count))
  }

  @Test(arguments: [
    ("iOS", "inferDestinationFiltersByPath: true", 2), ("iOS", "type: group", 0),
    ("ios", "inferDestinationFiltersByPath: true", 2),
    ("Kit", "inferDestinationFiltersByPath: true", 0),
    ("iOS", "inferDestinationFiltersByPath: true, type: syncedFolder", 0),
    ("Kit", "destinationFilters: [iOS], type: syncedFolder", 0),
  ])
  func `XcodeGen infers destinations from the names of folders`(
    folder: String, more: String, count: Int
  ) throws {
    var tree = wholeCatalog("App/\(folder)/A.xcassets")
    tree["project.yml"] = """
      targets:
        App: {type: application, platform: auto, supportedDestinations: [iOS, macOS],
          sources: [{path: App, \(more)}]}
      """
    #expect(
      try problems(tree).map(\.rule) == Array(repeating: "icon-name-unmatched", count: count))
  }

  @Test(arguments: [
    ("iphoneos iphonesimulator", [Severity.warning, .warning]), (everywhere, [.warning, .warning]),
    ("$(SYSTEMS)", [.warning, .warning]), ("macosx", [.error, .error]),
  ])
  func `the template's empty slots for the Mac matter to an app for the Mac alone`(
    systems: String, expected: [Severity]
  ) throws {
    let slots = ["1x", "2x"].map { IconTree.slot("mac", "512x512", $0, nil) }
    var tree = IconTree.catalog("App/A.xcassets")
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents(
      [IconTree.single("AppIcon.png")] + slots)
    tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"], for: systems))
    let found = try findings(tree)
    #expect(found.filter { $0.rule == "mac-incomplete" }.map(\.severity) == expected)
    let empty = found.filter { $0.rule == "empty-slot" }
    #expect(empty.map(\.message) == ["has no picture for any of its 2 slots for the Mac."])
    #expect(!empty[0].remedy.contains("--dark"))
  }

  @Test func `empty slots of a watch are one note too`() throws {
    let slots = ["24x24", "40x40"].map { IconTree.slot("watch", $0, "2x", nil) }
    var tree = IconTree.catalog("App/A.xcassets")
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents(
      [IconTree.single("AppIcon.png")] + slots)
    tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"], for: "iphoneos"))
    #expect(
      try findings(tree).map(\.message) == ["has no picture for any of its 2 slots for a watch."])
  }

  @Test func `a watch app's pictures of single sizes are four at least, or one for all`() throws {
    let store = IconTree.slot("watch-marketing", "1024x1024", "1x", "AppIcon.png")
    let sizes = ["24x24", "27.5x27.5", "40x40", "86x86", "98x98"]
    func found(_ single: [String], named: [String]) throws -> [IconFinding] {
      var tree = IconTree.catalog("App/A.xcassets")
      let set = "App/A.xcassets/AppIcon.appiconset"
      for size in named {
        let side = (Double(size.prefix { $0 != "x" }) ?? 0) * 2
        tree.add("\(set)/\(size).png", IconTree.small(Int(side)))
      }
      let slots = sizes.map { size in
        IconTree.slot("watch", size, "2x", named.contains(size) ? "\(size).png" : nil)
      }
      tree["\(set)/Contents.json"] = IconTree.contents(single + slots)
      tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"], for: "watchos"))
      return try problems(tree)
    }
    func alone(_ images: [String]) throws -> [IconFinding] {
      var tree = IconTree.catalog("App/A.xcassets")
      tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents(images)
      tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"], for: "watchos"))
      return try problems(tree)
    }
    let some = try found([store], named: ["24x24", "40x40"])
    #expect(some.map(\.severity) == [.warning, .warning, .warning])
    #expect(some.allSatisfy { $0.rule == "legacy-incomplete" && $0.prevents == "ITMS-90394" })
    #expect(some.allSatisfy { $0.remedy.hasSuffix(" in Xcode.") })
    #expect(try found([store], named: sizes) == [])
    let all = IconTree.single("AppIcon.png", platform: "watchos")
    #expect(try found([all], named: ["24x24"]) == [])
    // The store's picture alone, without the slots of a template.
    for others in [[], [IconTree.single("AppIcon.png")]] {
      #expect(
        try alone([store] + others).map(\.severity) == [.warning, .warning, .warning, .warning])
    }
    #expect(try alone([store, all]) == [])
  }

  @Test(arguments: [
    // What names the icon of the Mac, and whether the set for iOS is one for the Mac too.
    ("", true), ("\"ASSETCATALOG_COMPILER_APPICON_NAME[sdk=macosx*]\" = Mac;", false),
    ("\"ASSETCATALOG_COMPILER_APPICON_NAME[sdk=macos*]\" = Mac;", false),
    ("\"ASSETCATALOG_COMPILER_APPICON_NAME[sdk=macosx26*]\" = Mac;", true),
  ])
  func `a set that an app has under another system's name is not for the Mac`(
    setting: String, isForMac: Bool
  ) throws {
    let slots = ["1x", "2x"].map {
      IconTree.slot("mac", "512x512", $0, $0 == "1x" ? "half.png" : nil)
    }
    var tree = IconTree.catalog("App/A.xcassets")
    tree.add("App/A.xcassets/AppIcon.appiconset/half.png", IconTree.small(512))
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents(
      [IconTree.single("AppIcon.png")] + slots)
    addMacSet(to: &tree, "App/M.xcassets", scales: ["1x", "2x"])
    for (path, data) in tree.all where path.hasPrefix("App/M.xcassets/AppIcon") {
      tree.add(path.replacing("AppIcon.appiconset", with: "Mac.appiconset"), data)
      tree[path] = nil
    }
    var app = app(["App/A.xcassets", "App/M.xcassets"])
    app.settings += setting
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    let found = try findings(tree).filter { $0.rule == "mac-incomplete" }
    #expect(found.map(\.severity) == [isForMac ? .error : .warning])
  }

  @Test(arguments: [("iphoneos", "iOS", "'icon place'"), ("watchos", "watchOS", "for watchOS")])
  func `a picture for a platform in other letter case is none for the store`(
    systems: String, platform: String, remedy: String
  ) throws {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents([
      IconTree.single("AppIcon.png", platform: platform)
    ])
    tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"], for: systems))
    let found = try problems(tree)
    #expect(found.map(\.rule) == ["store-icon-missing", "unknown-slot"])
    #expect(found.map(\.severity) == [.error, .warning])
    #expect(found[0].remedy.contains(remedy))
  }

  private typealias SystemCase = (String, String, [String], [String])

  @Test(
    arguments: [
      // Systems, more settings, the idioms and platforms of the set's pictures, and what is said of it.
      ("iphoneos iphonesimulator", "", ["watchos"], ["store-icon-missing: error"]),
      ("iphoneos", "", ["mac"], ["store-icon-missing: error"]),
      ("watchos watchsimulator", "", ["ios"], ["store-icon-missing: error"]),
      ("watchos", "", ["ios", "watchos"], []), ("watchos", "", [""], []),
      ("iphoneos watchos", "", ["ios"], ["store-icon-missing: warning"]),
      ("macosx", "", ["ios"], ["mac-incomplete: error"]),
      (everywhere, "", ["ios"], ["mac-incomplete: warning"]),
      (everywhere, "", ["mac"], ["store-icon-missing: warning"]),
      (everywhere, "", ["ios", "mac"], []), ("$(SYSTEMS)", "", ["mac"], []),
      ("iphoneos", "SUPPORTS_MACCATALYST = YES;", ["ios"], []),
      ("macosx", "CODE_SIGN_IDENTITY = \"Developer ID Application\";", ["ios"], []),
      ("iphoneos xros", "", ["ios"], []),
      ("iphoneos appletvos", "", ["ios"], ["icon-name-unmatched: warning"]),
      ("xros xrsimulator", "", ["ios"], ["icon-name-unmatched: warning"]),
      ("appletvos", "", ["ios"], ["icon-name-unmatched: warning"]),
      ("appletvos xros", "", ["layers"], []), ("iphoneos xros", "", ["ios", "layers"], []),
    ] as [SystemCase])
  func `an app's icon has pictures for each system that the app is built for`(
    systems: String, settings: String, pictures: [String], expected: [String]
  ) throws {
    var tree = wholeCatalog("App/A.xcassets")
    let set = "App/A.xcassets/AppIcon.appiconset"
    let images = pictures.flatMap { kind -> [String] in
      switch kind {
      case "layers": []
      case "": [#"{"idiom":"universal","size":"1024x1024","filename":"AppIcon.png"}"#]
      case "mac": ["1x", "2x"].map { IconTree.slot("mac", "512x512", $0, "mac\($0).png") }
      default: [IconTree.single("AppIcon.png", platform: kind)]
      }
    }
    for path in tree.all.keys where path.hasPrefix(set) {
      let isUsed = images.contains { $0.contains("\"\(path.dropFirst(set.count + 1))\"") }
      if !isUsed { tree[path] = nil }
    }
    tree["\(set)/Contents.json"] = images.isEmpty ? nil : IconTree.contents(images)
    if !pictures.contains("layers") {
      for path in LayeredSample.icons.all.keys { tree["App/A.xcassets/\(path)"] = nil }
    }
    var app = app(["App/A.xcassets"], for: systems)
    app.settings += settings
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    let found = try problems(tree).map { "\($0.rule): \($0.severity.rawValue)" }
    #expect(found == expected)
    // A build for debugging is not in the store.
    tree["X.xcodeproj/project.pbxproj"] = project(app).replacing("= Release", with: "= Debug")
    #expect(try problems(tree) == [])
  }

  @Test(arguments: [
    ("iphoneos iphonesimulator macosx", 0), ("iphone macosx", 0), ("iphoneos macosx", 1),
  ])
  func `a name for every build counts where a system has none of its own`(
    systems: String, count: Int
  ) throws {
    var app = app(["App/A.xcassets"])
    let name = "ASSETCATALOG_COMPILER_APPICON_NAME"
    app.settings.replace("AppIcon", with: "Gone")
    for system in systems.split(separator: " ") {
      app.settings += " \"\(name)[sdk=\(system)*]\" = AppIcon;"
    }
    var tree = wholeCatalog("App/A.xcassets")
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    #expect(try problems(tree).map(\.rule) == Array(repeating: "icon-name-unmatched", count: count))
  }

  @Test(arguments: [
    // Where the app names its icon, and the systems for which it names none.
    ("[sdk=macosx*]", "iOS"), ("[sdk=iphone*]", "macOS"), ("[sdk=*]", nil), ("", nil),
  ])
  func `an app without an icon's name for one of its systems is told so`(
    condition: String, systems: String?
  ) throws {
    var app = app(["App/A.xcassets"])
    let name = "ASSETCATALOG_COMPILER_APPICON_NAME"
    app.settings.replace("\(name) =", with: "\"\(name)\(condition)\" =")
    var tree = wholeCatalog("App/A.xcassets")
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    let found = try problems(tree).filter { $0.rule == "icon-name-unset" }
    #expect(found.count == (systems == nil ? 0 : 1))
    #expect(found.allSatisfy { $0.message.hasSuffix("sets no \(name) for \(systems ?? "").") })
    tree["App/App.icns"] = "icns"
    #expect(
      try problems(tree).map(\.rule).contains("icon-name-unset") == (systems ?? "macOS" != "macOS"))
  }

  @Test func `a flat icon is a note for visionOS where the app is for other systems too`() throws {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"], for: "iphoneos xros"))
    let found = try findings(tree)
    #expect(found.map(\.rule).contains("icon-name-unmatched"))
    #expect(found.allSatisfy { $0.severity == .note })
  }

  @Test(
    arguments: [
      ("1,2", ["iphone"], 2), ("1", ["iphone"], 0), ("1,2", ["iphone", "ipad"], 0), ("1,2", [], 3),
      ("$(FAMILIES)", [], 0),
    ] as [(String, [String], Int)])
  func `beside the App Store's own picture each device has pictures`(
    families: String, devices: [String], count: Int
  ) throws {
    let set = "App/A.xcassets/AppIcon.appiconset"
    var tree = IconTree.catalog("App/A.xcassets")
    var images = [IconTree.slot("ios-marketing", "1024x1024", "1x", "AppIcon.png")]
    let sizes = [
      ("iphone", "60x60", "2x", 120), ("ipad", "76x76", "2x", 152),
      ("ipad", "83.5x83.5", "2x", 167),
    ]
    for (idiom, size, scale, side) in sizes where devices.contains(idiom) {
      images.append(IconTree.slot(idiom, size, scale, "\(side).png"))
      tree.add("\(set)/\(side).png", IconTree.small(side))
    }
    tree["\(set)/Contents.json"] = IconTree.contents(images)
    var app = app(["App/A.xcassets"], for: "iphoneos")
    app.settings += "TARGETED_DEVICE_FAMILY = \"\(families)\";"
    tree["X.xcodeproj/project.pbxproj"] = project(app)
    let found = try problems(tree)
    #expect(found.map(\.rule) == Array(repeating: "legacy-incomplete", count: count))
    #expect(found.allSatisfy { $0.severity == .error })
  }

  @Test func `an icon to change to needs no pictures for the Mac`() throws {
    let slots = ["1x", "2x"].map { IconTree.slot("mac", "512x512", $0, nil) }
    var tree = wholeCatalog("App/A.xcassets")
    tree["App/A.xcassets/Blue.appiconset/Contents.json"] = IconTree.contents(
      [IconTree.single("AppIcon.png")] + slots)
    tree.add("App/A.xcassets/Blue.appiconset/AppIcon.png", IconTree.other)
    tree["X.xcodeproj/project.pbxproj"] = project(app(["App/A.xcassets"]))
    #expect(try problems(tree) == [])
  }

  @Test(arguments: [(["2x"], Severity.warning), (["1x"], .error)])
  func `a Mac's icon without its large picture is an error`(scales: [String], expected: Severity)
    throws
  {
    var tree = IconTree.catalog()
    tree.addMac(scales: scales)
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true)
      .validate(directory.url.path + "/A.xcassets").flatMap(\.findings)
    #expect(found.map(\.rule) == ["mac-incomplete"] && found.map(\.severity) == [expected])
  }
}
