internal import ArgumentParser
internal import PhotoPipeline

extension StoreCommand {
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Brings everything in other stores into this one.",
      discussion: """
        Photos with their records, and the images, albums and designs; names are made from content, \
        so the same name must mean the same content. Where it does not, both stores keep what they \
        have, the difference is listed and the exit code is 2. Nothing changes in the other stores. \
        An interrupted merge goes on where it stopped when it is started again.

        Example:
          photoprep store merge Laptop Server --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("The folders that hold the other stores.", valueName: "dir"))
    var others: [String]

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    func run() throws {
      let interruption = Interruption()
      let signals = SignalWatch(interruption)
      defer { signals.cancel() }
      var console = Console()
      let summary = try reportingFailure(stoppedBy: signals) {
        try StorePackages.merge(
          RawArguments.paths(for: others), into: RawArguments.path(for: place.store),
          interruption: interruption
        ) { event in
          if json { return try console.result(event.jsonLine()) }
          if event.isConflict { console.message(event.description) }
        }
      }
      try console.result(json ? summary.jsonLine() : summary.description)
      let status: ExitStatus =
        summary.wasInterrupted ? signals.status : summary.conflicts > 0 ? .someRejected : .done
      try status.exit()
    }
  }
}
