package import Foundation
package import PhotoGeometry
package import PhotoPipeline

/// Packages that a phone on the local network fetches, each once (decision 0711).
///
/// The printed address contains 128 random bits, and is all that a phone needs. Its page has a button for each
/// package, so that only viewing the address does not use it up.
package final class PackageOffer: Sendable {
  package struct Package: Sendable {
    package var name: String
    package var bytes: Data

    package init(name: String, bytes: Data) { (self.name, self.bytes) = (name, bytes) }
  }

  package struct Fetch: Sendable {
    package let name: String
    package let client: IPv4Address
    package let left: Int
  }

  /// How long the packages are offered: ten minutes.
  static let patience = Duration.seconds(600)
  /// How often a fetch of a package may begin: a phone that loses its connection begins again.
  static let startCount = 3
  /// The least time for a fetch that has begun, when the time is nearly over.
  private static let fetchPatience = Duration.seconds(120)

  private struct State {
    var end: ContinuousClock.Instant
    var starts: [Int]
    var fetched: Set<Int> = []
  }

  private let packages: [Package]
  private let address: IPv4Address
  private let port: UInt16
  private let entrance: Entrance
  private let key = String(Entrance.secret().prefix(32))
  private let state: Locked<State>

  package init(_ packages: [Package], at address: IPv4Address, port: UInt16 = 0) {
    (self.packages, self.address, self.port) = (packages, address, port)
    entrance = Entrance(at: address)
    state = Locked(
      State(end: .now + Self.patience, starts: Array(repeating: 0, count: packages.count)))
  }

  /// Offers the packages until each is fetched, ten minutes are over, or the interruption is requested; returns whether
  /// every package was fetched.
  ///
  /// `ready` is called with the address once the server answers there, `onFetch` on the same thread for each package
  /// that was fetched whole.
  ///
  /// - Throws: A `PhotoprepError`, `port-unavailable`; errors of `ready`.
  package func run(
    until interruption: Interruption, onFetch: @escaping @Sendable (Fetch) -> Void,
    _ ready: (_ address: String) throws -> Void
  ) throws -> Bool {
    let server = try HTTPServer(at: address, port: port)
    try ready(open(on: server.port))
    server.run(
      until: { interruption.isRequested || isOver() }, isOwners: isOwners
    ) { self.answer($0, onFetch) }
    return isFetched
  }

  package static let timeIsOver = PhotoprepError(
    .notFetched, path: "offer", message: "Ten minutes are over, and not every package was fetched.",
    remedy: "Run it again; the phone must be in the network of that address.")

  func open(on port: UInt16) -> String { entrance.open(on: port) + key }

  /// Whether no package is left, or none may be fetched any more.
  func isOver(at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { $0.end < now } || isFetched
  }

  /// Whether a request contains the offer's own address.
  private func isOwners(_ request: HTTPRequest) -> Bool {
    request.path.first.map { entrance.isSame($0[...], key) } ?? false
  }

  private var isFetched: Bool { state.withLock(\.fetched.count) == packages.count }

  func answer(_ request: HTTPRequest, _ onFetch: @escaping @Sendable (Fetch) -> Void)
    -> HTTPResponse
  {
    if let refusal = entrance.refusal(of: request) { return refusal }
    guard request.method == "GET" else { return .notThere }
    if request.path == ["app.css"] { return .text(PageAssets.reviewStyle, "css") }
    guard isOwners(request) else { return .notThere }
    switch request.path.count {
    case 1: return page
    case 2:
      guard let index = Int(request.path[1]), begin(index) else { return .notThere }
      var response = HTTPResponse.download(packages[index].bytes, named: packages[index].name)
      response.onTaken = { [self] in
        let left = state.withLock { state in
          state.fetched.insert(index).inserted ? packages.count - state.fetched.count : nil
        }
        guard let left else { return }
        onFetch(Fetch(name: packages[index].name, client: request.client, left: left))
      }
      return response
    default: return .notThere
    }
  }

  /// Counts the beginning of a fetch; returns whether it is allowed.
  private func begin(_ index: Int) -> Bool {
    state.withLock { state in
      guard state.starts.indices.contains(index), state.starts[index] < Self.startCount,
        !state.fetched.contains(index)
      else { return false }
      state.starts[index] += 1
      state.end = max(state.end, .now + Self.fetchPatience)
      return true
    }
  }

  private var page: HTTPResponse {
    let rows = packages.enumerated().map { index, package in
      let size = String(format: "%.1f MB", Double(package.bytes.count) / 1e6)
      return """
        <p><a class="button primary" href="/\(key)/\(index)">Download \(package.name.escapedForHTML)</a> \(size)</p>
        """
    }
    return .text(PageAssets.offer.filled(["FILES": rows.joined(separator: "\n  ")]), "html")
  }
}

extension PhotoprepError.Code {
  package static let notFetched = PhotoprepError.Code("not-fetched")
}
