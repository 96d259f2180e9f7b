internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoReview

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Shows the photos of a store in a browser, where crops can be set right.",
    discussion: """
      Serves a page to this machine alone, prints the address that opens it, once, and opens it in \
      your browser where there is one. Frames can be \
      dragged, zoomed, straightened and turned; what is set by hand stays when the photo is prepared \
      again. Stops with Control-C.

      Example:
        photoprep review --store Container
      """)

  @OptionGroup var place: StoreOption

  @Option(help: ArgumentHelp("The port to listen on; by default one that is free.", valueName: "n"))
  var port: UInt16 = 0

  @Flag(help: "Do not open the browser; only print the address.")
  var noOpen = false

  func run() throws {
    let interruption = Interruption()
    let signals = SignalWatch(interruption)
    defer { signals.cancel() }
    try reportingFailure {
      var request = ReviewRequest(store: RawArguments.path(for: place.store), port: port)
      request.isolation = IsolationOptions.standard
      try ReviewServer(request, interruption: interruption).run { address in
        var console = Console()
        try console.result(address)
        let isOpened = !noOpen && Browser.open(address)
        let what = isOpened ? "Your browser opens it" : "Open this address in your browser"
        console.message("\(what); Control-C ends it.")
      }
    }
  }
}
