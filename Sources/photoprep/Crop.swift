internal import ArgumentParser
internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline
internal import PhotoStore

struct Crop: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says where photos would be cropped, and why; prepares nothing.",
    discussion: """
      One line per photo and shape. The shapes are those of the largest iPhone's widgets unless \
      --aspect names others.

      Example:
        photoprep crop photo.jpg --aspect 1:1 --show
      """)

  @OptionGroup var photos: PhotoOptions

  @Option(
    help: ArgumentHelp(
      """
      A shape to crop to, as 16:9, 16x9 or 1.91:1, or by name: square, small, medium, large; may be \
      given several times.
      """,
      valueName: "w:h"), transform: AspectArgument.init)
  var aspect: [AspectArgument] = []

  @Option(
    help: ArgumentHelp(
      "Write a picture per photo into this folder that shows the maps, the crops and the scores.",
      valueName: "dir"))
  var explain: String?

  @Flag(
    help: """
      Show that picture in the terminal, where it can show pictures (kitty's protocol or sixels); \
      standard output must be the terminal.
      """)
  var show = false

  @Flag(help: "Print one JSON object a line on standard output.")
  var json = false

  @OptionGroup var isolation: IsolationOptions

  @OptionGroup var talk: TalkOptions

  func validate() throws { try photos.requirePhotos() }

  func run() throws {
    let interruption = Interruption()
    let signals = SignalWatch(interruption)
    defer { signals.cancel() }
    var console = Console(talk.level)
    let graphics = try graphics()
    let summary = try reportingFailure(stoppedBy: signals) {
      try CropRun(request(&console), interruption: interruption).run { event in
        switch event {
        case .crop(let report): try console.result(json ? report.jsonLine() : report.description)
        case .picture(let picture):
          if let graphics { try console.text(picture.escapes(for: graphics, width: 960)) }
        case .rejected(let rejection):
          if json { try console.result(JSONLine.encode(rejection.fields)) }
          console.message(rejection.description)
        }
      }
    }
    for gap in summary.isolationGaps { console.message("note: \(gap)") }
    if summary.skipped.total > 0 { console.note("passed over: \(summary.skipped)") }
    if summary.wasInterrupted { try signals.status.exit() }
    try ExitStatus(summary).exit()
  }

  /// The form of pictures that the terminal takes, when they are to be shown.
  private func graphics() throws -> TerminalGraphics? {
    guard show else { return nil }
    guard Console.outputIsTerminal, !json,
      let graphics = TerminalGraphics(environment: ProcessInfo.processInfo.environment)
    else {
      throw ValidationError(
        "--show needs a terminal that takes pictures, such as kitty, Ghostty, WezTerm, Konsole, foot "
          + "or iTerm2, as standard output; elsewhere use --explain.")
    }
    return graphics
  }

  private func request(_ console: inout Console) throws -> CropRequest {
    let families = RenderFamily.allCases.map { AspectRatio(WidgetScreen.largestPhone.frames[$0]) }
    var request = CropRequest(
      inputs: try photos.inputs(), aspects: aspect.isEmpty ? families : aspect.map(\.ratio),
      explainFolder: explain.map(RawArguments.path), jobs: photos.parallel.jobs,
      reading: try photos.settings(&console), focus: photos.focus.map(\.area))
    request.showsPictures = show
    request.isolation = isolation.settings
    return request
  }
}

/// An aspect ratio on the command line: two numbers, `square`, or the widget it is the shape of.
struct AspectArgument {
  let ratio: AspectRatio

  init(_ argument: String) throws {
    guard let ratio = Self.named(argument.lowercased()) ?? AspectRatio(argument) else {
      throw ValidationError(
        "'\(argument)' is no shape; write it like 16:9, 16x9 or 1.91:1, or say square, small, "
          + "medium or large.")
    }
    self.ratio = ratio
  }

  private static func named(_ name: String) -> AspectRatio? {
    if name == "square" { return AspectRatio(width: 1, height: 1) }
    return RenderFamily(rawValue: name).map { AspectRatio(WidgetScreen.largestPhone.frames[$0]) }
  }
}
