import Foundation
import PhotoStore
import Yams

extension IconProject {
  /// Reads the project descriptions of a folder and compares them with its catalogs.
  init(
    path: String, files: ProjectFiles, isNamed: Bool, readBy propertyLists: any PropertyListReader
  ) {
    self.init(path: path, files: files)
    let catalogs = files.catalogs.map { IconCatalog(path: $0.path) }
    let folders = catalogs.map { Folder($0.path) } + files.composerIcons
    let met = Dictionary(folders.filter { !$0.isLink }.map { ($0.real, Self.key(of: $0.path)) }) {
      first, _ in first
    }
    var twins: [String: String] = [:]
    for folder in folders where folder.isLink {
      twins[Self.key(of: folder.path)] = met[folder.real]
    }
    self.catalogs = catalogs.filter { twins[Self.key(of: $0.path)] == nil }
    self.documents = files.composerIcons.filter { twins[Self.key(of: $0.path)] == nil }
    let pairs =
      self.catalogs.map { ($0.path, $0.iconNames) } + documents.map { ($0.path, [$0.stem]) }
    iconNames = Dictionary(pairs.map { (Self.key(of: $0), $1) }) { first, _ in first }
    hasUnreadableFolder = !(files.unreadable + catalogs.flatMap(\.unreadable)).isEmpty
    let configurations = BuildConfigurationFiles(files.configurationFiles)
    let all = folders + files.brokenLinks
    addXcodeGen(files.xcodeGenFiles, configurations, all)
    for project in files.xcodeProjects {
      addXcode(Folder(project), isNamed: isNamed, configurations, all, propertyLists)
      if !holds(Self.key(of: project)) { described.insert(project) }
    }
    unread += (files.unread + files.otherIcons).map {
      UnreadPart(path: name(of: $0.path), reason: $0.reason, remedy: $0.remedy)
    }
    hasUnreadDescription = hasUnreadDescription || !files.unread.isEmpty
    expoIcons = files.expoFiles.flatMap(ExpoIcon.all)
    described.formUnion(files.expoFiles + expoIcons.map(\.path))
    addEntries(met, &twins)
    addBroken(files.brokenLinks, isNamed: isNamed)
    follow(twins)
    addInformation(readBy: propertyLists)
    addUnknownNames()
    addUnknownFiles()
  }

  /// Replaces links by their targets, if these are in the folder too.
  private mutating func follow(_ twins: [String: String]) {
    func followed(_ keys: Set<String>) -> Set<String> { Set(keys.map { twins[$0] ?? $0 }) }
    listed.formUnion(followed(listed))
    for index in settings.indices {
      settings[index].compiled = settings[index].compiled.map(followed)
      settings[index].leftOut = followed(settings[index].leftOut)
    }
  }

  /// Adds the catalogs and documents that targets list outside of the folder, and notes those that are missing, and why
  /// others are not checked.
  ///
  /// `met` has the keys of those that were visited, by their real paths, `twins` the keys of links, each with that of
  /// its target.
  private mutating func addEntries(_ met: [String: String], _ twins: inout [String: String]) {
    for entry in entries {
      func note(_ reason: String) {
        let said = "target '\(entry.target)' has '\(entry.path)', "
        unread.append(UnreadPart(path: entry.file, reason: said + reason))
      }
      guard let place = entry.place.map(BuildConfigurationFiles.normal), !place.contains("$("),
        !place.contains("${")
      else {
        note("whose place only a build knows")
        continue
      }
      let key = Self.key(of: place)
      if iconNames[key] != nil || twins[key] != nil { continue }
      let linked = Folder(place).brokenTarget.map(BuildConfigurationFiles.normal)
      let link = linked.map { "a link to '\($0)', " } ?? ""
      let reached = linked ?? place
      let isOutside =
        !holds(Self.key(of: reached)) && Folder(path).relativePath(of: reached) == nil
      if FileManager.default.fileExists(atPath: place) {
        if let twin = met[Folder(place).real] {
          twins[key] = twin
        } else if isOutside || Folder(path).relativePath(of: place) != name(of: place) {
          // Outside of the folder, or behind a link.
          addOutside(Folder(place))
        } else if entry.isApplication {
          note(
            Folder(place).exists
              ? "which lies among other people's code, and is not read"
              : "which is a file, where a folder should be")
        }
      } else if isOutside {
        note(link + "which lies outside of this folder, and is not there")
      } else if entry.mayBeMade || Folder(reached).isBelowEmptyFolder {
        // The contents of a submodule are missing before it is fetched.
        let why = entry.mayBeMade ? "a script may make" : "a submodule may hold"
        note(link + "which is not there, and which \(why)")
      } else if !hasUnreadableFolder {
        var entry = entry
        entry.linked = linked
        missing.append(entry)
      }
    }
  }

