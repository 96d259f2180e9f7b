internal import AppIcon
internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline
internal import PhotoStore

struct IconCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icon",
    abstract: "Checks an app's icon before the App Store does, and places it in the project.",
    subcommands: [Validate.self, Place.self, Explain.self])
}

struct RuleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration to use.", valueName: "file"))
  var config: String?

  @Option(
    name: .customLong("off"), parsing: .singleValue,
    help: ArgumentHelp("Switch a rule off; may be given several times.", valueName: "rule"))
  var switchedOff: [String] = []

  func validate() throws {
    for name in switchedOff where Rule.named(name) == nil {
      throw ValidationError(Rule.missing(name) + " 'photoprep icon explain' lists them.")
    }
  }

  /// Reads the configuration file, reports unknown rules in it, and switches rules off.
  func configuration() throws -> IconConfiguration {
    var configuration = IconConfiguration()
    if let path = try config.map(RawArguments.text) ?? Settings.iconPath {
      configuration = try ConfigurationFile(contentsOf: path).icon
      for name in configuration.unknownRules {
        Console().message("note: \(path): \(Rule.missing(name))".displayText)
      }
    }
    for name in switchedOff { configuration.levels[name] = .off }
    return configuration
  }
}

extension Rule {
  fileprivate static func missing(_ name: String) -> String {
    "There is no rule '\(name)'.\(Suggestion.sentence(for: name, among: all.map(\.id)))"
  }
}

extension IconCommand {
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "validate",
      abstract: "Checks PNGs, icon sets, asset catalogs and project folders.",
      discussion: """
        Exits with 3 when there is an error, with --strict also when there is a warning. A \
        .photoprep.yml in the working folder or above, or the file of --config, switches rules, and --off \
        switches one off:

          icon:
            rules:
              metadata: off
              interlaced: error

        Example:
          photoprep icon validate App/Assets.xcassets --format github
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
      case text, json, github, gitlab, xcode, sarif
    }

    @Argument(
      help: ArgumentHelp(
        "A PNG, .appiconset, .xcassets, .icon, .xcodeproj, .xcworkspace, file of XcodeGen or project folder.",
        valueName: "path"))
    var paths: [String]

    @Option(help: "How to print what was found.")
    var format = Format.text

    @Flag(help: "Print one JSON object per line; the same as --format json.")
    var json = false

    @Option(
      name: .customLong("help-uri-base"),
      help: ArgumentHelp(
        "In SARIF, the address of docs/icon-rules.md as you publish it, for a link from every rule.",
        valueName: "url"))
    var helpURIBase: String?

    @Flag(help: "Let a warning count as an error.")
    var strict = false

    @Flag(help: "Read only the files' chunks; rules about pixels are not checked.")
    var headersOnly = false

    @Option(
      help: ArgumentHelp(
        """
        Report only findings about the paths in this file, one a line or separated by NUL; '-' is \
        standard input. For example: git diff --name-only -z main | photoprep icon validate . --changed -
        """,
        valueName: "file"))
    var changed: String?

    @OptionGroup var rules: RuleOptions

    @Option(
      help: ArgumentHelp(
        "Also write a picture of the first path's icon (for a project, its app's) as the system shows it.",
        valueName: "file"), transform: RawArguments.output)
    var preview: OutputFile?

    @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

    func validate() throws {
      if json, ![.text, .json].contains(format) {
        throw ValidationError("--json and --format \(format.rawValue) exclude each other.")
      }
      guard let helpURIBase else { return }
      if format != .sarif { throw ValidationError("--help-uri-base is for --format sarif.") }
      guard let url = URL(string: helpURIBase), url.host() != nil, url.fragment() == nil else {
        throw ValidationError(
          "--help-uri-base is '\(helpURIBase)'; it must be an address such as https://example.com/icon-rules.md."
        )
      }
    }

    func run() throws {
      let reports = try reportingFailure {
        try preview?.check()
        let configuration = try rules.configuration()
        return try isolation.settings.readingIcons(decoding: !headersOnly) {
          try self.reports(by: configuration, $0, $1)
        }
      }
      try Console().text(text(of: reports))
      // The findings matter more than a picture that could not be made, and were printed before.
      do { try reportingFailure { try showPreview() } } catch {
        if !reports.fails(strict: strict) { throw error }
      }
      if reports.fails(strict: strict) { try ExitStatus.iconErrors.exit() }
    }

    private func showPreview() throws {
      guard let preview, let path = try paths.first.map(RawArguments.text) else { return }
      let notes = try isolation.settings.readingIcons { reader, propertyLists in
        let drawn = try IconPreview.drawn(path, reader: reader, propertyLists: propertyLists)
        try preview.write(Array(drawn.png))
        return drawn.notes
      }
      for note in notes { Console().message("note: \(note)".displayText) }
    }

    private func reports(
      by configuration: IconConfiguration, _ reader: any PNGReader,
      _ propertyLists: any PropertyListReader
    ) throws -> [FileReport] {
      var validator = IconValidator(headersOnly: headersOnly, configuration: configuration)
      (validator.reader, validator.propertyLists) = (reader, propertyLists)
      validator.changed = try changed.map { ChangedPaths(try PhotoOptions.list($0)) }
      return try paths.map(RawArguments.text).flatMap { try validator.validate($0) }
    }

    private func text(of reports: [FileReport]) -> String {
      switch json ? .json : format {
      case .text: reports.text(styled: Console.outputTakesColour)
      case .json: reports.map { $0.jsonLine + "\n" }.joined()
      case .github: reports.gitHubAnnotations
      case .gitlab: reports.gitLabReport
      case .xcode: reports.xcodeIssues
      case .sarif:
        reports.sarif(version: PhotoPrep.configuration.version, documentation: helpURIBase)
      }
    }
  }

  struct Place: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "place",
      abstract:
        "Puts a PNG into an asset catalog, or an Icon Composer document into a project, as the app's icon.",
      discussion: """
        A picture that is right is copied byte for byte; one that is not is written again as 8-bit \
        RGB without alpha. Transparency is refused without --flatten, another size without --resize.

