/// Numbers on a channel, each with all of its bits, little-endian; JSON has no -0 that stays one.
struct PackedNumbers {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ numbers: some Sequence<Double>) {
    for number in numbers {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
    }
  }
}

/// Takes numbers that another process has written, one after the other.
struct NumberReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether nothing is left.
  var isAtEnd: Bool { rest.isEmpty }

  /// Takes the next numbers; `nil` when there are not so many, or one is beyond the bounds or none.
  mutating func next(_ count: Int, in bounds: ClosedRange<Double>) -> [Double]? {
    guard count >= 0, count <= rest.count / 8 else { return nil }
    let numbers = rest.prefix(8 * count).withUnsafeBytes { bytes in
      (0..<count).map {
        Double(
          bitPattern: UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
      }
    }
    rest = rest.dropFirst(8 * count)
    // Not a number is in no range.
    return numbers.allSatisfy(bounds.contains) ? numbers : nil
  }

  /// Takes the next number.
  mutating func next(in bounds: ClosedRange<Double>) -> Double? { next(1, in: bounds)?.first }
}
