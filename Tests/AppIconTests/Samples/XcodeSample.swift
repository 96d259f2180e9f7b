/// Projects as Xcode writes them, with one app whose catalog is `App/A.xcassets`.
enum XcodeSample {
  /// A `project.pbxproj` of Xcode 26, whose parts were taken down to what a small app needs.
  static func propertyList(
    settings: String = "\t\t\t\tASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;\n",
    apps: [String] = ["App"], phase: String = "PBXResourcesBuildPhase"
  ) -> String {
    let ids = apps.indices.map { "\($0 + 1)" }
    func each(_ body: (_ id: String, _ name: String) -> String) -> String {
      zip(ids, apps).map(body).joined()
    }
    return """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 77;
      \tobjects = {

      /* Begin PBXBuildFile section */
      \(each { id, _ in
        """
        \t\tB0000000000000000000000\(id) /* A.xcassets in Resources */ = {isa = PBXBuildFile; \
        fileRef = F00000000000000000000001 /* A.xcassets */; };

        """
      })\
      /* End PBXBuildFile section */

      /* Begin PBXFileReference section */
      \t\tF00000000000000000000001 /* A.xcassets */ = {isa = PBXFileReference; \
      lastKnownFileType = folder.assetcatalog; path = A.xcassets; sourceTree = "<group>"; };
      /* End PBXFileReference section */

      /* Begin PBXGroup section */
      \t\tA00000000000000000000001 = {
      \t\t\tisa = PBXGroup;
      \t\t\tchildren = (
      \t\t\t\tA00000000000000000000002 /* App */,
      \t\t\t);
      \t\t\tsourceTree = "<group>";
      \t\t};
      \t\tA00000000000000000000002 /* App */ = {
      \t\t\tisa = PBXGroup;
      \t\t\tchildren = (
      \t\t\t\tF00000000000000000000001 /* A.xcassets */,
      \t\t\t);
      \t\t\tpath = App;
      \t\t\tsourceTree = "<group>";
      \t\t};
      /* End PBXGroup section */

      /* Begin PBXNativeTarget section */
      \(each { id, name in
        """
        \t\tD0000000000000000000000\(id) /* \(name) */ = {
        \t\t\tisa = PBXNativeTarget;
        \t\t\tbuildConfigurationList = C1000000000000000000000\(id);
        \t\t\tbuildPhases = (
        \t\t\t\tE0000000000000000000000\(id) /* Resources */,
        \t\t\t);
        \t\t\tname = \(name);
        \t\t\tproductType = "com.apple.product-type.application";
        \t\t};

        """
      })\
      /* End PBXNativeTarget section */

      /* Begin PBXProject section */
      \t\t900000000000000000000001 /* Project object */ = {
      \t\t\tisa = PBXProject;
      \t\t\tmainGroup = A00000000000000000000001;
      \t\t\tprojectDirPath = "";
      \t\t\ttargets = (
      \(each { id, name in "\t\t\t\tD0000000000000000000000\(id) /* \(name) */,\n" })\
      \t\t\t);
      \t\t};
      /* End PBXProject section */

      /* Begin \(phase) section */
      \(each { id, _ in
        """
        \t\tE0000000000000000000000\(id) /* Resources */ = {
        \t\t\tisa = \(phase);
        \t\t\tfiles = (
        \t\t\t\tB0000000000000000000000\(id) /* A.xcassets in Resources */,
        \t\t\t);
        \t\t};

        """
      })\
      /* End \(phase) section */

      /* Begin XCBuildConfiguration section */
      \(each { id, _ in
        ["Debug", "Release"].enumerated().map { index, name in
          """
          \t\tC000000000000000000000\(index)\(id) /* \(name) */ = {
          \t\t\tisa = XCBuildConfiguration;
          \t\t\tbuildSettings = {
          \t\t\t\tALWAYS_SEARCH_USER_PATHS = NO;
          \(settings)\
          \t\t\t\tCODE_SIGN_STYLE = Automatic;
          \t\t\t\tLD_RUNPATH_SEARCH_PATHS = (
          \t\t\t\t\t"$(inherited)",
          \t\t\t\t\t"@executable_path/Frameworks",
          \t\t\t\t);
          \t\t\t};
          \t\t\tname = \(name);
          \t\t};

          """
        }.joined()
      })\
      /* End XCBuildConfiguration section */

      /* Begin XCConfigurationList section */
      \(each { id, _ in
        """
        \t\tC1000000000000000000000\(id) = {
        \t\t\tisa = XCConfigurationList;
        \t\t\tbuildConfigurations = (
        \t\t\t\tC0000000000000000000000\(id) /* Debug */,
        \t\t\t\tC0000000000000000000001\(id) /* Release */,
        \t\t\t);
        \t\t};

        """
      })\
      /* End XCConfigurationList section */
      \t};
      \trootObject = 900000000000000000000001 /* Project object */;
      }

      """
  }

  /// A `project.xcproj` of Xcode 27.2.
  static func json(
    settings: String = "\"ASSETCATALOG_COMPILER_APPICON_NAME\": \"AppIcon\",\n        ",
    files: String = "", phases: String = "\"resources\",\n        "
  ) -> String {
    """
    {
      "default-configuration": "Release",
      "configurations": [ "Debug", "Release", ],
      "files": [
        {
          "kind": "group",
          "path": "Kit",
          "children": [
            { "path": "Kit.swift", "target-membership": [ "App/compile-sources" ] },
          ],
        }, {
          "kind": "group",
          "path": "App",
          "children": [
            { "path": "A.xcassets", "target-membership": [ "App/resources" ] },
            \(files)
          ],
        },
        { "kind": "group", "name": "Products", "children": [ { "path": "<PRODUCTS>/App.app" } ] },
      ],
      "targets": [
        {
          "name": "App",
          "product": "Products/App.app",
          "product-type": "application",
          "build-phases": [
            "compile-sources",
            \(phases)
          ],
          "build-settings": {
            \(settings)
            "CODE_SIGN_STYLE": "Automatic",
          },
        },
      ],
    }

    """
  }
}
