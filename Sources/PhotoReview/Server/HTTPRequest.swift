internal import Foundation
internal import PhotoStore

struct HTTPRequest: Sendable {
  var method = "GET"
  /// The percent-decoded parts of the path between slashes.
  var path: [String] = []
  /// The values after the question mark; the first one if a name occurs twice.
  var query: [String: String] = [:]
  /// The headers by their names in lower case; the last one if a name occurs twice.
  var headers: [String: String] = [:]
  var body = Data()
  var client = IPv4Address.loopback
}

/// A request that is refused, with the answer.
struct HTTPRefusal: Error {
  let response: HTTPResponse

  init(_ status: Int, _ code: String, _ message: String) {
    response = .refused(status, code, message)
  }

  init(badRequest message: String) { self.init(400, "bad-request", message) }
}

/// Reads requests from the bytes of a connection, within limits (RFC 9112, without features that no browser uses with
/// such a server: chunked bodies, folded lines, bare line feeds).
struct HTTPRequestReader {
  /// The most bytes of a request before its body; browsers send about 1,000.
  static let headLimit = 16_384
  /// The most bytes of a body; an edit has some 400.
  static let bodyLimit = 65_536

  private var bytes: [UInt8] = []
  /// The request whose body is still to come, and the number of its bytes.
  private var head: (request: HTTPRequest, length: Int)?
  /// Where the search for the end of the head continues.
  private var searched = 0

  mutating func take(_ more: some Collection<UInt8>) { bytes += more }

  mutating func next() throws(HTTPRefusal) -> HTTPRequest? {
    if head == nil { try readHead() }
    guard let (request, length) = head, bytes.count >= length else { return nil }
    var whole = request
    whole.body = Data(bytes.prefix(length))
    bytes.removeFirst(length)
    (head, searched) = (nil, 0)
    return whole
  }

  private mutating func readHead() throws(HTTPRefusal) {
    let end: [UInt8] = Array("\r\n\r\n".utf8)
    let place = bytes.indices.dropFirst(searched).first { bytes[$0...].starts(with: end) }
    guard let place, place <= Self.headLimit else {
      searched = max(0, bytes.count - 3)
      guard bytes.count <= Self.headLimit else {
        throw HTTPRefusal(
          431, "too-large", "The head of a request has at most \(Self.headLimit) bytes.")
      }
      return
    }
    let request = try HTTPRequest(head: bytes[..<place])
    bytes.removeFirst(place + end.count)
    head = (request, try request.bodyLength())
  }
}

extension HTTPRequest {
  fileprivate init(head: some Collection<UInt8>) throws(HTTPRefusal) {
    guard let text = String(utf8: [UInt8](head)) else { throw .malformed }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/"),
      let target = URLComponents(string: String(words[1]))
    else { throw .malformed }
    method = String(words[0])
    path = target.percentEncodedPath.split(separator: "/").map {
      // A part that is not UTF-8 names nothing; a slash is never in a part of the path.
      $0.removingPercentEncoding ?? "/"
    }
    for item in target.queryItems ?? [] where query[item.name] == nil {
      query[item.name] = item.value ?? ""
    }
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace),
        !line.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 })
      else { throw .malformed }
      let name = parts[0].lowercased()
      if ["host", "content-length"].contains(name), headers[name] != nil { throw .malformed }
      headers[name] = parts[1].trimmingCharacters(in: .whitespaces)
    }
  }

  fileprivate func bodyLength() throws(HTTPRefusal) -> Int {
    guard headers["transfer-encoding"] == nil else {
      throw HTTPRefusal(411, "no-length", "A body must state its length.")
    }
    guard let text = headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .malformed
    }
    guard let length = Int(text), length <= HTTPRequestReader.bodyLimit else {
      throw HTTPRefusal(
        413, "too-large",
        "The body has \(text.prefix(20)) bytes; the limit is \(HTTPRequestReader.bodyLimit).")
    }
    return length
  }
}

extension HTTPRefusal {
  fileprivate static let malformed = HTTPRefusal(badRequest: "This is not a request of HTTP/1.1.")
}
