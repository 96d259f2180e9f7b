internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    abstract: "Makes, changes and lists albums: prepared photos that take turns in a widget.",
    subcommands: [Make.self, Add.self, List.self, Show.self, Rename.self, Remove.self])
}

struct AlbumPhotoOptions: ParsableArguments {
  @OptionGroup var place: StoreOption

  @Argument(
    help: ArgumentHelp(
      """
      Prepared photos: files, folders, names under which they were prepared, or names that 'store \
      list' shows.
      """,
      valueName: "photo"))
  var photos: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Also take the photos listed in this file, '-' for standard input: one a line, or separated by \
      NUL if the file has any; relative paths count from the current folder.
      """,
      valueName: "file", visibility: .hidden))
  var filesFrom: String?

  @Flag(help: "Take every photo of the store.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Take only photos prepared for this device, for example 'iPhone 17 Pro'.",
      valueName: "name"), transform: WidgetScreen.named)
  var device: WidgetScreen?

  @Option(
    help: ArgumentHelp(
      "Show each photo for this many minutes, with 0 for ever; by default 60, or as before.",
      valueName: "minutes"))
  var every: Int?

  @OptionGroup var form: JSONOption

  func validate() throws {
    if let every, every < 0 { throw ValidationError("--every is \(every); it must be 0 or more.") }
  }

  /// Refuses a command line that names no photo.
  func requirePhotos() throws {
    guard !photos.isEmpty || filesFrom != nil || all else {
      throw ValidationError("Name at least one photo, or use --files-from or --all.")
    }
  }

  func chosen() throws -> AlbumPhotos {
    let listed = try filesFrom.map(PhotoOptions.list) ?? []
    return AlbumPhotos(
      paths: RawArguments.paths(for: photos) + listed, includesAll: all,
      frames: device?.frames)
  }
}

extension AlbumCommand {
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "make",
      abstract: "Makes an album of the best of many photos, or of prepared photos.",
      discussion: """
        With --best the program chooses from folders (--from) or from the store's photos (--all), and \
        prepares the chosen photos. Run it again as photos arrive: photos that you added to the album \
        stay in, photos that you took out stay out. 'album show' says why each photo is in it.

        Without --best the album has the prepared photos that you name, or those of a folder; it is \
        written only if every named photo can be in it. If a photo is prepared several times, the latest \
        counts. A design shows an album if its image names it as 'shuffleManifestFileName'.

        Examples:
          photoprep album make Best --best 40 --from ~/Pictures/2026 --store Container
          photoprep album make ~/Pictures/Lake --store Container --every 30
          photoprep album make --all --name Lake --package lake.wwdesign --store Container
        """)

    @OptionGroup var options: AlbumPhotoOptions

    @OptionGroup var choice: ChoiceOptions

    @Option(
      help: ArgumentHelp(
        "The album's file name; by default one like the published app's.", valueName: "name"))
    var name: String?

    @Option(
      name: .customLong("package"),
      help: ArgumentHelp(
        """
        Also write a package with a design that shows the album, for 'store import'; the published \
        app shows only its first photo. 'package' makes a design of each photo of an album.
        """, valueName: "file"))
    var packageFile: String?

    @Flag(help: "Replace the package if it exists.")
    var force = false

    @OptionGroup var verbosity: VerbosityOptions

    mutating func validate() throws {
      guard choice.isAsked else { return try options.requirePhotos() }
      // With --name the arguments are folders, as they are without --best.
      if name != nil, choice.from.isEmpty {
        (choice.from, options.photos) = (options.photos, [])
      }
      // A folder behind that of --from, as a pattern of the shell gives, is no album's name.
      guard (name == nil ? 1 : 0) == options.photos.count,
        !options.photos.contains(where: { $0.contains("/") })
      else {
        throw ValidationError(
          "With --best, name the album alone, and each folder with --from, or the album with --name: album make "
            + "--best 40 --name Best FOLDER …")
      }
      guard choice.from.isEmpty == options.all, options.filesFrom == nil else {
        throw ValidationError("With --best, use either --from FOLDER or --all.")
      }
    }

    func run() throws {
      if choice.isAsked { return try choose() }
      var packages: [FilePath] = []
      let console = Console(verbosity.level, isJSON: options.form.json)
      let made = try console.showingChange { interruption in
        try AlbumKeeping.make(
          AlbumSettings(name: name, intervalMinutes: options.every), of: try options.chosen(),
          in: options.place.path, interruption: interruption,
          package: packageFile.map(RawArguments.path), replacing: force,
          onSplit: { console.note(PackageResult.split($0)) }
        ) {
          packages.append($0.file)
          try console.outcome($0)
        }
      }
      if console.isJSON || verbosity.quiet { return }
      try console.result(AlbumStep.next(made.name, packages, options.place.path))
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Adds prepared photos to the end of an album.",
      discussion: """
        All photos are added, or none. A photo that is in the album already keeps its place. If it was \
        prepared again since for the same device, by 'prep --upgrade' for example, or you have framed it \
        by hand, the album then shows that; with --device it shows the photo as prepared for that \
        device. If 'album make --best' chose it, it then stays in the album whatever is chosen next. \
        With --every no photo need be named.

