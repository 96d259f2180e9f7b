internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline
internal import PhotoReview
internal import HostPlatform

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Shows the photos of a store in a browser, where you can correct crops.",
    discussion: """
      Serves a page only to this machine, prints its address, which works once, and opens it in your \
      browser if there is one. You can drag, zoom, straighten and turn crops; your framing stays when \
      the photo is prepared again. Control-C stops it.

      With --lan it serves the local network, for a phone: scan the code in the terminal, and type \
      the digits below it once. Nothing is encrypted, so use it in a network that you trust, or \
      through a tunnel (docs/correct-crops.md).

      Given packages and designs are shown as widgets before anything is imported; those that you \
      choose there are imported as by 'store import'.

      Examples:
        photoprep review --store Container
        photoprep review beach.wwdesign --store Container
        photoprep review --store Container --lan
      """)

  @OptionGroup var place: StoreOption

  @Argument(
    help: ArgumentHelp("Packages and designs to look at before an import.", valueName: "file"),
    completion: .file(extensions: ["wwdesign", "json"]))
  var packages: [String] = []

  @Option(help: ArgumentHelp("The port to listen on; by default one that is free.", valueName: "n"))
  var port: UInt16 = 0

  @Flag(help: "Do not open the browser; only print the address.")
  var noOpen = false

  @Option(
    defaultAsFlag: LocalAddressArgument.only, parsing: .next,
    help: ArgumentHelp(
      "Serve the local network at this address of this machine, without encryption.",
      valueName: "address"))
  var lan: LocalAddressArgument?

  func run() throws {
    let signals = SignalWatch()
    try reportingFailure {
      var request = ReviewRequest(store: place.path, port: port)
      request.isolation = IsolationOptions.standard
      request.address = try lan?.address
      request.packages = RawArguments.paths(for: packages)
      let server = try ReviewServer(request, interruption: signals.interruption)
      try server.run(onPairing: Self.tell) { address, code in
        let console = Console()
        try console.result(address)
        if let code {
          console.code(of: address)
          console.message(Self.invitation(code))
        } else {
          let isOpened = !noOpen && Browser.open(address)
          let what = isOpened ? "Your browser opens it" : "Open this address in your browser"
          console.message("\(what); Control-C ends it.")
        }
      }
    }
  }

  private static func invitation(_ code: String) -> String {
    """
    Open this address on the phone, and type this code there, once: \(code.prefix(4)) \(code.suffix(4))
    Nothing is encrypted: who controls this network can read the photos, and the code. Control-C ends it.
    """
  }

  private static func tell(_ event: PairingEvent) {
    let console = Console()
    switch event {
    case .paired(let client): console.message("\(client) is paired; the code is used up.")
    case .wrong(let client, let left) where left > 0:
      console.message("\(client) sent a wrong code; tries left: \(left).")
    case .wrong(let client, _):
      console.message(
        "\(client) sent a wrong code, the last of \(PairingEvent.tryCount): no browser is paired any more. "
          + "Press Control-C and run it again for another code.")
    }
  }
}

/// The browser of the person at the terminal.
enum Browser {
  /// Opens an address if the person is at a screen of this machine, without waiting; returns whether a program started.
  static func open(_ address: String) -> Bool {
    guard let program else { return false }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [address]
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }

  /// The program that opens addresses; `nil` in scripts, in tests, on CI and in remote sessions.
  private static var program: String? {
    let environment = ProcessInfo.processInfo.environment
    let isRemote = environment["CI"] != nil || environment["SSH_CONNECTION"] != nil
    guard Console.outputIsTerminal, isatty(STDERR_FILENO) == 1, !isRemote else { return nil }
    if !photoprep_is_linux() { return "/usr/bin/open" }
    let hasScreen = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    guard hasScreen else { return nil }
    return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/xdg-open" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
