internal import Foundation
internal import HostPlatform
internal import SystemPackage

/// One connection of the server: its input, its output, and its deadline.
struct HTTPConnection {
  /// The event that the connection waits for.
  enum Phase {
    case reading
    case answering
    /// The client reading the answer.
    case writing(isLast: Bool)
    /// The client noticing the end.
    case ending
  }

  let descriptor: Int32
  private let client: IPv4Address
  private(set) var phase = Phase.reading
  private(set) var since: ContinuousClock.Instant = .now
  /// Whether a request on it had the session's key.
  var isOwners = false
  private var reader = HTTPRequestReader()
  private var output: [UInt8] = []
  private var written = 0
  /// How many bytes were discarded since the end.
  private var discarded = 0
  /// Called once the client has received a whole answer.
  private var onTaken: (@Sendable () -> Void)?

  init(_ descriptor: Int32, from client: IPv4Address) {
    (self.descriptor, self.client) = (descriptor, client)
  }

  /// How long each phase may take, the whole request or answer.
  private var patience: Duration {
    switch phase {
    case .reading: .seconds(20)
    case .answering: .seconds(60)
    // 100 kB/s is a weak wireless network.
    case .writing: .seconds(30 + output.count / 100_000)
    case .ending: .seconds(onTaken == nil ? 1 : 30)
    }
  }

  /// Whether the client took too long, or keeps sending after the end.
  var isOverdue: Bool { since + patience < .now || discarded > 1 << 20 }

  var events: Int16 {
    switch phase {
    case .reading, .ending: Int16(POLLIN)
    case .answering: 0
    case .writing: Int16(POLLOUT)
    }
  }

  private mutating func enter(_ phase: Phase) { (self.phase, since) = (phase, .now) }

  /// Reads the available bytes, and returns a complete request.
  mutating func receive() throws(Errno) -> HTTPRequest? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, [.wouldBlock, .interrupted].contains(Errno(rawValue: errno)) { return nil }
    if count == 0, case .ending = phase { onTaken?() }
    guard count > 0 else { throw .connectionReset }
    if case .ending = phase {
      discarded += count
      return nil
    }
    reader.take(buffer[..<count])
    return nextRequest()
  }

  /// Returns a complete request, possibly one received together with an earlier one; begins a refusal.
  mutating func nextRequest() -> HTTPRequest? {
    do {
      guard var request = try reader.next() else { return nil }
      request.client = client
      enter(.answering)
      return request
    } catch {
      send(error.response, isLast: true)
      return nil
    }
  }

  mutating func send(_ response: HTTPResponse, isLast: Bool) {
    let isLast = isLast || response.onTaken != nil
    (output, written, onTaken) = (response.bytes(isLast: isLast), 0, response.onTaken)
    enter(.writing(isLast: isLast))
  }

  /// Writes as many bytes as the client accepts.
  mutating func write() throws(Errno) {
    guard case .writing(let isLast) = phase else { return }
    let count = output.withUnsafeBytes { bytes in
      photoprep_send_quietly(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    }
    if count < 0, [.wouldBlock, .interrupted].contains(Errno(rawValue: errno)) { return }
    guard count > 0 else { throw .connectionReset }
    written += count
    guard written == output.count else { return }
    output = []
    if isLast {
      // The client may still be sending; closing without reading would lose the answer.
      shutdown(descriptor, Int32(SHUT_WR))
      enter(.ending)
    } else {
      enter(.reading)
    }
  }
}
