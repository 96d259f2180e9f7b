internal import Crypto
internal import Foundation
internal import Synchronization

/// Which requests are let in: those of this machine's browser that have the session's key, to our own name
/// (decision 0703).
///
/// The address that is printed holds a token that opens the page with the key, once. The key goes with
/// every request in a header or, for pictures, in the address: a cookie would also go to every other
/// port of this machine.
final class Entrance: Sendable {
  private struct State {
    var port: UInt16 = 0
    var isTokenUsed = false
  }

  private let token = Entrance.secret()
  private let session = Entrance.secret()
  private let state = Mutex(State())

  /// Opens the entrance on a port, and returns the address for the browser.
  func open(on port: UInt16) -> String {
    state.withLock { $0.port = port }
    return "http://127.0.0.1:\(port)/?token=\(token)"
  }

  /// Returns the answer to a request that may not come in, with the key or without, or `nil`.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let port = state.withLock(\.port)
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .refused(421, "foreign-host", "This is not a name of this server.")
    }
    let origin = request.headers["origin"]
    let site = request.headers["sec-fetch-site"]
    guard origin.map({ $0 == "http://\(host)" }) ?? (request.method == "GET"),
      site.map({ ["same-origin", "none"].contains($0) }) ?? true
    else { return .refused(403, "foreign-origin", "This request comes from another page.") }
    guard ["GET", "POST"].contains(request.method) else {
      return .refused(405, "method", "Only GET and POST are answered.")
    }
    let type = request.headers["content-type"]?.prefix { $0 != ";" }
    guard request.method == "GET" || type?.lowercased() == "application/json" else {
      return .refused(415, "not-json", "A body must be application/json.")
    }
    return nil
  }

  /// Returns the answer to a request without the session's key, or `nil`.
  func sessionRefusal(of request: HTTPRequest) -> HTTPResponse? {
    let bearer = "Bearer "
    let header = request.headers["authorization"].flatMap { value in
      value.hasPrefix(bearer) ? value.dropFirst(bearer.count) : nil
    }
    let given = header ?? (request.path.first == "image" ? request.query["key"]?[...] : nil)
    if let given, isSame(given, session) { return nil }
    return .refused(401, "no-session", "Open the address that 'photoprep review' printed.")
  }

  /// Whether a request has the session's key, or the token that leads to it.
  func isOwners(_ request: HTTPRequest) -> Bool {
    if sessionRefusal(of: request) == nil { return true }
    return request.query["token"].map { isSame($0[...], token) } ?? false
  }

  /// Returns the session's key for the token that was printed, once; `nil` for anything else.
  func session(for given: String) -> String? {
    guard isSame(given[...], token) else { return nil }
    let isFirst = state.withLock { state in
      defer { state.isTokenUsed = true }
      return !state.isTokenUsed
    }
    return isFirst ? session : nil
  }

  /// Compares in a time that says nothing about where two texts differ.
  private func isSame(_ given: Substring, _ secret: String) -> Bool {
    SHA256.hash(data: Data(given.utf8)) == SHA256.hash(data: Data(secret.utf8))
  }

  /// 256 random bits of the system's generator.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
