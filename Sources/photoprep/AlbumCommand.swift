internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    abstract: "Makes, extends and lists albums: prepared photos that take turns in a widget.",
    subcommands: [Make.self, Add.self, List.self])
}

/// The options that say which prepared photos an album gets.
struct AlbumPhotoOptions: ParsableArguments {
  @OptionGroup var place: StoreOption

  @Argument(
    help: ArgumentHelp(
      """
      Prepared photos: files, folders, names they were prepared under, or what 'store list' calls \
      them.
      """,
      valueName: "photo"))
  var photos: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also take the photos listed in this file, one a line or separated by NUL; '-' is standard input.",
      valueName: "file"))
  var filesFrom: String?

  @Flag(help: "Take every photo of the store.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Take only photos prepared for this device, for example 'iPhone 17 Pro'.",
      valueName: "name"), transform: DeviceArgument.init)
  var device: DeviceArgument?

  @Flag(help: "Print one JSON object a line on standard output.")
  var json = false

  mutating func validate() throws {
    guard !photos.isEmpty || filesFrom != nil || all else {
      throw ValidationError("Name at least one photo, or use --files-from or --all.")
    }
  }

  /// The photos, for the work.
  func chosen() throws -> AlbumPhotos {
    let listed = try filesFrom.map(PhotoOptions.list) ?? []
    return AlbumPhotos(
      paths: RawArguments.paths(for: photos) + listed, includesAll: all,
      frames: device?.screen.frames)
  }

  /// Runs the work and shows the change, or why there is none.
  func report(_ work: (FilePath, Interruption) throws -> AlbumChange) throws {
    let interruption = Interruption()
    let signals = SignalWatch(interruption)
    defer { signals.cancel() }
    var console = Console()
    let change = try reportingFailure(stoppedBy: signals) {
      do {
        return try work(RawArguments.path(for: place.store), interruption)
      } catch let refusal as AlbumRefusal {
        for rejection in refusal.rejections {
          if json {
            try console.result(JSONLine.encode(rejection.fields))
          } else {
            console.message(rejection.description)
          }
        }
        throw refusal
      }
    }
    try console.result(change, isJSON: json)
  }
}

extension AlbumCommand {
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes an album of prepared photos.",
      discussion: """
        The album is written when all photos can be in it, and not at all otherwise. Where a photo \
        is prepared several times, the latest counts. A design shows the album when its image \
        names it as 'shuffleManifestFileName'.

        Example:
          photoprep album make ~/Pictures/Lake --store Container --every 30
          photoprep album make --all --name Lake --package lake.wwdesign --store Container
        """)

    @OptionGroup var options: AlbumPhotoOptions

    @Option(
      help: ArgumentHelp(
        "The album's file name; by default one like the published app's.", valueName: "name"))
    var name: String?

    @Option(
      help: ArgumentHelp(
        "Show each photo for this many minutes; 0 never changes by itself.", valueName: "minutes"))
    var every = 60

    @Option(help: ArgumentHelp("What the album notes as its source.", valueName: "text"))
    var source = AlbumSettings.standardSourceID

    @Option(
      name: .customLong("package"),
      help: ArgumentHelp(
        """
        Also write a package of a design that shows the album, for 'store import'; the published \
        app takes no albums from packages, and shows its first photo.
        """, valueName: "file"))
    var packageFile: String?

    mutating func validate() throws {
      guard every >= 0 else {
        throw ValidationError("--every is \(every); it must be 0 or more.")
      }
    }

    func run() throws {
      try options.report { store, interruption in
        try AlbumKeeping.make(
          AlbumSettings(name: name, sourceID: source, intervalMinutes: every),
          of: try options.chosen(), in: store, interruption: interruption,
          package: packageFile.map(RawArguments.path)
        ) { try Console().result($0, isJSON: options.json) }
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds prepared photos to an album, behind those it has.",
      discussion: """
        All photos are added, or none. A photo that is in the album already stays where it is; when \
        somebody has framed it since, the album shows the new frame.

        Example:
          photoprep album add Lake IMG_0042.jpg --store Container
        """)

    @Argument(help: ArgumentHelp("The album's file name, as 'album list' shows it."))
    var album: String

    @OptionGroup var options: AlbumPhotoOptions

    func run() throws {
      try options.report { store, interruption in
        try AlbumKeeping.add(
          try options.chosen(), to: album, in: store, interruption: interruption)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the albums of a store and what each shows now.",
      discussion: """
        Exits with 12 when an album cannot be read or names images that are not there.

        Example:
          photoprep album list --store Container --json
        """)

    @OptionGroup var place: StoreOption

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    func run() throws {
      var console = Console()
      let troubled = try reportingFailure {
        try AlbumKeeping.list(RawArguments.path(for: place.store)) { album in
          if case .unreadable = album, !json { return console.message(album.text) }
          try console.result(album, isJSON: json)
        }
      }
      if troubled > 0 { try ExitStatus.needsAttention.exit() }
    }
  }
}

extension AlbumChange: Shown {
  var text: String {
    let reframed = reframed > 0 ? ", \(reframed) framed anew" : ""
    return "\(name.displayText): \(added) added\(reframed), \(count) photos"
  }

  var fields: JSONFields {
    [
      "event": "album", "album": name, "path": path, "added": added, "reframed": reframed,
      "photos": count,
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

extension AlbumFacts {
  fileprivate var sentence: String {
    var parts = ["\(album.entries.count) photos"]
    let waiting = album.entries.count - album.preparedIndices.count
    if waiting > 0 { parts.append("\(waiting) not prepared") }
    if !missing.isEmpty { parts.append("\(missing.count) files missing") }
    parts.append(
      album.rotationInterval == nil
        ? "does not change" : "every \(album.rotationIntervalMinutes) min")
    if let shown { parts.append("shows \(shown)") }
    if let nextChange { parts.append("until \(nextChange.formatted(.iso8601))") }
    return "\(FilePath(name).displayText)  \(parts.joined(separator: ", "))"
  }

  fileprivate var fields: JSONFields {
    [
      "event": "album", "album": name, "path": path.string, "sourceID": album.sourceID,
      "photos": album.entries.count, "prepared": album.preparedIndices.count,
      "intervalMinutes": album.rotationIntervalMinutes, "entries": album.entries.map(\.id),
      "shown": shown, "missing": missing, "nextChange": nextChange?.formatted(.iso8601),
    ]
  }
}
