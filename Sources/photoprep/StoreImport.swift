internal import ArgumentParser
internal import PhotoPipeline

extension StoreCommand {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Brings packages of designs into a store, each whole or not at all.",
      discussion: """
        Takes .wwdesign packages, of the published app or of photoprep, lists of designs, and single \
        designs, images or albums. Every image is decoded before it enters and gets a name made \
        from its bytes; designs and albums are rewritten to these names. Nothing is overwritten: a \
        design whose name is taken comes in under another one, and what the store has already does \
        not come in twice. A file with anything wrong in it stays out as a whole; the exit code is \
        2 then.

        Example:
          photoprep store import --review beach.wwdesign --store Container
          photoprep store import beach.wwdesign --only 'Beach at dusk' --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("Packages and documents.", valueName: "file"))
    var files: [String]

    @Option(
      help: ArgumentHelp(
        "Bring in only this design, by title, identifier or file name; may be repeated.",
        valueName: "name"))
    var only: [String] = []

    @Flag(help: "Show everything in the files and what would become of it; write nothing.")
    var review = false

    @Flag(help: "Show what would come in; write nothing.")
    var dryRun = false

    @OptionGroup var isolation: IsolationOptions

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    func run() throws {
      let interruption = Interruption()
      let signals = SignalWatch(interruption)
      defer { signals.cancel() }
      let isPlan = review || dryRun
      var console = Console()
      let summary = try reportingFailure(stoppedBy: signals) {
        try StorePackages.importFiles(
          RawArguments.paths(for: files), into: RawArguments.path(for: place.store), only: only,
          mode: isPlan ? .planOnly : .full, isolation: isolation.settings,
          interruption: interruption
        ) { event in
          if json { return try console.result(event.jsonLine()) }
          switch event {
          case .item(_, let item): if review { try console.result(item.description) }
          case .rejected(_, let rejection): console.message(rejection.description)
          case .imported(let file): try console.result(file.sentence(isPlan: isPlan))
          case .unchanged(let file): try console.result(file.sentence(isPlan: isPlan))
          }
        }
      }
      for gap in summary.isolationGaps { console.message("note: \(gap)") }
      if json { try console.result(summary.jsonLine()) }
      let status: ExitStatus =
        summary.wasInterrupted ? signals.status : summary.rejected > 0 ? .someRejected : .done
      try status.exit()
    }
  }
}
