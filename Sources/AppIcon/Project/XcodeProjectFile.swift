import Foundation

/// The icons that an Xcode `project.pbxproj` asks for.
struct XcodeProjectFile {
  private let objects: [String: PropertyList]
  private let file: String
  private let configurationFiles: BuildConfigurationFiles

  /// Parses a file; `nil` when it is no property list with objects.
  init?(_ data: Data, file: String, configurationFiles: BuildConfigurationFiles) {
    guard let list = PropertyList(data), let objects = list["objects"]?.members,
      !objects.isEmpty
    else { return nil }
    self.objects = objects
    self.file = file
    self.configurationFiles = configurationFiles
  }

  /// Adds what the file says to a project.
  func add(to project: inout IconProject, catalogs: [IconCatalog]) {
    for target in all("PBXNativeTarget") {
      let kind = target["productType"]?.text ?? ""
      project.settings += configurations(of: target).map { name, iconName in
        IconProject.Setting(
          file: file, target: target["name"]?.text ?? "?", configuration: name, iconName: iconName,
          isApplication: kind.hasPrefix("com.apple.product-type.application"))
      }
    }
    guard all("PBXFileSystemSynchronizedRootGroup").isEmpty else { return }
    let listed = resourceNames
    project.unlistedCatalogs += catalogs.filter { !$0.iconNames.isEmpty }
      .map { Folder($0.path).name }.filter { !listed.contains($0) }
  }

  private func all(_ kind: String) -> [PropertyList] {
    objects.sorted { $0.key < $1.key }.map(\.value).filter { $0["isa"]?.text == kind }
  }

  /// Each build configuration of a target with its icon's name: its own, else the project's.
  private func configurations(of target: PropertyList) -> [(String, String?)] {
    let inherited = all("PBXProject").flatMap { list(of: $0) }
    return list(of: target).map { configuration in
      let name = configuration["name"]?.text ?? "?"
      let parent = inherited.first { $0["name"]?.text == name }
      return (name, iconName(in: configuration) ?? parent.flatMap(iconName))
    }
  }

  private func list(of owner: PropertyList) -> [PropertyList] {
    guard let id = owner["buildConfigurationList"]?.text, let list = objects[id] else { return [] }
    return (list["buildConfigurations"]?.strings ?? []).compactMap { objects[$0] }
  }

  private func iconName(in configuration: PropertyList) -> String? {
    configuration["buildSettings"]?[IconProject.settingName]?.text ?? baseValue(of: configuration)
  }

  /// The setting in the `.xcconfig` file that a configuration is based on, and in what that includes.
  ///
  /// The reference's path may start from a group's folder, which is not looked up: the file whose
  /// path ends so is meant.
  private func baseValue(of configuration: PropertyList) -> String? {
    let relative = configuration["baseConfigurationReferenceRelativePath"]?.text
    let referenced = configuration["baseConfigurationReference"]?.text.flatMap {
      objects[$0]?["path"]?.text
    }
    guard let path = (referenced ?? relative).flatMap(configurationFiles.path(endingWith:)) else {
      return nil
    }
    return configurationFiles.value(of: IconProject.settingName, in: path)
  }

  /// The names of the files in the resource phases.
  private var resourceNames: Set<String> {
    let files = all("PBXResourcesBuildPhase").flatMap { $0["files"]?.strings ?? [] }
    let references = files.compactMap { objects[$0]?["fileRef"]?.text }
    return Set(references.compactMap { objects[$0]?["path"]?.text }.map { Folder($0).name })
  }
}

/// A part of a property list, of whatever shape.
struct PropertyList {
  private let value: Any

  private init(_ value: Any) { self.value = value }

  /// Parses a file in Xcode's old text form or in XML; `nil` when it is neither.
  ///
  /// Foundation refuses lists inside one another beyond a few hundred by itself.
  init?(_ data: Data) {
    var format = PropertyListSerialization.PropertyListFormat.openStep
    let value = try? PropertyListSerialization.propertyList(
      from: data, options: [], format: &format)
    guard let value, format != .binary else { return nil }
    self.value = value
  }

  subscript(key: String) -> PropertyList? {
    (value as? [String: Any])?[key].map(PropertyList.init)
  }

  var text: String? { value as? String }

  var strings: [String] { (value as? [Any] ?? []).compactMap { $0 as? String } }

  var members: [String: PropertyList] {
    (value as? [String: Any] ?? [:]).mapValues(PropertyList.init)
  }
}
