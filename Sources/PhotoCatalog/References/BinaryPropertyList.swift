/// The form of a binary property list, as far as its kinds of values need it: Apple's CFBinaryPList.c, version 00.
struct BinaryPropertyList {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether it holds sets or the references of archives, which preferences do not have and at which Foundation
  /// for Linux reads from address 0.
  ///
  /// False for what is no such list, or is none that Foundation would read.
  var holdsOddValues: Bool {
    guard bytes.starts(with: "bplist".utf8), bytes.count >= 40 else { return false }
    let end = bytes.count - 32
    let width = Int(bytes[end + 6])
    guard (1...8).contains(width), let count = number(at: end + 8, width: 8),
      let table = number(at: end + 24, width: 8), table <= end, count <= (end - table) / width
    else { return false }
    return (0..<count).contains { index in
      guard let place = number(at: table + index * width, width: width), place < end else {
        return false
      }
      return Self.oddKinds.contains(bytes[place] >> 4)
    }
  }

  /// References of archives, ordered sets and sets.
  private static let oddKinds: [UInt8] = [0x8, 0xB, 0xC]

  private func number(at place: Int, width: Int) -> Int? {
    Int(exactly: bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
