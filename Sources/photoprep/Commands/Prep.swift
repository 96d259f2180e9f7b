internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoReview

struct Prep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prep",
    abstract: "Prepares photos and folders of photos into a store.",
    discussion: """
      Folders are searched with all their subfolders; hidden files, files that are not photos, and \
      folders of deleted photos, of copies and of photo libraries are skipped and counted. A photo \
      that is prepared already is not prepared again, so an interrupted run goes on where it stopped \
      when you start it again. The store is made if there is none.

      With --upgrade a photo is read from its last known path, or from the given paths; if the file is \
      gone or holds another photo, its master is used. Designs keep the pictures they name.

      Examples:
        photoprep prep ~/Pictures/2026 --store ~/Library/Widgets
        photoprep prep --upgrade --dry-run --store ~/Library/Widgets
      """)

  @OptionGroup var place: StoreOption

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var devices: DevicesOption

  @OptionGroup var look: LookOptions

  @Option(
    help: ArgumentHelp(
      "Also write a page that shows the photos of this run with their crops.", valueName: "file"),
    transform: RawArguments.output)
  var report: OutputFile?

  @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

  @Flag(help: "Prepare photos again even if they are prepared already.")
  var force = false

  @Flag(
    help: """
      Crop again the photos that older rules cropped, each with its own frames and settings, and \
      add renders of widgets that a newer system brought to their device; without paths, all photos \
      of the store.
      """)
  var upgrade = false

  @Flag(
    help: ArgumentHelp(
      """
      Keep older preparations of the same photos, for example with another focus, in albums too; \
      otherwise those that no design or pin names go to the trash.
      """, visibility: .hidden))
  var keep = false

  @Flag(
    help: """
      Also move to the trash photos whose files are gone, except what pins or the store's designs name.
      """)
  var prune = false

  @Flag(help: "Also prepare photos that were removed with 'rm'.")
  var again = false

  @Flag(help: "Change nothing, and list the photos that would be prepared.")
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "Print how long each step took, over all photos, on standard error.", visibility: .hidden))
  var timings = false

  @OptionGroup var form: JSONOption

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try look.check(beside: photos)
    guard upgrade else {
      return try photos.requirePhotos()
    }
    guard settingsOfPhotos.isEmpty else {
      throw ValidationError(
        "With --upgrade every photo keeps its own settings; leave out \(settingsOfPhotos[0]).")
    }
  }

  /// The given options that an upgrade takes from each photo's record instead.
  private var settingsOfPhotos: [String] {
    let given = [
      ("--force", force), ("--prune", prune), ("--again", again),
      ("--device", !devices.device.isEmpty),
      ("--family", !devices.family.isEmpty),
      ("--focus", !photos.focus.isEmpty), ("--zoom", photos.reading.zoom),
      ("--text", photos.reading.text != nil),
      ("--background", photos.reading.background != nil),
      ("--analysis", photos.reading.analysis != .learned),
    ]
    return given.filter(\.1).map(\.0) + look.given
  }

  func run() throws {
    let signals = SignalWatch()
    let output = PrepReport(Console(verbosity.level, isJSON: form.json), isDryRun: dryRun)
    let times = timings ? StepTimes() : nil
    var course = ReportRun()
    let start = ContinuousClock.now
    let summary: PrepSummary
    do {
      summary = try reportingFailure(stoppedBy: signals) {
        if let report { try Report.check(report) }
        var request = try request()
        request.times = times
        request.isolation = isolation.settings
        return try carryOut(request, signals.interruption) { event in
          course.note(event, afterSeconds: (ContinuousClock.now - start) / .seconds(1))
          try output.show(event)
        }
      }
    } catch {
      output.noteStop()
      throw error
    }
    try output.show(summary, store: place.path, isEnd: true)
    course.summary = summary
    try writeReport(of: course, signals.interruption)
    if let times { Console().message(times.table) }
    try signals.end(interrupted: summary.wasInterrupted, rejected: summary.rejected)
  }

  private func carryOut(
    _ request: PrepRequest, _ interruption: Interruption, _ report: (PrepEvent) throws -> Void
  ) throws -> PrepSummary {
    guard upgrade else {
      let run = PrepRun(request, interruption: interruption)
      try run.requirePhotos()
      return try run.run(report)
    }
    return try UpgradeRun(request, interruption: interruption).run(report)
  }

  private func writeReport(of course: ReportRun, _ interruption: Interruption) throws {
    guard let report else { return }
    var request = ReportRequest(store: place.path, output: report.path, run: course)
    request.jobs = photos.parallel.jobs
    request.isolation = isolation.settings
    let files = try reportingFailure { try request.write(interruption, verbosity.level) }
    let console = Console(verbosity.level)
    for file in files { console.note("report: \(file.displayText)") }
  }

  private func request() throws -> PrepRequest {
    var request = try photos.request(
      into: place.path, for: devices.device, families: devices.family)
    (request.isForced, request.isDryRun, request.keepsOlder) = (force, dryRun, keep)
    request.isAgain = again
    if prune { request.pruned = request.inputs }
    look.apply(to: &request.recipe)
    return request
  }
}
