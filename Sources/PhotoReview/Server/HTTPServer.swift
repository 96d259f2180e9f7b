internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline
internal import HostPlatform
internal import SystemPackage

/// A server of HTTP/1.1 at one address of this machine that no client can block for others (decision 0703).
///
/// One thread reads and writes; it never waits for a client. Every request and every connection has limits of size and
/// time. With too many connections, the one that has waited longest for its client, to ask or to receive an answer, is
/// closed; those of the session's owner last of all.
final class HTTPServer {
  /// The most connections at once; a browser has six.
  static let connectionLimit = 256

  let port: UInt16
  private let listener: Int32
  private let finished = Finished()
  /// The threads that answer, fewer than the system's limit: one may wait for a picture that another decodes.
  private let answering = OperationQueue()
  private var isOwners: (HTTPRequest) -> Bool = { _ in false }
  private var connections: [Int: HTTPConnection] = [:]
  private var lastNumber = 0

  /// Listens at an address on a port; 0 for a free one.
  init(at address: IPv4Address, port: UInt16) throws {
    answering.qualityOfService = .userInitiated
    answering.maxConcurrentOperationCount = 32
    do {
      listener = try Self.listen(at: address, port)
      self.port = try Self.port(of: listener)
    } catch {
      throw PhotoprepError(
        .portUnavailable, path: "\(address):\(port)",
        message: "The port cannot be listened on: \(error.description).",
        remedy: "Name another with --port, or leave it out.")
    }
  }

  deinit {
    for connection in connections.values { close(connection.descriptor) }
    close(listener)
  }

  /// Answers requests, several at a time, until the end, which is asked for twenty times a second.
  ///
  /// Requests in progress then get 0.7 s more. The connection of a request with the session's key is closed last.
  func run(
    until isOver: () -> Bool, isOwners: @escaping (HTTPRequest) -> Bool,
    answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.isOwners = isOwners
    while !isOver() { turn(answer, isAccepting: true) }
    let end = ContinuousClock.now + .milliseconds(700)
    while connections.values.contains(where: \.isBusy), .now < end {
      turn(answer, isAccepting: false)
    }
  }

  /// Waits for events, at most a twentieth of a second, and handles them.
  private func turn(
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse, isAccepting: Bool
  ) {
    let numbers = Array(connections.keys)
    var polled = numbers.compactMap { connections[$0] }.map {
      pollfd(fd: $0.descriptor, events: $0.events, revents: 0)
    }
    polled.append(pollfd(fd: finished.signal, events: Int16(POLLIN), revents: 0))
    // If no connection can be closed, a new client waits in the system's queue.
    let canAccept = isAccepting && (connections.count < Self.connectionLimit || nextToClose != nil)
    polled.append(pollfd(fd: canAccept ? listener : -1, events: Int16(POLLIN), revents: 0))
    _ = poll(&polled, nfds_t(polled.count), 50)
    for (number, result) in zip(numbers, polled) where result.revents != 0 { serve(number, answer) }
    for (number, response) in finished.take() {
      connections[number]?.send(response, isLast: false)
      serve(number, answer)
    }
    for (number, connection) in connections where connection.isOverdue { end(number) }
    if polled.last?.revents != 0 { accept() }
  }

  private func serve(
    _ number: Int, _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    guard var connection = connections.removeValue(forKey: number) else { return }
    do throws(Errno) {
      var request: HTTPRequest?
      switch connection.phase {
      case .reading, .ending: request = try connection.receive()
      case .writing:
        try connection.write()
        if case .reading = connection.phase { request = connection.nextRequest() }
      case .answering: throw .connectionReset
      }
      if let request, isOwners(request) { connection.isOwners = true }
      connections[number] = connection
      if let request {
        answering.addOperation { [finished] in finished.put(answer(request), for: number) }
      }
    } catch { close(connection.descriptor) }
  }

  private func end(_ number: Int) {
    if let connection = connections.removeValue(forKey: number) { close(connection.descriptor) }
  }

  /// The connection to close when another needs its place: of those that wait for their clients, to ask or to receive
  /// an answer, the one that has waited longest; one with the session's key only if all have it.
  private var nextToClose: Int? {
    let strangers = connections.filter { !$0.value.isOwners }
    let waiting = (strangers.isEmpty ? connections : strangers).filter { !$0.value.isAnswering }
    return waiting.min { $0.value.since < $1.value.since }?.key
  }

  private func accept() {
    if connections.count >= Self.connectionLimit {
      guard let next = nextToClose else { return }
      end(next)
    }
    let (descriptor, client) = sockaddr_in.filled { Foundation.accept(listener, $0, $1) }
    guard descriptor >= 0 else { return }
    photoprep_prepare_socket(descriptor)
    lastNumber += 1
    let address = IPv4Address(bits: UInt32(bigEndian: client.sin_addr.s_addr))
    connections[lastNumber] = HTTPConnection(descriptor, from: address)
  }
}

extension HTTPConnection {
  fileprivate var isAnswering: Bool { if case .answering = phase { true } else { false } }

  /// Whether the client waits for an answer of the server.
  fileprivate var isBusy: Bool {
    switch phase {
    case .answering, .writing: true
    case .reading, .ending: false
    }
  }
}

extension HTTPServer {
  private static func listen(at address: IPv4Address, _ port: UInt16) throws(Errno) -> Int32 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = address.bits.bigEndian
    return try StreamSocket.listening(at: place, of: AF_INET) { descriptor in
      photoprep_prepare_socket(descriptor)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    }
  }

  private static func port(of descriptor: Int32) throws(Errno) -> UInt16 {
    let (result, address) = sockaddr_in.filled { getsockname(descriptor, $0, $1) }
    guard result == 0 else { throw Errno(rawValue: errno) }
    return UInt16(bigEndian: address.sin_port)
  }
}

extension sockaddr_in {
  /// The address that a call fills in, and the call's result.
  fileprivate static func filled(
    by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (result: Int32, address: sockaddr_in) {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    return (result, address)
  }
}

/// The answers that are ready to be written, with a pipe as a signal.
private final class Finished: Sendable {
  private let answers = Locked<[(Int, HTTPResponse)]>([])
  /// Readable while there are answers.
  let signal: Int32
  private let input: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (signal, input) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(signal)
    close(input)
  }

  func put(_ response: HTTPResponse, for number: Int) {
    answers.withLock { $0.append((number, response)) }
    var byte: UInt8 = 1
    _ = Foundation.write(input, &byte, 1)
  }

  func take() -> [(Int, HTTPResponse)] {
    var bytes = [UInt8](repeating: 0, count: 256)
    _ = read(signal, &bytes, bytes.count)
    return answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
