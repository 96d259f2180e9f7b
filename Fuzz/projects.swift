import Foundation
import PhotoStore

/// Reads a project's description: an Xcode project, XcodeGen's YAML or a build configuration file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  let text = String(decoding: data, as: UTF8.self)
  let folders = [Folder("App/Assets.xcassets"), Folder("App/AppIcon.icon")]
  let configurations = BuildConfigurationFiles(texts: ["App/a.xcconfig": text])
  _ = configurations.value(of: IconProject.settingName, in: "App/a.xcconfig", "Release").words
  var project = IconProject(path: "App")
  let list = (try? LocalPropertyListReader().value(of: [UInt8](data))).flatMap {
    XcodeProject($0, folder: "App")
  }
  let json = (try? JSONParser.parse([UInt8](data))).flatMap { XcodeProject($0, folder: "App") }
  for parsed in [list, json] {
    parsed?.add(to: &project, file: "a", catalogs: folders, configurationFiles: configurations)
  }
  var repeated: [BoundedYAML.Repeated] = []
  if let root = try? BoundedYAML.mapping(text, path: "a", repeated: &repeated) {
    try? XcodeGenFile(
      document: XcodeGenDocument(root: root), file: "a", folder: "App",
      configurationFiles: configurations
    ).add(to: &project, folders: folders)
  }
  for setting in project.settings { _ = project.names(for: setting) }
  _ = (project.unlistedCatalogs.count, project.compiled)
  return 0
}

extension XcodeGenDocument {
  fileprivate init(root: [String: Any]) { (self.root, included, unread) = (root, [], []) }
}
