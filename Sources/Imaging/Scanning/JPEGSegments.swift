/// The segments of a JPEG, one after the other: ISO/IEC 10918-1 annex B.
struct JPEGSegments {
  /// A segment, and the coded pixels after it if it begins a scan.
  struct Segment {
    let code: Int
    /// The offset of its marker.
    let start: Int
    /// The end of its parameters.
    let end: Int
    /// The end of the coded pixels, else that of the parameters; `nil` if the file ends in the coded pixels.
    let dataEnd: Int?
  }

  let file: ByteView
  private var offset = 2
  /// Where the bytes after the picture begin; `nil` before its end was found.
  private(set) var pictureEnd: Int?

  init(_ file: ByteView) { self.file = file }

  /// The next segment; `nil` at the marker that ends the picture.
  mutating func next() throws(ScanProblem) -> Segment? {
    let (code, start) = try marker()
    if code == 0xD9 {
      pictureEnd = start + 2
      return nil
    }
    guard let length = file.u16(at: start + 2) else { throw Self.endOfFile(after: file.count) }
    guard length >= 2 else {
      throw .corrupt("The JPEG segment at byte \(start) has a length of \(length).")
    }
    let end = start + 2 + length
    guard end <= file.count else { throw Self.endOfFile(after: file.count) }
    let dataEnd = code == 0xDA ? pixelsEnd(from: end) : end
    offset = dataEnd ?? file.count
    return Segment(code: code, start: start, end: end, dataEnd: dataEnd)
  }

  /// The marker that ends a picture.
  static let endMarker: [UInt8] = [0xFF, 0xD9]

  static func endOfFile(after count: Int) -> ScanProblem {
    .truncated("The JPEG file ends after \(count) bytes without its end marker (EOI).")
  }

  /// The next marker of a segment or the end; bytes between segments are skipped, as libjpeg does.
  private func marker() throws(ScanProblem) -> (code: Int, start: Int) {
    var offset = offset
    while let found = file.next(0xFF, from: offset), let code = file.u8(at: found + 1) {
      if code != 0, code != 0xFF, code != 0x01, !(0xD0...0xD8).contains(code) {
        return (code, found)
      }
      offset = found + 1
    }
    throw Self.endOfFile(after: file.count)
  }

  /// The offset of the first marker after coded pixels, or `nil` if the file ends before; `FF 00` and restarts belong
  /// to them (B.1.1.5).
  private func pixelsEnd(from start: Int) -> Int? {
    var offset = start
    while let found = file.next(0xFF, from: offset), let code = file.u8(at: found + 1) {
      if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return found }
      offset = code == 0xFF ? found + 1 : found + 2
    }
    return nil
  }
}
