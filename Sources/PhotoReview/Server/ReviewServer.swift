internal import Foundation
public import PhotoPipeline
public import SystemPackage

/// What `photoprep review` is asked for.
public struct ReviewRequest: Sendable {
  /// The store.
  public var store: FilePath
  /// The port to listen on; 0 for one that is free.
  public var port: UInt16
  /// The processes that read an app's preferences; `nil` to do it in this process.
  public var isolation: IsolationSettings?

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
  /// - Throws: A `PhotoprepError` when there is no store.
  public init(_ request: ReviewRequest, interruption: Interruption = Interruption()) throws {
    self.request = request
    self.interruption = interruption
    let view = try StoreView(
      request.store, isolation: request.isolation, interruption: interruption)
    routes = ReviewRoutes(view, entrance)
  }

  /// Serves until the interruption is requested; called from a thread that may wait.
  ///
  /// - Parameter ready: Called with the address once the server answers there.
  /// - Throws: A ``ReviewError`` when the port cannot be listened on; what `ready` throws.
  public func run(_ ready: (String) throws -> Void) throws {
    let server: HTTPServer
    do throws(Errno) { server = try HTTPServer(port: request.port) } catch {
      throw ReviewError(error, request.port)
    }
    try ready(entrance.open(on: server.port))
    server.run(until: { interruption.isRequested }, isOwners: entrance.isOwners) { [routes] in
      await routes.answer($0)
    }
  }
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

  init(_ error: Errno, _ port: UInt16) {
    code = .portUnavailable
    description =
      "127.0.0.1:\(port): The port cannot be listened on: \(error.description). "
      + "Name another with --port, or leave it out."
  }
}
