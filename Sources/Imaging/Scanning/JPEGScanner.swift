/// The walk through a JPEG's segments and scans: ISO/IEC 10918-1 annex B.
struct JPEGScanner {
  let file: ByteView
  let limits: ImagingLimits

  /// The markers of frame headers: SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC).
  private static let frameHeaders = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
  /// Frame headers of lossless JPEG (SOF3, 7, 11, 15), which libjpeg-turbo does not read.
  private static let lossless: Set = [0xC3, 0xC7, 0xCB, 0xCF]

  func scan() throws(ScanProblem) -> PhotoScan {
    var frame: PhotoScan?
    var coefficients = JPEGCoefficients()
    var scanCount = 0
    var metadata = MetadataTally("JPEG")
    var offset = 2
    while true {
      let marker = try marker(from: offset)
      if marker.code == 0xD9 { break }
      let end = try segmentEnd(marker)
      try count(marker, end: end, in: &metadata)
      if Self.frameHeaders.contains(marker.code), frame == nil {
        frame = try header(marker)
        coefficients.expect(file, frame: marker.offset)
      }
      offset = end
      guard marker.code == 0xDA else { continue }
      scanCount += 1
      try check(scanCount, of: frame)
      coefficients.add(file, scan: marker.offset)
      guard let next = entropyEnd(from: end) else {
        guard let frame, coefficients.areWhole else { throw Self.endOfFile(after: file.count) }
        return withEnd(frame)
      }
      offset = next
    }
    guard let frame, scanCount > 0 else {
      throw .corrupt("The JPEG file has no picture between its start and its end marker.")
    }
    return frame
  }

  private typealias Marker = (code: Int, offset: Int)

  /// The next marker at or after an offset; bytes between segments are skipped, as libjpeg does.
  private func marker(from start: Int) throws(ScanProblem) -> Marker {
    var offset = start
    while let found = file.next(0xFF, from: offset) {
      guard let code = file.u8(at: found + 1) else { break }
      if code != 0, code != 0xFF, code != 0x01, !(0xD0...0xD8).contains(code) {
        return (code, found)
      }
      offset = found + 1
    }
    throw Self.endOfFile(after: file.count)
  }

  /// The marker that ends a picture.
  static let endMarker: [UInt8] = [0xFF, 0xD9]

  static func endOfFile(after count: Int) -> ScanProblem {
    .truncated("The JPEG file ends after \(count) bytes without its end marker (EOI).")
  }

  /// What a file says that may lack nothing but its end marker; its pixels will tell.
  private func withEnd(_ frame: PhotoScan) -> PhotoScan {
    var scan = frame
    scan.decodable = Array(file.prefix(file.count)) + Self.endMarker
    scan.notes = [.missingEnd]
    return scan
  }

  private func segmentEnd(_ marker: Marker) throws(ScanProblem) -> Int {
    guard let length = file.u16(at: marker.offset + 2) else {
      throw Self.endOfFile(after: file.count)
    }
    guard length >= 2 else {
      throw .corrupt("The JPEG segment at byte \(marker.offset) has a length of \(length).")
    }
    let end = marker.offset + 2 + length
    guard end <= file.count else { throw Self.endOfFile(after: file.count) }
    return end
  }

  /// Counts application data and comments (APP0 to APP15, COM).
  private func count(
    _ marker: Marker, end: Int, in metadata: inout MetadataTally
  ) throws(ScanProblem) {
    guard (0xE0...0xEF).contains(marker.code) || marker.code == 0xFE else { return }
    let length = end - marker.offset
    if marker.code == 0xE2, file.hasText("ICC_PROFILE\0", at: marker.offset + 4) {
      // Mark, length, the text, and the two numbers of the piece.
      try metadata.addProfile(max(0, length - 18))
    } else {
      try metadata.add(length)
    }
  }

  private func header(_ marker: Marker) throws(ScanProblem) -> PhotoScan {
    if Self.lossless.contains(marker.code) { throw .unsupported("a lossless JPEG") }
    guard let precision = file.u8(at: marker.offset + 4),
      let rows = file.u16(at: marker.offset + 5),
      let columns = file.u16(at: marker.offset + 7)
    else { throw Self.endOfFile(after: file.count) }
    guard precision == 8 else { throw .unsupported("a JPEG of \(precision) bits a sample") }
    try limits.check(width: columns, height: rows, of: .jpeg)
    return PhotoScan(width: columns, height: rows)
  }

  /// Every scan visits every pixel again; a file of 20 KB can ask for hours.
  private func check(_ scanCount: Int, of frame: PhotoScan?) throws(ScanProblem) {
    guard let frame else {
      throw .corrupt("The JPEG file has a scan before its frame header.")
    }
    let limit = limits.scans(ofPixels: frame.width * frame.height)
    if scanCount > limit {
      throw .excessive(
        "The JPEG file has more than \(limit) scans, the limit for "
          + "\(frame.width)×\(frame.height) pixels.")
    }
  }

  /// The offset of the first marker after entropy-coded data, or `nil` where the file ends before;
  /// `FF 00` and restarts belong to it.
  private func entropyEnd(from start: Int) -> Int? {
    var offset = start
    while let found = file.next(0xFF, from: offset), let code = file.u8(at: found + 1) {
      if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return found }
      offset = code == 0xFF ? found + 1 : found + 2
    }
    return nil
  }
}
