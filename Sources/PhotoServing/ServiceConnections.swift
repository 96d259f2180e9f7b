internal import Foundation
internal import PhotoGeometry

/// The connections of a service; it decides which one to end when there are too many.
final class ServiceConnections: Sendable {
  fileprivate struct Connection {
    let descriptor: Int32
    /// Whether a request is being answered.
    var isBusy = false
    var isEnding = false
    /// How many requests were answered.
    var answers = 0
    /// The time since which it is busy, or waits.
    var since: ContinuousClock.Instant = .now
  }

  fileprivate struct State {
    var connections: [Int: Connection] = [:]
    var lastNumber = 0
    var isPlaceWanted = false
  }

  /// How long a client may be silent before another gets its place; our choice: enough for a client that has just
  /// connected to send a request.
  private static let grace = Duration.seconds(1)

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  /// Finds a place for one more connection; if there is none now, the next free place is reserved for it.
  func makePlace(at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { state in
      state.isPlaceWanted = false
      let present = state.connections.filter { !$0.value.isEnding }
      if present.count < limit { return true }
      let silent = present.filter { !$0.value.isBusy && $0.value.since + Self.grace <= now }
      if let oldest = silent.min(by: { $0.value.since < $1.value.since })?.key {
        state.end(oldest)
        return true
      }
      state.isPlaceWanted = true
      return false
    }
  }

  /// Takes ownership of a connection, and returns its number.
  func add(_ descriptor: Int32) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.connections[state.lastNumber] = Connection(descriptor: descriptor)
      return state.lastNumber
    }
  }

  /// Notes that a connection's request is being answered, or that it waits again.
  func note(_ number: Int, isBusy: Bool) {
    state.withLock { state in
      state.connections[number]?.isBusy = isBusy
      state.connections[number]?.since = .now
    }
  }

  /// Counts an answer that was sent to its client; returns whether the connection keeps its place.
  ///
  /// If another waits for one, the connection with the most answers gives up its own.
  func keepsPlace(_ number: Int) -> Bool {
    state.withLock { state in
      guard let own = state.connections[number]?.answers else { return true }
      state.connections[number]?.answers = own + 1
      let others = state.connections.filter { $0.key != number && !$0.value.isEnding }
      guard state.isPlaceWanted, others.values.allSatisfy({ $0.answers <= own + 1 }) else {
        return true
      }
      state.isPlaceWanted = false
      state.connections[number]?.isEnding = true
      return false
    }
  }

  /// Closes a connection that has ended.
  func remove(_ number: Int) {
    state.withLock { state in
      // Under the lock, so that no other connection with the same descriptor is closed.
      if let connection = state.connections.removeValue(forKey: number) {
        close(connection.descriptor)
      }
    }
  }

  /// Ends every connection that waits.
  func endIdle() {
    state.withLock { state in
      for (number, connection) in state.connections where !connection.isBusy { state.end(number) }
    }
  }

  /// Whether any request is being answered.
  var areBusy: Bool { state.withLock { $0.connections.values.contains(where: \.isBusy) } }
}

extension ServiceConnections.State {
  /// Wakes the thread that waits for a connection's client; it then reads the end of the connection.
  fileprivate mutating func end(_ number: Int) {
    guard let descriptor = connections[number]?.descriptor else { return }
    connections[number]?.isEnding = true
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
