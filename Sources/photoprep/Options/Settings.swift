internal import AppIcon
internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage

/// The defaults of options: from the environment, else from the working folder's configuration file.
///
/// A file that another user owns, or in another user's folder, is not used for photos: it may have come with them
/// (SECURITY.md).
struct Settings {
  /// The file for icons, of the working folder or of the nearest folder above; `nil` for none.
  ///
  /// Its rules only affect findings about a project, so it is used whatever user owns it.
  static var iconPath: String? {
    ConfigurationFile.path(for: FileManager.default.currentDirectoryPath)
  }

  private static let file = Result<ConfigurationFile?, any Error> {
    let path = ConfigurationFile.path(for: FileManager.default.currentDirectoryPath) { path in
      if isOwn(path) { return true }
      Console().message(
        "note: \(path) is not used: it or its folder belongs to another user. Give the "
          + "settings that you need as options.")
      return false
    }
    return try path.map { try ConfigurationFile(contentsOf: $0) }
  }

  private static func isOwn(_ path: String) -> Bool {
    let file = FilePath(path)
    return [file, file.removingLastComponent()].allSatisfy {
      (try? DiskFileSystem().status(of: $0, followingLinks: true))?.owner == FileStatus.currentUser
    }
  }

  struct Value {
    let text: String
    /// The file and its line, a variable, or that it is the default.
    let source: String
    let line: Int?
  }

  /// The store of the environment or the file; a relative one in the file is relative to the file's folder.
  static func store() throws -> Value? {
    let text = getenv("PHOTOPREP_STORE").flatMap { String(validatingCString: $0) }
    if let text, !text.isEmpty { return Value(text: text, source: "PHOTOPREP_STORE", line: nil) }
    return try value("store").map { value in
      let folder = URL(filePath: value.source).deletingLastPathComponent()
      let path = URL(filePath: value.text, relativeTo: folder).path
      return Value(text: path, source: value.source, line: value.line)
    }
  }

  /// The store from an option, the environment or the file, if one is named.
  ///
  /// If it comes from a file that may have come with photos, its user must have named it before: a run on a folder
  /// from another person would otherwise work on a store of that person's choice.
  static func store(named: String?) throws -> String? {
    let used = UsedStores()
    if let named {
      if !named.isEmpty {
        used.note(named)
        QuotedCommands.store.withLock { $0 = named }
      }
      return named
    }
    guard let value = try store() else { return nil }
    // The environment, and the file of the home folder, are the user's own.
    let folder = FilePath(value.source).removingLastComponent()
    if value.line == nil || (try? DiskFileSystem().realPath(of: folder)) == UsedStores.home {
      used.note(value.text)
      return value.text
    }
    guard used.holds(value.text) else {
      throw ValidationError(
        "\(value.place) names the store '\(value.text.displayText)', which you have not used before. "
          + "If it is yours, name it once: --store \(ShellWord.quoted(value.text))")
    }
    Console().message("note: the store is \(value.text), as \(value.place) says.")
    return value.text
  }

  static func devices() throws -> (argument: [WidgetScreen], value: Value)? {
    let texts = try file.get()?.settings["device"]?.texts ?? []
    return try checked("device") { _ in try texts.map(WidgetScreen.named) }
  }

  /// The colour behind transparent pixels of the file.
  static func background() throws -> (argument: RGBColour, value: Value)? {
    try checked("background") { text in
      if let colour = RGBColour(text) { return colour }
      throw ValidationError("'\(text)' is not a colour like #1A2B3C.")
    }
  }

  /// The JPEG quality in the file under a name, with which encoding begins.
  static func quality(_ name: String) throws -> (argument: Int, value: Value)? {
    try checked(name) { text in
      if let quality = Int(text), Recipe.qualities.contains(quality) { return quality }
      throw ValidationError(
        "'\(text)' is not a quality from \(Recipe.qualities.lowerBound) to \(Recipe.qualities.upperBound)."
      )
    }
  }

  static func iconLevels() throws -> [String: IconConfiguration.Level] {
    try iconPath.map { try ConfigurationFile(contentsOf: $0) }?.icon.levels ?? [:]
  }

  private static func value(_ name: String) throws -> Value? {
    guard let file = try file.get(), let setting = file.settings[name] else { return nil }
    return Value(text: setting.text, source: file.path, line: setting.line)
  }

  private static func checked<Argument>(
    _ name: String, _ read: (String) throws -> Argument
  ) throws -> (argument: Argument, value: Value)? {
    guard let value = try value(name) else { return nil }
    do { return (try read(value.text), value) } catch let error as ValidationError {
      throw ValidationError("\(value.place): \(error.message)")
    }
  }
}

