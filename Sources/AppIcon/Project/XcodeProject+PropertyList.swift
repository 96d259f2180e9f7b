import PhotoStore

extension XcodeProject {
  /// Reads a `project.pbxproj`; `nil` if it is not a list with objects; `folder` holds the `.xcodeproj`, and its paths
  /// are relative to it.
  init?(_ list: PropertyListValue, folder: String) {
    guard let objects = list["objects"]?.members, !objects.isEmpty else { return nil }
    self = ObjectGraph(objects, folder: folder).project
  }
}

/// The objects of a `project.pbxproj`, which name one another by their ids.
struct ObjectGraph {
  private let objects: [String: PropertyListValue]
  /// The places of the files and groups of the project's tree, by their ids.
  private var places: [String: String] = [:]
  var keys: [String: String] { places.mapValues(IconProject.key) }
  private var synchronized: [String] = []
  /// The files that phases copy into products.
  private let copied: Set<String>
  /// The folder to which the project's own paths are relative.
  private let root: String

  init(_ objects: [String: PropertyListValue], folder: String) {
    self.objects = objects
    let copies = objects.values.filter { $0["isa"]?.text == "PBXCopyFilesBuildPhase" }
    copied = Set(
      copies.flatMap { $0["files"]?.strings ?? [] }.compactMap { objects[$0]?["fileRef"]?.text })
    let project = objects.values.first { $0["isa"]?.text == "PBXProject" }
    let base = folder + "/" + (project?["projectDirPath"]?.text ?? "")
    root = base
    guard let main = project?["mainGroup"]?.text else { return }
    // A list instead of recursion, as the file determines how deep its groups are.
    var open: [(id: String, parent: String)] = [(main, base)]
    var seen: Set<String> = []
    while let (id, parent) = open.popLast() {
      guard seen.insert(id).inserted, let object = objects[id],
        let path = Self.path(of: object, below: parent, base)
      else { continue }
      places[id] = path
      if object["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" { synchronized.append(id) }
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

  fileprivate var project: XcodeProject {
    let parents = all("PBXProject").flatMap { list(of: $0.value) }
    return XcodeProject(
      root: root, targets: all("PBXNativeTarget").map { target($0.key, $0.value, parents) },
      folders: synchronized.compactMap(folder), icons: objects.values.flatMap(icons))
  }

  private func all(_ kind: String) -> [(key: String, value: PropertyListValue)] {
    objects.filter { $0.value["isa"]?.text == kind }.sorted { $0.key < $1.key }
  }

  private func list(of owner: PropertyListValue) -> [PropertyListValue] {
    guard let id = owner["buildConfigurationList"]?.text, let list = objects[id] else { return [] }
    return (list["buildConfigurations"]?.strings ?? []).compactMap { objects[$0] }
  }

  private func target(
    _ id: String, _ target: PropertyListValue, _ parents: [PropertyListValue]
  ) -> XcodeProject.Target {
    let type = target["productType"]?.text ?? ""
    let prefix = "com.apple.product-type."
    let phases = target["buildPhases"]?.strings
    return XcodeProject.Target(
      id: id, name: target["name"]?.text ?? "?",
      product: type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type,
      isEmbedded: target["productReference"]?.text.map(copied.contains) ?? false,
      configurations: list(of: target).map { configuration in
        let name = configuration["name"]?.text ?? "?"
        let parent = parents.first { $0["name"]?.text == name }
        return (name, [configuration, parent].compactMap(\.self).map(level))
      },
      icons: phases.map { $0.compactMap { objects[$0] }.flatMap(icons) },
      copiesResources: phases?.contains { objects[$0]?["isa"]?.text == Self.phases[0] } ?? true,
      scripts: (phases ?? []).compactMap { objects[$0] }.flatMap { phase in
        [phase["shellScript"]?.words].compactMap(\.self) + (phase["outputPaths"]?.strings ?? [])
      })
  }

  /// A reference to an `.xcconfig` that is in no group is used by its path alone.
  private func level(_ configuration: PropertyListValue) -> XcodeProject.Level {
    let reference = configuration["baseConfigurationReference"]?.text
    let path = configuration["baseConfigurationReferenceRelativePath"]?.text
    let anchor = configuration["baseConfigurationReferenceAnchor"]?.text.flatMap { places[$0] }
    let below = anchor.flatMap { anchor in path.map { anchor + "/" + $0 } }
    let place = reference.flatMap { places[$0] } ?? below
    return XcodeProject.Level(
      values: (configuration["buildSettings"]?.members ?? [:]).compactMapValues(\.words),
      base: place ?? reference.flatMap { objects[$0]?["path"]?.text } ?? path,
      isPlaced: place != nil)
  }

  private static let phases = ["PBXResourcesBuildPhase", "PBXSourcesBuildPhase"]

  /// The files of a phase that are catalogs or documents of Icon Composer; of a localised one, those of all languages.
  private func icons(in phase: PropertyListValue) -> [XcodeProject.Entry] {
    guard Self.phases.contains(phase["isa"]?.text ?? "") else { return [] }
    let files = (phase["files"]?.strings ?? []).compactMap { objects[$0] }
    return files.flatMap { file -> [XcodeProject.Entry] in
      guard let id = file["fileRef"]?.text, let object = objects[id] else { return [] }
      let isLocalised = object["isa"]?.text == "PBXVariantGroup"
      let members = isLocalised ? object["children"]?.strings ?? [] : [id]
      let platforms = XcodeProject.platforms(
        file["platformFilters"]?.strings ?? [file["platformFilter"]?.text].compactMap(\.self))
      return members.compactMap { icon($0, platforms) }
    }
  }

  private func icon(_ id: String, _ platforms: Set<String>) -> XcodeProject.Entry? {
    guard let path = objects[id]?["path"]?.text, XcodeProject.holdsIcons(path) else { return nil }
    return XcodeProject.Entry(
      place: places[id], path: path,
      type: (objects[id]?["explicitFileType"] ?? objects[id]?["lastKnownFileType"])?.text ?? "",
      platforms: platforms)
  }

  private func compilingTarget(_ phase: String) -> String? {
    guard Self.phases.contains(objects[phase]?["isa"]?.text ?? "") else { return nil }
    return all("PBXNativeTarget").first {
      $0.value["buildPhases"]?.strings.contains(phase) == true
    }?.key
  }

  /// A list of exceptions removes a path from the folder's targets, and adds it to others.
  private func folder(_ id: String) -> XcodeProject.SynchronizedFolder? {
    guard let place = places[id] else { return nil }
    let owners = all("PBXNativeTarget").filter {
      $0.value["fileSystemSynchronizedGroups"]?.strings.contains(id) == true
    }
    var folder = XcodeProject.SynchronizedFolder(place, targets: Set(owners.map(\.key)))
    folder.opaque = Set((objects[id]?["explicitFolders"]?.strings ?? []).map(IconProject.key))
    for set in (objects[id]?["exceptions"]?.strings ?? []).compactMap({ objects[$0] }) {
      let paths = Set((set["membershipExceptions"]?.strings ?? []).map(IconProject.key))
      guard let target = set["target"]?.text else {
        // A set of a phase adds paths to it.
        if let target = set["buildPhase"]?.text.flatMap(compilingTarget) {
          folder.added[target, default: []].formUnion(paths)
        }
        continue
      }
      folder.left[target, default: []].formUnion(paths)
      folder.added[target, default: []].formUnion(paths)
      for (path, filters) in set["platformFiltersByRelativePath"]?.members ?? [:] {
        folder.platforms[target, default: [:]][IconProject.key(of: path)] =
          XcodeProject.platforms(filters.strings)
      }
    }
    return folder
  }
}

extension PropertyListValue {
  subscript(key: String) -> PropertyListValue? { dictionary?[key] }

  var strings: [String] { (array ?? []).compactMap(\.text) }

  /// A text, or the texts of a list with spaces between them.
  fileprivate var words: String? { text ?? array.map { _ in strings.joined(separator: " ") } }

  fileprivate var members: [String: PropertyListValue] { dictionary ?? [:] }
}