        Examples:
          photoprep album add Lake IMG_0042.jpg --store Container
          photoprep album add Lake --every 30 --store Container
        """)

    @Argument(help: ArgumentHelp("The album's file name, as 'album list' shows it."))
    var album: String

    @OptionGroup var options: AlbumPhotoOptions

    func validate() throws { if options.every == nil { try options.requirePhotos() } }

    func run() throws {
      try Console(isJSON: options.form.json).showingChange { interruption in
        try AlbumKeeping.add(
          try options.chosen(), to: album, every: options.every, in: options.place.path,
          interruption: interruption)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the albums of a store and what each shows now.",
      discussion: """
        Exits with 12 when an album cannot be read or names images that are not there.

        Example:
          photoprep album list --store Container --json
        """)

    @OptionGroup var place: StoreOption

    @OptionGroup var form: JSONOption

    func run() throws {
      let console = Console(isJSON: form.json)
      let troubled = try reportingFailure {
        try AlbumKeeping.list(place.path) { album in
          if case .unreadable = album, !form.json { return console.message(album.text) }
          try console.result(album)
        }
      }
      if troubled > 0 { try ExitStatus.needsAttention.exit() }
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Gives an album another name.",
      discussion: """
        An album that a design names cannot be renamed, as the design finds it by its name.

