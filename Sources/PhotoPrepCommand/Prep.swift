internal import ArgumentParser
internal import PhotoPrep
internal import PhotoReview
internal import SystemPackage

struct Prep: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prepares photos and folders of photos into a store.",
    discussion: """
      Folders are walked to the bottom; hidden files and files that are not photos are passed over \
      and counted. A photo that is prepared already is not prepared again, so an interrupted run \
      goes on where it stopped when it is started again. The store is made when there is none.

      Example:
        photoprep prep ~/Pictures/2026 --store ~/Library/Widgets
      """)

  @OptionGroup var photos: PhotoOptions

  @Option(
    help: ArgumentHelp("The folder that holds the store.", valueName: "dir"),
    completion: .directory)
  var store: String

  @Option(
    help: ArgumentHelp(
      "Make renders for this device, for example 'iPhone 17 Pro' or 402x874@3-ios18.",
      valueName: "name"), transform: DeviceArgument.init)
  var device: DeviceArgument = .largestPhone

  @Option(
    help: ArgumentHelp(
      "Also write a page that shows the photos of this run with their crops.", valueName: "file"))
  var report: String?

  @Flag(help: "Prepare photos again that are prepared already.")
  var force = false

  @Flag(help: "Print how long each step took, over all photos, on standard error.")
  var timings = false

  @Flag(help: "Print one JSON object a line on standard output.")
  var json = false

  @OptionGroup var talk: TalkOptions

  func run() throws {
    let interruption = Interruption()
    let signals = SignalWatch(interruption)
    defer { signals.cancel() }
    let output = PrepReport(isJSON: json, talk.level)
    let times = timings ? StepTimes() : nil
    var course = ReportRun()
    let start = ContinuousClock.now
    let summary = try reportingFailure {
      var console = Console(talk.level)
      var request = try request(&console)
      request.times = times
      let run = PrepRun(request, interruption: interruption)
      return try run.run { event in
        course.note(event, afterSeconds: (ContinuousClock.now - start) / .seconds(1))
        try output.show(event)
      }
    }
    try output.show(summary, store: store)
    course.summary = summary
    try writeReport(of: course, interruption)
    if let times {
      var console = Console()
      console.message(times.table)
    }
    try ExitStatus(summary).exit()
  }

  private func writeReport(of course: ReportRun, _ interruption: Interruption) throws {
    guard let report else { return }
    var request = ReportRequest(
      store: RawArguments.path(for: store), output: RawArguments.path(for: report),
      photos: course.photos, rejections: course.rejections, run: course)
    request.jobs = photos.jobs
    let files = try reportingFailure { try request.write(interruption, talk.level) }
    var console = Console(talk.level)
    for file in files { console.note("report: \(file.displayText)") }
  }

  private func request(_ console: inout Console) throws -> PrepRequest {
    PrepRequest(
      inputs: try photos.inputs(), store: RawArguments.path(for: store),
      frames: device.screen.frames, jobs: photos.jobs, isForced: force,
      reading: try photos.settings(&console), focus: photos.focus.map(\.area))
  }
}
