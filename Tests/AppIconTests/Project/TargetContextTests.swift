import AppIcon
import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@Suite struct `What targets are built for` {
  private static let name = "ASSETCATALOG_COMPILER_APPICON_NAME"

  private func findings(
    _ settings: String, configuration: String = "Release",
    _ images: [String], _ change: (inout IconTree) -> Void = { _ in }
  ) throws -> [IconFinding] {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["App/A.xcassets/AppIcon.appiconset/Contents.json"] = IconTree.contents(images)
    var text = XcodeProjectText(targets: [
      XcodeProjectText.Target(
        name: "App", settings: "\(Self.name) = AppIcon; " + settings, catalogs: ["App/A.xcassets"])
    ]).text
    text = text.replacing("name = Release", with: "name = \(configuration)")
    tree["X.xcodeproj/project.pbxproj"] = text
    change(&tree)
    let directory = try tree.write()
    return try IconValidator().validate(directory.url.path).flatMap(\.findings)
      .filter { $0.severity > .note }
  }

  private let mac = [
    IconTree.slot("mac", "512x512", "1x", nil),
    IconTree.slot("mac", "512x512", "2x", "AppIcon.png"),
  ]

  @Test func `a slot of iOS that is left over in a Mac app's set is nothing`() throws {
    let slots = mac + [IconTree.slot("ios-marketing", "1024x1024", "1x", nil)]
    let onMac = try findings("SDKROOT = macosx;", slots)
    #expect(onMac.map(\.rule) == ["mac-incomplete", "mac-opaque"])
    #expect(try findings("SDKROOT = iphoneos;", slots).map(\.rule).contains("store-icon-missing"))
  }

  @Test(arguments: [
    ("iphoneos", []), ("iphoneos watchos", ["alpha-channel"]),
    ("iphoneos macosx", ["mac-opaque"]), ("$(SYSTEMS)", ["alpha-channel", "mac-opaque"]),
  ])
  func `pictures for a system that the app is not built for are not judged as its icon`(
    _ systems: String, _ expected: [String]
  ) throws {
    let slots = [
      IconTree.slot("ios-marketing", "1024x1024", "1x", "AppIcon.png"),
      IconTree.slot("watch", "32x32", "2x", "Watch.png"),
      IconTree.slot("mac", "32x32", "2x", "Mac.png"),
    ]
    var clear = PNGSample(colorType: 6)
    clear.pixel = { x, y in [40, 90, UInt8(x), x + y == 0 ? 0 : 255] }
    let found = try findings("SUPPORTED_PLATFORMS = \"\(systems)\";", slots) { tree in
      tree.add("App/A.xcassets/AppIcon.appiconset/Watch.png", clear.data)
      tree.add("App/A.xcassets/AppIcon.appiconset/Mac.png", PNGSample().data)
    }
    #expect(["alpha-channel", "mac-opaque"].filter(found.map(\.rule).contains) == expected)
  }

  @Test(arguments: [("1", 0), ("2", 2), ("1,2", 2), ("$(FAMILIES)", 2)])
  func `pictures for the iPad are asked of apps for the iPad`(
    _ families: String, _ count: Int
  ) throws {
    let slots = [
      IconTree.slot("ios-marketing", "1024x1024", "1x", "AppIcon.png"),
      IconTree.slot("ipad", "76x76", "2x", nil),
    ]
    let found = try findings("TARGETED_DEVICE_FAMILY = \"\(families)\";", slots)
    #expect(found.count { $0.rule == "legacy-incomplete" } == count)
  }

  @Test func `what is missing for the store is an error in what goes to it`() throws {
    let slots = [IconTree.slot("ios-marketing", "1024x1024", "1x", nil)]
    func severities(_ configuration: String) throws -> [Severity] {
      try findings("", configuration: configuration, slots)
        .filter { $0.rule == "store-icon-missing" }.map(\.severity)
    }
    #expect(try severities("Release") == [.error] && severities("Debug") == [.warning])
    let outside = #"SDKROOT = macosx; CODE_SIGN_IDENTITY = "Developer ID Application";"#
    let empty = [IconTree.slot("mac", "512x512", "2x", nil)]
    func worst(_ settings: String) throws -> Severity? {
      try findings(settings, empty).filter { $0.rule == "mac-incomplete" }.map(\.severity).max()
    }
    #expect(try worst(outside) == .warning && worst("SDKROOT = macosx;") == .error)
    #expect(try worst("SDKROOT = macosx; ENABLE_APP_SANDBOX = NO;") == .warning)
    #expect(try worst("SDKROOT = macosx; ENABLE_APP_SANDBOX = YES;") == .error)
  }

  @Test(arguments: [
    ("watchos", "Release", Severity.error), ("watchos", "Debug", .warning),
    ("iphoneos", "Release", .warning),
  ])
  func `a watch app that names no icon is refused`(
    _ system: String, _ configuration: String, _ severity: Severity
  ) throws {
    let single = [IconTree.single("AppIcon.png", platform: "watchos")]
    let found = try findings(
      "SDKROOT = \(system);", configuration: configuration, single,
      { tree in
        let file = "X.xcodeproj/project.pbxproj"
        tree[file] = tree[file]?.replacing("\(Self.name) = AppIcon; ", with: "")
      }
    ).filter { $0.rule == "icon-name-unset" }
    #expect(found.map(\.severity) == [severity])
  }

  @Test func `a set that a document of its name replaces has only notes`() throws {
    let slots = [IconTree.slot("iphone", "60x60", "2x", "gone.png")]
    let twin: (inout IconTree) -> Void = { tree in
      tree["App/AppIcon.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
    }
    #expect(try !findings("", slots).isEmpty)
    #expect(
      try findings(
        "", slots,
        { tree in
          twin(&tree)
          tree["X.xcodeproj/project.pbxproj"] = nil
          tree["project.yml"] = "targets: {App: {type: application, platform: iOS, sources: [App]}}"
        }
      ).isEmpty)
  }
}