        Example:
          photoprep album rename Lake Summer --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("The album's file name, as 'album list' shows it."))
    var album: String

    @Argument(help: ArgumentHelp("Its new file name.", valueName: "name"))
    var newName: String

    func run() throws {
      let path = try reportingFailure {
        try AlbumKeeping.rename(album, to: newName, in: place.path, interruption: .telling)
      }
      try Console().result(path.displayText)
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Takes photos out of an album, or moves the whole album to the trash.",
      discussion: """
        The photos stay in the store. An album in the trash comes back with 'clean --restore' and is \
        removed after seven days. An album that a design names cannot be removed.

        Examples:
          photoprep album remove Lake IMG_0042.jpg --store Container
          photoprep album remove Lake --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("The album's file name, as 'album list' shows it."))
    var album: String

    @Argument(
      help: ArgumentHelp(
        "Photos as 'album add' takes them; without any, the whole album goes.", valueName: "photo"))
    var photos: [String] = []

    @OptionGroup var form: JSONOption

    func run() throws {
      guard photos.isEmpty else {
        try Console(isJSON: form.json).showingChange { interruption in
          try AlbumKeeping.remove(
            RawArguments.paths(for: photos), from: album, in: place.path,
            interruption: interruption)
        }
        return
      }
      let path = try reportingFailure {
        try AlbumKeeping.remove(album, in: place.path, interruption: .telling)
      }
      try Console(isJSON: form.json).result(RemovedAlbum(path: path, store: place.path))
    }
  }
}

private struct RemovedAlbum: Shown {
  let path: FilePath
  let store: FilePath
  private var name: String { path.lastComponent?.string ?? "" }

  var text: String {
    "\(name.displayText) is in the trash; to bring it back: photoprep clean --restore "
      + "\(ShellWord.quoted(name)) --store \(ShellWord.quoted(store.string))"
  }

  var fields: JSONFields { ["event": "trashed", "album": name, "path": path] }
}

extension Console {
  /// Runs the work on an album and shows the change, or why there is none.
  @discardableResult fileprivate func showingChange(
    _ work: (Interruption) throws -> AlbumChange
  ) throws -> AlbumChange {
    let signals = SignalWatch()
    let change = try reportingFailure(stoppedBy: signals) {
      do {
        return try work(signals.interruption)
      } catch let refusal as AlbumRefusal {
        for rejection in refusal.rejections { try problem(rejection) }
        throw refusal
      }
    }
    try outcome(change)
    return change
  }
}

extension AlbumChange: Shown {
  var text: String {
    let changes = removed > 0 ? "\(removed) removed" : "\(added) added"
    let reframed = reframed > 0 ? ", \(reframed) framed again" : ""
    let renewed = renewed > 0 ? ", \(renewed) renewed" : ""
    let kept = kept > 0 ? ", \(kept) chosen before and kept by hand now" : ""
    return "\(name.displayText): \(changes)\(reframed)\(renewed)\(kept), \(counted(count, "photo"))"
      + (interval.map { ", " + Album.pace($0) } ?? "")
      + (unprepared > 0 ? "; \(unprepared) not prepared and not in it" : "")
  }

  var fields: JSONFields {
    [
      "event": "album", "album": name, "path": path, "added": added, "reframed": reframed,
      "renewed": renewed, "kept": kept, "removed": removed, "photos": count,
      "notPrepared": unprepared, "intervalMinutes": interval,
    ]
  }
}

extension AlbumSummary: Shown {
  var text: String {
    switch self {
    case .album(let facts): facts.sentence
    case .unreadable(_, _, let error): error.description
    }
  }

  var fields: JSONFields {
    switch self {
    case .album(let facts): facts.fields
    case .unreadable(let name, let path, let error):
      [
        "event": "unreadable", "album": name, "code": error.code.description,
        "path": path.string, "message": error.message,
      ]
    }
  }
}

extension Album {
  fileprivate static func pace(_ minutes: Int) -> String {
    minutes > 0 ? "every \(minutes) min" : "does not change"
  }
}

extension AlbumFacts {
  fileprivate var sentence: String {
    var parts = [counted(album.entries.count, "photo")]
    let waiting = album.entries.count - album.preparedIndices.count
    if waiting > 0 { parts.append("\(waiting) not prepared") }
    if !missing.isEmpty { parts.append("\(counted(missing.count, "file")) missing") }
    parts.append(Album.pace(album.rotationIntervalMinutes))
    if let name = shownFile?.lastComponent.map({ FilePath($0.string).displayText }) ?? shown {
      parts.append("shows \(name)")
    }
    if let nextChange { parts.append("until \(nextChange.formatted(.iso8601))") }
    return "\(FilePath(name).displayText)  \(parts.joined(separator: ", "))"
  }

  fileprivate var fields: JSONFields {
    [
      "event": "album", "album": name, "path": path.string, "sourceID": album.sourceID,
      "photos": album.entries.count, "prepared": album.preparedIndices.count,
      "intervalMinutes": album.rotationIntervalMinutes, "entries": album.entries.map(\.id),
      "shown": shown, "shownFile": shownFile?.string, "missing": missing,
      "nextChange": nextChange?.formatted(.iso8601),
    ]
  }
}
