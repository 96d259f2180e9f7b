internal import FlyingFox
internal import Foundation
internal import PhotoPipeline
internal import PhotoStore

extension HTTPResponse {
  /// What every answer says: load nothing from anywhere else, be shown by nobody else.
  private static func headers(type: String, cache: String = "no-store") -> HTTPHeaders {
    HTTPHeaders([
      .contentType: type, .cacheControl: cache,
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
      HTTPHeader("X-Frame-Options"): "DENY",
      HTTPHeader("Content-Security-Policy"): """
      default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """,
    ])
  }

  /// A page.
  static func page(_ html: String) -> HTTPResponse { text(html, "text/html; charset=utf-8") }

  /// A text of a type.
  static func text(_ text: String, _ type: String) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers(type: type), body: Data(text.utf8))
  }

  /// JSON.
  static func json(_ text: String, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: headers(type: "application/json"), body: Data(text.utf8))
  }

  /// A picture; its address names its content, so a browser may keep it.
  static func jpeg(_ bytes: Data) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: headers(type: "image/jpeg", cache: "private, max-age=31536000, immutable"),
      body: bytes)
  }

  /// A refusal, as JSON with a code and a sentence.
  static func refused(
    _ status: HTTPStatusCode, _ code: String, _ message: String, remedy: String? = nil
  ) -> HTTPResponse {
    let form = Refusal(code: code, message: message, remedy: remedy)
    return json((try? JSONLine.encode(form)) ?? "{}", status)
  }

  private struct Refusal: Encodable {
    let code, message: String
    let remedy: String?
  }
}
