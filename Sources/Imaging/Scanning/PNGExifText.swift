/// Exif as hexadecimal text, which ImageMagick and ExifTool wrote into PNGs before there was a chunk for it (`eXIf`).
struct PNGExifText: Equatable {
  let isPacked: Bool
  /// A keyword and a zero; if packed, the method and the deflated text, else the text.
  let chunk: [UInt8]

  static let keyword = Array("Raw profile type exif\0".utf8)

  /// Recognises a chunk by its type and keyword; `nil` for all others.
  init?(_ type: String, _ data: ArraySlice<UInt8>) {
    guard type == "zTXt" || type == "tEXt", data.starts(with: Self.keyword) else { return nil }
    (isPacked, chunk) = (type == "zTXt", Array(data))
  }
}
