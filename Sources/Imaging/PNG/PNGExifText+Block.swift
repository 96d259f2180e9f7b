extension PNGExifText {
  /// The block; `nil` if the text is damaged.
  ///
  /// After a line break the text has a name, the number of bytes, and their digits in lines.
  var exif: [UInt8]? {
    let text = isPacked ? PNGProfile.unpacked(chunk) : Array(chunk.dropFirst(Self.keyword.count))
    guard let lines = text?.split(separator: UInt8(ascii: "\n"), maxSplits: 2), lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
    else { return nil }
    let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard count > 0, digits.count / 2 == count else { return nil }
    return (0..<count).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }
}
