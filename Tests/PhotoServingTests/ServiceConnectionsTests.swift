import Foundation
import Testing

@testable import PhotoServing

@Suite("Places of a service's clients")
struct ServiceConnectionsTests {
  private let connections = ServiceConnections(limit: 3)
  /// A time at which every silent client has been silent for long.
  private let later = ContinuousClock.now + .seconds(60)

  /// Adds a client, and returns its number and its own end.
  private func add() throws -> (number: Int, end: FileHandle) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #else
      try #require(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #endif
    return (connections.add(ends[0]), FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
  }

  /// Answers a client once, and returns whether it keeps its place.
  private func answer(_ number: Int) -> Bool {
    connections.note(number, isBusy: true)
    connections.note(number, isBusy: false)
    return connections.keepsPlace(number)
  }

  @Test func `when all places are taken, the clients idle for the longest make room first`()
    throws
  {
    let clients = try (0..<3).map { _ in try add() }
    #expect(answer(clients[0].number))
    #expect(connections.makePlace(at: later))
    #expect(try clients[1].end.readToEnd() ?? Data() == Data())
    #expect(connections.makePlace(at: later))
    #expect(clients.allSatisfy { connections.keepsPlace($0.number) })
  }

  @Test func `a new client is not closed before it sends a request`() throws {
    let clients = try (0..<3).map { _ in try add() }
    #expect(!connections.makePlace(at: .now - .seconds(1)))
    #expect(connections.makePlace(at: later) && clients.count == 3)
  }

  @Test
  func `when all clients are busy, the one with the most answers gives up its place`()
    throws
  {
    let clients = try (0..<3).map { _ in try add() }
    #expect(answer(clients[0].number) && answer(clients[0].number) && answer(clients[1].number))
    for client in clients { connections.note(client.number, isBusy: true) }
    #expect(!connections.makePlace(at: later))
    #expect(connections.keepsPlace(clients[2].number))
    #expect(!connections.keepsPlace(clients[0].number))
    #expect(connections.makePlace(at: later))
    // No client waits any more.
    #expect(connections.keepsPlace(clients[1].number))
  }
}
