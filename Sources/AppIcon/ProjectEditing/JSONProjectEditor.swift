import PhotoStore

/// Changes a `project.xcproj`.
///
/// The text has no markers for places, so every plausible place is tried, the likeliest first, until the resulting text
/// has the wanted content.
struct JSONProjectEditor: ProjectEditor {
  private(set) var text: String
  private(set) var project: XcodeProject
  let folder: String
  private let file: String
  private var json: JSONValue

  init(_ file: String, _ text: String, folder: String) throws {
    (self.file, self.text, self.folder) = (file, text, folder)
    guard let json = try? JSON5Text.parse([UInt8](text.utf8)),
      let project = XcodeProject(json, folder: folder)
    else {
      throw PhotoprepError.projectNotChanged(file, "reading it")
    }
    (self.json, self.project) = (json, project)
  }

  /// An insertion after each match of a pattern, or a replacement of the match.
  private struct Attempt {
    var pattern: String
    var result: (_ match: Substring, _ indentation: String) -> String
    /// A text shortly before the right place.
    var hint = ""
  }

  /// Takes the first of several texts that has the wanted content.
  private mutating func take(_ wanted: JSONValue, _ attempts: [Attempt], _ change: String) throws {
    for attempt in attempts {
      let places = text.ranges(of: attempt.pattern).sorted {
        (isNear($0, attempt.hint) ? 0 : 1, $0.lowerBound)
          < (isNear($1, attempt.hint) ? 0 : 1, $1.lowerBound)
      }
      for place in places {
        let line = text[..<place.lowerBound].lastIndex(of: "\n").map { text.index(after: $0) }
        let indentation = text[(line ?? text.startIndex)...].prefix { $0 == " " || $0 == "\t" }
        let result = attempt.result(text[place], String(indentation))
        let changed = text.replacingCharacters(in: place, with: result)
        guard let json = try? JSON5Text.parse([UInt8](changed.utf8)), json == wanted,
          let project = XcodeProject(json, folder: folder)
        else { continue }
        (text, self.json, self.project) = (changed, json, project)
        return
      }
    }
    throw PhotoprepError.projectNotChanged(file, change)
  }

  /// Whether a text is in the lines before a place: ours, as many as an object of Xcode's has before its list.
  private func isNear(_ place: Range<String.Index>, _ hint: String) -> Bool {
    hint.isEmpty || text[..<place.lowerBound].suffix(400).contains(hint)
  }

  mutating func add(_ path: String, to target: XcodeProject.Target) throws {
    let phases = json["targets"]?.array?.first { $0["name"]?.string == target.name }?[
      "build-phases"]
    let hasPhase = (phases?.array ?? []).contains {
      $0.string == "resources" || $0["kind"]?.string == "resources"
    }
    guard hasPhase, !target.name.contains("/") else {
      throw PhotoprepError.withoutResources(file, target.name)
    }
    try checkFolders(path, file, target.name)
    let phase = "\(target.name)/resources"
    let change = "adding '\(path)' to target '\(target.name)'"
    let (group, rest) = group(of: path)
    let entry = JSONValue.object([
      "path": .string(rest), "target-membership": .array([.string(phase)]),
    ])
    var wanted = json
    let (quotedPath, quotedPhase) = (Self.quoted(rest), Self.quoted(phase))
    let siblings = value(at: group)?.array ?? []
    if let index = siblings.firstIndex(where: { $0["path"]?.string == rest }) {
      let old = siblings[index]["target-membership"]?.array
      wanted.edit(group + ["\(index)"]) { node in
        node.set("target-membership", .array((old ?? []) + [.string(phase)]))
      }
      let hint = "\"path\": \(quotedPath)"
      let attempt =
        if let last = old?.last?.string {
          Attempt(
            pattern: Self.quoted(last), result: { match, _ in "\(match), \(quotedPhase)" },
            hint: hint)
        } else if old != nil {
          Attempt(
            pattern: "\"target-membership\": []",
            result: { _, _ in "\"target-membership\": [ \(quotedPhase) ]" }, hint: hint)
        } else {
          Attempt(
            pattern: hint,
            result: { match, _ in "\(match), \"target-membership\": [ \(quotedPhase) ]" })
        }
      return try take(wanted, [attempt], change)
    }
    wanted.edit(group) { node in node = .array([entry] + (node.array ?? [])) }
    let list = group.count > 1 ? "children" : "files"
    let parent = value(at: Array(group.dropLast()))
    let hint = (parent?["path"] ?? parent?["name"])?.string.map(Self.quoted) ?? ""
    let line = "{ \"path\": \(quotedPath), \"target-membership\": [ \(quotedPhase) ] }"
    try take(
      wanted,
      [
        Attempt(
          pattern: "\"\(list)\": [\n",
          result: { match, space in "\(match)\(space)  \(line),\n" }, hint: hint),
        Attempt(
          pattern: "\"\(list)\": []",
          result: { _, space in "\"\(list)\": [\n\(space)  \(line),\n\(space)]" }, hint: hint),
      ], change)
  }

