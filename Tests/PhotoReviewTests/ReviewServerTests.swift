import FlyingFox
import Foundation
import PhotoPipeline
import PhotoStore
import SystemPackage
import Testing

@testable import PhotoReview

@Suite("Who the reviewing server answers")
struct ReviewServerTests {
  static let port: UInt16 = 4711
  let sample: ReviewSample
  let routes: ReviewRoutes
  let token: String
  let cookie: String

  init() async throws {
    sample = try ReviewSample()
    let entrance = Entrance()
    routes = ReviewRoutes(try StoreView(sample.store), entrance)
    let address = entrance.open(on: Self.port)
    token = try #require(address.split(separator: "=").last.map(String.init))
    let welcome = try await routes.handleRequest(Self.request("/", query: ["token": token]))
    let given = try #require(welcome.headers[.setCookie])
    cookie = String(given.prefix { $0 != ";" })
    #expect(given.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
  }

  private static func request(
    _ path: String, _ method: HTTPMethod = .GET, query: [String: String] = [:],
    headers: [HTTPHeader: String] = [:], body: String = ""
  ) -> HTTPRequest {
    let own: [HTTPHeader: String] = [.host: "127.0.0.1:\(port)"]
    return HTTPRequest(
      method: method, version: .http11, path: path,
      query: query.map { HTTPRequest.QueryItem(name: $0.key, value: $0.value) },
      headers: own.merging(headers) { $1 }, body: Data(body.utf8))
  }

  /// Sends a request as the page does, but for the headers given.
  private func send(
    _ path: String, _ method: HTTPMethod = .GET, _ headers: [HTTPHeader: String] = [:],
    body: String = ""
  ) async throws -> HTTPResponse {
    var own: [HTTPHeader: String] = [.cookie: cookie]
    if method != .GET {
      own[HTTPHeader("Origin")] = "http://127.0.0.1:\(Self.port)"
      own[.contentType] = "application/json"
    }
    let request = Self.request(path, method, headers: own.merging(headers) { $1 }, body: body)
    return try await routes.handleRequest(request)
  }

