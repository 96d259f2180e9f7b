import Testing

@testable import Workers

@Suite("Messages")
struct MessageTests {
  @Test func `lengths are read as they were sent`() throws {
    let message = Message([[1, 2, 3], [], Array(repeating: 7, count: 70_000)])
    let envelope = message.envelope
    let count = try #require(Message.partCount(inHead: Array(envelope.prefix(Message.headCount))))
    #expect(count == 3)
    let lengths = Message.lengths(Array(envelope.dropFirst(Message.headCount)), limit: 70_003)
    #expect(lengths == [3, 0, 70_000])
  }

  @Test func `more bytes than the limit are refused before any are read`() {
    let envelope = Message([[1, 2, 3], [4]]).envelope.dropFirst(Message.headCount)
    #expect(Message.lengths(Array(envelope), limit: 4) == [3, 1])
    #expect(Message.lengths(Array(envelope), limit: 3) == nil)
    let huge = [UInt8](repeating: 0xFF, count: 16)
    #expect(Message.lengths(huge, limit: .max) == nil)
  }

  @Test(arguments: [
    Array("PPW1".utf8) + [0, 0, 0, 0], Array("PPW1".utf8) + [1, 4, 0, 0],
    Array("PPW2".utf8) + [1, 0, 0, 0], Array("PPW1".utf8), [],
  ])
  func `malformed heads are refused`(head: [UInt8]) {
    #expect(Message.partCount(inHead: head) == nil)
  }
}
