internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoServing
internal import SystemPackage

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answers other programs' requests for crops and previews.",
    discussion: """
      Requests and answers are JSON-RPC 2.0, one object on a line: on standard input and output \
      until the input ends, or with --socket on connections, until Control-C.

      The method 'crop' takes a path and, optionally, aspects, focus, output, sizes, format, quality \
      and force, as the options of 'photoprep crop'. Its result holds what 'photoprep crop --json' \
      prints. Analyses of photos are kept, so another crop of the same photo costs little.

      The method 'preview' takes a template, or a store and a design, and, optionally, data, size, \
      device, scale, monochrome, rendering, accented-image, measure, output and force, as the options \
      of 'photoprep preview'.

      Example:
        photoprep serve --socket /tmp/photoprep.sock
        photoprep serve <<< '{"jsonrpc":"2.0","id":1,"method":"crop","params":{"path":"a.jpg"}}'
      """)

  @Option(
    help: ArgumentHelp(
      """
      Make a socket here that only you can open, and listen on it instead of standard input and \
      output.
      """,
      valueName: "path"), completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "A folder of fonts that previews use before the system's.", valueName: "dir"),
    completion: .directory)
  var fonts: String?

  @OptionGroup(title: "Reading photos") var reading: ReadingOptions

  @OptionGroup var parallel: JobsOption

  @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let signals = SignalWatch()
    let console = Console(verbosity.level)
    try reportingFailure(stoppedBy: signals) {
      var request = ServeRequest(
        socket: socket.map { RawArguments.path(for: $0) }, jobs: parallel.jobs,
        reading: try reading.settings(), isolation: isolation.settings)
      request.fonts = fonts
      do {
        try ServeRun(request, interruption: signals.interruption).run { gaps in
          for gap in gaps { console.message("note: \(gap)") }
          if socket != nil { console.note("listening; Ctrl-C stops it") }
        }
      } catch let error as Errno {
        throw OutputError(errno: error)
      }
    }
    if signals.wasTold { try signals.status.exit() }
  }
}
