internal import Foundation
public import PhotoPipeline
public import SystemPackage

/// What `photoprep review` is asked for.
public struct ReviewRequest: Sendable {
  /// The store.
  public var store: FilePath
  /// The address of the local network to serve at; `nil` for this machine alone.
  public var address: IPv4Address?
  /// The port to listen on; 0 for one that is free.
  public var port: UInt16
  /// Packages and designs that are shown as widgets before they come in.
  public var packages: [FilePath] = []
  /// The processes that read an app's preferences and decode what is in packages; `nil` to do it in this process.
  public var isolation: IsolationSettings?

  /// Makes a request.
  public init(store: FilePath, port: UInt16 = 0) {
    self.store = store
    self.port = port
  }
}

/// What was done to be paired with a session that the local network reaches.
public enum PairingEvent: Hashable, Sendable {
  /// How many wrong codes may come in a run.
  public static let tryCount = Pairing.tryCount

  /// A browser sent the code, and is the session's now.
  case paired(from: IPv4Address)
  /// A wrong code came; so many more may come, and at none no browser is paired any more.
  case wrong(from: IPv4Address, left: Int)
}

/// The reviewing page and what it asks for, served to one browser.
///
/// It listens on 127.0.0.1, and a browser gets its session by the one address that ``run(onPairing:_:)`` hands out
/// (decision 0703); or at an address of the local network, and a browser gets it by a code (decision 0711).
public final class ReviewServer: Sendable {
  private let request: ReviewRequest
  private let interruption: Interruption
  private let entrance: Entrance
  private let view: StoreView
  private let imports: PackageReviews?

  /// Makes a server for a store.
  ///
  /// - Throws: A `PhotoprepError` when there is no store, or a package cannot be read.
  public init(_ request: ReviewRequest, interruption: Interruption = Interruption()) throws {
    self.request = request
    self.interruption = interruption
    entrance = Entrance(at: request.address)
    view = try StoreView(request.store, isolation: request.isolation, interruption: interruption)
    imports =
      try request.packages.isEmpty
      ? nil
      : PackageReviews(
        request.packages, isolation: request.isolation, interruption: interruption)
  }

  /// Serves until the interruption is requested; called from a thread that may wait.
  ///
  /// - Parameters:
  ///   - onPairing: Called on any thread with what was done to be paired.
  ///   - ready: Called with the address once the server answers there, and the code where there is one.
  /// - Throws: A `PhotoprepError`, `port-unavailable`; what `ready` throws.
  public func run(
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
