internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct PackageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "package",
    abstract: "Makes a file with designs of photos, to open on the phone.",
    usage: "photoprep package <photo> ... <file>.wwdesign [--store <dir>] [--together]",
    discussion: """
      Each photo becomes a design of its own, with its master and its renders, in the \
      published app's form: send the file to the phone and open it there to get the designs into the \
      app. Photos that are not prepared are prepared first: with --store into that store, where they \
      stay, otherwise into a temporary one. You may name photos of a store as 'store list' shows them; \
      they are taken as they were prepared and framed, or an album by its name. Photos beyond a package's limits (some nine \
      photos) go into further files, <file>-2 and so on.

      --together makes one design of as many photos as fit, and puts the others into further files. \
      The photos take turns in a store that imports the package with 'photoprep store import'; the \
      app takes no albums from packages, and shows the first photo.

      Examples:
        photoprep package ~/Pictures/Trip/*.jpg trip.wwdesign
        photoprep package beach.jpg dunes.jpg sea.wwdesign --store Container
        photoprep package Best best.wwdesign --store Container
      """)

  @OptionGroup var photos: PhotoOptions

  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "Take photos from this store, and prepare into it; without it, what PHOTOPREP_STORE or .photoprep.yml says.",
      valueName: "dir"),
    completion: .directory)
  var named: String?

  @Option(
    help: ArgumentHelp(
      "The device that the package is for, for example 'iPhone 17 Pro' or 402x874@3-ios18; else the settings' first.",
      valueName: "name"), transform: WidgetScreen.named)
  var device: WidgetScreen?

  @Flag(help: "Make one design, whose photos take turns.")
  var together = false

  @Option(
    help: ArgumentHelp(
      "With --together: show each photo for this many minutes.", valueName: "minutes"))
  var every = Album.standardIntervalMinutes

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

  @OptionGroup var form: JSONOption

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    guard let file = photos.paths.last, file.lowercased().hasSuffix(".wwdesign") else {
      throw ValidationError("Name the package to write last, for example trip.wwdesign.")
    }
    guard photos.paths.count > 1 || photos.filesFrom != nil else {
      throw ValidationError("Name at least one photo before '\(file)', or use --files-from.")
    }
    guard every >= 0 else { throw ValidationError("--every is \(every); it must be 0 or more.") }
  }

  func run() throws {
    let signals = SignalWatch()
    var temporary: TemporaryFolder?
    defer { temporary?.remove() }
    let console = Console(verbosity.level, isJSON: form.json)
    let report = PrepReport(console)
    var packages: [FilePath] = []
    let summary = try reportingFailure(stoppedBy: signals) {
      let place = try Settings.store(named: named)
      if place == nil { temporary = try TemporaryFolder() }
      let store = place.map(RawArguments.path) ?? temporary?.path ?? FilePath()
      var run = PackageRun(try request(store), interruption: signals.interruption)
      return try run.run(
        onPhoto: report.show, onSplit: { report.note(PackageResult.split($0)) }
      ) { package in
        packages.append(package.file)
        try console.outcome(package)
      }
    }
    try report.show(PackageResult(summary: summary, isOneDesign: together), summary.isolationGaps)
    if !form.json, verbosity.level > .quiet, !packages.isEmpty {
      try console.result(PackageResult.next(packages))
    }
    try signals.end(interrupted: summary.wasInterrupted, rejected: summary.rejected)
  }

  private func request(_ store: FilePath) throws -> PackageRequest {
    let device = try device ?? Settings.devices()?.argument.first
    var preparing = try photos.request(into: store, for: device.map { [$0] } ?? [])
    let file = preparing.inputs.remove(at: photos.paths.count - 1)
    preparing.isolation = isolation.settings
    var request = PackageRequest(preparing, file: file)
    request.frames = device?.frames
    request.replaces = force
    request.minutesEach = together ? every : nil
    return request
  }
}

struct PackageResult: Shown {
  let summary: PackageSummary
  let isOneDesign: Bool

  /// The app keeps `WidgetWeaverEntitlements.maxFreeDesigns` designs, its first one among them (docs/store-format.md).
  private static let freeDesigns = 3

  /// The app's limit for so many designs, in words.
  var limit: String? {
    if summary.wasInterrupted || isOneDesign || summary.photos < Self.freeDesigns { return nil }
    return
      "Without Pro, WidgetWeaver keeps \(Self.freeDesigns) designs, those that it has among them, "
      + "and brings in only as many as fit."
  }

  /// How photos that take turns are divided among packages.
  static func split(_ counts: [Int]) -> String {
    let all = counts.reduce(0, +)
    let others = counts.dropFirst().map(String.init)
    let rest =
      others.count == 1
      ? "the next file has the other \(others[0])"
      : "the next files have the others, \(others.joined(separator: ", "))"
    return "\(counts[0]) of these \(all) fit; \(rest)"
  }

  static func next(_ packages: [FilePath]) -> String {
    "next: photoprep offer "
      + packages.map { ShellWord.quoted($0.string) }.joined(separator: " ")
  }

  var text: String {
    if summary.wasInterrupted { return "interrupted; nothing is packed" }
    return "\(counted(summary.photos, "photo")) packed, \(summary.rejected) rejected"
  }

  var fields: JSONFields {
    [
      "event": "summary", "photos": summary.photos, "rejected": summary.rejected,
      "interrupted": summary.wasInterrupted,
    ]
  }
}
