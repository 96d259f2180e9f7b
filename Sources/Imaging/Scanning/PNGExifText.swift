/// Exif as hexadecimal text, which ImageMagick and ExifTool wrote into PNGs before there was a chunk for it (`eXIf`).
struct PNGExifText: Equatable {
  let isPacked: Bool
  /// A keyword and a zero; if packed, the method and the deflated text, else the text.
  let chunk: [UInt8]

  private static let keyword = Array("Raw profile type exif\0".utf8)

  /// Recognises a chunk by its type and keyword; `nil` for all others.
  init?(_ type: String, _ data: ArraySlice<UInt8>) {
    guard type == "zTXt" || type == "tEXt", data.starts(with: Self.keyword) else { return nil }
    (isPacked, chunk) = (type == "zTXt", Array(data))
  }

  /// The block; `nil` if the text is damaged.
  ///
  /// After a line break the text has a name, the number of bytes, and their digits in lines.
  var exif: [UInt8]? {
    let text = isPacked ? PNGWalk.unpacked(chunk) : Array(chunk.dropFirst(Self.keyword.count))
    guard let lines = text?.split(separator: UInt8(ascii: "\n"), maxSplits: 2), lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
    else { return nil }
    let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard count > 0, digits.count / 2 == count else { return nil }
    return (0..<count).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }
}
