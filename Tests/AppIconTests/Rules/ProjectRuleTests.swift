import Foundation
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

  @Test func `variable in a name is left alone`() throws {
    let settings = "    settings: {ASSETCATALOG_COMPILER_APPICON_NAME: \"AppIcon$(SUFFIX)\"}\n"
    #expect(try rules { $0["project.yml"] = yaml(settings) } == [])
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

  @Test func `resources key is ignored by XcodeGen`() throws {
    let found = try rules { $0["project.yml"] = yaml("    resources: [App/A.xcassets]\n") }
    #expect(found == ["resources-ignored"])
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
}
