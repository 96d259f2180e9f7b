import Foundation
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Project rules` {
  private func rules(_ change: (inout IconTree) -> Void) throws -> [String] {
    var tree = IconTree.catalog("App/A.xcassets")
    change(&tree)
    let directory = try tree.write()
    let reports = try IconValidator(headersOnly: true).validate(directory.url.path)
    #expect(reports.first?.kind == .project)
    return reports.flatMap(\.findings).map(\.rule)
  }

  private func yaml(_ target: String, top: String = "") -> String {
    "name: App\n\(top)\ntargets:\n  App:\n    type: application\n    platform: iOS\n\(target)"
  }

  @Test func `preset name and a set of that name fit`() throws {
    #expect(try rules { $0["project.yml"] = yaml("    sources: [App]\n") } == [])
  }

  @Test func `each configuration is looked at`() throws {
    let settings = """
          settings:
            configs:
              debug: {ASSETCATALOG_COMPILER_APPICON_NAME: AppIcon-dev}
      """
    let found = try rules { $0["project.yml"] = yaml(settings + "\n") }
    #expect(found == ["icon-name-unmatched"])
  }

  @Test(arguments: [("Debug", 1), ("Debug-Dev", 2)])
  func `settings of a configuration are not those of another one with its name in its own`(
    first: String, count: Int
  ) throws {
    let settings = "    settings: {configs: {Debug: {\(Self.setting): Gone}}}\n"
    let top = "configs: {\(first): debug, Debug-QA: debug, Release: release}"
    let found = try rules { $0["project.yml"] = yaml(settings, top: top) }
    #expect(found == Array(repeating: "icon-name-unmatched", count: count))
  }

  @Test(arguments: [
    ("AppIcon$(SUFFIX)", "", ["project-not-read"]), ("$(inherited)", "", []),
    ("AppIcon$(SUFFIX)", "SUFFIX: ''", []),
    ("${NAME}$(SUFFIX)", "NAME: $(KIND)Icon, KIND: $(TARGET_NAME), SUFFIX: ''", []),
    ("$(NAME_$(KIND))", "KIND: a, NAME_a: Gone", ["icon-name-unmatched", "icon-name-unmatched"]),
    ("$(A)", "A: $(B)$(B), B: $(A)$(A)", ["project-not-read"]),
    ("$(CONFIGURATION)Icon", "", ["icon-name-unmatched", "icon-name-unmatched"]),
    ("App$(KIND:default=Icon)", "", []), ("App${KIND:default=Icon}", "KIND: ''", []),
    ("$(KIND:default=Icon)", "KIND: AppIcon", []),
    ("App$(KIND:default=$(OTHER))", "OTHER: Icon", []),
    ("$(KIND:lower)Icon", "KIND: APP", ["icon-name-unmatched", "icon-name-unmatched"]),
    ("$(KIND:upper)ppIcon", "KIND: $(A), A: a", ["project-not-read"]),
    ("$(KIND:upper)ppIcon", "KIND: a", []),
    ("App$(KIND:lower:default=Icon)", "", []),
    ("$(KIND:rfc1034identifier)", "KIND: AppIcon", []),
    ("$(KIND:identifier)", "KIND: App Icon", ["icon-name-unmatched", "icon-name-unmatched"]),
    ("$(KIND:c99extidentifier)", "KIND: AppIcon", ["project-not-read"]),
  ])
  func `variables in a name stand for what other settings say, or are noted`(
    _ name: String, _ others: String, _ expected: [String]
  ) throws {
    let settings = "    settings: {ASSETCATALOG_COMPILER_APPICON_NAME: \"\(name)\"}\n"
    let top = "settings: {\(others)}"
    #expect(try rules { $0["project.yml"] = yaml(settings, top: top) } == expected)
  }

  @Test(arguments: [("rfc1034identifier", "---pp-1-x"), ("identifier", "___pp_1_x")])
  func `what an identifier does not have is replaced`(_ operation: String, _ expected: String) {
    let setting = BuildSetting(plain: "$(A:\(operation))").expanded { _ in ["7 Äpp-1.x"] }
    #expect(setting == BuildSetting(plain: expected))
  }

  @Test func `variables are looked up in the configuration files of their place`() throws {
    let found = try rules { tree in
      tree["project.yml"] = yaml(
        "    configFiles: {Debug: Config/d.xcconfig, Release: Config/r.xcconfig}\n")
      tree["Config/all.xcconfig"] = "\(Self.setting) = $(NAME)\nNAME = AppIcon\n"
      tree["Config/r.xcconfig"] = "#include \"all.xcconfig\"\n"
      tree["Config/d.xcconfig"] = "#include \"all.xcconfig\"\nNAME[sdk=iphone*] = Dev\n"
    }
    #expect(found == ["icon-name-unmatched"])
  }

  @Test(arguments: [
    ("application.on-demand-install-capable", ["icon-name-unset", "icon-name-unset"]),
    ("application.messages", []),
  ])
  func `XcodeGen presets no name for a product that is an application of another kind`(
    type: String, expected: [String]
  ) throws {
    let text = yaml("    sources: [App]\n") + "  Other: {type: \(type), platform: iOS}\n"
    #expect(try rules { $0["project.yml"] = text } == expected)
  }

  @Test(arguments: ["YES", "\"YES\"", "true", "NO", "\"NO\"", "false"])
  func `a truth value of XcodeGen's settings is the word that Xcode has`(_ written: String) throws {
    let helper = """
        Helper:
          type: application
          platform: macOS
          settings: {SKIP_INSTALL: \(written), ASSETCATALOG_COMPILER_APPICON_NAME: ''}

      """
    let found = try rules { $0["project.yml"] = yaml("    sources: [App]\n") + helper }
    let isInstalled = ["NO", "\"NO\"", "false"].contains(written)
    #expect(found == (isInstalled ? ["icon-name-unset", "icon-name-unset"] : []))
  }

  @Test(arguments: ["NO", "YES"])
  func `an app of XcodeGen that is for Mac Catalyst too needs its icon there`(_ written: String)
    throws
  {
    let settings = """
          sources: [App]
          settings: {SUPPORTS_MACCATALYST: \(written), "\(Self.setting)[sdk=macosx*]": Gone}

      """
    let found = try rules { $0["project.yml"] = yaml(settings) }.filter { $0 != "project-not-read" }
    let missing = ["icon-name-unmatched", "icon-name-unmatched"]
    #expect(found == (written == "YES" ? missing : []))
  }

  @Test func `no preset and no name is a warning per configuration`() throws {
    let top = "options: {settingPresets: none}"
    let found = try rules { $0["project.yml"] = yaml("", top: top) }
    #expect(found == ["icon-name-unset", "icon-name-unset"])
  }

  @Test func `preset wins over the project's setting, as it stands in the target`() throws {
    let top = "settings: {ASSETCATALOG_COMPILER_APPICON_NAME: Other}"
    #expect(try rules { $0["project.yml"] = yaml("", top: top) } == [])
  }

  @Test(arguments: [
    ("[{path: App, type: folder}]", ["catalog-without-icon", "no-catalog"]),
    ("[{path: App, type: syncedFolder, explicitFolders: [Group]}]", []),
    ("[{path: App/A.xcassets, type: folder}]", ["icon-file-type"]),
  ])
  func `nothing in a folder that XcodeGen has copied as it is counts as compiled`(
    sources: String, expected: [String]
  ) throws {
    let found = try rules { $0["project.yml"] = yaml("    sources: \(sources)\n") }
    #expect(found.contains("no-catalog") == expected.contains("no-catalog"))
    #expect(found.contains("icon-file-type") == expected.contains("icon-file-type"))
  }

  @Test func `a document that XcodeGen takes for a folder is told with the type that it needs`()
    throws
  {
    let directory = try TemporaryDirectory()
    let sources = "    sources: [{path: AppIcon.icon, type: folder}]\n"
    for (path, text) in [
      ("project.yml", yaml(sources)), ("AppIcon.icon/icon.json", #"{"groups":[{"layers":[{}]}]}"#),
    ] {
      let url = directory.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings).filter { $0.rule == "icon-file-type" }
    #expect(found.map(\.remedy.isEmpty) == [false])
    #expect(found.first?.remedy.hasPrefix("Write 'type: file'") == true)
  }

  @Test(arguments: [
    ("", ["resources-ignored: error"]), ("    sources: [App]\n", ["resources-ignored: note"]),
    ("    sources: [Other]\n", ["resources-ignored: error"]),
    ("    sources: [Other]\n    settings: {\(setting): Gone}\n", ["resources-ignored: warning"]),
    ("    sources: []\n  Kit: {type: framework, sources: App}\n", ["resources-ignored: warning"]),
  ])
  func `resources key is ignored by XcodeGen`(sources: String, expected: [String]) throws {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["project.yml"] = yaml("    resources: [App/A.xcassets]\n" + sources)
    tree["Other/a.txt"] = ""
    let directory = try tree.write()
    let found = try IconValidator(headersOnly: true).validate(directory.url.path)
      .flatMap(\.findings).filter { $0.rule == "resources-ignored" }
    #expect(found.map { "\($0.rule): \($0.severity)" } == expected)
  }

  @Test func `broken YAML is an error`() throws {
    #expect(try rules { $0["project.yml"] = "targets: [" } == ["project-unreadable"])
  }

  @Test func `application without a catalog is warned about`() throws {
    let directory = try TemporaryDirectory()
    try Data(yaml("").utf8).write(to: directory.url.appending(path: "project.yml"))
    let reports = try IconValidator().validate(directory.url.path)
    let rules = reports.flatMap(\.findings).map(\.rule)
    #expect(rules == ["icon-name-unmatched", "icon-name-unmatched", "no-catalog"])
  }

  @Test func `what a project includes counts, the including file over it`() throws {
    let name = Self.setting
    let found = try rules { tree in
      tree["project.yml"] = """
        include:
          - parts/targets.yml
          - {path: parts/off.yml, enable: false}
          - {path: local.yml, enable: "${LOCAL}"}
        targets:
          App: {settings: {\(name): AppIcon}}
        """
      tree["parts/targets.yml"] = """
        include: more/base.yml
        targets:
          App: {type: application, platform: iOS, settings: {\(name): Nothing}}
          Watch: {templates: [Watch]}
        """
      tree["parts/more/base.yml"] = """
        targetTemplates:
          Watch: {type: application, platform: watchOS, settings: {\(name): WatchIcon}}
        """
      tree["parts/off.yml"] = "targets: {Off: {type: application, settings: {\(name): Off}}}"
    }
    // Debug and Release of the one target whose icon is not there.
    #expect(found == ["icon-name-unmatched", "icon-name-unmatched"])
  }

  @Test(arguments: ["project-ci.yml", "ios-project.yaml", "XcodeGen.yml"])
  func `a file of another name with targets is read, and one without is not`(_ name: String) throws
  {
    let found = try rules { tree in
      tree[name] = yaml("    sources: [App]\n    settings: {\(Self.setting): Gone}\n")
      tree["project-common.yml"] = "targetTemplates: {\n"
    }
    #expect(found == ["icon-name-unmatched", "icon-name-unmatched"])
  }

  @Test func `a project of XcodeGen in JSON is read with its parts, as Proton Mail has it`() throws
  {
    let found = try rules { tree in
      tree["project.json"] = """
        {\n\t"include": [{"path": "./specs/target.json", "relativePaths": false}]\n}
        """
      tree["specs/target.json"] = """
        {"targets": {"Mail": {"type": "application", "platform": "iOS",
          "sources": [{"path": "App", "includes": ["**/A.xcassets"]}],
          "settings": {"configs": {"Release": {"\(Self.setting)": "Gone"}}}}}}
        """
    }
    #expect(found == ["icon-name-unmatched"])
  }

  @Test func `a project.json of Nx is left alone`() throws {
    let nx = #"{"targets": {"build": {"executor": "x", "options": {"platform": "node"}}}}"#
    #expect(try rules { $0["project.json"] = nx } == [])
  }

  @Test func `a project file that another includes is not read for itself`() throws {
    let part = "targets: {Part: {type: application, platform: iOS, settings: {base: {}}}}"
    let found = try rules { tree in
      tree["project.yml"] =
        "options: {settingPresets: none}\ninclude: [part/project.yml]\n"
        + "settings: {\(Self.setting): AppIcon}"
      tree["part/project.yml"] = "options: {settingPresets: none}\n" + part
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("project.yml", []), ("a.yml", []), ("../outside.yml", ["project-not-read"]),
    ("/etc/hostname", ["project-not-read"]), ("none.yml", ["project-not-read"]),
  ])
  func `includes that go round are skipped, and those that go out or nowhere are noted`(
    _ included: String, _ expected: [String]
  ) throws {
    let found = try rules { tree in
      tree["project.yml"] = "include: [\(included)]\n" + yaml("")
      tree["a.yml"] = "include: [b.yml, project.yml]"
      tree["b.yml"] = "include: [a.yml]"
    }
    #expect(found == expected)
  }

  @Test func `what a file that is not there may say is not called missing`() throws {
    let top = "include: gone.yml\noptions: {settingPresets: none}"
    let target = "    templates: [Gone]\n"
    #expect(try rules { $0["project.yml"] = yaml(target, top: top) } == ["project-not-read"])
    let named = target + "    settings: {\(Self.setting): Other}\n"
    #expect(try rules { $0["project.yml"] = yaml(named, top: top) } == ["project-not-read"])
  }

  @Test func `a target for several platforms is one for each, with its own name and preset`() throws
  {
    func found(_ target: String) throws -> [String] {
      var tree = IconTree.catalog("App/iOS.xcassets")
      tree["project.yml"] = "targets: {App: {type: application, \(target)}}"
      let directory = try tree.write()
      let report = try IconValidator(headersOnly: true).validate(directory.url.path)[0]
      return report.findings.map(\.message)
    }
    #expect(try found("platform: [iOS, macOS], sources: App") == [])
    let onTV = try found("platform: [iOS, tvOS], sources: App")
    #expect(onTV.count == 2)
    #expect(
      onTV.allSatisfy {
        $0.contains("target 'App_tvOS'") && $0.contains("'App Icon & Top Shelf Image'")
      })
    let named = "platform: [iOS, tvOS], platformPrefix: My, sources: \"App/${platform}.xcassets\""
    let without = try found(named)
    #expect(without.count == 1 && without[0].contains("target 'MyApp_tvOS' is an application"))
  }

  @Test(arguments: [
    ("[iOS, tvOS]", "AppIcon", ["iphoneos", "appletvos"]),
    ("[tvOS]", "App Icon & Top Shelf Image", ["appletvos"]),
    ("[iOS, macCatalyst, visionOS]", "AppIcon", ["iphoneos", "macosx", "xros"]),
    ("[macCatalyst, watchOS]", nil, ["macosx", "watchos"]), ("[watchOS]", "AppIcon", ["watchos"]),
  ])
  func `destinations are what a target is built for`(
    _ destinations: String, _ name: String?, _ platforms: [String]
  ) throws {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "project.yml")
    try Data(
      "targets: {App: {type: application, platform: auto, supportedDestinations: \(destinations)}}"
        .utf8
    ).write(to: file)
    let project = IconProject(
      path: directory.url.path, files: ProjectFiles(below: directory.url.path), isNamed: false,
      readBy: LocalPropertyListReader())
    let names = [name].compactMap(\.self)
    #expect(project.settings.map(\.iconName.values) == [names, names])
    #expect(project.settings.allSatisfy { $0.context.platforms == Set(platforms) })
  }

  @Test func `includes that double at every step end with a message`() throws {
    let found = try rules { tree in
      tree["project.yml"] = "include: [0.yml, 0.yml]"
      for number in 0..<20 {
        tree["\(number).yml"] = "include: [\(number + 1).yml, \(number + 1).yml]"
      }
      tree["20.yml"] = "name: x"
    }
    #expect(found == ["project-unreadable"])
  }

  @Test func `aliases that make a small file large end with a message`() throws {
    let levels = (1...12).map { level in
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      return "a\(level): &a\(level) [\(aliases)]"
    }
    let text = (["a0: &a0 [x]"] + levels).joined(separator: "\n")
    for key in ["", "\n? *a12\n: 1", "\n*a12 : 1", "\n? [*a12]\n: 1", "\nz: {[*a12] : 1}"] {
      #expect(try rules { $0["project.yml"] = text + key } == ["project-unreadable"])
    }
    let few = "x: &x {y: 1}\nz: [*x, *x]\n" + yaml("")
    #expect(try rules { $0["project.yml"] = few } == [])
  }

  @Test func `templates have templates, attributes and an order`() throws {
    let name = Self.setting
    let top = """
      targetTemplates:
        Base: {type: application, platform: iOS, settings: {\(name): AppIcon}}
        Flavour: {templates: [Base, Flavour], settings: {\(name): \"AppIcon${suffix}\"}}
        Last: {settings: {\(name): Last}}
      targets:
        Plain: {templates: [Base]}
        Named: {templates: [Flavour], templateAttributes: {suffix: -beta}}
        Ordered: {templates: [Base, Last]}
      """
    var tree = IconTree.catalog("App/A.xcassets")
    tree["project.yml"] = top
    let directory = try tree.write()
    let report = try IconValidator(headersOnly: true).validate(directory.url.path)[0]
    #expect(report.findings.map(\.rule) == Array(repeating: "icon-name-unmatched", count: 4))
    let text = report.findings.map(\.message).joined()
    #expect(text.contains("'AppIcon-beta'") && text.contains("'Last'") && !text.contains("Plain"))
  }

  @Test func `what templates, attributes and groups make of a small file is bounded`() throws {
    let names = (0..<14).map { "T\($0)" }
    func circle(_ key: String) -> String {
      names.map { name in
        "  \(name): {\(key): [\(names.filter { $0 != name }.joined(separator: ", "))]}\n"
      }.joined()
    }
    let target = "\ntargets:\n  App: {type: application, platform: iOS, "
    let templates = "targetTemplates:\n" + circle("templates") + target + "templates: [T0]}"
    #expect(try rules { $0["project.yml"] = templates } == ["project-unreadable"])
    let chain = (0..<500).map { "  T\($0): {templates: [T\($0 + 1)]}\n" }.joined()
    let deep = "targetTemplates:\n" + chain + target + "templates: [T0]}"
    #expect(try rules { $0["project.yml"] = deep } == ["project-unreadable"])
    let texts = names.map { name in
      "\(name): \"" + names.filter { $0 != name }.map { "${\($0)}${\($0)}" }.joined() + "\""
    }
    let attributes =
      target + "info: '${T0}', templateAttributes: {" + texts.joined(separator: ", ") + "}}"
    #expect(try rules { $0["project.yml"] = attributes } == ["project-unreadable"])
    let groups =
      "settingGroups:\n" + circle("groups") + target + "settings: {groups: [T0]}}"
    #expect(try rules { $0["project.yml"] = groups } == [])
  }

  @Test func `keys that are no texts and numbers beyond all bounds do not end the program`() throws
  {
    for odd in ["? [a, b]\n: c", "x: !!set {? {a: b} : c}"] {
      #expect(try rules { $0["project.yml"] = yaml("", top: odd) } == ["project-unreadable"])
    }
    let large = "x: 99999999999999999:99999999999999999:9\ny: 2026-99-99T99:99:99Z"
    #expect(try rules { $0["project.yml"] = yaml("", top: large) } == [])
  }

  @Test func `a list takes in what it inherits`() throws {
    func found(_ names: String) throws -> [String] {
      try rules {
        $0["project.yml"] = yaml(
          "    sources: App\n    settings: {EXCLUDED_SOURCE_FILE_NAMES: \(names)}\n",
          top: "settings: {EXCLUDED_SOURCE_FILE_NAMES: A.xcassets}")
      }
    }
    #expect(try found("B.xcassets") == [])
    #expect(try found("$(inherited) B.xcassets") == ["icon-name-unmatched"])
  }

  @Test func `groups of settings name groups, and a circle ends`() throws {
    let top = """
      settingGroups:
        outer: {groups: [inner, outer]}
        inner: {groups: [outer], base: {\(Self.setting): Grouped}}
      options: {settingPresets: none}
      """
    let found = try rules {
      $0["project.yml"] = yaml("    settings: {groups: [outer]}\n", top: top)
    }
    #expect(found == ["icon-name-unmatched", "icon-name-unmatched"])
  }

  @Test func `configuration files of XcodeGen count per configuration`() throws {
    let top = "options: {settingPresets: none}\nconfigFiles: {Debug: Config/a.xcconfig}"
    let found = try rules { tree in
      tree["project.yml"] = yaml("    configFiles: {Release: Config/b.xcconfig}\n", top: top)
      tree["Config/a.xcconfig"] = "\(Self.setting) = AppIcon // the one there is"
      tree["Config/b.xcconfig"] = "\(Self.setting)[sdk=iphoneos*] = AppIcon\n"
    }
    // The value for devices alone, in Release, is one.
    #expect(found == [])
  }

  @Test(arguments: [
    ("    configFiles: {Debug: Config/a.xcconfig, Release: Config/a.xcconfig}\n", ""),
    ("", "configFiles: {Debug: Config/a.xcconfig, Release: Config/a.xcconfig}"),
  ])
  func `preset gives way to a configuration file that has the name`(target: String, top: String)
    throws
  {
    func found(_ name: String) throws -> [String] {
      try rules { tree in
        tree["project.yml"] = yaml(target, top: top)
        tree["Config/a.xcconfig"] = "#include \"b.xcconfig\"\n"
        tree["Config/b.xcconfig"] = "\(Self.setting) = \(name)\n"
      }
    }
    #expect(try found("AppIcon") == [])
    #expect(try found("Other") == ["icon-name-unmatched", "icon-name-unmatched"])
  }

  @Test func `a value for one build configuration counts there, and there alone`() throws {
    let files = "configFiles: {Debug: a.xcconfig, Release: a.xcconfig}"
    func found(_ lines: String...) throws -> [String] {
      try rules { tree in
        tree["project.yml"] = yaml("", top: "options: {settingPresets: none}\n" + files)
        tree["a.xcconfig"] = lines.map { Self.setting + $0 }.joined(separator: "\n")
      }
    }
    #expect(try found(" = AppIcon", "[config=Debug] = AppIcon-Dev") == ["icon-name-unmatched"])
    // The last line counts.
    let both = ["icon-name-unmatched", "icon-name-unmatched"]
    #expect(try found("[config=Debug] = AppIcon", " = AppIcon-Dev") == both)
    #expect(try found("[config=Debug] = Gone", "[sdk=iphoneos*] = Gone", " = AppIcon") == [])
    #expect(try found(" = Gone", "[config=*] = AppIcon") == [])
    #expect(try found("[config=Debug] = AppIcon") == ["icon-name-unset"])
  }

  private func project(
    release: String, resources: String = "B1", name: String = "A.xcassets"
  ) -> String {
    """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        T1 /* App */ = { isa = PBXNativeTarget; name = App; buildConfigurationList = L1;
          productType = "com.apple.product-type.application"; };
        L1 = { isa = XCConfigurationList; buildConfigurations = ( C1 /* Debug */, C2, ); };
        C1 = { isa = XCBuildConfiguration; name = Debug;
          buildSettings = { ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; }; };
        C2 = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(release) }; };
        P1 = { isa = PBXResourcesBuildPhase; files = ( \(resources), ); };
        B1 = { isa = PBXBuildFile; fileRef = F1; };
        F1 = { isa = PBXFileReference; path = \(name); sourceTree = "<group>"; };
      };
    }
    """
  }

  private static let setting = "ASSETCATALOG_COMPILER_APPICON_NAME"

  @Test(arguments: [
    ("\(setting) = AppIcon;", "A.xcassets", []),
    ("\(setting) = \"App Icon\";", "A.xcassets", ["icon-name-unmatched"]),
    ("", "A.xcassets", ["icon-name-unset"]),
    ("\(setting) = AppIcon;", "Other.xcassets", ["catalog-unlisted"]),
  ])
  func `Xcode project is compared with its catalogs`(
    _ release: String, _ name: String, _ expected: [String]
  ) throws {
    let text = project(release: release, name: name)
    #expect(try rules { $0["App.xcodeproj/project.pbxproj"] = text } == expected)
  }

  @Test func `value of a configuration file counts`() throws {
    let base = "baseConfigurationReference = X1;"
    let reference = "X1 = { isa = PBXFileReference; path = Config/Release.xcconfig; };"
    let text = project(release: "").replacing(
      "buildSettings = {  };", with: "buildSettings = { }; \(base)"
    ).replacing("P1 = {", with: "\(reference) P1 = {")
    let found = try rules { tree in
      tree["App.xcodeproj/project.pbxproj"] = text
      tree["Config/Release.xcconfig"] = "// icon\n\(Self.setting) = AppIcon-beta\n"
    }
    #expect(found == ["icon-name-unmatched"])
  }

  @Test func `a configuration file is the project's own, not another project's of its name`() throws
  {
    let base = "baseConfigurationReference = X1;"
    let reference =
      "X1 = { isa = PBXFileReference; path = Config/Release.xcconfig; sourceTree = \"<group>\"; };"
    let text = project(release: "").replacing(
      "buildSettings = {  };", with: "buildSettings = { }; \(base)"
    ).replacing("P1 = {", with: "\(reference) P1 = {")
    let whole = text.replacing(
      "objects = {",
      with: """
        objects = {
          R1 = { isa = PBXProject; mainGroup = M1; };
          M1 = { isa = PBXGroup; children = ( X1, ); sourceTree = "<group>"; };
        """)
    func found(_ config: String?) throws -> [String] {
      try rules { tree in
        tree["App.xcodeproj/project.pbxproj"] = whole
        tree["A/Config/Release.xcconfig"] = "\(Self.setting) = Other\n"
        tree["Config/Release.xcconfig"] = config
        tree["Config/A/Config/Release.xcconfig"] = "\(Self.setting) = Other\n"
      }
    }
    #expect(try found("\(Self.setting) = AppIcon\n") == [])
    #expect(try found("\(Self.setting) = AppIcon-beta\n") == ["icon-name-unmatched"])
    // It may say what is not known here, and so may one that it includes; one of CocoaPods does not.
    #expect(try found(nil) == ["project-not-read"])
    #expect(try found("#include? \"Brand.xcconfig\"\n") == ["project-not-read"])
    #expect(try found("#include \"Pods-App.release.xcconfig\"\n") == ["icon-name-unset"])
  }

  @Test(
    arguments: [
      (["a": "#include \"b.xcconfig\"", "b": "S = One"], "One"),
      (["a": "#include? \"b.xcconfig\"\nS = Two", "b": "S = One"], "Two"),
      (["a": "S = Two\n  #include \"b.xcconfig\"", "b": "S = One"], "One"),
      (["a": "#include \"sub/../b.xcconfig\"", "b": "#include \"a.xcconfig\"\nS = 1 // one"], "1"),
      (["a": "#include \"../b.xcconfig\"\nST = 2", "b": "S = One"], nil),
      (["a": "#include \"a.xcconfig\"\n#include \"none.xcconfig\""], nil),
      (["a": "// S = 1\nS =", "b": ""], ""),
      (["a": "S[sdk=iphoneos*] = Two", "b": ""], nil),
      (["a": "S[config=Debug] = Two", "b": ""], nil),
      (["a": "#include \"b.xcconfig\"\nS = One", "b": "S[config=Rel*] = Two"], "One"),
      (["a": "S = One\n#include \"b.xcconfig\"", "b": "S[config=Rel*] = Two"], "Two"),
      (["a": "S = One\nS = $(inherited) Two", "b": ""], "One Two"),
      // Below the project's folder, and in the folder of the file that includes the one that includes it.
      (["a": "#include \"Config/b\"", "b": "S = One"], "One"),
      (["a": "#include \"sub/c.xcconfig\"", "sub/c": "#include \"b\"", "b": "S = 1"], "1"),
      (["a": "S = One ; // one", "b": ""], "One"),
      (["a": "S = One \\ // one\n  Two\nT = 3", "b": ""], "One Two"),
    ] as [([String: String], String?)])
  func `configuration files follow what they include, the last line over all`(
    _ texts: [String: String], _ expected: String?
  ) {
    let pairs = texts.map { ("Config/\($0.key).xcconfig", $0.value) }
    let files = BuildConfigurationFiles(texts: Dictionary(uniqueKeysWithValues: pairs))
    let value = files.value(of: "S", in: "./Config/a.xcconfig", "Release", root: ".")
    #expect(value.plain == expected)
  }

  @Test func `a configuration file that is not there may have the name that XcodeGen presets`()
    throws
  {
    func found(_ name: String, _ line: String) throws -> [String] {
      try rules { tree in
        tree["project.yml"] = yaml("    configFiles: {Debug: a.xcconfig, Release: a.xcconfig}\n")
        tree["a.xcconfig"] = line
        let set = tree.all.filter { $0.key.hasPrefix("App/A.xcassets/AppIcon") }
        for (path, data) in set {
          tree[path] = nil
          tree.add(path.replacing("AppIcon.appiconset", with: name + ".appiconset"), data)
        }
      }
    }
    let include = "#include? \"Brand.xcconfig\""
    #expect(try found("Brand", include) == ["project-not-read", "project-not-read"])
    #expect(try found("AppIcon", include) == [])
    #expect(try found("Brand", "") == ["icon-name-unmatched", "icon-name-unmatched"])
  }

  @Test(arguments: [
    ("a.xcassets", "*.xcassets", true), ("sub/a.xcassets", "*.xcassets", false),
    ("a.xcassets", "**/*.xcassets", true), ("sub/b/a.xcassets", "**/*.xcassets", true),
    ("sub/a.xcassets", "Sub", true), ("sub/a.xcassets", "Sub/*", true),
    ("sub/a.xcassets", "./sub/**", true), ("sub/a.xcassets", "**/sub/**/*", true),
    ("sub/a.xcassets", "**/*.swift", false), ("subs/a.xcassets", "Sub", false),
    ("", "*.xcassets", false), ("a.xcassets", "b.xcassets", false), ("a/b", "**/**/b", true),
    // As many ways as this has are not tried one by one.
    (
      String(repeating: "a/", count: 60), String(repeating: "**/a/", count: 30) + "b.xcassets",
      false
    ),
  ])
  func `a pattern of XcodeGen matches a path or a folder above it`(
    path: String, pattern: String, expected: Bool
  ) {
    #expect(XcodeGenFile.matches(path, pattern) == expected)
  }

  @Test(arguments: [
    (#"includes: ["**/*.xcassets"]"#, 0), (#"includes: ["**/*.swift"]"#, 2),
    (#"excludes: ["**/*.xcassets"]"#, 2), (#"excludes: ["*.swift"]"#, 0),
  ])
  func `patterns of XcodeGen's sources decide what a target has`(more: String, count: Int) throws {
    let found = try rules { tree in
      tree["project.yml"] = yaml("    sources: [{path: App, \(more)}, Other]\n")
      tree["Other/B.xcassets/Contents.json"] = "{\(IconTree.info)}"
    }
    #expect(found.count { $0 == "icon-name-unmatched" } == count)
  }
}
