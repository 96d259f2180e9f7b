internal import AppIcon
internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline

struct IconCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icon",
    abstract: "Checks an app's icon before the App Store does, and puts it in its place.",
    subcommands: [Validate.self, Place.self, Explain.self])
}

extension IconCommand {
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks PNGs, icon sets, asset catalogs and project folders.",
      discussion: """
        Exits with 3 when there is an error, with --strict also when there is a warning. A \
        .photoprep.yml in the working folder, or the file of --config, switches rules:

          icon:
            rules:
              metadata: off
              interlaced: error

        Example:
          photoprep icon validate App/Assets.xcassets --format github
        """)

    /// What the findings are printed as.
    enum Format: String, ExpressibleByArgument, CaseIterable {
      case text, json, github, sarif
    }

    @Argument(
      help: ArgumentHelp(
        "A PNG, .appiconset, .xcassets, .icon or project folder.", valueName: "path"))
    var paths: [String]

    @Option(help: "How to print what was found.")
    var format = Format.text

    @Flag(help: "Print one JSON object a line; the same as --format json.")
    var json = false

    @Flag(help: "Let a warning count as an error.")
    var strict = false

    @Flag(help: "Walk the files' chunks alone; what only pixels can tell is not found.")
    var headersOnly = false

    @Option(help: ArgumentHelp("The configuration to use.", valueName: "file"))
    var config: String?

    @Option(
      help: ArgumentHelp(
        "Also write a picture of the first path's icon as the system will show it.",
        valueName: "file"), transform: OutputArgument.init)
    var preview: OutputArgument?

    @OptionGroup var isolation: IsolationOptions

    func validate() throws {
      if json, ![.text, .json].contains(format) {
        throw ValidationError("--json and --format \(format.rawValue) exclude each other.")
      }
    }

    func run() throws {
      var console = Console()
      let reports = try reportingFailure {
        try preview?.file.check()
        let configuration = try configuration(&console)
        return try isolation.readingPNGs(&console, decoding: !headersOnly) {
          try self.reports(by: configuration, $0)
        }
      }
      try console.text(text(of: reports))
      if reports.fails(strict: strict) { try ExitStatus.iconErrors.exit() }
    }

    private func reports(
      by configuration: IconConfiguration, _ reader: any PNGReader
    ) throws -> [FileReport] {
      var validator = IconValidator(headersOnly: headersOnly, configuration: configuration)
      validator.reader = reader
      let paths = try paths.map(RawArguments.text)
      let reports = try paths.flatMap { try validator.validate($0) }
      if let preview, let path = paths.first {
        try preview.file.write(Array(IconPreview.png(of: path, reader: reader)))
      }
      return reports
    }

    private func configuration(_ console: inout Console) throws -> IconConfiguration {
      let local = IconConfiguration.fileName
      let path =
        try config.map(RawArguments.text)
        ?? (FileManager.default.fileExists(atPath: local) ? local : nil)
      guard let path else { return IconConfiguration() }
      let configuration = try IconConfiguration(contentsOf: path)
      for name in configuration.unknownRules {
        console.message("note: \(path): there is no rule '\(name)'.")
      }
      return configuration
    }

    private func text(of reports: [FileReport]) -> String {
      switch json ? .json : format {
      case .text: reports.text(styled: Console.outputTakesColour)
      case .json: reports.map { $0.jsonLine + "\n" }.joined()
      case .github: reports.gitHubAnnotations
      case .sarif: reports.sarif(version: PhotoPrep.configuration.version)
      }
    }
  }

  struct Place: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Puts a 1024×1024 PNG into an asset catalog as its app icon.",
      discussion: """
        A picture that is right is copied byte for byte; one that is not is written anew as 8-bit \
        RGB without alpha. Transparency is refused without --flatten, another size without --resize.

        Example:
          photoprep icon place icon.png --catalog App/Assets.xcassets --dark dark.png
        """)

    @Argument(help: ArgumentHelp("The icon, a PNG.", valueName: "png"))
    var icon: String

    @Option(
      help: ArgumentHelp("The asset catalog, a folder ending in .xcassets.", valueName: "dir"))
    var catalog: String

    @Option(help: ArgumentHelp("The name of the set.", valueName: "name"))
    var name = "AppIcon"

    @Option(help: ArgumentHelp("The icon of the dark Home Screen.", valueName: "png"))
    var dark: String?

    @Option(help: ArgumentHelp("The icon of the tinted Home Screen, grey.", valueName: "png"))
    var tinted: String?

    @Flag(help: "Make the tinted icon from the icon itself.")
    var makeTinted = false

    @Option(
      help: ArgumentHelp(
        "Lay transparency on this colour, as #RRGGBB, or 'auto' for what the edge suggests.",
        valueName: "colour"), transform: background)
    var flatten: IconBackground?

    @Flag(help: "Make a larger square smaller.")
    var resize = false

    @Flag(help: "Replace a set of the same name.")
    var replace = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @OptionGroup var isolation: IsolationOptions

    func validate() throws {
      if tinted != nil, makeTinted {
        throw ValidationError("--tinted and --make-tinted exclude each other.")
      }
    }

    func run() throws {
      var console = Console()
      let plan = try reportingFailure {
        let plan = try isolation.readingPNGs(&console) { try placement($0).plan() }
        if !dryRun { try plan.execute() }
        return plan
      }
      for line in plan.lines { try console.result(line) }
    }

    private func placement(_ reader: any PNGReader) throws -> IconPlacement {
      var placement = IconPlacement(
        source: try RawArguments.text(for: icon), catalog: try RawArguments.text(for: catalog))
      placement.name = name
      placement.dark = try dark.map(RawArguments.text)
      placement.tinted = try tinted.map(RawArguments.text)
      placement.makesTinted = makeTinted
      placement.background = flatten
      placement.allowsReduction = resize
      placement.replaces = replace
      placement.reader = reader
      return placement
    }

    private static func background(_ text: String) throws -> IconBackground {
      if text == "auto" { return .automatic }
      if let colour = RGBColour(spelled: text) { return .colour(colour) }
      throw ValidationError("--flatten is '\(text)'; it must be 'auto' or a colour like #1A2B3C.")
    }
  }

  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Explains a rule; without a name, lists all of them.",
      discussion: """
        Example:
          photoprep icon explain alpha-channel
        """)

    @Argument(help: ArgumentHelp("A rule, as findings name it.", valueName: "rule"))
    var rule: String?

    func run() throws {
      guard let rule else { return try Rule.all.forEach(list) }
      guard let found = Rule.named(rule) else {
        throw ValidationError("There is no rule '\(rule)'; 'photoprep icon explain' lists them.")
      }
      try Console().text(found.explained)
    }

    private func list(_ rule: Rule) throws {
      try Console().result("\(rule.id)  \(rule.severity.rawValue)  \(rule.prevents ?? "")")
    }
  }
}
