/// Lower-case hexadecimal digits, as names have them.
enum Hexadecimal {
  /// The number that at most 16 lower-case hexadecimal digits stand for; `nil` for anything else.
  static func number(_ digits: some Collection<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      guard let value = Self.value(digit) else { return nil }
      number = number << 4 | UInt64(value)
    }
    return number
  }

  /// The value of a lower-case hexadecimal digit; `nil` for anything else.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  /// The lower-case hexadecimal digits of a number, with zeros in front up to `count`.
  static func digits(of number: some FixedWidthInteger, count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { digits in
      var rest = number
      for place in digits.indices.prefix(count).reversed() {
        let value = UInt8(truncatingIfNeeded: rest & 0xF)
        digits[place] = value < 10 ? value + 0x30 : value + 0x57
        rest >>= 4
      }
      return count
    }
  }
}
