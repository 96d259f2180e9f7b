internal import Foundation
internal import Synchronization

/// The connections of a service, and which of them to end when there are too many.
final class ServiceConnections: Sendable {
  fileprivate struct Connection {
    let descriptor: Int32
    /// Whether a request is being answered.
    var isBusy = false
    /// Whether it was told to end.
    var isEnding = false
    /// Since when it is busy, or waits.
    var since: ContinuousClock.Instant = .now
  }

  fileprivate struct State {
    var connections: [Int: Connection] = [:]
    var lastNumber = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Takes a connection over, and returns its number; `nil` when all others are busy, and it is closed.
  func add(_ descriptor: Int32) -> Int? {
    let number: Int? = state.withLock { state -> Int? in
      if state.connections.values.count(where: { !$0.isEnding }) >= limit {
        let waiting = state.connections.filter { !$0.value.isBusy && !$0.value.isEnding }
        guard let oldest = waiting.min(by: { $0.value.since < $1.value.since })?.key else {
          return nil
        }
        state.end(oldest)
      }
      state.lastNumber += 1
      state.connections[state.lastNumber] = Connection(descriptor: descriptor)
      return state.lastNumber
    }
    if number == nil { close(descriptor) }
    return number
  }

  /// Notes that a connection begins to be answered, or waits again.
  func note(_ number: Int, isBusy: Bool) {
    state.withLock { state in
      state.connections[number]?.isBusy = isBusy
      state.connections[number]?.since = .now
    }
  }

  /// Closes a connection that is over.
  func remove(_ number: Int) {
    state.withLock { state in
      // Under the lock, so that nobody ends another one that has got the same descriptor.
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
  /// Wakes the thread that waits for a connection's client; it finds the end of it.
  fileprivate mutating func end(_ number: Int) {
    guard let descriptor = connections[number]?.descriptor else { return }
    connections[number]?.isEnding = true
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
