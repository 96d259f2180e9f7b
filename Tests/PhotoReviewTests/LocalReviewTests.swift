import Foundation
import PhotoPipeline
import PhotoGeometry
import Testing

@testable import PhotoReview

@Suite("Access on the local network")
struct LocalReviewTests {
  static let address = IPv4Address(bits: 0xC0A8_0114)
  static let own = "192.168.1.20:4711"
  /// Made once: nothing but the acceptance of a photo changes in it.
  private static let shared = Result { try ReviewSample() }
  let sample: ReviewSample
  let entrance = Entrance(at: LocalReviewTests.address)
  let routes: ReviewRoutes
  private let events = Locked<[PairingEvent]>([])

  init() throws {
    sample = try Self.shared.get()
    routes = ReviewRoutes(try StoreView(sample.store), entrance) { [events] event in
      events.withLock { $0.append(event) }
    }
    #expect(entrance.open(on: 4711) == "http://\(Self.own)/")
  }

  private func send(
    _ path: String, _ method: String = "GET", _ headers: [String: String] = [:], body: String = "",
    query: [String: String] = [:]
  ) async -> HTTPResponse {
    var own = ["host": Self.own]
    if method == "POST" {
      own["origin"] = "http://\(Self.own)"
      own["content-type"] = "application/json"
    }
    var request = HTTPRequest(
      method: method, path: path.split(separator: "/").map(String.init), query: query,
      headers: own.merging(headers) { $1 }, body: Data(body.utf8))
    request.client = IPv4Address(bits: 0xC0A8_011F)
    return routes.answer(request)
  }

  private func pair(_ code: String, _ headers: [String: String] = [:]) async -> HTTPResponse {
    await send("/api/pair", "POST", headers, body: #"{"code":"\#(code)"}"#)
  }

  private var code: String { entrance.pairing?.code ?? "" }

  @Test func `the code gives the key to the store, once`() async throws {
    #expect(await send("/").text.contains(#"{"pairing":"open"}"#))
    let header = ["authorization": "Bearer \(try await pair(code).session)"]
    #expect(await send("/api/photos", "GET", header).status == 200)
    let edit = #"{"revision":0,"accepted":true}"#
    #expect(await send("/api/photos/\(sample.ids[0])", "POST", header, body: edit).status == 200)
    let second = await pair(code)
    #expect(second.status == 403 && second.text.contains("pairing-used"))
    #expect(await send("/").text.contains(#"{"pairing":"used"}"#))
    #expect(events.withLock(\.self) == [.paired(from: IPv4Address(bits: 0xC0A8_011F))])
  }

  @Test func `nothing about the store is told without the key, whatever is sent`() async throws {
    let picture = "/image/sheet/smart-large-\(sample.ids[0]).jpg"
    let paths = [
      "/api/photos", "/api/albums", "/api/packaged", "/api/designs", "/api/photos/\(sample.ids[0])",
      "/api/photos/\(sample.ids[0])/map", picture,
    ]
    for path in paths {
      for given in ["", "Bearer ", "Bearer \(code)", "Bearer \(String(repeating: "0", count: 64))"]
      {
        #expect(await send(path, "GET", ["authorization": given]).status == 401, "\(path)")
        #expect(await send(path, "POST", ["authorization": given], body: "{}").status == 401)
      }
    }
    #expect(await send(picture, query: ["key": code]).status == 401)
    for path in ["/", "/app.js", "/app.css"] {
      let answer = await send(path)
      #expect(answer.status == 200)
      #expect(!answer.text.contains(sample.store.string) && !answer.text.contains(code))
    }
  }

  @Test func `no token opens the store`() async {
    for token in [code, "", String(repeating: "0", count: 64)] {
      let page = await send("/", query: ["token": token])
      #expect(!page.text.contains("session"))
    }
    #expect(!entrance.isOwners(HTTPRequest(query: ["token": code])))
  }

  @Test(arguments: [
    "127.0.0.1:4711", "localhost:4711", "192.168.1.20", "192.168.1.20:80", "192.168.1.21:4711",
    "photos.example:4711", "192.168.1.20.example:4711", "0xC0A80114:4711", "3232235796:4711", "",
  ])
  func `a host name other than the address itself is refused`(host: String) async {
    #expect(await send("/", "GET", ["host": host]).status == 421)
    #expect(await pair(code, ["host": host, "origin": "http://\(host)"]).status == 421)
    #expect(entrance.pairing?.state == .open)
  }

  @Test(arguments: [
    "http://photos.example", "null", "https://192.168.1.20:4711", "http://192.168.1.20",
    "http://127.0.0.1:4711",
  ])
  func `a code that another page sends is not checked`(origin: String) async {
    for guess in PairingTests.wrong(code) {
      #expect(await pair(guess, ["origin": origin]).status == 403)
    }
    #expect(await pair(code, ["content-type": "text/plain"]).status == 415)
    #expect(entrance.pairing?.state == .open && events.withLock(\.isEmpty))
  }

  @Test
  func `wrong guesses are reported to the owner and end the pairing, even for the right code`()
    async
  {
    for guess in PairingTests.wrong(code) {
      #expect(await pair(guess).status == 403)
    }
    let late = await pair(code)
    #expect(late.status == 403 && late.text.contains("pairing-closed"))
    #expect(await send("/").text.contains(#"{"pairing":"closed"}"#))
    let lefts = events.withLock(\.self).map { event in
      if case .wrong(IPv4Address(bits: 0xC0A8_011F), let left) = event { left } else { -1 }
    }
    #expect(lefts == [4, 3, 2, 1, 0])
  }

  @Test(arguments: ["", "{}", "[]", #"{"code":12345678}"#, #"{"code":null}"#, "{"])
  func `a malformed code does not count as a try`(body: String) async throws {
    for _ in 0..<10 { #expect(await send("/api/pair", "POST", body: body).status == 400) }
    #expect(await pair("1234").status == 422)
    _ = try await pair(code).session
  }

  @Test func `a session of this machine alone has no code`() async throws {
    let alone = Entrance()
    let routes = ReviewRoutes(try StoreView(sample.store), alone)
    #expect(alone.pairing == nil && alone.open(on: 4711).hasPrefix("http://127.0.0.1:4711/?token="))
    let headers = [
      "host": "127.0.0.1:4711", "origin": "http://127.0.0.1:4711",
      "content-type": "application/json",
    ]
    let body = Data(#"{"code":"00000000"}"#.utf8)
    let answer = routes.answer(
      HTTPRequest(method: "POST", path: ["api", "pair"], headers: headers, body: body))
    #expect(answer.status == 401)
  }
}
