internal import ArgumentParser
internal import PhotoPipeline

extension StoreCommand {
  struct References: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists who refers to what.",
      discussion: """
        One line a file: how many designs, albums, preferences and pins name it, its name, and \
        which. Without names, every image and every name that has no file. Exits with 12 when a \
        document cannot be read.

        Example:
          photoprep store references --store Container
        """)

    @OptionGroup var place: StoreOption
    @OptionGroup var documents: DesignsOption

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    @Argument(help: ArgumentHelp("Only these files, by their names.", valueName: "file"))
    var files: [String] = []

    func run() throws {
      let report = UpkeepReport(isJSON: json)
      let summary = try reportingFailure {
        try StoreReferences.list(
          files.isEmpty ? nil : files, in: RawArguments.path(for: place.store),
          designFolders: documents.folders, onProblem: report.show
        ) { try report.show($0.jsonLine(), $0.description) }
      }
      try report.show(summary.jsonLine(), summary.description)
      if summary.unreadable > 0 { try ExitStatus.needsAttention.exit() }
    }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keeps files, whether or not anything names them.",
      discussion: """
        Without names, lists what is kept.

        Example:
          photoprep store pin 0f948f29ddc93a8c --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(
      help: ArgumentHelp("Files or photos, as 'store list' names them.", valueName: "name"))
    var names: [String] = []

    func run() throws {
      let path = RawArguments.path(for: place.store)
      let pins = try reportingFailure {
        names.isEmpty
          ? try StoreMending.pins(in: path) : try StoreMending.pin(names, in: path, isKept: true)
      }
      for pin in pins { try Console().result(pin) }
    }
  }

  struct Unpin: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lets files go that were pinned.",
      discussion: """
        Example:
          photoprep store unpin 0f948f29ddc93a8c --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("Files or photos.", valueName: "name"))
    var names: [String]

    func run() throws {
      let released = try reportingFailure {
        try StoreMending.pin(names, in: RawArguments.path(for: place.store), isKept: false)
      }
      for pin in released { try Console().result(pin) }
    }
  }

  struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes the catalog anew from the records.",
      discussion: """
        The catalog is an index; nothing is lost with it. Says how the new one compares with the \
        old one.

        Example:
          photoprep store rebuild --store Container
        """)

    @OptionGroup var place: StoreOption

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    func run() throws {
      let interruption = Interruption()
      let signals = SignalWatch(interruption)
      defer { signals.cancel() }
      let report = UpkeepReport(isJSON: json)
      let comparison = try reportingFailure(stoppedBy: signals) {
        try StoreMending.rebuild(
          RawArguments.path(for: place.store), wait: report.wait(for: place.store, interruption))
      }
      try report.show(comparison.jsonLine(), comparison.description)
    }
  }
}
