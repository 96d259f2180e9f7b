import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Placing Icon Composer documents` {
  /// A form in which a project is kept.
  private enum Form: String, CaseIterable {
    case propertyList = "project.pbxproj"
    case json = "project.xcproj"
  }

  private func text(_ form: Form) -> String {
    form == .json ? XcodeSample.json() : XcodeSample.propertyList()
  }

  /// A project with build settings of its own.
  private func text(_ form: Form, json: String, list: String) -> String {
    form == .json ? XcodeSample.json(settings: json) : XcodeSample.propertyList(settings: list)
  }

  /// A project whose app has a catalog with the set `AppIcon`, and a document outside of it.
  private func tree(_ form: Form, _ text: String? = nil, name: String = "AppIcon") -> IconTree {
    var tree = IconTree.catalog("App/A.xcassets")
    tree["P/X.xcodeproj/\(form.rawValue)"] = text ?? self.text(form)
    for (path, data) in IconTree.catalog("P/App/A.xcassets").all { tree.add(path, data) }
    tree["Design/\(name).icon/icon.json"] = ComposerSample.document()
    tree["Design/\(name).icon/Assets/a.svg"] = ComposerSample.square()
    return tree
  }

  private func placement(
    _ directory: TemporaryDirectory, name: String = "AppIcon", replacing: Bool = false,
    target: String? = nil
  ) -> ComposerPlacement {
    var placement = ComposerPlacement(
      document: directory.url.path + "/Design/\(name).icon", project: directory.url.path + "/P")
    (placement.replaces, placement.target) = (replacing, target)
    return placement
  }

  private func file(_ directory: TemporaryDirectory, _ form: Form) -> URL {
    directory.url.appending(path: "P/X.xcodeproj/\(form.rawValue)")
  }

  private func read(_ directory: TemporaryDirectory, _ form: Form) throws -> String {
    try String(contentsOf: file(directory, form), encoding: .utf8)
  }

  private func findings(_ directory: TemporaryDirectory) throws -> [String] {
    try IconValidator(headersOnly: true).validate(directory.url.path + "/P/X.xcodeproj")
      .flatMap(\.findings).filter { $0.severity > .note }.map(\.rule)
  }

  /// The lines that a text has and another has not.
  private func lines(of text: String, notIn other: String) -> [String] {
    let all = text.split(separator: "\n").map(String.init)
    return all.difference(from: other.split(separator: "\n").map(String.init)).insertions.map {
      guard case .insert(_, let line, _) = $0 else { return "" }
      return line.trimmingCharacters(in: .whitespaces)
    }
  }

  private func error(_ placement: ComposerPlacement) -> PhotoprepError? {
    #expect(throws: PhotoprepError.self) { try placement.plan() }
  }

  @Test(arguments: Form.allCases)
  private func
    `a document is copied beside the app's catalog and added to its target, and nothing else changes`(
      _ form: Form
    ) throws
  {
    let directory = try tree(form).write()
    let plan = try placement(directory).plan()
    #expect(try read(directory, form) == text(form), "A plan writes nothing.")
    try plan.execute()
    let place = directory.url.path + "/P/App/AppIcon.icon"
    #expect(
      FileManager.default.contentsEqual(
        atPath: place, andPath: directory.url.path + "/Design/AppIcon.icon"))
    let changed = try read(directory, form)
    #expect(lines(of: text(form), notIn: changed) == [])
    let added = lines(of: changed, notIn: text(form))
    switch form {
    case .json:
      #expect(added == [#"{ "path": "AppIcon.icon", "target-membership": [ "App/resources" ] },"#])
    case .propertyList:
      #expect(added.count == 4)
      #expect(
        added[0].hasSuffix(
          "/* AppIcon.icon in Resources */ = {isa = PBXBuildFile; fileRef = \(added[1].prefix(24)) /* AppIcon.icon */; };"
        ))
      #expect(
        added[1].dropFirst(24)
          == #" /* AppIcon.icon */ = {isa = PBXFileReference; lastKnownFileType = folder.iconcomposer.icon; path = AppIcon.icon; sourceTree = "<group>"; };"#
      )
      #expect(added[2] == "\(added[1].prefix(24)) /* AppIcon.icon */,")
      #expect(added[3] == "\(added[0].prefix(24)) /* AppIcon.icon in Resources */,")
    }
    #expect(try findings(directory) == [])
    #expect(
      plan.lines.map { $0.replacing(directory.url.path, with: "") } == [
        "back up the files to rewrite to /P/.icon-backup/X-1", "write /P/App/AppIcon.icon",
        "add App/AppIcon.icon to target 'App' in /P/X.xcodeproj/\(form.rawValue)",
        "note: /P/App/A.xcassets/AppIcon.appiconset has the same name; Xcode 26 and later take the document instead",
      ])
    let backup = directory.url.path + "/P/.icon-backup/X-1/\(form.rawValue)"
    #expect(try String(contentsOfFile: backup, encoding: .utf8) == text(form))
  }

  @Test func `a project whose lines end in CR and LF keeps them`() throws {
    let lines = XcodeSample.propertyList()
    let directory = try tree(.propertyList, lines.replacing("\n", with: "\r\n")).write()
    try placement(directory, replacing: true).plan().execute()
    let changed = try read(directory, .propertyList)
    #expect(
      !changed.replacing("\r\n", with: "").unicodeScalars.contains {
        "\r\n".unicodeScalars.contains($0)
      })
    let plain = try tree(.propertyList).write()
    try placement(plain, replacing: true).plan().execute()
    #expect(changed.replacing("\r\n", with: "\n") == (try read(plain, .propertyList)))
  }

  @Test(arguments: Form.allCases)
  private func `placing it again does nothing`(_ form: Form) throws {
    let directory = try tree(form).write()
    try placement(directory).plan().execute()
    let before = try read(directory, form)
    let plan = try placement(directory).plan()
    try plan.execute()
    #expect(try read(directory, form) == before)
    #expect(plan.lines[0].hasPrefix("nothing to do: ") && plan.backup == nil)
    let inside = ComposerPlacement(
      document: directory.url.path + "/P/App/AppIcon.icon",
      project: directory.url.path + "/P/X.xcodeproj/\(form.rawValue)")
    #expect(try inside.plan().lines[0].hasPrefix("nothing to do: "))
  }

  @Test(arguments: Form.allCases)
  private func `it is placed once where the target compiles a catalog that a build makes`(
    _ form: Form
  ) throws {
    let made =
      form == .json
      ? XcodeSample.json().replacing("\"A.xcassets\"", with: "\"<PRODUCTS>/Made.xcassets\"")
      : XcodeSample.propertyList().replacing(
        "path = A.xcassets; sourceTree = \"<group>\"",
        with: "path = Made.xcassets; sourceTree = BUILT_PRODUCTS_DIR")
    #expect(made != text(form))
    let directory = try tree(form, made).write()
    try placement(directory).plan().execute()
    let before = try read(directory, form)
    let plan = try placement(directory).plan()
    #expect(plan.lines[0].hasPrefix("nothing to do: ") && plan.backup == nil)
    try plan.execute()
    #expect(try read(directory, form) == before)
  }

  @Test(arguments: Form.allCases)
  private func `a target that names no icon, or another one, gets the document's name`(
    _ form: Form
  ) throws {
    let without = text(form, json: "", list: "")
    let directory = try tree(form, without, name: "Top Icon").write()
    try placement(directory, name: "Top Icon").plan().execute()
    #expect(try findings(directory) == [])
    let added = lines(of: try read(directory, form), notIn: without)
    #expect(
      added.filter { $0.contains("APPICON_NAME") }
        == (form == .json
          ? [#""ASSETCATALOG_COMPILER_APPICON_NAME": "Top Icon","#]
          : Array(repeating: #"ASSETCATALOG_COMPILER_APPICON_NAME = "Top Icon";"#, count: 2)))

    let special = text(
      form,
      json: """
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon",
                "ASSETCATALOG_COMPILER_APPICON_NAME[config=Debug]": "AppIcon",

        """,
      list: """
        \t\t\t\tASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;
        \t\t\t\t"ASSETCATALOG_COMPILER_APPICON_NAME[sdk=macosx*]" = AppIcon;

        """)
    let other = try tree(form, special, name: "Top").write()
    let refused = error(placement(other, name: "Top"))
    #expect(
      refused?.code == .setExists && refused?.message == "App (Debug) has the icon 'AppIcon'.")
    #expect(refused?.remedy?.contains("'--replace'") == true)
    #expect(try read(other, form) == special)
    let plan = try placement(other, name: "Top", replacing: true).plan()
    try plan.execute()
    #expect(try findings(other) == [])
    #expect(!(try read(other, form)).contains("AppIcon\""))
    #expect(plan.lines.contains { $0.hasSuffix("target 'App' (Debug, Release)") })
    #expect(try placement(other, name: "Top").plan().lines[0].hasPrefix("nothing to do: "))
  }

  @Test func `where one configuration names the document, another keeps its icon`() throws {
    let text = self.text(.propertyList)
    let first = try #require(text.range(of: "APPICON_NAME = AppIcon"))
    let flavoured = text.replacingCharacters(in: first, with: "APPICON_NAME = Beta")
    let directory = try tree(.propertyList, flavoured, name: "Beta").write()
    let plan = try placement(directory, name: "Beta").plan()
    #expect(plan.lines.last?.hasPrefix("note: App (Release) keeps the icon 'AppIcon';") == true)
    try plan.execute()
    let added = lines(of: try read(directory, .propertyList), notIn: flavoured)
    #expect(!added.isEmpty && !added.contains { $0.contains("APPICON_NAME") })
    try placement(directory, name: "Beta", replacing: true).plan().execute()
    #expect(!(try read(directory, .propertyList)).contains("APPICON_NAME = AppIcon"))
  }

  @Test(arguments: Form.allCases)
  private func `the icon that a target has on tvOS or visionOS stays what it is`(_ form: Form)
    throws
  {
    let stacked = ["sdk=appletvos*", "sdk=xros*"].map {
      "ASSETCATALOG_COMPILER_APPICON_NAME[\($0)]"
    }
    let text = text(
      form, json: stacked.map { "\"\($0)\": \"TV\",\n" }.joined(),
      list: stacked.map { "\t\t\t\t\"\($0)\" = TV;\n" }.joined())
    let directory = try tree(form, text, name: "Top").write()
    try placement(directory, name: "Top").plan().execute()
    let written = try read(directory, form)
    let removed = lines(of: text, notIn: written)
    #expect(removed == [] && written != text)
    #expect(try placement(directory, name: "Top").plan().lines[0].hasPrefix("nothing to do: "))
  }

  @Test(arguments: ["appletvos", "xros xrsimulator", "iphoneos xros"])
  func `a target for tvOS or visionOS alone takes no document, and others are told what stays`(
    _ systems: String
  ) throws {
    let text = XcodeSample.propertyList(settings: "\t\t\t\tSUPPORTED_PLATFORMS = \"\(systems)\";\n")
    let directory = try tree(.propertyList, text, name: "Top").write()
    let placement = placement(directory, name: "Top")
    if systems.hasPrefix("iphoneos") {
      #expect(
        try placement.plan().lines.contains { $0.contains("still comes from its asset catalog") })
    } else {
      let error = #expect(throws: PhotoprepError.self) { try placement.plan() }
      #expect(error?.code == .projectUnusable)
      #expect(error?.message.contains("tvOS or visionOS alone") == true)
      #expect(try read(directory, .propertyList) == text)
    }
  }

  @Test(arguments: Form.allCases)
  private func `a project that changed after it was read is not written`(_ form: Form) throws {
    let directory = try tree(form).write()
    let plan = try placement(directory).plan()
    let text = self.text(form) + "\n"
    try Data(text.utf8).write(to: file(directory, form))
    let error = #expect(throws: PhotoprepError.self) { try plan.execute() }
    #expect(error?.message == "Another program changed the file meanwhile.")
    #expect(try read(directory, form) == text)
    try placement(directory).plan().execute()
    #expect(try read(directory, form) != text)
  }

  @Test(arguments: Form.allCases)
  private func
    `another document of the name stays unless it is to be replaced, and then as a backup`(
      _ form: Form
    ) throws
  {
    var tree = tree(form)
    tree["P/App/AppIcon.icon/icon.json"] = "{\"groups\": []}"
    let directory = try tree.write()
    let refused = error(placement(directory))
    #expect(refused?.code == .setExists && refused?.path.hasSuffix("P/App/AppIcon.icon") == true)
    try placement(directory, replacing: true).plan().execute()
    let root = directory.url.path + "/P"
    #expect(
      FileManager.default.contentsEqual(
        atPath: root + "/App/AppIcon.icon", andPath: directory.url.path + "/Design/AppIcon.icon"))
    let backup = root + "/.icon-backup/X-1/AppIcon.icon/icon.json"
    #expect(try String(contentsOfFile: backup, encoding: .utf8) == "{\"groups\": []}")
    let names = try FileManager.default.contentsOfDirectory(atPath: root + "/App")
    #expect(names.sorted() == ["A.xcassets", "AppIcon.icon"])
  }

  @Test func `a document that is listed for no target, or as a folder, is mended where it stands`()
    throws
  {
    let listed = XcodeSample.propertyList().replacing(
      "/* End PBXFileReference section */",
      with: """
        \t\tF00000000000000000000009 /* AppIcon.icon */ = {isa = PBXFileReference; lastKnownFileType = folder; \
        path = App/AppIcon.icon; sourceTree = SOURCE_ROOT; };
        /* End PBXFileReference section */
        """
    ).replacing(
      "\t\t\t\tF00000000000000000000001 /* A.xcassets */,",
      with: """
        \t\t\t\tF00000000000000000000001 /* A.xcassets */,
        \t\t\t\tF00000000000000000000009 /* AppIcon.icon */,
        """)
    var tree = tree(.propertyList, listed)
    tree["P/App/AppIcon.icon/icon.json"] = ComposerSample.document()
    tree["P/App/AppIcon.icon/Assets/a.svg"] = ComposerSample.square()
    let directory = try tree.write()
    try placement(directory).plan().execute()
    let changed = try read(directory, .propertyList)
    #expect(
      changed.contains("lastKnownFileType = folder.iconcomposer.icon; path = App/AppIcon.icon;"))
    #expect(lines(of: changed, notIn: listed).count == 3)
    #expect(try findings(directory) == [])

    let entry = #"{ "path": "AppIcon.icon" },"#
    var json = self.tree(.json, XcodeSample.json(files: entry))
    json["P/App/AppIcon.icon/icon.json"] = ComposerSample.document()
    json["P/App/AppIcon.icon/Assets/a.svg"] = ComposerSample.square()
    let second = try json.write()
    try placement(second).plan().execute()
    #expect(
      try read(second, .json).contains(
        #"{ "path": "AppIcon.icon", "target-membership": [ "App/resources" ] },"#))
    #expect(try findings(second) == [])
  }

  @Test func `a document is not put among development assets, which archives leave out`() throws {
    let settings = """
      \t\t\t\tASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;
      \t\t\t\tDEVELOPMENT_ASSET_PATHS = "\\"App\\"";

      """
    let directory = try tree(.propertyList, XcodeSample.propertyList(settings: settings)).write()
    let lines = try placement(directory).plan().lines
    #expect(lines.contains("write \(directory.url.path)/P/AppIcon.icon"))
  }

  @Test func `of an app and its helper the app is meant`() throws {
    let names = ["02": "Debug", "12": "Release"]
    let text = names.reduce(XcodeSample.propertyList(apps: ["App", "Helper"])) { text, next in
      let head = """
        C000000000000000000000\(next.key) /* \(next.value) */ = {
        \t\t\tisa = XCBuildConfiguration;
        \t\t\tbuildSettings = {

        """
      let settings = "\t\t\t\tSKIP_INSTALL = YES;\n\t\t\t\tSUPPORTED_PLATFORMS = macosx;\n"
      return text.replacing(head, with: head + settings)
    }
    let directory = try tree(.propertyList, text).write()
    let plan = try placement(directory).plan()
    #expect(plan.lines.contains { $0.contains("to target 'App' in") })
  }

  @Test func `an app for a watch alone gets the icon, and not what it is in`() throws {
    let kind = "productType = \"com.apple.product-type.application"
    let container = "name = Box;\n\t\t\t\(kind)"
    let text = XcodeSample.propertyList(apps: ["Box", "App"])
      .replacing(container, with: container + ".watchapp2-container")
    let directory = try tree(.propertyList, text).write()
    let plan = try placement(directory).plan()
    #expect(plan.lines.contains { $0.contains("to target 'App' in") })
    #expect(
      error(placement(directory, target: "Box"))?.message
        == "It has no app with the target 'Box'.")
  }

  @Test func `of several apps one must be named`() throws {
    let text = XcodeSample.propertyList(apps: ["App", "Other"])
    let directory = try tree(.propertyList, text).write()
    #expect(error(placement(directory))?.message == "It has 2 apps: 'App', 'Other'.")
    #expect(error(placement(directory))?.remedy == "Add '--target' with the name of one.")
    #expect(
      error(placement(directory, target: "None"))?.message
        == "It has no app with the target 'None'.")
    try placement(directory, target: "Other").plan().execute()
    let changed = try read(directory, .propertyList)
    let project = try #require(
      XcodeProject(
        try LocalPropertyListReader().value(of: Array(changed.utf8)),
        folder: directory.url.path + "/P"))
    let owners = project.targets.filter { target in
      (target.icons ?? []).contains { $0.path == "AppIcon.icon" }
    }
    #expect(owners.map(\.name) == ["Other"])
  }

  @Test func `what cannot be changed for certain is refused, with nothing written`() throws {
    func refusal(_ text: String, _ form: Form = .propertyList) throws -> PhotoprepError? {
      let directory = try tree(form, text).write()
      let refused = error(placement(directory))
      #expect(try read(directory, form) == text)
      #expect(!FileManager.default.fileExists(atPath: directory.url.path + "/P/App/AppIcon.icon"))
      return refused
    }
    let dense = XcodeProjectText(targets: [.init(name: "App", catalogs: ["App/A.xcassets"])]).text
    #expect(try refusal(dense)?.message.contains("not written as Xcode writes it") == true)
    #expect(
      try refusal(XcodeSample.propertyList(phase: "PBXSourcesBuildPhase"))?.message
        == "Target 'App' has no phase that copies resources.")
    #expect(
      try refusal(XcodeSample.json(phases: ""), .json)?.message
        == "Target 'App' has no phase that copies resources.")
    #expect(try refusal("{", .json)?.code == .projectUnusable)
    #expect(try refusal("{")?.code == .projectUnusable)
    let message = try #require(try refusal("{")?.message)
    #expect(!message.hasPrefix("It This") && message.hasSuffix(".") && !message.hasSuffix(".."))
  }

  @Test func `a folder that Xcode keeps in step needs no entry`() throws {
    let text = XcodeSample.json().replacing(
      """
            "kind": "group",
            "path": "App",
            "children": [
              { "path": "A.xcassets", "target-membership": [ "App/resources" ] },
              
            ],
      """,
      with: """
              "kind": "folder",
              "path": "App",
              "target-membership": [ "App" ],
        """)
    #expect(text != XcodeSample.json())
    let directory = try tree(.json, text).write()
    try placement(directory).plan().execute()
    #expect(try read(directory, .json) == text)
    #expect(FileManager.default.fileExists(atPath: directory.url.path + "/P/App/AppIcon.icon"))
    #expect(try findings(directory) == [])
  }

  @Test
  func `documents with errors, and projects that a tool makes or that are not there, are refused`()
    throws
  {
    var tree = tree(.json)
    tree["Design/AppIcon.icon/Assets/a.svg"] = nil
    tree["Gen/project.yml"] = "name: X"
    tree["Two/A.xcodeproj/project.xcproj"] = "{}"
    tree["Two/B.xcodeproj/project.xcproj"] = "{}"
    tree["Empty/a.txt"] = ""
    let directory = try tree.write()
    var placement = placement(directory)
    #expect(error(placement)?.code == .sourceUnusable)
    #expect(error(placement)?.message.contains("'a.svg'") == true)
    placement.document = directory.url.path + "/Good.icon"
    try FileManager.default.createDirectory(
      atPath: placement.document + "/Assets", withIntermediateDirectories: true)
    try Data("{\"groups\":[{\"layers\":[{}]}]}".utf8).write(
      to: URL(filePath: placement.document + "/icon.json"))
    for (folder, part) in [
      ("Gen", "XcodeGen makes the project"), ("Gen/project.yml", "XcodeGen makes the project"),
      ("Two", "The folder holds 2 projects: 'A.xcodeproj', 'B.xcodeproj'."),
      ("Empty", "The folder holds no .xcodeproj."),
      ("Empty/a.txt", "This is not an Xcode project."),
      ("Nowhere", "There is no such file or folder."),
    ] {
      placement.project = directory.url.path + "/" + folder
      #expect(error(placement)?.message.contains(part) == true, "\(folder)")
      #expect(error(placement)?.remedy?.isEmpty == false, "\(folder)")
    }
  }
}
