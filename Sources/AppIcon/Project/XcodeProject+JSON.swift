import PhotoStore

extension XcodeProject {
  /// Reads a `project.xcproj`, the project format of Xcode 27.2 and later; `folder` holds the `.xcodeproj`, and its
  /// paths are relative to it.
  ///
  /// The keys are those of the library that Apple publishes for it (apple/xcode-project-format, September 2026).
  init?(_ json: JSONValue, folder: String) {
    guard json["targets"]?.array != nil || json["files"]?.array != nil else { return nil }
    var tree = FileTree(root: folder, phases: Self.phases(of: json))
    tree.add(json["files"]?.array ?? [])
    root = folder
    folders = tree.folders
    icons = tree.icons.map(\.entry)
    targets = (json["targets"]?.array ?? []).compactMap { target in
      guard let name = target["name"]?.string else { return nil }
      let short = target["product-type"]?.string
      let whole = target["full-product-type"]?.string ?? ""
      return Target(
        id: name, name: name, product: short ?? whole,
        isEmbedded: target["product"].map { tree.isCopied($0) } ?? false,
        configurations: Self.configurations(of: json, target, tree),
        icons: tree.icons.filter { $0.target == name }.map(\.entry),
        copiesResources: target["build-phases"]?.array?.contains {
          ($0.string ?? $0["kind"]?.string) == "resources"
        } ?? true,
        scripts: (target["build-phases"]?.array ?? []).flatMap { phase in
          ["script", "output-paths"].map { key in
            phase[key]?.string
              ?? (phase[key]?.array ?? []).compactMap(\.string)
              .joined(separator: "\n")
          }
        })
    }
    unread = (json["required-capabilities"]?.array ?? []).compactMap(\.string).map {
      "the project asks for a newer Xcode, for '\($0)', and may say more than is read here"
    }
  }

  /// Resolves a path to an absolute one; `nil` if it is relative to a folder known only during a build.
  static func place(_ written: String, below parent: String?, _ root: String) -> String? {
    if written.isEmpty { return parent }
    if written.hasPrefix("/") { return written }
    if written.hasPrefix("<PROJECT>/") { return root + "/" + written.dropFirst("<PROJECT>/".count) }
    if written.hasPrefix("<") || written.hasPrefix("~") { return nil }
    return parent.map { $0 + "/" + written.replacing("\\<", with: "<") }
  }

  /// The places of the phases with ids: the target and the kind.
  private static func phases(of json: JSONValue) -> [String: (target: String, kind: String)] {
    var found: [String: (target: String, kind: String)] = [:]
    for target in json["targets"]?.array ?? [] {
      for phase in target["build-phases"]?.array ?? [] {
        guard let id = phase["id"]?.string, let kind = phase["kind"]?.string,
          let name = target["name"]?.string
        else { continue }
        found[id] = (name, kind)
      }
    }
    return found
  }

  /// The build configurations of a target, each with the target's level and the project's.
  private static func configurations(
    of json: JSONValue, _ target: JSONValue, _ tree: FileTree
  ) -> [(name: String, levels: [Level])] {
    func files(_ list: JSONValue?) -> [(name: String, file: String?)] {
      (list?.array ?? []).compactMap { entry in
        (entry.string ?? entry["name"]?.string).map { ($0, entry["file"].flatMap(tree.path)) }
      }
    }
    let own = files(target["specialized-configurations"])
    var all = files(json["configurations"])
    if all.isEmpty { all = [(json["default-configuration"]?.string ?? "?", nil)] }
    return all.map { configuration in
      let file = own.first { $0.name == configuration.name }?.file
      return (
        configuration.name,
        [
          Level(target["build-settings"], base: file),
          Level(json["build-settings"], base: configuration.file),
        ]
      )
    }
  }
}

extension XcodeProject.Level {
  fileprivate init(_ settings: JSONValue?, base: String?) {
    self.base = base
    values = (settings?.object ?? [:]).mapValues { value in
      value.string ?? (value.array ?? []).compactMap(\.string).joined(separator: " ")
    }
  }
}

/// The files and folders of a project, with the phases that they are in.
private struct FileTree {
  /// The folder to which the project's own paths are relative.
  let root: String
  let phases: [String: (target: String, kind: String)]
  var icons: [(target: String, entry: XcodeProject.Entry)] = []
  var folders: [XcodeProject.SynchronizedFolder] = []
  /// The places of entries by their names in the tree, separated by slashes.
  var places: [String: String] = [:]
  var placesByID: [String: String] = [:]
  /// The names in the tree, and the ids, of entries that phases copy into products.
  var copied: Set<String> = []

  mutating func add(_ nodes: [JSONValue]) { add(nodes, below: root, names: []) }

