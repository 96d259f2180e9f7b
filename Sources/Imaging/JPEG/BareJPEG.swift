/// A JPEG without the segments that tell about the photo, its pixels untouched.
struct BareJPEG {
  /// The stream from its first to its last marker.
  let stream: [UInt8]

  /// Quantisation and Huffman tables, restart interval: what pixels are decoded with.
  private static let tables: Set = [0xDB, 0xC4, 0xDD]
  /// Baseline and progressive frames of Huffman codes, which every reader shows.
  private static let frames: Set = [0xC0, 0xC2]
  /// Application data and comments: JFIF, Exif, XMP, profiles, thumbnails, maker's notes.
  private static let metadata = Set(0xE0...0xEF).union([0xFE])

  /// Leaves out metadata, junk between segments and whatever follows the picture.
  ///
  /// Returns `nil` for files with any segment that is not known to belong to a plain picture, among
  /// them arithmetic coding, several frames and a height that comes late.
  init?(_ bytes: [UInt8]) {
    let file = ByteView(bytes)
    var kept: [UInt8] = [0xFF, 0xD8]
    kept.reserveCapacity(bytes.count)
    var (offset, frameCount, scanCount) = (2, 0, 0)
    while let marker = Self.marker(in: file, from: offset), marker.code != 0xD9 {
      guard let length = file.u16(at: marker.offset + 2), length >= 2 else { return nil }
      var end = marker.offset + 2 + length
      if marker.code == 0xDA {
        guard let scanEnd = Self.scanEnd(in: file, from: end) else { return nil }
        end = scanEnd
        scanCount += 1
      }
      guard end <= bytes.count, let isKept = Self.isKept(marker.code) else { return nil }
      if Self.frames.contains(marker.code) { frameCount += 1 }
      if isKept { kept += bytes[marker.offset..<end] }
      offset = end
    }
    guard frameCount == 1, scanCount > 0, Self.marker(in: file, from: offset) != nil else {
      return nil
    }
    stream = kept + [0xFF, 0xD9]
  }

  /// Whether a segment belongs to the picture; `nil` when nobody knows.
  private static func isKept(_ code: Int) -> Bool? {
    if metadata.contains(code) { return false }
    return tables.contains(code) || frames.contains(code) || code == 0xDA ? true : nil
  }

  /// The next marker that begins a segment or ends the file.
  private static func marker(in file: ByteView, from start: Int) -> (code: Int, offset: Int)? {
    var offset = start
    while let found = file.next(0xFF, from: offset), let code = file.u8(at: found + 1) {
      if code != 0, code != 0xFF, code != 0x01, !(0xD0...0xD8).contains(code) {
        return (code, found)
      }
      offset = found + 1
    }
    return nil
  }

  /// The end of entropy-coded data; `FF 00` and restarts belong to it (ISO/IEC 10918-1, B.1.1.5).
  private static func scanEnd(in file: ByteView, from start: Int) -> Int? {
    var offset = start
    while let found = file.next(0xFF, from: offset), let code = file.u8(at: found + 1) {
      if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return found }
      offset = code == 0xFF ? found + 1 : found + 2
    }
    return nil
  }
}
