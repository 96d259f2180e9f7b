import Foundation
import Testing

@testable import PhotoReview

@Suite("A connection of the reviewing server")
struct HTTPConnectionTests {
  @Test func `is closed once its client sends more than a megabyte after its end`() throws {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      try #require(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #else
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #endif
    defer { for end in ends { close(end) } }
    var connection = HTTPConnection(ends[0], from: .loopback)
    let piece = [UInt8](repeating: 0x78, count: 16_384)
    // A head above its limit is refused, which ends the connection.
    for _ in 0..<2 {
      try #require(write(ends[1], piece, piece.count) == piece.count)
      _ = try connection.receive()
    }
    try connection.write()
    guard case .ending = connection.phase else {
      Issue.record("The connection goes on.")
      return
    }
    for _ in 0...64 {
      try #require(write(ends[1], piece, piece.count) == piece.count)
      #expect(try connection.receive() == nil)
    }
    #expect(connection.isOverdue)
  }
}
