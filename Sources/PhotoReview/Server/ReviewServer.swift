internal import Dispatch
internal import FlyingFox
internal import FlyingSocks
internal import Foundation
public import PhotoPipeline
internal import Synchronization
public import SystemPackage

/// What `photoprep review` should do.
public struct ReviewRequest: Sendable {
  /// The store.
  public var store: FilePath
  /// The port to listen on; 0 for one that is free.
  public var port: UInt16

  /// Makes a request.
  public init(store: FilePath, port: UInt16 = 0) {
    self.store = store
    self.port = port
  }
}

/// The reviewing page and what it asks for, served to this machine alone.
///
/// It listens on 127.0.0.1; a browser gets its session by the one address that ``run(_:)`` hands out
/// (decision 0703).
public final class ReviewServer: Sendable {
  private let request: ReviewRequest
  private let interruption: Interruption
  private let entrance = Entrance()
  private let routes: ReviewRoutes

  /// Makes a server for a store.
  ///
  /// - Throws: A `StoreError` when there is no store.
  public init(_ request: ReviewRequest, interruption: Interruption = Interruption()) throws {
    self.request = request
    self.interruption = interruption
    routes = ReviewRoutes(try StoreView(request.store), entrance)
  }

  /// Serves until the interruption is requested; called from a thread that may wait.
  ///
  /// - Parameter ready: Told the address to open, once it can be opened.
  /// - Throws: A ``ReviewError`` when the port cannot be listened on; what `ready` throws.
  public func run(_ ready: @escaping @Sendable (String) throws -> Void) throws {
    let outcome = Mutex<(any Error)?>(nil)
    let end = DispatchSemaphore(value: 0)
    let work = Task { [self] in
      do { try await serve(ready) } catch {
        outcome.withLock { $0 = interruption.isRequested ? nil : error }
      }
      end.signal()
    }
    // A signal's handler can only set a flag.
    while end.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if interruption.isRequested { work.cancel() }
    }
    if let error = outcome.withLock({ $0 }) { throw error }
  }

  private func serve(_ ready: @escaping @Sendable (String) throws -> Void) async throws {
    let configuration = HTTPServer.Configuration(
      address: try .inet(ip4: "127.0.0.1", port: request.port), timeout: Self.patience,
      logger: .disabled)
    let server = HTTPServer(config: configuration, handler: routes)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.listening { try await server.run() } }
      group.addTask {
        try await self.listening { try await server.waitUntilListening() }
        guard case .ip4(_, let port) = await server.listeningAddress else { return }
        try ready(self.entrance.open(on: port))
      }
      // The first error ends both; `waitForAll` would wait for the other first.
      for try await _ in group {}
    }
  }

  /// Runs what fails when the port cannot be listened on.
  private func listening(_ body: () async throws -> Void) async throws(ReviewError) {
    do { try await body() } catch { throw ReviewError(error, request.port) }
  }

  /// How long one answer may take, in seconds; ours: a save takes a fraction of one.
  private static let patience = 60.0
}

/// Why the server cannot run.
public struct ReviewError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure this is, in stable kebab case.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let description: String
    /// The port cannot be listened on.
    public static let portUnavailable = Code(description: "port-unavailable")
  }

  /// What kind of failure this is.
  public let code: Code
  /// The fact and what to do about it.
  public let description: String

  init(_ error: any Error, _ port: UInt16) {
    code = .portUnavailable
    description =
      "127.0.0.1:\(port): The port cannot be listened on: \(error.localizedDescription). "
      + "Name another with --port, or leave it out."
  }
}
