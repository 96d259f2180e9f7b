internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoReview
internal import SystemPackage

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a page that shows every photo of a store with its crops.",
    discussion: """
      One self-contained HTML file: a contact sheet of all photos with their renders in the shape of \
      the widgets, worst first, with search, filters and charts. Above \
      \(Report.mostInDetail) photos, each has one small picture, whose parts stand for the crops, and no \
      importance map; above \(Report.pageSize) there are several files.

      Example:
        photoprep report --store Container -o report.html
      """)

  @OptionGroup var place: StoreOption

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page's file; one of the same name is replaced.", valueName: "file"),
    transform: RawArguments.output)
  var output: OutputFile

  @Flag(help: "Leave the importance maps out, which takes half the time.")
  var withoutMaps = false

  @OptionGroup var parallel: JobsOption

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    var request = ReportRequest(store: place.path, output: output.path)
    request.hasMaps = !withoutMaps
    request.jobs = parallel.jobs
    request.isolation = IsolationOptions.standard
    let signals = SignalWatch()
    let files = try reportingFailure(stoppedBy: signals) {
      try request.write(signals.interruption, verbosity.level)
    }
    if verbosity.level > .quiet { for file in files { try Console().result(file.displayText) } }
    if signals.interruption.isRequested { try signals.status.exit() }
  }
}

extension ReportRequest {
  /// Writes the report with a progress line on a terminal, and returns its files.
  func write(_ interruption: Interruption, _ level: Verbosity) throws -> [FilePath] {
    let console = Console(level)
    var line = ProgressLine(total: nil)
    let files = try Report(self, interruption: interruption).write { _, total in
      line.total = total
      line.finish("report")
      console.progress(line)
    }
    console.clearProgress()
    return files
  }
}