extension Settings.Value {
  /// The source of the value, for people.
  var place: String { (line.map { "\(source), line \($0)" } ?? source).displayText }
}

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Shows the settings for options that are left out, and where each comes from.",
    discussion: """
      An option overrides the variable PHOTOPREP_STORE, which overrides the file .photoprep.yml or \
      photoprep.json in the working folder or the nearest folder above:

        store: Container
        device: [iPhone 17 Pro, iPad 13-in]
        background: "#FFFFFF"
        master-quality: 88
        render-quality: 85
        icon:
          rules:
            metadata: off

      The file and its folder must be yours. A store that the file names is used only after you have \
      named it once with --store, as the file may have come with photos; a file in your home folder \
      counts at once. A relative store counts from the file's folder. 'prep' and 'watch' use the \
      devices, the background and the JPEG qualities, 65 to 100; 'package' uses these with the first \
      device, and 'crop' the background.
      """)

  @OptionGroup var form: JSONOption

  func run() throws {
    let console = Console(isJSON: form.json)
    for row in try reportingFailure(rows) { try console.result(row) }
  }

  private func rows() throws -> [Row] {
    let devices = try Settings.devices().map { row in
      Settings.Value(
        text: row.argument.map(\.identifier).joined(separator: ", "), source: row.value.source,
        line: row.value.line)
    }
    let levels = try Settings.iconLevels().sorted { $0.key < $1.key }
    let file = Settings.iconPath ?? ""
    return [
      Row("store", try Settings.store(), else: ""),
      Row("device", devices, else: WidgetScreen.largestPhone.identifier),
      Row("background", try Settings.background()?.value, else: "\(RGBColour.black)"),
      Row(
        "master-quality", try Settings.quality("master-quality")?.value,
        else: "\(Recipe.Master().quality)"),
      Row(
        "render-quality", try Settings.quality("render-quality")?.value,
        else: "\(Recipe.standardRenders.small.quality)"),
    ]
      + levels.map { name, level in
        Row(
          "icon.rules.\(name)",
          Settings.Value(text: level.text, source: file, line: nil), else: "")
      }
  }

  private struct Row: Shown {
    let name: String
    let value: Settings.Value

    init(_ name: String, _ value: Settings.Value?, else standard: String) {
      self.name = name
      self.value = value ?? Settings.Value(text: standard, source: "built in", line: nil)
    }

    var text: String {
      let text = value.text.isEmpty ? "none" : value.text.displayText
      return "\(name.displayText): \(text)  (\(value.place))"
    }

    var fields: JSONFields {
      [
        "event": "setting", "name": name, "value": value.text.isEmpty ? nil : value.text,
        "source": value.source, "line": value.line,
      ]
    }
  }
}

extension IconConfiguration.Level {
  fileprivate var text: String {
    switch self {
    case .off: "off"
    case .severity(let severity): severity.rawValue
    }
  }
}

/// The stores that this user has named; settings that came with photos can use no others.
///
/// One path a line, in `photoprep/stores` of the folder for such state (XDG Base Directory
/// Specification: `XDG_STATE_HOME`, else `.local/state` of the home folder).
struct UsedStores {
  /// The most stores, the latest ones; our choice: more than a person has, and read quickly.
  private static let limit = 1000
  private static let byteLimit = 1 << 22

  private let file: FilePath?
  private let files = DiskFileSystem()

  init() {
    let state =
      Self.variable("XDG_STATE_HOME") ?? Self.variable("HOME").map { $0 + "/.local/state" }
    file = state.map { FilePath($0).appending("photoprep").appending("stores") }
  }

  /// This user's own folder, with links followed; `nil` if unknown.
  static var home: FilePath? {
    variable("HOME").flatMap { try? DiskFileSystem().realPath(of: FilePath($0)) }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  func holds(_ store: String) -> Bool { paths.contains(place(of: FilePath(store))) }

  /// Remembers that a store was named; if it cannot be saved, the user is asked again.
  func note(_ store: String) {
    let place = place(of: FilePath(store))
    var paths = paths
    guard let file, !paths.contains(place), !place.contains("\n") else { return }
    paths = paths.suffix(Self.limit - 1) + [place]
    let draft = file.removingLastComponent().appending("stores-\(UUID().uuidString)")
    do {
      try files.createDirectories(at: file.removingLastComponent())
      try files.createFile(at: draft, bytes: Array(paths.map { $0 + "\n" }.joined().utf8))
      try files.rename(draft, to: file)
    } catch { try? files.removeFile(at: draft) }
  }

  private var paths: [String] {
    let contents = file.flatMap {
      try? files.readFile(at: $0, limit: Self.byteLimit, followingLinks: false)
    }
    return String(decoding: contents?.bytes ?? [], as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// The real path of a store, with links followed as far as it exists.
  private func place(of store: FilePath) -> String {
    var (known, rest) = (store, [FilePath.Component]())
    if known.isRelative {
      known = FilePath(FileManager.default.currentDirectoryPath).pushing(store)
    }
    while true {
      if var real = try? files.realPath(of: known) {
        for name in rest.reversed() { real.append(name) }
        return real.string
      }
      guard let name = known.lastComponent, known.removeLastComponent() else { return store.string }
      rest.append(name)
    }
  }
}
