/// A tool that builds apps or makes Xcode's files, whose own files are not read.
struct OtherTool {
  let name: String
  /// The end of its files' names, if it begins with a point, their beginning, if it ends with one, or a whole name.
  let file: String
  /// What such a file contains when it gives an app's icon.
  let words: [String]
  /// Whether it compiles catalogs itself.
  var compiles = false

  /// The names and keys are those of the tools' documentation in autumn 2026.
  static let all = [
    OtherTool(name: "Bazel", file: "BUILD", words: ["app_icons"], compiles: true),
    OtherTool(name: "Bazel", file: "BUILD.bazel", words: ["app_icons"], compiles: true),
    OtherTool(name: "Buck", file: "BUCK", words: ["app_icon"], compiles: true),
    OtherTool(name: ".NET", file: ".csproj", words: ["<MauiIcon"], compiles: true),
    OtherTool(name: ".NET", file: ".csproj", words: ["XSAppIconAssets"], compiles: true),
    OtherTool(name: ".NET", file: "Info.plist", words: ["XSAppIconAssets"], compiles: true),
    OtherTool(name: ".NET", file: ".csproj", words: ["<AppIcon>"], compiles: true),
    OtherTool(name: "CMake", file: ".cmake", words: ["ASSETCATALOG_COMPILER_APPICON_NAME"]),
    OtherTool(
      name: "CMake", file: "CMakeLists.txt", words: ["ASSETCATALOG_COMPILER_APPICON_NAME"],
      compiles: true),
    OtherTool(name: "qmake", file: ".pro", words: ["QMAKE_ASSET_CATALOGS"], compiles: true),
    OtherTool(name: "qmake", file: ".pri", words: ["QMAKE_ASSET_CATALOGS"], compiles: true),
    OtherTool(
      name: "Unity", file: "ProjectSettings.asset", words: ["m_BuildTargetPlatformIcons"]),
    OtherTool(name: "Godot", file: "export_presets.cfg", words: ["platform=\"iOS\""]),
    OtherTool(
      name: "NativeScript", file: "nativescript.config.ts", words: ["appResourcesPath"],
      compiles: true),
    OtherTool(
      name: "NativeScript", file: "nativescript.config.js", words: ["appResourcesPath"],
      compiles: true),
    OtherTool(name: "Expo", file: "app.json", words: ["\"expo\"", "\"icon\""]),
    OtherTool(name: "Expo", file: "app.json", words: ["\"slug\"", "\"icon\""]),
    OtherTool(name: "Expo", file: "app.config.", words: ["slug", "icon"]),
    OtherTool(name: "Tauri", file: "tauri.conf.json", words: ["\"icon\""]),
    OtherTool(name: "Cordova", file: "config.xml", words: ["<widget", "<icon "]),
    OtherTool(name: "Titanium", file: "tiapp.xml", words: ["<icon"], compiles: true),
    OtherTool(name: "RoboVM", file: "robovm.xml", words: ["<iosInfoPList>"], compiles: true),
    OtherTool(name: "Swift Bundler", file: "Bundler.toml", words: ["[apps", "icon"]),
    OtherTool(name: "xtool", file: "xtool.yml", words: ["iconPath:"]),
    OtherTool(name: "GN", file: "BUILD.gn", words: ["appiconset"], compiles: true),
  ]

  /// Whether a file has such a name, so that it is worth reading.
  static func mayDescribe(_ name: String) -> Bool { all.contains { $0.has(name) } }

  private func has(_ name: String) -> Bool {
    if file.hasPrefix(".") || file == "Info.plist" { return name.hasSuffix(file) }
    return file.hasSuffix(".") ? name.hasPrefix(file) : name == file
  }

  /// Whether a file with a name and a text gives an app's icon.
  func gives(_ text: String, in name: String) -> Bool {
    has(name) && words.allSatisfy(text.contains)
  }
}
