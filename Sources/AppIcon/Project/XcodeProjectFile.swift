import PhotoStore

/// The icons that an Xcode `project.pbxproj` asks for.
struct XcodeProjectFile {
  private let objects: [String: PropertyListValue]
  private let file: String
  private let configurationFiles: BuildConfigurationFiles
  private let paths: XcodePaths

  /// Takes what a file holds; `nil` when that is no list with objects.
  ///
  /// - Parameters:
  ///   - list: What the file holds.
  ///   - file: Its name for messages.
  ///   - folder: The folder that holds the `.xcodeproj`, which paths in it start from.
  ///   - configurationFiles: The `.xcconfig` files of the tree.
  init?(
    _ list: PropertyListValue, file: String, folder: String,
    configurationFiles: BuildConfigurationFiles
  ) {
    guard let objects = list["objects"]?.members, !objects.isEmpty else { return nil }
    self.objects = objects
    self.file = file
    self.configurationFiles = configurationFiles
    paths = XcodePaths(objects, folder: folder)
  }

  /// Adds what the file says to a project.
  func add(to project: inout IconProject, catalogs: [Folder]) {
    let parents = all("PBXProject").flatMap { list(of: $0.value) }
    for (id, target) in all("PBXNativeTarget") {
      let compiled = compiled(by: id, target, catalogs)
      let kind = target["productType"]?.text ?? ""
      for configuration in list(of: target) {
        let name = configuration["name"]?.text ?? "?"
        let parent = parents.first { $0["name"]?.text == name }
        project.settings.append(
          IconProject.Setting(
            file: file, target: target["name"]?.text ?? "?", configuration: name,
            iconName: value(of: IconProject.settingName, configuration, parent),
            alternates: value(of: IconProject.alternatesName, configuration, parent),
            isApplication: kind.hasPrefix("com.apple.product-type.application"),
            compiled: compiled))
      }
      project.listed.formUnion(compiled ?? [])
    }
    project.listed.formUnion(namesInPhases)
    project.hasLists = true
  }

  private func all(_ kind: String) -> [(key: String, value: PropertyListValue)] {
    objects.filter { $0.value["isa"]?.text == kind }.sorted { $0.key < $1.key }
  }

  private func list(of owner: PropertyListValue) -> [PropertyListValue] {
    guard let id = owner["buildConfigurationList"]?.text, let list = objects[id] else { return [] }
    return (list["buildConfigurations"]?.strings ?? []).compactMap { objects[$0] }
  }
}

extension XcodeProjectFile {
  /// What a build configuration of a target gives a setting, the project's below it.
  private func value(
    of setting: String, _ configuration: PropertyListValue, _ parent: PropertyListValue?
  ) -> BuildSetting {
    let levels = [configuration, parent].compactMap(\.self)
    return levels.reduce(BuildSetting()) { above, level in
      above.over(BuildSetting(setting, in: level["buildSettings"]?.members ?? [:], text: \.words))
        .over(baseValue(of: setting, level))
    }
  }

  /// The setting in the `.xcconfig` file that a configuration is based on, and in what that includes.
  ///
  /// The reference's path may start from a group's folder, which is not looked up: the file whose
  /// path ends so is meant.
  private func baseValue(of setting: String, _ configuration: PropertyListValue) -> BuildSetting {
    let relative = configuration["baseConfigurationReferenceRelativePath"]?.text
    let referenced = configuration["baseConfigurationReference"]?.text.flatMap {
      objects[$0]?["path"]?.text
    }
    guard let path = (referenced ?? relative).flatMap(configurationFiles.path(endingWith:)) else {
      return BuildSetting()
    }
    return configurationFiles.value(of: setting, in: path)
  }
}

extension XcodeProjectFile {
  private static let phases = ["PBXResourcesBuildPhase", "PBXSourcesBuildPhase"]
  private static let kinds = ["xcassets", "icon"]