  /// Notes links that lead nowhere and that no target lists by themselves; of a named project, those that it compiles.
  private mutating func addBroken(_ links: [Folder], isNamed: Bool) {
    let entries = Set(entries.compactMap { $0.place.map(Self.key) })
    let compiled = Set(settings.flatMap { $0.compiled ?? [] })
    for link in links {
      let key = Self.key(of: link.path)
      guard !entries.contains(key), !isNamed || compiled.contains(key) else { continue }
      let target = link.brokenTarget.map(BuildConfigurationFiles.normal) ?? ""
      unread.append(
        UnreadPart(
          path: name(of: link.path), reason: "is a link to '\(target)', which is not there"))
    }
  }

  /// Whether a key is of something in the folder, by its written path.
  func holds(_ key: String) -> Bool {
    let own = Self.key(of: path)
    return own.isEmpty
      ? !key.hasPrefix("/") && key.split(separator: "/").first != ".."
      : key.hasPrefix(own == "/" ? own : own + "/")
  }

  private mutating func addOutside(_ folder: Folder) {
    if Folder.catalogExtensions.contains(folder.pathExtension) {
      let catalog = IconCatalog(path: folder.path)
      catalogs.append(catalog)
      hasUnreadableFolder = hasUnreadableFolder || !catalog.unreadable.isEmpty
      iconNames[Self.key(of: folder.path)] = catalog.iconNames
    } else if FileManager.default.fileExists(atPath: folder.path + "/icon.json") {
      documents.append(folder)
      iconNames[Self.key(of: folder.path)] = [folder.stem]
    }
  }

  /// Reports which names of icons depend on settings without a value here, or on a script, each once for all build
  /// configurations.
  private mutating func addUnknownNames() {
    let parts = settings.filter(\.isApplication).flatMap { setting in
      let said = "target '\(setting.target)' names the icon "
      let here = Set((setting.compiled ?? []).flatMap { iconNames[$0] ?? [] })
      return (setting.iconName.values + setting.alternates.words.values).compactMap { name in
        if name.replacing("$(inherited)", with: "").contains("$") {
          return UnreadPart(
            path: setting.file, reason: "\(said)'\(name)', which only a build knows")
        }
        guard setting.hasIconScript, !name.contains("$"), !here.contains(name) else { return nil }
        return UnreadPart(path: setting.file, reason: "\(said)'\(name)', which a script may make")
      }
    }
    unread += Set(parts).sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
  }

  /// Reports files that applications list and leave out, or may leave out, in some builds.
  private mutating func addUnknownFiles() {
    let parts = settings.filter(\.isApplication).flatMap { setting in
      setting.mayBeLeftOut.map { path in
        UnreadPart(
          path: setting.file,
          reason: """
            target '\(setting.target)' may leave out '\(name(of: BuildConfigurationFiles.normal(path)))' by \
            \(Self.excludedName), for some systems or as only a build knows
            """)
      }
    }
    unread += Set(parts).sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
  }

  /// The most bytes of a project file to read, our choice, ten times the largest seen in public.
  static let sizeLimit = 32 << 20

  /// Adds what a target lists, with what of it lies outside of the folder, and why more of it is not known.
  mutating func add(
    _ keys: Set<String>, _ outside: (found: [Folder], unread: [String]), of target: String,
    isApplication: Bool, in file: String
  ) {
    listed.formUnion(keys)
    entries += outside.found.filter { keys.contains(Self.key(of: $0.path)) }.map {
      Entry(file: file, target: target, isApplication: isApplication, path: $0.path, place: $0.path)
    }
    if isApplication {
      unread += outside.unread.map { UnreadPart(path: file, reason: "target '\(target)' \($0)") }
    }
  }

  /// Adds that files of build settings are not there, so that a target's icon is not known.
  mutating func add(
    missing places: [String], of target: String, _ configuration: String, in file: String
  ) {
    unread += Set(places).sorted().map { place in
      UnreadPart(
        path: file,
        reason: """
          target '\(target)' has its settings for \(configuration) from \
          '\(name(of: BuildConfigurationFiles.normal(place)))', which is not among this folder's files
          """)
    }
  }

  /// Adds every file that no other one includes; included files count where they are included.
  private mutating func addXcodeGen(
    _ files: [String], _ configurations: BuildConfigurationFiles, _ folders: [Folder]
  ) {
    var documents: [(file: String, document: XcodeGenDocument)] = []
    for file in files {
      do {
        documents.append((file, try XcodeGenDocument(path: file, below: path)))
      } catch {
        addRefused(file, error)
      }
    }
    let included = documents.reduce(into: Set<String>()) { $0.formUnion($1.document.included) }
    described = included.union(documents.map { BuildConfigurationFiles.normal($0.file) })
    for (file, document) in documents
    where !included.contains(BuildConfigurationFiles.normal(file)) {
      let parsed = XcodeGenFile(
        document: document, file: name(of: file), folder: Folder(file).parent,
        configurationFiles: configurations)
      do {
        try parsed.add(to: &self, folders: folders)
        projectCount += 1
        for (place, keys) in document.repeated.sorted(by: { $0.key < $1.key }) {
          add(keys, in: place, isRead: true)
        }
        unread += document.unread.map { UnreadPart(path: name(of: file), reason: $0) }
        hasUnreadDescription = hasUnreadDescription || !document.unread.isEmpty
      } catch {
        add(unreadable: file, error)
      }
    }
  }