  // Recursion is safe, as JSON is not nested deeper than its parser allows.
  private mutating func add(_ nodes: [JSONValue], below parent: String?, names: [String]) {
    for node in nodes {
      let written = node["path"]?.string ?? ""
      let path = XcodeProject.place(written, below: parent, root)
      let name = node["name"]?.string ?? Folder(written).name
      if let path {
        places[(names + [name]).joined(separator: "/")] = path
        if let id = node["id"]?.string { placesByID[id] = path }
      }
      switch node["kind"]?.string {
      case "group": add(node["children"]?.array ?? [], below: path, names: names + [name])
      case "folder": if let path { addFolder(node, path) }
      case "variant-group":
        // A localised file; its group is in the phases.
        for child in node["children"]?.array ?? [] {
          let own = child["path"]?.string ?? ""
          addIcon(node, own, XcodeProject.place(own, below: path, root), type: child["type"])
        }
      default:
        addIcon(node, written, path, type: node["type"])
        addCopy(node, (names + [name]).joined(separator: "/"))
      }
    }
  }

  func isCopied(_ product: JSONValue) -> Bool {
    copied.contains(Self.names(product).joined(separator: "/"))
  }

  private mutating func addCopy(_ node: JSONValue, _ name: String) {
    let phases = (node["target-membership"]?.array ?? []).map { $0["build-phase"] ?? $0 }
    let isCopied = phases.contains { phase in
      phase.string?.contains("/copy/") ?? ((phase.array ?? []).dropFirst().first?.string == "copy")
    }
    guard isCopied else { return }
    copied.insert(name)
    if let id = node["id"]?.string { copied.insert("id:" + id) }
  }

  private mutating func addIcon(
    _ node: JSONValue, _ written: String, _ path: String?, type: JSONValue?
  ) {
    guard XcodeProject.holdsIcons(written) else { return }
    var limits: [String: [Set<String>]] = [:]
    for member in node["target-membership"]?.array ?? [] {
      guard let target = compilingTarget(member["build-phase"] ?? member) else { continue }
      limits[target, default: []].append(Self.platforms(member["platforms"]))
    }
    for (target, limits) in limits {
      let isForAll = limits.contains([])
      let entry = XcodeProject.Entry(
        place: path, path: written, type: type?.string,
        platforms: isForAll ? [] : Set(limits.joined()))
      icons.append((target, entry))
    }
  }

  private static func platforms(_ filters: JSONValue?) -> Set<String> {
    XcodeProject.platforms((filters?.array ?? []).compactMap(\.string))
  }

  /// The target of a phase that compiles, named as `TARGET/KIND`, as a list of names, or by an id.
  private func compilingTarget(_ phase: JSONValue) -> String? {
    let compiling = ["resources", "compile-sources"]
    if let text = phase.string {
      if text.hasPrefix("id:") {
        return phases[String(text.dropFirst(3))].flatMap {
          compiling.contains($0.kind) ? $0.target : nil
        }
      }
      let parts = text.split(separator: "/")
      return parts.count > 1 && compiling.contains(String(parts[1])) ? String(parts[0]) : nil
    }
    let names = (phase.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
    return names.count > 1 && compiling.contains(names[1]) ? names[0] : nil
  }

  private mutating func addFolder(_ node: JSONValue, _ path: String) {
    var folder = XcodeProject.SynchronizedFolder(
      path, targets: Set((node["target-membership"]?.array ?? []).compactMap(\.string)))
    func paths(_ list: JSONValue?) -> [String] { (list?.array ?? []).compactMap(\.string) }
    folder.opaque = keys(paths(node["opaque-folders"]), in: folder.key)
    for set in node["membership-exceptions"]?.array ?? [] {
      // A set of a phase adds paths to it.
      guard let target = set["target"]?.string ?? set["build-phase"].flatMap(compilingTarget) else {
        continue
      }
      folder.left[target, default: []].formUnion(keys(paths(set["exclusions"]), in: folder.key))
      folder.added[target, default: []].formUnion(keys(paths(set["inclusions"]), in: folder.key))
      for (path, filters) in set["platforms"]?.object ?? [:] {
        for key in keys([path], in: folder.key) {
          folder.platforms[target, default: [:]][key] = Self.platforms(filters)
        }
      }
    }
    folders.append(folder)
  }

  /// The keys of paths in a folder; projects write them relative to it or to the project's own folder.
  private func keys(_ paths: [String], in folder: String) -> Set<String> {
    let base = IconProject.key(of: root) + "/"
    return Set(
      paths.map(IconProject.key).flatMap { path in
        let whole = base + path
        return whole.hasPrefix(folder + "/")
          ? [path, String(whole.dropFirst(folder.count + 1))] : [path]
      })
  }

  /// The file that a reference names: by its names in the tree, by an id, or by a path below one of these.
  func path(_ reference: JSONValue) -> String? {
    if let anchor = reference["anchor"] {
      let below = Self.names(reference["relative-path"] ?? .null)
      return path(anchor).map { ([$0] + below).joined(separator: "/") }
    }
    let names = Self.names(reference)
    if let id = names.first, names.count == 1, id.hasPrefix("id:") {
      return placesByID[String(id.dropFirst(3))]
    }
    let name = names.joined(separator: "/")
    return places[name] ?? name
  }

  private static func names(_ path: JSONValue) -> [String] {
    if let text = path.string { return [text] }
    return (path.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
  }
}
