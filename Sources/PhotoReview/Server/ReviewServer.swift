package import PhotoPipeline
package import SystemPackage

package struct ReviewRequest: Sendable {
  package var store: FilePath
  /// The address of the local network to serve at; `nil` for this machine only.
  package var address: IPv4Address?
  /// The port to listen on; 0 for a free one.
  package var port: UInt16
  /// Packages and designs that are shown as widgets before they come in.
  package var packages: [FilePath] = []
  /// The processes that read an app's preferences and decode images in packages; `nil` to do it in this process.
  package var isolation: IsolationSettings?

  package init(store: FilePath, port: UInt16 = 0) { (self.store, self.port) = (store, port) }
}

/// An attempt to pair a browser with a session on the local network.
package enum PairingEvent: Hashable, Sendable {
  /// How many wrong codes are accepted in a run.
  package static let tryCount = Pairing.tryCount

  /// A browser sent the code and was paired.
  case paired(from: IPv4Address)
  /// A wrong code was sent; `left` more are accepted, and at 0 no browser can be paired any more.
  case wrong(from: IPv4Address, left: Int)
}

/// The reviewing page and its data, served to one browser.
///
/// It listens on 127.0.0.1, and a browser gets its session with the one address that ``run(onPairing:_:)`` passes on
/// (decision 0703); or at an address of the local network, and a browser gets its session with a code (decision 0711).
package final class ReviewServer: Sendable {
  private let request: ReviewRequest
  private let interruption: Interruption
  private let entrance: Entrance
  private let view: StoreView
  private let imports: PackageReviews?

  /// - Throws: A `PhotoprepError` when there is no store, or a package cannot be read.
  package init(_ request: ReviewRequest, interruption: Interruption = Interruption()) throws {
    (self.request, self.interruption) = (request, interruption)
    entrance = Entrance(at: request.address)
    view = try StoreView(request.store, isolation: request.isolation, interruption: interruption)
    imports =
      try request.packages.isEmpty
      ? nil
      : PackageReviews(request.packages, isolation: request.isolation, interruption: interruption)
  }

  /// Serves until the interruption is requested; it blocks its thread.
  ///
  /// `onPairing` is called on any thread with each attempt to pair, `ready` once the server answers, with the address,
  /// and the code if there is one.
  ///
  /// - Throws: A `PhotoprepError`, `port-unavailable`; errors of `ready`.
  package func run(
    onPairing: @escaping @Sendable (PairingEvent) -> Void = { _ in },
    _ ready: (_ address: String, _ code: String?) throws -> Void
  ) throws {
    defer { imports?.close() }
    let server = try HTTPServer(at: request.address ?? .loopback, port: request.port)
    let routes = ReviewRoutes(view, entrance, importing: imports, onPairing: onPairing)
    try ready(entrance.open(on: server.port), entrance.pairing?.code)
    server.run(
      until: { interruption.isRequested }, isOwners: entrance.isOwners, answer: routes.answer)
  }
}
