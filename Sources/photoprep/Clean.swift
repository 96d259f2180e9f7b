internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct Clean: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves images that nothing uses to the store's trash.",
    discussion: """
      Used is what designs, albums, an app's preferences or pins name; a photo of which they name \
      any file stays whole. What nobody uses goes to the trash once it is older than the grace \
      period, comes back with --restore, or by itself when something names it again, and is gone \
      after seven days. The plan is printed first; --dry-run stops there.

      Nothing is removed, and the exit code is 12, when a document cannot be read, when a new design \
      names an image that is not there yet, or when nothing at all says what is in use. Files that \
      photoprep cannot name are never touched.

      Example:
        photoprep clean --store Container --dry-run
      """)

  @OptionGroup var place: StoreOption
  @OptionGroup var documents: DesignsOption

  @Flag(help: "Print the plan and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "How long a file stays after its photo was prepared: seconds, or with s, m, h or d.",
      valueName: "time"), transform: GraceArgument.init)
  var grace = GraceArgument.standard

  @Flag(help: "Go on when no design, album or pin says what is in use.")
  var allowUnreferenced = false

  @Flag(help: "Bring everything back from the trash, or only what is named.")
  var restore = false

  @Flag(help: "Remove for good what is in the trash.")
  var purge = false

  @Flag(help: "Print one JSON object a line on standard output.")
  var json = false

  @Argument(help: ArgumentHelp("Files or photos to restore, by their names.", valueName: "name"))
  var names: [String] = []

  func validate() throws {
    if restore && (dryRun || purge) || purge && dryRun {
      throw ValidationError("Use one of --dry-run, --restore and --purge.")
    }
    if !restore && !names.isEmpty {
      throw ValidationError("Names go with --restore; '\(names[0])' is one.")
    }
  }

  func run() throws {
    let interruption = Interruption()
    // A dry run changes nothing, so a signal may end it at once.
    let signals = dryRun ? nil : SignalWatch(interruption)
    defer { signals?.cancel() }
    let report = UpkeepReport(isJSON: json)
    let summary = try reportingFailure(stoppedBy: signals) { try carryOut(interruption, report) }
    try report.show(summary.jsonLine(), summary.description)
    if let trouble = summary.catalogTrouble {
      report.note("The catalog was not brought up to date; the next run does it. \(trouble)")
    }
    if summary.wasInterrupted { try signals?.status.exit() }
  }

  private func carryOut(
    _ interruption: Interruption, _ report: UpkeepReport
  ) throws -> CleaningSummary {
    let request = CleaningRequest(
      store: RawArguments.path(for: place.store), gracePeriod: grace.seconds,
      allowsUnreferenced: allowUnreferenced, designFolders: documents.folders,
      wait: report.wait(for: place.store, interruption),
      keepGoing: { !interruption.isRequested })
    func show(_ event: CleaningEvent) throws {
      // People see each file once, and of those that stay as they are only the number.
      if json || !event.isRepetition { try report.show(event.jsonLine(), event.description) }
    }
    if restore { return try StoreCleaning.restore(names.isEmpty ? nil : names, request, show) }
    if purge { return try StoreCleaning.purge(request, onProblem: report.show, show) }
    return dryRun
      ? try StoreCleaning.plan(request, onProblem: report.show, show)
      : try StoreCleaning.clean(request, onProblem: report.show, show)
  }
}

/// The option that names folders of designs.
struct DesignsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of designs beside the store's own; may be repeated.", valueName: "dir"))
  var designs: [String] = []

  /// The folders.
  var folders: [FilePath] { RawArguments.paths(for: designs) }
}

/// A length of time as a person writes it.
struct GraceArgument {
  /// The time, in seconds.
  let seconds: Double
  private let text: String

  static let standard = GraceArgument(seconds: CleaningRequest.standardGracePeriod, text: "24h")

  private init(seconds: Double, text: String) { (self.seconds, self.text) = (seconds, text) }

  /// Reads a number, and a unit: `s`, `m`, `h`, `d`, or none for seconds.
  init(_ argument: String) throws {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    // Ten thousand days are more than any file's age, and fit every clock.
    guard let number = Double(digits), number >= 0, number * (unit ?? 1) <= 864_000_000 else {
      throw ValidationError("--grace is '\(argument)'; it must be a time like 0, 90m, 24h or 7d.")
    }
    self.init(seconds: number * (unit ?? 1), text: argument)
  }
}

extension GraceArgument: CustomStringConvertible {
  /// The time as it was written, for the default in the help.
  var description: String { text }
}