@Suite struct `Parts of projects that are not read` {
  private func reports(_ tree: IconTree, at path: String = "") throws -> [FileReport] {
    let directory = try tree.write()
    return try IconValidator(headersOnly: true).validate(directory.url.path + "/" + path)
  }

  @Test func `a template of a project.yml is not called broken, and a repeated key is named`()
    throws
  {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["project.yml"] = "targets:\n  {{#apps}}\n  - {{name}}: x\n  {{/apps}}\n"
    let made = try reports(tree)[0]
    #expect(made.findings.map(\.rule) == ["project-not-read"])
    #expect(made.scope?.unread.first?.reason.hasPrefix("is a template") == true)
    tree["project.yml"] = "name: {{name}}\ntargets: {}\n"
    #expect(try reports(tree)[0].findings.map(\.rule) == ["project-not-read"])
    tree["project.yml"] = "targets: {}\nname: a\nname: b\n"
    let doubtful = try reports(tree)[0].findings
    #expect(doubtful.map(\.rule) == ["project-unreadable"])
    #expect(doubtful[0].message.contains("has the key 'name' twice from line 2 on"))
    #expect(doubtful[0].severity == .warning)
    tree["project.yml"] = nil
    for (marks, rule) in [("", "project-not-read"), ("<<<<<<< HEAD", "project-unreadable")] {
      for own in ["A = { path = {{name}}; };", "\n\t\t$modules_buildfile\n"] {
        tree["X.xcodeproj/project.pbxproj"] = "{ objects = { \(own) \(marks) }; }"
        #expect(try reports(tree)[0].findings.map(\.rule) == [rule])
      }
    }
  }

  /// XcodeGen locks Yams 5.0.1; Mortennn/Dozer shipped with such a file.
  @Test(arguments: [
    ("", []), ("    settings: {ASSETCATALOG_COMPILER_APPICON_NAME: Other}\n", [Severity.error]),
  ])
  func `of a repeated key of XcodeGen's file the last value counts`(
    last: String, errors: [Severity]
  ) throws {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["project.yml"] = """
      configs: {"Release": release, "Release": release}
      targets:
        App:
          type: application
          platform: iOS
          settings: {ASSETCATALOG_COMPILER_APPICON_NAME: Gone}
          sources:
            - path: App
              group: A
              group: B
          settings: {ASSETCATALOG_COMPILER_APPICON_NAME: AppIcon}
      \(last)
      """
    let report = try reports(tree)[0]
    let repeated = report.findings.filter { $0.rule == "project-unreadable" }
    #expect(repeated.map(\.severity) == Array(repeating: .warning, count: last.isEmpty ? 3 : 4))
    #expect(repeated.contains { $0.message.contains("has the key 'group' twice from line 9 on") })
    #expect(report.findings.filter { $0.rule == "icon-name-unmatched" }.map(\.severity) == errors)
    #expect(report.scope?.targets == 1)
  }

