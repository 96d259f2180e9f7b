import PhotoGeometry

/// The little that is read from Exif directly: Exif 3.0, tags 274, 34665, 37396, 40962, 40963 and 41492.
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

  /// How the stored picture is to be turned, 1 to 8; `nil` when it is not said.
  var orientation: Int? { main.tags[274]?.first.flatMap { (1...8).contains($0) ? $0 : nil } }

  /// The size of the stored picture.
  var pictureSize: PixelSize? {
    guard let width = details.tags[40962]?.first, let height = details.tags[40963]?.first,
      width >= 1, height >= 1
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The main subject: two to four numbers of SubjectArea, else the two of SubjectLocation.
  var subjectArea: [Int] {
    let candidates = [details.tags[37396] ?? [], details.tags[41492] ?? []]
    return candidates.first { (2...4).contains($0.count) } ?? []
  }
}
