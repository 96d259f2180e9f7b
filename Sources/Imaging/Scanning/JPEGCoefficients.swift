/// Which of a JPEG's coefficients its scans have brought to full precision: ISO/IEC 10918-1, B.2.2,
/// B.2.3 and G.1.1.
struct JPEGCoefficients {
  /// How many low bits are still missing, by component and by place in the zigzag order.
  private var missing: [Int: [Int]] = [:]
  /// More bits than any coefficient has: none has come yet.
  private static let all = 16

  /// Notes which components a frame header names.
  mutating func expect(_ file: ByteView, frame: Int) {
    for index in 0..<(file.u8(at: frame + 9) ?? 0) {
      guard let component = file.u8(at: frame + 10 + 3 * index) else { return }
      missing[component] = [Int](repeating: Self.all, count: 64)
    }
  }

  /// Notes what a scan brings, as its header has it.
  mutating func add(_ file: ByteView, scan: Int) {
    let count = file.u8(at: scan + 4) ?? 0
    let end = scan + 5 + 2 * count
    guard let first = file.u8(at: end), let last = file.u8(at: end + 1),
      let bits = file.u8(at: end + 2), first <= last, last < 64
    else { return }
    for index in 0..<count {
      guard let component = file.u8(at: scan + 5 + 2 * index) else { return }
      for place in first...last { missing[component]?[place] = bits & 0xF }
    }
  }

  /// Whether every coefficient of every component has come whole.
  var areWhole: Bool { !missing.isEmpty && missing.values.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}
