internal import Foundation
internal import PhotoStore

struct HTTPResponse: Sendable {
  let status: Int
  /// The headers in their order; the length is added on sending.
  private(set) var headers: [(name: String, value: String)]
  let body: Data
  /// Called once the client has received all of it and ended the connection; only for the connection's last answer.
  var onTaken: (@Sendable () -> Void)?

  /// Makes an answer that may not load anything from other servers and may not be embedded in other pages.
  private init(_ body: Data, _ status: Int = 200, type: String, cache: String = "no-store") {
    self.status = status
    self.body = body
    headers = [
      ("Content-Type", type), ("Cache-Control", cache), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
      (
        "Content-Security-Policy",
        """
        default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
      ),
    ]
  }

  func bytes(isLast: Bool) -> [UInt8] {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let end = "Content-Length: \(body.count)\r\n" + (isLast ? "Connection: close\r\n" : "") + "\r\n"
    return Array("HTTP/1.1 \(status) \r\n\(lines)\(end)".utf8) + body
  }

  /// A text of a kind such as `html`.
  static func text(_ text: String, _ kind: String, _ status: Int = 200) -> HTTPResponse {
    HTTPResponse(Data(text.utf8), status, type: "text/\(kind); charset=utf-8")
  }

  static func json(_ text: String, _ status: Int = 200) -> HTTPResponse {
    HTTPResponse(Data(text.utf8), status, type: "application/json")
  }

  /// A picture; its address contains its digest, so a browser may keep it.
  static func picture(_ bytes: Data) -> HTTPResponse {
    let type = (PictureFormat(beginning: bytes) ?? .jpg).mediaType
    return HTTPResponse(bytes, type: type, cache: "private, max-age=31536000, immutable")
  }

  /// A design's text over a picture; a newer version of the design is shown after minutes.
  static func png(_ bytes: Data) -> HTTPResponse {
    HTTPResponse(bytes, type: PictureFormat.png.mediaType, cache: "private, max-age=300")
  }

  /// A file to be saved under a name (RFC 6266), of no type that browsers display.
  static func download(_ bytes: Data, named name: String) -> HTTPResponse {
    let kept = CharacterSet(charactersIn: "a"..."z").union(CharacterSet(charactersIn: "A"..."Z"))
      .union(CharacterSet(charactersIn: "0123456789-._~"))
    let encoded = name.addingPercentEncoding(withAllowedCharacters: kept) ?? "package"
    let disposition = "attachment; filename*=UTF-8''\(encoded)"
    var response = HTTPResponse(bytes, type: "application/octet-stream")
    response.headers.append(("Content-Disposition", disposition))
    return response
  }

  /// A refusal, as JSON with a code and a sentence.
  static func refused(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    json(Refusal(code: code, message: message, remedy: nil).jsonLine, status)
  }
}
