/// A JPEG without the segments that describe the photo; its pixels are not changed.
struct BareJPEG {
  /// The stream from its first to its last marker.
  let stream: [UInt8]

  /// Quantisation and Huffman tables, restart interval: the segments for decoding pixels.
  private static let tables: Set = [0xDB, 0xC4, 0xDD]
  /// Baseline and progressive frames of Huffman codes, which every reader shows.
  private static let frames: Set = [0xC0, 0xC2]
  /// Application data and comments: JFIF, Exif, XMP, profiles, thumbnails, maker's notes.
  private static let metadata = Set(0xE0...0xEF).union([0xFE])

  /// Removes metadata, junk between segments and everything after the picture.
  ///
  /// Returns `nil` for files with any segment that is not known to belong to a plain picture, such as arithmetic
  /// coding, several frames and a height after the first scan.
  init?(_ bytes: [UInt8]) {
    var kept: [UInt8] = [0xFF, 0xD8]
    kept.reserveCapacity(bytes.count)
    var segments = JPEGSegments(ByteView(bytes))
    var (frameCount, scanCount) = (0, 0)
    do {
      while let segment = try segments.next() {
        guard let end = segment.dataEnd, let isKept = Self.isKept(segment.code) else { return nil }
        if Self.frames.contains(segment.code) { frameCount += 1 }
        if segment.code == 0xDA { scanCount += 1 }
        if isKept { kept += bytes[segment.start..<end] }
      }
    } catch { return nil }
    guard frameCount == 1, scanCount > 0 else { return nil }
    stream = kept + JPEGSegments.endMarker
  }

  /// Whether a segment belongs to the picture; `nil` if that is unknown.
  private static func isKept(_ code: Int) -> Bool? {
    if metadata.contains(code) { return false }
    return tables.contains(code) || frames.contains(code) || code == 0xDA ? true : nil
  }
}
