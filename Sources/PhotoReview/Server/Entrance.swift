internal import Crypto
internal import FlyingFox
internal import Foundation
internal import Synchronization

/// Who may come in: requests of this machine's browser that has the session, to our own name.
///
/// The address that is printed holds a token that opens one session, once; from then on a cookie
/// that scripts cannot read, and that no other site's page can make the browser send, is asked for.
final class Entrance: Sendable {
  /// The most bytes a request may carry; an edit has some 400, an acceptance of 200 photos 16,000.
  static let bodyLimit = 65_536

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

  /// Returns the answer to a request that may not come in, or `nil` for one that may.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let port = state.withLock(\.port)
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers[.host], hosts.contains(host) else {
      return .refused(.misdirectedRequest, "foreign-host", "This is not a name of this server.")
    }
    let origin = request.headers[HTTPHeader("Origin")]
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
    guard origin.map({ $0 == "http://\(host)" }) ?? (request.method == .GET),
      site.map({ ["same-origin", "none"].contains($0) }) ?? true
    else {
      return .refused(.forbidden, "foreign-origin", "This request comes from another page.")
    }
    guard [.GET, .POST].contains(request.method) else {
      return .refused(.methodNotAllowed, "method", "Only GET and POST are answered.")
    }
    return bodyRefusal(of: request) ?? sessionRefusal(of: request, port)
  }

  private func bodyRefusal(of request: HTTPRequest) -> HTTPResponse? {
    guard request.headers[.transferEncoding] == nil else {
      return .refused(.lengthRequired, "no-length", "A body must state its length.")
    }
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= Self.bodyLimit else {
      return .refused(
        .payloadTooLarge, "too-large",
        "The body has \(length) bytes; the limit is \(Self.bodyLimit).")
    }
    guard request.method == .GET || request.headers[.contentType] == "application/json" else {
      return .refused(.unsupportedMediaType, "not-json", "A body must be application/json.")
    }
    return nil
  }

  private func sessionRefusal(of request: HTTPRequest, _ port: UInt16) -> HTTPResponse? {
    let pairs = request.headers[.cookie]?.split(separator: ";") ?? []
    let name = "photoprep-\(port)="
    let cookies = pairs.map { $0.trimmingCharacters(in: .whitespaces) }
    let sessions = cookies.filter { $0.hasPrefix(name) }.map { $0.dropFirst(name.count) }
    if sessions.contains(where: { isSame($0, session) }) { return nil }
    let given = request.query.first { $0.name == "token" }?.value
    guard request.method == .GET, request.path == "/", let given, isSame(given[...], token) else {
      return .refused(
        .unauthorized, "no-session", "Open the address that 'photoprep review' printed.")
    }
    let isFirst = state.withLock { state in
      defer { state.isTokenUsed = true }
      return !state.isTokenUsed
    }
    guard isFirst else {
      return .refused(
        .unauthorized, "token-used",
        "This address was opened before, and opens once.",
        remedy: "Start 'photoprep review' again for another.")
    }
    // A page of our own that goes on, and no redirect: a browser withholds a strict cookie from a
    // redirect that another program's link began.
    var response = HTTPResponse.page(PageAssets.welcome)
    response.headers[.setCookie] = "\(name)\(session); Path=/; HttpOnly; SameSite=Strict"
    return response
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