  /// A plain entry only has the type from its name.
  mutating func setType(of path: String) throws -> Bool { false }

  mutating func setIconName(
    _ name: String, of target: XcodeProject.Target, in configurations: [String]
  ) throws {
    let change = "setting \(IconProject.settingName)"
    guard
      let index = json["targets"]?.array?.firstIndex(where: { $0["name"]?.string == target.name })
    else { throw PhotoprepError.projectNotChanged(file, change) }
    let place = ["targets", "\(index)", "build-settings"]
    let setting = IconProject.settingName
    let old = value(at: place)?.object ?? [:]
    let new = Self.quoted(name)
    let others = old.keys.filter { $0.hasPrefix(setting + "[") && !BuildSetting.isStacked($0) }
    for key in [setting] + others.sorted() {
      var wanted = json
      let before = value(at: place)?[key]?.string
      if before == name { continue }
      let pair = "\(Self.quoted(key)): \(new)"
      wanted.edit(Array(place.dropLast())) { node in
        var settings = node["build-settings"]?.object ?? [:]
        settings[key] = .string(name)
        node.set("build-settings", .object(settings))
      }
      let hint = "\"name\": \(Self.quoted(target.name))"
      try take(
        wanted,
        [
          Attempt(pattern: "\(Self.quoted(key)): \(Self.quoted(before ?? ""))") { _, _ in pair },
          Attempt(pattern: "\"build-settings\": {\n") { match, space in
            "\(match)\(space)  \(pair),\n"
          },
          Attempt(pattern: "\"build-settings\": {}") { _, space in
            "\"build-settings\": {\n\(space)  \(pair),\n\(space)}"
          },
          Attempt(pattern: hint + ",\n") { match, space in
            "\(match)\(space)\"build-settings\": {\n\(space)  \(pair),\n\(space)},\n"
          },
        ], change)
    }
  }

  /// The list in whose group's folder a file lies, and the file's path from there: `files`, or the `children` of the
  /// deepest group.
  private func group(of path: String) -> (list: [String], path: String) {
    let whole = BuildConfigurationFiles.normal(folder + "/" + path)
    var best = (list: ["files"], path: path)
    var depth = 0
    var open: [(list: [String], folder: String)] = [(["files"], folder)]
    while let (list, parent) = open.popLast() {
      for (index, node) in (value(at: list)?.array ?? []).enumerated()
      where node["kind"]?.string == "group" {
        let written = node["path"]?.string ?? ""
        guard let place = XcodeProject.place(written, below: parent, folder) else { continue }
        let inner = list + ["\(index)", "children"]
        open.append((inner, place))
        let own = BuildConfigurationFiles.normal(place)
        let count = own.split(separator: "/").count
        guard !written.isEmpty, node["children"] != nil, count > depth,
          whole.lowercased().hasPrefix(own.lowercased() + "/")
        else { continue }
        depth = count
        best = (inner, whole.split(separator: "/").dropFirst(count).joined(separator: "/"))
      }
    }
    return best
  }

  private func value(at place: [String]) -> JSONValue? {
    place.reduce(json) { value, step in
      guard let list = value.array, let index = Int(step), list.indices.contains(index) else {
        return value[step] ?? .null
      }
      return list[index]
    }
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).compactText }
}

extension JSONValue {
  fileprivate mutating func set(_ key: String, _ value: JSONValue) {
    var members = object ?? [:]
    members[key] = value
    self = .object(members)
  }

  /// Changes the value at a place, given by names and by indices of elements; does nothing if there is no such place.
  fileprivate mutating func edit(_ place: [String], _ change: (inout JSONValue) -> Void) {
    guard let step = place.first else { return change(&self) }
    let rest = Array(place.dropFirst())
    if var list = array, let index = Int(step), list.indices.contains(index) {
      list[index].edit(rest, change)
      self = .array(list)
    } else if var members = object, var member = members[step] {
      member.edit(rest, change)
      members[step] = member
      self = .object(members)
    }
  }
}
