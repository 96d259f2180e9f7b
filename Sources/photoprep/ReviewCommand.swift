internal import ArgumentParser
internal import PhotoPipeline
internal import PhotoReview

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Shows the photos of a store in a browser, where crops can be set right.",
    discussion: """
      Serves a page to this machine alone and prints the address that opens it, once. Frames can be \
      dragged, zoomed, straightened and turned; what is set by hand stays when the photo is prepared \
      again. Stops with Control-C.

      Example:
        photoprep review --store Container
      """)

  @OptionGroup var place: StoreOption

  @Option(help: ArgumentHelp("The port to listen on; by default one that is free.", valueName: "n"))
  var port: UInt16 = 0

  func run() throws {
    let interruption = Interruption()
    let signals = SignalWatch(interruption)
    defer { signals.cancel() }
    try reportingFailure {
      let request = ReviewRequest(store: RawArguments.path(for: place.store), port: port)
      try ReviewServer(request, interruption: interruption).run { address in
        var console = Console()
        try console.result(address)
        console.message("Open this address in your browser; Control-C ends it.")
      }
    }
  }
}
