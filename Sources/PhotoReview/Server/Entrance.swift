internal import Foundation
internal import PhotoGeometry
internal import HostPlatform

/// Which requests are accepted: those of a browser that has the session's key, to our own name (decision 0703).
///
/// On this machine the printed address contains a token that opens the page with the key, once; on the local network
/// typing a code does so (decision 0711). The key is sent with every request in a header or, for pictures, in the
/// address: a cookie would also be sent to every other port of this machine.
final class Entrance: Sendable {
  private struct State {
    var port: UInt16 = 0
    var isTokenUsed = false
  }

  /// The code of a session on the local network; `nil` for a session on this machine only.
  let pairing: Pairing?
  private let address: IPv4Address
  private let token = Entrance.secret()
  private let session = Entrance.secret()
  private let state = Locked(State())

  /// Makes an entrance at an address of the local network; `nil` for this machine only.
  init(at address: IPv4Address? = nil) {
    self.address = address ?? .loopback
    pairing = address.map { _ in Pairing() }
  }

  /// Returns the address for the browser.
  func open(on port: UInt16) -> String {
    state.withLock { $0.port = port }
    return "http://\(address):\(port)/" + (pairing == nil ? "?token=\(token)" : "")
  }

  /// Returns the answer to a request that is refused, with or without the key; `nil` if it is accepted.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let port = state.withLock(\.port)
    let names = ["\(address)"] + (pairing == nil ? ["localhost"] : [])
    guard let host = request.headers["host"], names.contains(where: { host == "\($0):\(port)" })
    else {
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

  /// Returns the answer to a request without the session's key; `nil` if it has the key.
  func sessionRefusal(of request: HTTPRequest) -> HTTPResponse? {
    let bearer = "Bearer "
    let header = request.headers["authorization"].flatMap { value in
      value.hasPrefix(bearer) ? value.dropFirst(bearer.count) : nil
    }
    let given = header ?? (request.path.first == "image" ? request.query["key"]?[...] : nil)
    if let given, isSame(given, session) { return nil }
    return .refused(401, "no-session", "Open the address that 'photoprep review' printed.")
  }

  /// Whether a request has the session's key, or the token that gives it.
  func isOwners(_ request: HTTPRequest) -> Bool {
    if sessionRefusal(of: request) == nil { return true }
    return pairing == nil && request.query["token"].map { isSame($0[...], token) } ?? false
  }

  /// Returns the session's key for the printed token, once; `nil` for anything else.
  func session(for given: String) -> String? {
    guard pairing == nil, isSame(given[...], token) else { return nil }
    let isFirst = state.withLock { state in
      defer { state.isTokenUsed = true }
      return !state.isTokenUsed
    }
    return isFirst ? session : nil
  }

  /// Takes a code; returns the outcome, with the session's key if it pairs.
  func pair(_ code: String) -> (outcome: Pairing.Outcome, session: String?) {
    let outcome = pairing?.take(code) ?? .ended(.closed)
    return (outcome, outcome == .paired ? session : nil)
  }

  /// Compares in a time that does not depend on where two texts differ.
  func isSame(_ given: Substring, _ secret: String) -> Bool {
    SHA256.hash(Array(given.utf8)) == SHA256.hash(Array(secret.utf8))
  }

  /// 256 bits from the system's random generator.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String(format: "%016llx", generator.next() as UInt64) }.joined()
  }
}
