import Foundation
import PhotoStore

struct PropertyListEditor: ProjectEditor {
  private(set) var text: String
  private(set) var project: XcodeProject
  let folder: String
  private let file: String
  private let reader: any PropertyListReader
  private var list: PropertyListValue

  init(_ file: String, _ text: String, folder: String, _ reader: any PropertyListReader) throws {
    (self.file, self.text, self.folder, self.reader) = (file, text, folder, reader)
    guard let list = try? reader.value(of: [UInt8](text.utf8)),
      let project = XcodeProject(list, folder: folder)
    else {
      throw PhotoprepError.projectNotChanged(file, "reading it")
    }
    (self.list, self.project) = (list, project)
  }

  private var objects: [String: PropertyListValue] { list["objects"]?.dictionary ?? [:] }

  /// Takes a changed text if it has these objects and everything else as before.
  private mutating func take(
    _ lines: ProjectLines, _ objects: [String: PropertyListValue], _ change: String
  ) throws {
    var wanted = list.dictionary ?? [:]
    wanted["objects"] = .dictionary(objects)
    guard let changed = try? reader.value(of: [UInt8](lines.text.utf8)),
      changed == .dictionary(wanted),
      let project = XcodeProject(changed, folder: folder)
    else { throw PhotoprepError.projectNotChanged(file, change) }
    (text, list, self.project) = (lines.text, changed, project)
  }

  mutating func add(_ path: String, to target: XcodeProject.Target) throws {
    let name = Folder(path).name
    let phases = objects[target.id]?["buildPhases"]?.strings ?? []
    guard let phase = phases.first(where: { isa($0) == "PBXResourcesBuildPhase" }) else {
      throw PhotoprepError.withoutResources(file, target.name)
    }
    try checkFolders(path, file, target.name)
    var (lines, objects) = (ProjectLines(text), objects)
    let change = "adding '\(path)' to target '\(target.name)'"
    var reference = reference(to: path) ?? ""
    if reference.isEmpty {
      let (group, rest) = try group(of: path, change)
      reference = identifier("reference", path)
      var members: [(String, String)] = [
        ("isa", "PBXFileReference"), ("lastKnownFileType", XcodeProject.documentType),
      ]
      if rest != name { members.append(("name", name)) }
      members += [("path", rest), ("sourceTree", "<group>")]
      lines.insert(members, as: reference, comment: name)
      objects[reference] = .dictionary(
        Dictionary(uniqueKeysWithValues: members.map { ($0.0, .text($0.1)) }))
      lines.append("\(reference) /* \(name) */", to: "children", of: group)
      objects[group]?.append(reference, to: "children")
    }
    let build = identifier("build file of \(target.name)", path)
    lines.insert(
      [("isa", "PBXBuildFile"), ("fileRef", reference)], as: build,
      comment: "\(name) in Resources")
    objects[build] = .dictionary(["isa": .text("PBXBuildFile"), "fileRef": .text(reference)])
    lines.append("\(build) /* \(name) in Resources */", to: "files", of: phase)
    objects[phase]?.append(build, to: "files")
    try take(lines, objects, change)
  }

  mutating func setType(of path: String) throws -> Bool {
    guard let id = reference(to: path), let old = objects[id]?["lastKnownFileType"]?.text,
      old != XcodeProject.documentType
    else { return false }
    var (lines, objects) = (ProjectLines(text), objects)
    lines.replace(
      "lastKnownFileType = \(old);", with: "lastKnownFileType = \(XcodeProject.documentType);",
      in: id)
    objects[id]?.set("lastKnownFileType", .text(XcodeProject.documentType))
    try take(lines, objects, "changing the type of '\(path)'")
    return true
  }

  mutating func setIconName(
    _ name: String, of target: XcodeProject.Target, in configurations: [String]
  ) throws {
    var (lines, objects) = (ProjectLines(text), objects)
    let all = objects[target.id]?["buildConfigurationList"]?.text.flatMap { objects[$0] }
    for id in all?["buildConfigurations"]?.strings ?? [] {
      guard let configuration = objects[id], let own = configuration["name"]?.text,
        configurations.contains(own)
      else { continue }
      var settings = configuration["buildSettings"]?.dictionary ?? [:]
      let setting = IconProject.settingName
      let others = settings.keys.filter { $0.hasPrefix(setting + "[") }
      let keys = others.filter { !BuildSetting.isStacked($0) } + [setting]
      for key in keys {
        lines.set(key, to: name, in: id)
        settings[key] = .text(name)
      }
      objects[id]?.set("buildSettings", .dictionary(settings))
    }
    try take(lines, objects, "setting \(IconProject.settingName)")
  }

  private func isa(_ id: String) -> String? { objects[id]?["isa"]?.text }

  private func reference(to path: String) -> String? {
    let keys = ObjectGraph(objects, folder: folder).keys
    let key = IconProject.key(of: folder + "/" + path)
    return keys.filter { $0.value == key && isa($0.key) == "PBXFileReference" }.keys.min()
  }

  /// The deepest group in whose folder a file lies, and the file's path from there.
  private func group(of path: String, _ change: String) throws -> (id: String, path: String) {
    let keys = ObjectGraph(objects, folder: folder).keys
    let main = objects.values.first { $0["isa"]?.text == "PBXProject" }?["mainGroup"]?.text
    let whole = BuildConfigurationFiles.normal(folder + "/" + path)
    let groups = keys.filter { id, key in
      isa(id) == "PBXGroup" && (id == main || objects[id]?["path"] != nil)
        && whole.lowercased().hasPrefix(key.isEmpty ? "" : key + "/")
    }
    guard let best = groups.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
      throw PhotoprepError.projectNotChanged(file, change)
    }
    let depth = best.value.split(separator: "/").count
    return (best.key, whole.split(separator: "/").dropFirst(depth).joined(separator: "/"))
  }

  /// An id that no object has, the same for the same file in the same project.
  private func identifier(_ role: String, _ path: String) -> String {
    let digits = (0...).lazy.map { attempt in
      (0..<2).map { part in
        let text = "\(part) \(attempt) \(role) \(path)"
        let digest = Array(text.utf8).withUnsafeBytes { Fingerprint.of($0) }
        return String(format: "%016lX", Int(bitPattern: UInt(digest)))
      }.joined().prefix(24)
    }
    return String(digits.first { objects[String($0)] == nil } ?? "")
  }
}

extension PropertyListValue {
  fileprivate mutating func set(_ key: String, _ value: PropertyListValue) {
    guard var members = dictionary else { return }
    members[key] = value
    self = .dictionary(members)
  }

  fileprivate mutating func append(_ text: String, to key: String) {
    set(key, .array((self[key]?.array ?? []) + [.text(text)]))
  }
}