  /// Reports keys that stand more than once in a file, which is read or not.
  private mutating func add(_ repeated: [BoundedYAML.Repeated], in file: String, isRead: Bool) {
    unreadable += repeated.map {
      Unreadable(
        file: name(of: file),
        reason: """
          has the key '\($0.key)' twice from line \($0.line) on; XcodeGen takes the last of the values, and other \
          readers refuse the file
          """,
        remedy: "Remove the others.", isRead: isRead)
    }
  }

  /// A file that is not YAML need not be broken: files for XcodeGen may be templates.
  private mutating func addRefused(_ file: String, _ error: any Error) {
    if case YamlError.duplicatedKeysInMapping(let keys, let place) = error {
      add([.init(key: keys[0], line: place.mark.line)], in: file, isRead: false)
    } else if isTemplate(file, "a file for XcodeGen") {
      return
    } else if let error = error as? PhotoprepError {
      add(unreadable: file, error)
    } else {
      unreadable.append(Unreadable(file: name(of: file), reason: "is not valid YAML"))
    }
  }

  /// Whether a file that cannot be parsed has marks to fill in, and none of a merge; it is noted then.
  private mutating func isTemplate(_ file: String, _ kind: String) -> Bool {
    let text = BoundedFile.text(file, limit: Self.sizeLimit) ?? ""
    // Godot's are lines of their own, as in '$modules_buildfile'.
    let hasMarks = text.contains("{{") || text.contains(/(?m)^[ \t]*\$\w+[ \t]*$/)
    guard hasMarks, !text.contains("<<<<<<<") else { return false }
    let reason = "is a template of \(kind), and is not read"
    unread.append(UnreadPart(path: name(of: file), reason: reason))
    hasUnreadDescription = true
    return true
  }

  /// Adds an Xcode project in its form; if both forms exist, the JSON is read.
  private mutating func addXcode(
    _ project: Folder, isNamed: Bool, _ configurations: BuildConfigurationFiles,
    _ folders: [Folder], _ propertyLists: any PropertyListReader
  ) {
    let forms = Self.forms.map { project.path + "/" + $0 }
      .filter { FileManager.default.fileExists(atPath: $0) }
    guard let file = forms.first else {
      let reason =
        project.exists
        ? "holds neither \(Self.forms.joined(separator: " nor "))"
        : "is a project of the workspace, and is not there"
      if isNamed, project.exists {
        unreadable.append(
          Unreadable(
            file: name(of: project.path), reason: reason,
            remedy: "Check the path, or make the project with the tool that generates it."))
      } else {
        // Generated projects are often committed without the file that is generated.
        unread.append(UnreadPart(path: name(of: project.path), reason: reason))
        hasUnreadDescription = true
      }
      return
    }
    if forms.count > 1 { doubled.append(name(of: project.path)) }
    do throws(PhotoprepError) {
      let data = try BoundedFile.read(file, limit: Self.sizeLimit)
      if data.isPointer { throw PhotoprepError.pointer(file) }
      let parsed = try Self.project(file, [UInt8](data), propertyLists)
      parsed.add(
        to: &self, file: name(of: file), catalogs: folders, configurationFiles: configurations)
      projectCount += 1
    } catch {
      if !isTemplate(file, "an Xcode project") { add(unreadable: file, error) }
    }
  }

  /// The possible files of an Xcode project; the first one that exists is used.
  static let forms = ["project.xcproj", "project.pbxproj"]

  private static func project(
    _ file: String, _ bytes: [UInt8], _ propertyLists: any PropertyListReader
  ) throws(PhotoprepError) -> XcodeProject {
    let folder = Folder(Folder(file).parent).parent
    if Folder(file).pathExtension == "xcproj" {
      let json: JSONValue
      do { json = try JSON5Text.parse(bytes) } catch {
        throw .project(file, "is not the JSON of a project: in line \(error.line) \(error.fact)")
      }
      guard let project = XcodeProject(json, folder: folder) else {
        throw .project(file, "has neither targets nor files")
      }
      return project
    }
    // A property list in any form, also in JSON, which xcodebuild takes too (duckduckgo/apple-browsers, 2026).
    var list = (try? JSONParser.parse(bytes)).map(PropertyListValue.init)
    if list == nil {
      do { list = try propertyLists.value(of: bytes) } catch { throw .project(file, error.fact) }
    }
    guard let list, let project = XcodeProject(list, folder: folder) else {
      throw .project(file, "is not a readable Xcode project")
    }
    return project
  }

  private mutating func add(unreadable file: String, _ error: PhotoprepError) {
    unreadable.append(Unreadable(file: name(of: file), reason: error.message, remedy: error.remedy))
  }
}

extension PropertyListValue {
  fileprivate init(_ json: JSONValue) {
    switch json {
    case .object(let values): self = .dictionary(values.mapValues(Self.init))
    case .array(let values): self = .array(values.map(Self.init))
    case .string(let text): self = .text(text)
    case .null, .bool, .number: self = .other
    }
  }
}

extension PhotoprepError {
  fileprivate static func project(_ path: String, _ fact: String) -> Self {
    Self(.configurationUnreadable, path: path, message: fact)
  }
}