  @Test func `manifests of Tuist, and packages that are apps, are named`() throws {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["Project.swift"] = "import ProjectDescription\nlet project = Project(name: \"A\")\n"
    tree["Model/Project.swift"] = "struct Project {}\n"
    tree["Play.swiftpm/Package.swift"] = #".iOSApplication(name: "A", appIcon: .asset("AppIcon"))"#
    tree["Old.swiftpm/Package.swift"] = #".iOSApplication(name: "A", iconAssetName: "AppIcon")"#
    tree["Bare.swiftpm/Package.swift"] = #".iOSApplication(name: "A", targets: ["App"])"#
    tree["Kit/Package.swift"] = "let package = Package(name: \"Kit\")"
    var unread = try #require(try reports(tree)[0].scope).unread
    let packages = ["Bare", "Old", "Play"].map { $0 + ".swiftpm/Package.swift" }
    #expect(unread.map(\.path) == ["Project.swift"] + packages)
    #expect(unread[0].remedy.contains("'tuist generate --no-open'"))
    // What Tuist made of its manifest is read.
    tree["A.xcodeproj/project.pbxproj"] = XcodeProjectText(targets: []).text
    unread = try #require(try reports(tree)[0].scope).unread
    #expect(unread.map(\.path) == packages)
  }

  @Test(arguments: ["project.yml", "project-pm.yml", "Main.yaml", "X.xcodeproj/project.pbxproj"])
  func `a project is read, and its icon drawn, when its file is named`(_ name: String) throws {
    var tree = IconTree.catalog("App/A.xcassets")
    let isList = name.hasSuffix("pbxproj")
    tree[name] =
      isList
      ? XcodeProjectText(targets: [.init(name: "App", catalogs: ["App/A.xcassets"])]).text
      : "targets: {App: {type: application, platform: iOS, sources: [App]}}"
    tree["Other/project.yml"] = "targets: ["
    let reports = try self.reports(tree, at: name)
    #expect(reports.map(\.kind) == [.project, .xcassets, .appiconset, .png])
    #expect(reports.flatMap(\.findings).isEmpty)
    let directory = try tree.write()
    let drawn = try IconPreview.png(of: directory.url.path + "/" + name)
    #expect(try drawn == IconPreview.png(of: directory.url.path + "/App/A.xcassets"))
  }

  @Test func `a file that is neither a picture nor a project is called that`() throws {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["ci.yml"] = "jobs: {}"
    tree["App.xcconfig"] = "A = B"
    tree["broken.yml"] = "targets: ["
    for name in ["ci.yml", "App.xcconfig"] {
      let error = #expect(throws: PhotoprepError.self) { try self.reports(tree, at: name) }
      #expect(error?.code == .nothingToCheck)
      #expect(error?.message.hasPrefix("This is neither a picture nor a project") == true)
    }
    #expect(
      try reports(tree, at: "broken.yml").flatMap(\.findings).map(\.rule).contains(
        "project-unreadable"))
  }

  @Test func `Electron's icon in a folder of build products is found`() throws {
    var tree = IconTree()
    tree["build/icon.icon/icon.json"] = #"{"groups":[]}"#
    tree["build/Other/icon.icon/icon.json"] = "{"
    let found = try reports(tree).flatMap(\.findings).map(\.rule)
    #expect(found == ["project-not-read", "icon-empty"])
  }

  @Test func `an app with an icns file needs no catalog`() throws {
    var tree = IconTree()
    tree["project.yml"] =
      "options: {settingPresets: none}\ntargets: {App: {type: application, platform: macOS}}"
    // Nor is there a name of an icon, which the one warning says too.
    let found = try reports(tree)[0].findings
    #expect(found.map(\.rule) == ["no-catalog"])
    #expect(found[0].remedy.contains("set ASSETCATALOG_COMPILER_APPICON_NAME to the icon's name"))
    tree["Resources/App.icns"] = "icns"
    #expect(try reports(tree)[0].findings == [])
    tree.add("Resources/App.icns", IconTree.light)
    let named = try reports(tree)[0].findings
    #expect(named.map(\.rule) == ["not-icns"])
    #expect(named[0].message == "'Resources/App.icns' is PNG by its first bytes, not ICNS.")
  }
}
