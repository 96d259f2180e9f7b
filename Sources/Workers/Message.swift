/// A message between a worker and its owner: several runs of bytes.
///
/// On the channel: the mark `PPW1`, the number of runs as 4 bytes, the length of each as 8 bytes, all
/// little-endian, then the runs themselves.
package struct Message: Sendable {
  /// The most runs of a message; our choice: four pictures for each of twice the existing devices.
  static let mostParts = 256
  /// The bytes before the lengths.
  static let headCount = 8

  /// The runs of bytes.
  package let parts: [[UInt8]]

  /// Makes a message of 1 to 256 runs.
  package init(_ parts: [[UInt8]]) {
    precondition(
      (1...Self.mostParts).contains(parts.count), "\(parts.count) parts are not a message.")
    self.parts = parts
  }

  /// The bytes before the runs.
  var envelope: [UInt8] {
    let counts = parts.flatMap { Self.littleEndian(UInt64($0.count)) }
    return Self.mark + Self.littleEndian(UInt32(parts.count)) + counts
  }

  private static let mark = Array("PPW1".utf8)

  private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the number of runs from the head of an envelope; `nil` for other bytes.
  static func partCount(inHead head: [UInt8]) -> Int? {
    guard head.count == headCount, head.starts(with: mark) else { return nil }
    let count = number(head.dropFirst(mark.count))
    return (1...UInt64(mostParts)).contains(count) ? Int(count) : nil
  }

  /// Reads the lengths of the runs; `nil` when they add up to more than the limit.
  static func lengths(_ bytes: [UInt8], limit: Int) -> [Int]? {
    var rest = UInt64(limit)
    var lengths: [Int] = []
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let length = number(bytes[start..<start + 8])
      guard length <= rest else { return nil }
      rest -= length
      lengths.append(Int(length))
    }
    return lengths
  }
}