        A document is added to the app's target, which gets its name as the name of its icon. One that lies outside of \
        the project is copied there. All else in the project stays byte for byte.

        Example:
          photoprep icon place icon.png --catalog App/Assets.xcassets --dark dark.png
          photoprep icon place AppIcon.icon --project App.xcodeproj
        """)

    @Argument(help: ArgumentHelp("The icon: a PNG, or an Icon Composer .icon.", valueName: "file"))
    var icon: String

    @Option(
      help: ArgumentHelp(
        "The asset catalog for a PNG, a folder ending in .xcassets.", valueName: "dir"))
    var catalog: String?

    @Option(
      help: ArgumentHelp(
        "The Xcode project for an Icon Composer document: an .xcodeproj, or a folder with one.",
        valueName: "dir"))
    var project: String?

    @Option(
      help: ArgumentHelp(
        "The app's target, where the project has several apps.", valueName: "name"))
    var target: String?

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
        "Fill transparency with this colour, as #RRGGBB, or 'auto' for the colour of the edge.",
        valueName: "colour"), transform: background)
    var flatten: IconBackground?

    @Flag(help: "Make a larger square smaller.")
    var resize = false

    @Flag(
      help: """
        Replace the iOS slots of a set of the same name; all else in it stays. For a document, replace another one of \
        its name, and another icon's name in the target. Replaced files are first copied to a folder .icon-backup.
        """)
    var replace = false

    @Flag(help: "Say what would be written and removed, and write nothing.")
    var dryRun = false

    @OptionGroup var rules: RuleOptions

    @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

    func validate() throws {
      if tinted != nil, makeTinted {
        throw ValidationError("--tinted and --make-tinted exclude each other.")
      }
      let forPictures = [
        ("--catalog", catalog != nil), ("--name", name != "AppIcon"), ("--dark", dark != nil),
        ("--tinted", tinted != nil), ("--make-tinted", makeTinted), ("--flatten", flatten != nil),
        ("--resize", resize),
      ]
      if isDocument {
        if let wrong = forPictures.first(where: \.1)?.0 {
          throw ValidationError("\(wrong) is for PNGs; an Icon Composer document takes --project.")
        }
        if project == nil { throw ValidationError("An Icon Composer document needs --project.") }
      } else {
        if project != nil || target != nil {
          throw ValidationError(
            "--project and --target are for Icon Composer documents; a PNG takes --catalog.")
        }
        if catalog == nil { throw ValidationError("A PNG needs --catalog.") }
      }
    }

    private var isDocument: Bool {
      var name = icon[...]
      while name.hasSuffix("/") { name = name.dropLast() }
      return name.lowercased().hasSuffix(".icon")
    }

    func run() throws {
      let lines = try reportingFailure {
        try isDocument ? placeDocument() : placePicture()
      }
      for line in lines { try Console().result(line) }
    }

    private func placePicture() throws -> [String] {
      let configuration = try rules.configuration()
      let plan = try isolation.settings.readingIcons { reader, _ in
        try placement(by: configuration, reader).plan()
      }
      if !dryRun { try plan.execute() }
      return plan.lines
    }

    private func placeDocument() throws -> [String] {
      var placement = ComposerPlacement(
        document: try RawArguments.text(for: icon),
        project: try project.map(RawArguments.text) ?? ".")
      (placement.target, placement.replaces) = (target, replace)
      let plan = try isolation.settings.readingIcons(decoding: false) { _, propertyLists in
        placement.propertyLists = propertyLists
        return try placement.plan()
      }
      if !dryRun { try plan.execute() }
      return plan.lines
    }

    private func placement(
      by configuration: IconConfiguration, _ reader: any PNGReader
    ) throws -> IconPlacement {
      var placement = IconPlacement(
        source: try RawArguments.text(for: icon),
        catalog: try catalog.map(RawArguments.text) ?? "")
      (placement.name, placement.replaces) = (name, replace)
      placement.dark = try dark.map(RawArguments.text)
      placement.tinted = try tinted.map(RawArguments.text)
      (placement.makesTinted, placement.allowsReduction) = (makeTinted, resize)
      (placement.background, placement.configuration) = (flatten, configuration)
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
      commandName: "explain",
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
        throw ValidationError(Rule.missing(rule) + " 'photoprep icon explain' lists them.")
      }
      try Console().text(found.explained)
    }

    private func list(_ rule: Rule) throws {
      try Console().result("\(rule.id)  \(rule.severity.rawValue)  \(rule.prevents ?? "")")
    }
  }
}