  /// The catalogs and documents that a target compiles; `nil` when a path in its lists is not understood.
  private func compiled(
    by id: String, _ target: PropertyListValue, _ catalogs: [Folder]
  ) -> Set<String>? {
    guard let phases = target["buildPhases"]?.strings else { return nil }
    let references = phases.compactMap { objects[$0] }.flatMap(references)
    let listed = references.map { paths.key(of: $0) }
    if listed.contains(nil) { return nil }
    let own = Set(target["fileSystemSynchronizedGroups"]?.strings ?? [])
    let synchronized = catalogs.map { IconProject.key(of: $0.path) }.filter { key in
      paths.synchronized.contains { group, folder in
        key.hasPrefix(folder + "/")
          && own.contains(group) != isException(key.dropFirst(folder.count + 1), of: group, for: id)
      }
    }
    return Set(listed.compactMap(\.self) + synchronized)
  }

  /// The files of a phase that are catalogs or documents of Icon Composer.
  private func references(in phase: PropertyListValue) -> [String] {
    guard Self.phases.contains(phase["isa"]?.text ?? "") else { return [] }
    return (phase["files"]?.strings ?? []).compactMap { objects[$0]?["fileRef"]?.text }
      .filter { Self.kinds.contains(Folder(objects[$0]?["path"]?.text ?? "").pathExtension) }
  }

  /// The names in all phases, also in those of no target and where the path cannot be followed.
  private var namesInPhases: [String] {
    let references = objects.values.flatMap(references).filter { paths.key(of: $0) == nil }
    return references.compactMap { objects[$0]?["path"]?.text }.map {
      IconProject.key(of: Folder($0).name)
    }
  }

  /// Whether a group's list of exceptions names a path for a target: left out of it when the group is
  /// the target's, put into it when not.
  private func isException(_ path: Substring, of group: String, for target: String) -> Bool {
    let sets = Set(objects[group]?["exceptions"]?.strings ?? [])
    return sets.contains { id in
      guard let set = objects[id], set["target"]?.text == target else { return false }
      return (set["membershipExceptions"]?.strings ?? []).contains { name in
        let name = IconProject.key(of: name)
        return path == name || path.hasPrefix(name + "/")
      }
    }
  }
}

/// Where the files and groups of a project are, by following its groups.
private struct XcodePaths {
  private var keys: [String: String] = [:]
  /// The folders that Xcode keeps in step with the disk, by their ids.
  private(set) var synchronized: [String: String] = [:]

  init(_ objects: [String: PropertyListValue], folder: String) {
    let project = objects.values.first { $0["isa"]?.text == "PBXProject" }
    let base = folder + "/" + (project?["projectDirPath"]?.text ?? "")
    guard let main = project?["mainGroup"]?.text else { return }
    // A list and not recursion: a file decides how deep its groups are.
    var open: [(id: String, parent: String)] = [(main, base)]
    var seen: Set<String> = []
    while let (id, parent) = open.popLast() {
      guard seen.insert(id).inserted, let object = objects[id],
        let path = Self.path(of: object, below: parent, base)
      else { continue }
      keys[id] = IconProject.key(of: path)
      if object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" { synchronized[id] = keys[id] }
      open += (object["children"]?.strings ?? []).map { ($0, path) }
    }
  }

  private static func path(
    of object: PropertyListValue, below parent: String, _ base: String
  ) -> String? {
    guard let own = object["path"]?.text else { return parent }
    switch object["sourceTree"]?.text {
    case "<group>", nil: return parent + "/" + own
    case "SOURCE_ROOT": return base + "/" + own
    case "<absolute>": return own
    default: return nil
    }
  }

  /// A file's path as ``IconProject/key(of:)``; `nil` when it starts where only a build knows.
  func key(of id: String) -> String? { keys[id] }
}

extension PropertyListValue {
  fileprivate subscript(key: String) -> PropertyListValue? { dictionary?[key] }

  fileprivate var strings: [String] { (array ?? []).compactMap(\.text) }

  /// A text, or the texts of a list with spaces between them.
  fileprivate var words: String? { text ?? array.map { _ in strings.joined(separator: " ") } }

  fileprivate var members: [String: PropertyListValue] { dictionary ?? [:] }
}
