import PhotoGeometry

/// The little that is read from Exif directly: Exif 3.0, tags 274, 34665, 40962 and 40963.
struct ExifBlock {
  private let main: TIFFDirectory
  private let details: TIFFDirectory

  /// Reads a block with or without its `Exif` mark; `nil` when it cannot be followed.
  init?(_ block: [UInt8]) {
    let mark = Array("Exif\0\0".utf8)
    let file = ByteView(block.starts(with: mark) ? Array(block.dropFirst(mark.count)) : block)
    guard let main = try? TIFFDirectory.first(in: file),
      let details = try? main.directory(at: main.tags[34665]?.first ?? file.count)
    else { return nil }
    self.main = main
    self.details = details
  }

  /// The orientation, when it is a quarter turn and the block's size is that of the stored picture.
  ///
  /// Converters copy Exif to pictures that they have turned already. Their pixels then have the
  /// size of the other way round, which is how they are told from files that still need the turn.
  func quarterTurn(of stored: PixelSize) -> Int? {
    guard let orientation = main.tags[274]?.first, (5...8).contains(orientation),
      stored.width != stored.height, details.tags[40962]?.first == stored.width,
      details.tags[40963]?.first == stored.height
    else { return nil }
    return orientation
  }
}
