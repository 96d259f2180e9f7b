import Foundation
import PhotoPipeline
import PhotoGeometry
import Testing

@testable import PhotoReview

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server on a thread of its own.
private final class RunningServer: Sendable {
  let sample: ReviewSample
  let interruption = Interruption()
  private let address = Locked("")
  private let ended = DispatchSemaphore(value: 0)

  init() throws {
    sample = try ReviewSample()
    let server = try ReviewServer(ReviewRequest(store: sample.store), interruption: interruption)
    let ready = DispatchSemaphore(value: 0)
    Thread { [self] in
      try? server.run { address, _ in
        self.address.withLock { $0 = address }
        ready.signal()
      }
      ended.signal()
    }.start()
    try #require(ready.wait(timeout: .now() + 60) == .success)
  }

  /// The query of the printed address.
  var query: Substring { address.withLock(\.self).split(separator: "?")[1] }

  var port: UInt16 {
    UInt16(address.withLock(\.self).split(separator: ":")[2].prefix { $0 != "/" }) ?? 0
  }

  /// Ends the server, and returns whether it ended although connections are open.
  func stop() -> Bool {
    interruption.request()
    return ended.wait(timeout: .now() + Client.patience) == .success
  }
}

/// A client that sends any bytes.
final class Client {
  /// How long an answer may take, in seconds: less than the 20 that a server which waits for another client gives that
  /// one, and enough for a machine that is busy with other tests.
  static let patience = 15.0

  private let descriptor: Int32

  init(_ port: UInt16) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    var patience = timeval(tv_sec: Int(Self.patience), tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends as much as the server takes.
  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Returns what the server sends until it ends the connection, or until a text has come.
  func receive(until end: String? = nil) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite("The reviewing server and misbehaving clients", .serialized)
struct ReviewSocketTests {
  private let server: RunningServer

  init() throws { server = try RunningServer() }

  private var host: String { "Host: 127.0.0.1:\(server.port)" }

  /// Whether a client that behaves gets the page.
  private func answersOthers() throws -> Bool {
    let client = try Client(server.port)
    client.send("GET / HTTP/1.1\r\n\(host)\r\n\r\n")
    let answer = client.receive(until: "</html>")
    return answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("</html>")
  }

  /// A request, and the status it is refused with.
  struct Attack: Sendable {
    let request: String
    let status: Int
    var testDescription: String { "\(request.prefix(40).debugDescription), \(status)" }

    init(_ status: Int, _ request: String) { (self.status, self.request) = (status, request) }
  }

  static let attacks = [
    Attack(431, "GET /\(String(repeating: "x", count: 300_000)) HTTP/1.1\r\n"),
    Attack(431, "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 300_000))"),
    Attack(431, "GET / HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 50_000))"),
    Attack(431, "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 16_384))\r\n\r\n"),
    Attack(413, "POST / HTTP/1.1\r\nHost: photos.example\r\nContent-Length: 1048576\r\n\r\n"),
    Attack(413, "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"),
    Attack(411, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
    Attack(400, "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
    Attack(400, "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
    Attack(400, "GET / HTTP/1.0\r\n\r\n"), Attack(400, "GET /\r\n\r\n"),
    Attack(400, "\r\n\r\n"), Attack(400, "GET http://127.0.0.1/ HTTP/1.1\r\n\r\n"),
    Attack(400, "GET / HTTP/1.1\r\n folded\r\n\r\n"),
    Attack(400, "GET / HTTP/1.1\r\nHost : x\r\n\r\n"),
    Attack(400, "GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n"),
  ]

  @Test func `a request that breaks a limit or a rule is refused and its connection closed`() throws
  {
    for attack in Self.attacks {
      let client = try Client(server.port)
      client.send(attack.request)
      let answer = client.receive()
      #expect(answer.hasPrefix("HTTP/1.1 \(attack.status) "), "\(attack.testDescription)")
      #expect(answer.contains("\r\nConnection: close\r\n"), "\(attack.testDescription)")
      #expect(try answersOthers())
    }
    #expect(server.stop())
  }

  @Test func `hundreds of idle or slow connections do not delay others`()
    throws
  {
    var clients: [Client] = []
    for number in 0..<400 {
      let client = try Client(server.port)
      if number % 2 == 0 { client.send("GET / HTTP/1.1\r\n\(host)\r\nX-Slow: ") }
      clients.append(client)
      if number % 100 == 99 { #expect(try answersOthers()) }
    }
    for client in clients.suffix(100) { client.send("more") }
    #expect(try answersOthers())
    #expect(server.stop())
  }

  @Test func `bodies that never end do not delay other connections`() throws {
    let clients = try (0..<50).map { _ in try Client(server.port) }
    for path in ["/", "/app.js", "/api/photos", "/image/sheet/x", "/api/photos/x"] {
      for client in clients {
        client.send("POST \(path) HTTP/1.1\r\n\(host)\r\nContent-Length: 60000\r\n\r\nshort")
      }
      #expect(try answersOthers())
    }
    #expect(server.stop())
  }

  @Test
  func `clients that never read answers do not keep others out, nor the owner`()
    throws
  {
    let owner = try Client(server.port)
    owner.send("GET /?\(server.query) HTTP/1.1\r\n\(host)\r\n\r\n")
    #expect(owner.receive(until: "</html>").contains("session"))
    // More than there are places, none of which ever takes an answer.
    var clients: [Client] = []
    for _ in 0..<(HTTPServer.connectionLimit + 44) {
      let client = try Client(server.port)
      client.send(String(repeating: "GET /app.js HTTP/1.1\r\n\(host)\r\n\r\n", count: 200))
      clients.append(client)
    }
    for _ in 0..<20 { #expect(try answersOthers()) }
    owner.send("GET / HTTP/1.1\r\n\(host)\r\n\r\n")
    #expect(owner.receive(until: "</html>").hasPrefix("HTTP/1.1 200 "))
    #expect(clients.count > HTTPServer.connectionLimit)
    #expect(server.stop())
  }

  @Test func `a connection serves several requests, even if they arrive in one piece`() throws {
    let client = try Client(server.port)
    let request = "GET /none HTTP/1.1\r\n\(host)\r\n\r\n"
    client.send(request + request)
    client.send("GET / HTTP/1.1\r\n\(host)\r\n\r\n")
    let answers = client.receive(until: "</html>")
    #expect(answers.components(separatedBy: "HTTP/1.1 401 ").count == 3)
    #expect(server.stop())
  }
}