  private func object(_ response: HTTPResponse) async throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: try await response.bodyData)
    return try #require(object as? [String: Any])
  }

  /// What changed after a number, once every record is read.
  private func photos(since number: Int = 0) async throws -> [String: Any] {
    while true {
      let request = Self.request(
        "/api/photos", query: ["since": "\(number)"], headers: [.cookie: cookie])
      let answer = try await object(routes.handleRequest(request))
      if answer["left"] as? Int == 0 { return answer }
    }
  }

  @Test func `a request without the session, or with another, is refused`() async throws {
    for path in ["/", "/app.js", "/api/photos", "/api/photos/\(sample.ids[0])", "/nothing"] {
      for cookie in [
        "", "photoprep-\(Self.port)=", "photoprep-\(Self.port)=\(token)", "x=\(self.cookie)",
      ] {
        let response = try await send(path, .GET, [.cookie: cookie])
        #expect(response.statusCode == .unauthorized, "\(path) \(cookie)")
      }
    }
  }

  @Test func `the token opens once`() async throws {
    let second = try await routes.handleRequest(Self.request("/", query: ["token": token]))
    #expect(second.statusCode == .unauthorized)
    #expect(second.headers[.setCookie] == nil)
    #expect(try await object(second)["code"] as? String == "token-used")
    let wrong = try await routes.handleRequest(Self.request("/", query: ["token": "0"]))
    #expect(try await object(wrong)["code"] as? String == "no-session")
  }

  @Test(arguments: ["photos.example", "127.0.0.1", "127.0.0.1:80", "localhost.example:4711", ""])
  func `a foreign Host header is refused`(host: String) async throws {
    #expect(try await send("/", .GET, [.host: host]).statusCode == .misdirectedRequest)
  }

  @Test(arguments: [
    "http://photos.example", "null", "https://127.0.0.1:4711", "http://127.0.0.1:4712",
  ])
  func `a request that another page sends is refused`(origin: String) async throws {
    let path = "/api/photos/\(sample.ids[0])"
    let body = #"{"revision":0,"accepted":true}"#
    let header = [HTTPHeader("Origin"): origin]
    #expect(try await send(path, .POST, header, body: body).statusCode == .forbidden)
    #expect(try await send("/api/photos", .GET, header).statusCode == .forbidden)
    let site = [HTTPHeader("Sec-Fetch-Site"): "cross-site"]
    #expect(try await send("/api/photos", .GET, site).statusCode == .forbidden)
    #expect(try StoreView(sample.store).card(sample.ids[0]).record.preparation.hand == nil)
  }

  @Test func `a write without an origin, of another type or by another method is refused`()
    async throws
  {
    let path = "/api/photos/\(sample.ids[0])"
    let bare = Self.request(
      path, .POST, headers: [.cookie: cookie, .contentType: "application/json"], body: "{}")
    #expect(try await routes.handleRequest(bare).statusCode == .forbidden)
    let form = [HTTPHeader.contentType: "text/plain"]
    #expect(try await send(path, .POST, form, body: "{}").statusCode == .unsupportedMediaType)
    for method in [HTTPMethod.PUT, .DELETE, .OPTIONS] {
      #expect(try await send(path, method).statusCode == .methodNotAllowed)
    }
  }

  @Test func `a body that is too large or does not tell its length is refused unread`() async throws
  {
    let path = "/api/photos/\(sample.ids[0])"
    let large = [HTTPHeader.contentLength: "\(Entrance.bodyLimit + 1)"]
    #expect(try await send(path, .POST, large).statusCode == .payloadTooLarge)
    let chunked = [HTTPHeader.transferEncoding: "chunked"]
    #expect(try await send(path, .POST, chunked).statusCode == .lengthRequired)
  }

  @Test(arguments: [
    "/image/sheet/..%2F..%2Fstore.json", "/image/sheet/.photoprep", "/image/stage/%2Fetc%2Fpasswd",
    "/image/sheet/../../../etc/passwd", "/image/other/smart-master-0123456789abcdef-01234567.jpg",
    "/image/sheet/smart-master-0123456789abcdef-01234567.jpg", "/../../etc/passwd",
    "/api/photos/..%2F..%2Fx", "/api/photos/0123456789abcdef-01234567",
  ])
  func `no path leads out of the store`(path: String) async throws {
    #expect(try await send(path).statusCode == .notFound)
  }

  @Test func `pictures come small, and may be kept by the browser alone`() async throws {
    let id = sample.ids[0]
    let response = try await send("/image/sheet/smart-large-\(id).jpg")
    #expect(response.statusCode == .ok)
    #expect(response.headers[.cacheControl]?.hasPrefix("private, ") == true)
    let bytes = try await response.bodyData
    #expect(bytes.starts(with: [0xFF, 0xD8]))
    let own = try StoreView(sample.store).card(id).record.preparation.renders.large.byteCount
    #expect(bytes.count < own)
  }

  @Test func `every answer forbids what the page does not need`() async throws {
    for path in ["/", "/app.js", "/api/photos", "/nothing"] {
      let headers = try await send(path).headers
      #expect(headers[HTTPHeader("X-Content-Type-Options")] == "nosniff")
      #expect(
        headers[HTTPHeader("Content-Security-Policy")]?.contains("default-src 'none'") == true)
      #expect(headers[HTTPHeader("Access-Control-Allow-Origin")] == nil)
    }
  }

  @Test func `a save is kept, and one that comes too late is told so`() async throws {
    let id = try #require(
      sample.ids.first { id in
        (try? StoreView(sample.store).card(id).name) == "boats.jpg"
      })
    let body =
      #"{"revision":0,"renders":{"small":{"rect":[0.1,0.2,0.45,0.6],"degrees":2,"turns":0}}}"#
    let saved = try await send("/api/photos/\(id)", .POST, body: body)
    #expect(saved.statusCode == .ok)
    #expect(try await object(saved)["revision"] as? Int == 1)
    let late = try await send("/api/photos/\(id)", .POST, body: body)
    #expect(late.statusCode == .conflict)
    let photo = try #require(try await object(late)["photo"] as? [String: Any])
    #expect(photo["revision"] as? Int == 1)
    let list = try await photos()
    #expect((list["photos"] as? [Any])?.count == 2)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"renders":{}}"#, #"{"revision":-1}"#,
    #"{"revision":0,"renders":{"huge":null}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0,0,1]}}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0.5,0,1,1]}}}"#,
    #"{"revision":0,"renders":{"small":{"rect":[0,0,1,1],"degrees":46}}}"#,
  ])
  func `an edit that makes no sense is refused`(body: String) async throws {
    let response = try await send("/api/photos/\(sample.ids[0])", .POST, body: body)
    #expect(response.statusCode == .badRequest, "\(body)")
  }

  @Test func `what changed after a number is all that is told`() async throws {
    let number = try #require(try await photos()["number"] as? Int)
    _ = try await send(
      "/api/photos/\(sample.ids[0])", .POST, body: #"{"revision":0,"accepted":true}"#)
    let changed = try #require(try await photos(since: number)["photos"] as? [[String: Any]])
    #expect(changed.compactMap { $0["id"] as? String } == ["\(sample.ids[0])"])
  }
}
