/// Lower-case hexadecimal digits, as in names.
package enum Hexadecimal {
  /// The number of exactly as many lower-case digits as it has; `nil` for anything else.
  static func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ digits: some Collection<UInt8>
  ) -> Number? {
    guard digits.count == count(Number.self) else { return nil }
    var number: Number = 0
    for digit in digits {
      guard let value = Self.value(digit) else { return nil }
      number = number << 4 | Number(value)
    }
    return number
  }

  /// The number at the beginning of a digest.
  static func start<Number: FixedWidthInteger & UnsignedInteger>(of digest: ContentDigest) -> Number
  {
    number(digest.description.utf8.prefix(count(Number.self))) ?? 0
  }

  private static func count<Number: FixedWidthInteger>(_ number: Number.Type) -> Int {
    Number.bitWidth / 4
  }

  /// The value of a lower-case hexadecimal digit; `nil` for anything else.
  static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  /// All lower-case hexadecimal digits of a number, zeros in front too.
  package static func digits<Number: FixedWidthInteger>(of number: Number) -> String {
    let count = count(Number.self)
    return String(unsafeUninitializedCapacity: count) { digits in
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
