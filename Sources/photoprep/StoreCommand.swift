internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Makes, lists, checks, mends, packs and joins stores.",
    subcommands: [
      Init.self, List.self, Check.self, References.self, Pin.self, Unpin.self, Rebuild.self,
      Export.self, Import.self, Merge.self,
    ])
}

/// The option that names a store, and the variable that does where it is left out.
struct StoreOption: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The folder that holds the store; without it, what PHOTOPREP_STORE says.", valueName: "dir"),
    completion: .directory)
  private var named: String?

  /// The folder as it was written.
  var store: String { named ?? Self.fromEnvironment ?? "" }

  /// What the variable says; `nil` where it is not set, empty or not UTF-8.
  private static var fromEnvironment: String? {
    let text = getenv("PHOTOPREP_STORE").flatMap { String(validatingCString: $0) }
    return text?.isEmpty == true ? nil : text
  }

  func validate() throws {
    guard store.isEmpty else { return }
    throw ValidationError(
      "No store is named. Use --store with the folder that holds it, or set PHOTOPREP_STORE.")
  }
}

extension StoreCommand {
  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a folder into a store; one that is a store already stays as it is.",
      discussion: """
        What is in the folder stays there, so that a real App Group container can become a store.

        Example:
          photoprep store init --store Container --images-folder Pictures
        """)

    @OptionGroup var place: StoreOption

    @Option(help: ArgumentHelp("The name of the folder of images.", valueName: "name"))
    var imagesFolder = "WidgetWeaverImages"

    @Option(help: ArgumentHelp("The name of the folder of albums.", valueName: "name"))
    var albumsFolder = "WidgetWeaverSmartPhoto"

    func run() throws {
      try reportingFailure {
        try StoreKeeping.create(
          at: RawArguments.path(for: place.store), images: imagesFolder, albums: albumsFolder)
      }
      try Console().result("\(RawArguments.path(for: place.store).displayText) is a store.")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the prepared photos of a store.",
      discussion: """
        Example:
          photoprep store list --store Container --json
        """)

    @OptionGroup var place: StoreOption

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    func run() throws {
      var console = Console()
      let unreadable = try reportingFailure {
        try StoreKeeping.list(RawArguments.path(for: place.store)) { entry in
          if json { return try console.result(entry.jsonLine()) }
          switch entry {
          case .photo: try console.result(entry.description)
          case .unreadable: console.message(entry.description)
          }
        }
      }
      if unreadable > 0 { try ExitStatus.needsAttention.exit() }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Holds a store against its records and names everything that is wrong.",
      discussion: """
        Every record must have its files with the right sizes and dimensions; with --read-data \
        their digests are compared too, with --device their pixels with what that device's widgets \
        take. Every file that a design or album names must be there. Exits with 12 when there is \
        damage; what is only worth knowing is a note and changes nothing; photos that older rules \
        have cropped are counted, and listed with --json. --repair brings back \
        what another place holds, makes renders again from their masters, corrects the catalog, \
        and says what it cannot mend.

        Example:
          photoprep store check --read-data --store Container
        """)

    @OptionGroup var place: StoreOption
    @OptionGroup var documents: DesignsOption

    @Flag(help: "Read every file and compare its digest.")
    var readData = false

    @Option(
      help: ArgumentHelp(
        "Report every render with more pixels than this device's widgets take.",
        valueName: "name"), transform: DeviceArgument.init)
    var device: DeviceArgument?

    @Flag(help: "Mend what can be mended without loss.")
    var repair = false

    @Flag(help: "Print one JSON object a line on standard output.")
    var json = false

    func run() throws {
      let report = UpkeepReport(isJSON: json)
      if repair { return try mend(report) }
      let summary = try reportingFailure {
        try StoreKeeping.check(
          RawArguments.path(for: place.store), readingData: readData,
          designFolders: documents.folders, screen: device?.screen
        ) { finding in
          // After a change of the rules these are all photos; the summary counts them.
          if json || !finding.isOlderCrop {
            try report.show(finding.jsonLine(), finding.description)
          }
        }
      }
      try report.show(summary.jsonLine(), summary.description)
      if summary.hasDamage { try ExitStatus.needsAttention.exit() }
    }

    private func mend(_ report: UpkeepReport) throws {
      let interruption = Interruption()
      let signals = SignalWatch(interruption)
      defer { signals.cancel() }
      let summary = try reportingFailure(stoppedBy: signals) {
        try StoreMending.repair(
          RawArguments.path(for: place.store), readingData: readData,
          designFolders: documents.folders, wait: report.wait(for: place.store, interruption)
        ) {
          try report.show($0.jsonLine(), $0.description)
        } _: {
          try report.show($0.jsonLine(), $0.description)
        }
      }
      try report.show(summary.jsonLine(), summary.description)
      if summary.hasDamage { try ExitStatus.needsAttention.exit() }
    }
  }
}
