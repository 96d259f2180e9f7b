extension PNGExifText {
  /// The block; `nil` if the text is damaged.
  ///
  /// After a line break the text has a name, the number of bytes, and their digits in lines.
  var exif: [UInt8]? {
    let text = isPacked ? PNGProfile.unpacked(chunk) : Array(chunk.dropFirst(Self.keyword.count))
    guard let lines = text?.split(separator: UInt8(ascii: "\n"), maxSplits: 2), lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
    else { return nil }
    let digits = lines[2].compactMap(Self.digit)
    guard count > 0, digits.count / 2 == count else { return nil }
    return (0..<count).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
