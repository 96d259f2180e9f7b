import Foundation
import PhotoPipeline
import PhotoGeometry
import Testing

@testable import PhotoReview

/// An offer at this machine's own address, on a thread of its own, and what was fetched of it.
private final class RunningOffer: Sendable {
  let interruption = Interruption()
  private let address = Locked("")
  private let fetched = Locked<[String]>([])
  private let outcome = Locked<Bool?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  init(_ packages: [PackageOffer.Package]) throws {
    let offer = PackageOffer(packages, at: .loopback)
    let ready = DispatchSemaphore(value: 0)
    Thread { [self] in
      let isFetched = try? offer.run(until: interruption) { fetch in
        self.fetched.withLock { $0.append("\(fetch.name), \(fetch.left) left") }
      } _: { address in
        self.address.withLock { $0 = address }
        ready.signal()
      }
      outcome.withLock { $0 = isFetched }
      ended.signal()
    }.start()
    try #require(ready.wait(timeout: .now() + 60) == .success)
  }

  var port: UInt16 { UInt16(parts[2].prefix { $0 != "/" }) ?? 0 }
  private var parts: [Substring] { address.withLock(\.self).split(separator: ":") }

  /// Asks for a path below the offer's own address.
  func ask(_ path: String, _ client: Client) {
    let key = parts[2].split(separator: "/")[1]
    client.send("GET /\(key)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
  }

  /// Waits for the end; whether all was fetched, and what.
  func end() throws -> (isFetched: Bool?, fetched: [String]) {
    try #require(ended.wait(timeout: .now() + Client.patience) == .success)
    return (outcome.withLock(\.self), fetched.withLock(\.self))
  }
}

@Suite("Packages for a phone")
struct PackageOfferTests {
  private static let package = PackageOffer.Package(name: "best.wwdesign", bytes: Data("{}".utf8))
  /// More than the buffers of both ends hold.
  private static let large = PackageOffer.Package(
    name: "large.wwdesign", bytes: Data(repeating: 65, count: 40_000_000))

  private let offer = PackageOffer(
    [Self.package, .init(name: "größer \"2\".wwdesign", bytes: Data("[]".utf8))],
    at: IPv4Address(bits: 0xC0A8_0114))
  private let key: String

  init() throws {
    let address = offer.open(on: 4711)
    #expect(address.contains(/^http:\/\/192\.168\.1\.20:4711\/[0-9a-f]{32}$/))
    key = String(try #require(address.split(separator: "/").last))
  }

  private func get(
    _ path: [String], _ headers: [String: String] = [:], method: String = "GET"
  ) -> HTTPResponse {
    let own = ["host": "192.168.1.20:4711"].merging(headers) { $1 }
    return offer.answer(HTTPRequest(method: method, path: path, headers: own)) { _ in }
  }

  @Test func `the page names each package, and opening it does not count as a fetch`() {
    for _ in 0..<20 {
      let page = get([key]).text
      #expect(page.contains("href=\"/\(key)/0\">Download best.wwdesign</a>"))
      #expect(page.contains("Download größer &quot;2&quot;.wwdesign</a>"))
    }
    #expect(get([key, "0"]).status == 200 && !offer.isOver())
  }

  @Test func `a package comes as a file of its name`() {
    let first = get([key, "0"])
    #expect(first.body == Self.package.bytes)
    #expect(first.header("Content-Type") == "application/octet-stream")
    #expect(first.header("Content-Disposition") == "attachment; filename*=UTF-8''best.wwdesign")
    #expect(
      get([key, "1"]).header("Content-Disposition")
        == "attachment; filename*=UTF-8''gr%C3%B6%C3%9Fer%20%222%22.wwdesign")
  }

  @Test func `requests without the key or under another host name are refused`() {
    let others = [[], ["0"], ["app.js"], ["api", "photos"], [String(key.dropLast())], [key + "0"]]
    for path in others + [[key, "2"], [key, "-1"], [key, "x"], [key, "0", "0"]] {
      #expect(get(path).status == 404, "\(path)")
    }
    let own = "http://192.168.1.20:4711"
    for host in ["127.0.0.1:4711", "photos.example:4711", "192.168.1.20"] {
      #expect(get([key, "0"], ["host": host]).status == 421)
    }
    #expect(get([key, "0"], ["origin": "http://photos.example"]).status == 403)
    #expect(get([key, "0"], ["origin": own], method: "DELETE").status == 405)
  }

  @Test func `a package can be fetched at most three times, and not again after it arrived whole`()
  {
    for _ in 0..<3 { #expect(get([key, "0"]).status == 200) }
    #expect(get([key, "0"]).status == 404)
    get([key, "1"]).onTaken?()
    #expect(get([key, "1"]).status == 404 && !offer.isOver())
  }

  @Test func `the offer ends when all packages are fetched, or after ten minutes`() {
    #expect(!offer.isOver(at: .now + .seconds(590)) && offer.isOver(at: .now + .seconds(601)))
    for index in ["0", "1"] { get([key, index]).onTaken?() }
    #expect(offer.isOver())
  }

  @Test func `the offer ends when a client has received every package whole`() throws {
    let running = try RunningOffer([Self.large, Self.package])
    for index in [0, 1] {
      let client = try Client(running.port)
      running.ask("/\(index)", client)
      let answer = client.receive(until: index == 0 ? "AAAA" : "{}")
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("\r\nConnection: close\r\n"))
      _ = client.receive()
    }
    let (isFetched, fetched) = try running.end()
    #expect(isFetched == true)
    #expect(fetched == ["large.wwdesign, 1 left", "best.wwdesign, 0 left"])
  }

  @Test func `a fetch that breaks off does not count as one`() throws {
    let running = try RunningOffer([Self.large])
    do {
      let client = try Client(running.port)
      running.ask("/0", client)
      #expect(client.receive(until: "AAAA").hasPrefix("HTTP/1.1 200 "))
    }
    let client = try Client(running.port)
    running.ask("", client)
    #expect(client.receive(until: "</html>").contains("large.wwdesign"))
    running.interruption.request()
    #expect(try running.end() == (false, []))
  }
}
