internal import ArgumentParser
internal import Foundation
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoReview
internal import SystemFiles

struct Offer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offer",
    abstract: "Lets a phone in the local network fetch packages, each once.",
    discussion: """
      Prints an address, and draws it as a code for a phone's camera. The page there has a button \
      for each package; WidgetWeaver opens the file. The command ends when all packages are fetched, or \
      after ten minutes. Any device with the address can fetch them, and nothing is encrypted.

      Example:
        photoprep offer best.wwdesign
        photoprep offer best.wwdesign best-2.wwdesign --lan 192.168.1.20
      """)

  @Argument(
    help: ArgumentHelp("Packages, as 'package' and 'store export' write them.", valueName: "file"),
    completion: .file(extensions: ["wwdesign"]))
  var files: [String]

  @Option(help: ArgumentHelp("The address of this machine to serve at.", valueName: "address"))
  var lan: LocalAddressArgument = .only

  @Option(help: ArgumentHelp("The port to listen on; by default one that is free.", valueName: "n"))
  var port: UInt16 = 0

  func validate() throws {
    if let other = files.first(where: { !$0.lowercased().hasSuffix(".wwdesign") }) {
      throw ValidationError(
        "'\(other.displayText)' is not a package: its name does not end in .wwdesign.")
    }
  }

  func run() throws {
    let signals = SignalWatch()
    let isFetched = try reportingFailure(stoppedBy: signals) {
      let disk = DiskFileSystem()
      let packages = try RawArguments.paths(for: files).map { file in
        let bytes = try disk.readFile(
          at: file, limit: PackageLimits.standard.byteCount, followingLinks: true
        ).bytes
        return PackageOffer.Package(name: file.lastComponent?.string ?? "", bytes: Data(bytes))
      }
      let offer = PackageOffer(packages, at: try lan.address, port: port)
      return try offer.run(until: signals.interruption, onFetch: Self.tell) { address in
        let console = Console()
        try console.result(address)
        console.code(of: address)
        console.message(
          "Open this address on the phone within ten minutes. Nothing is encrypted; Control-C ends it."
        )
      }
    }
    if signals.interruption.isRequested { try signals.status.exit() }
    guard !isFetched else { return }
    throw reported(PackageOffer.timeIsOver)
  }

  private static func tell(_ fetch: PackageOffer.Fetch) {
    let rest = fetch.left == 0 ? "" : "; \(fetch.left) more to fetch"
    Console().message("\(fetch.name.displayText): fetched by \(fetch.client)\(rest)")
  }
}

/// An address of this machine on a local network, or its only one.
struct LocalAddressArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The only address, which need not be named.
  static let only = LocalAddressArgument(name: nil)

  private let name: String?

  init(argument: String) { name = argument }
  private init(name: String?) { self.name = name }

  var description: String { name ?? "the one that there is" }

  var address: IPv4Address { get throws { try LocalNetwork.address(name) } }
}
