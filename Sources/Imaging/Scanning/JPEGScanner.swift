/// The walk through a JPEG's segments and scans: ISO/IEC 10918-1 annex B.
struct JPEGScanner {
  let file: ByteView
  let limits: ImagingLimits

  /// The markers of frame headers: SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC).
  private static let frameHeaders = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
  /// Frame headers of lossless JPEG (SOF3, 7, 11, 15), which libjpeg-turbo does not read.
  private static let lossless: Set = [0xC3, 0xC7, 0xCB, 0xCF]

  /// The frame header of JPEG-LS (SOF55): ISO/IEC 14495-1, C.1.1.
  private static let jpegLS = 0xF7

  func scan() throws(ScanProblem) -> PhotoScan {
    var frame: PhotoScan?
    var coefficients = JPEGCoefficients()
    var scanCount = 0
    var metadata = MetadataTally("JPEG")
    var segments = JPEGSegments(file)
    while let segment = try segments.next() {
      try count(segment, in: &metadata)
      if Self.frameHeaders.contains(segment.code), frame == nil {
        frame = try header(segment)
        // libjpeg does not notice that arithmetic codes, of SOF9 and above, end early.
        if segment.code < 0xC9 { coefficients.expect(file, frame: segment.start) }
      }
      if segment.code == Self.jpegLS { throw .unsupported("a JPEG-LS picture") }
      guard segment.code == 0xDA else { continue }
      scanCount += 1
      try check(scanCount, of: frame)
      coefficients.add(file, scan: segment.start)
      guard segment.dataEnd == nil else { continue }
      guard let frame, coefficients.areWhole else { throw endOfFile }
      return withEnd(frame)
    }
    guard let frame, scanCount > 0 else {
      throw .corrupt("The JPEG file has no picture between its start and its end marker.")
    }
    return frame
  }

  private var endOfFile: ScanProblem { JPEGSegments.endOfFile(after: file.count) }

  /// The result for a file that may lack only its end marker; decoding its pixels shows whether that is so.
  private func withEnd(_ frame: PhotoScan) -> PhotoScan {
    var scan = frame
    scan.decodable = Array(file.prefix(file.count)) + JPEGSegments.endMarker
    scan.flags = [.missingEnd]
    return scan
  }

  /// Counts application data and comments (APP0 to APP15, COM).
  private func count(
    _ segment: JPEGSegments.Segment, in metadata: inout MetadataTally
  ) throws(ScanProblem) {
    guard (0xE0...0xEF).contains(segment.code) || segment.code == 0xFE else { return }
    let length = segment.end - segment.start
    if segment.code == 0xE2, file.hasText("ICC_PROFILE\0", at: segment.start + 4) {
      // Mark, length, the text, and the two numbers of the piece.
      try metadata.addProfile(max(0, length - 18))
    } else {
      try metadata.add(length)
    }
  }

  private func header(_ segment: JPEGSegments.Segment) throws(ScanProblem) -> PhotoScan {
    if Self.lossless.contains(segment.code) { throw .unsupported("a lossless JPEG") }
    guard let precision = file.u8(at: segment.start + 4),
      let rows = file.u16(at: segment.start + 5), let columns = file.u16(at: segment.start + 7)
    else { throw endOfFile }
    guard precision == 8 else { throw .unsupported("a JPEG of \(precision) bits a sample") }
    try limits.check(width: columns, height: rows, of: .jpeg)
    return PhotoScan(width: columns, height: rows)
  }

  /// Every scan visits every pixel again; a file of 20 KB can take hours.
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
}

/// Which of a JPEG's coefficients its scans have completed: ISO/IEC 10918-1, B.2.2, B.2.3 and G.1.1.
struct JPEGCoefficients {
  /// How many low bits are still missing, by component and by index in the zigzag order.
  private var missing: [Int: [Int]] = [:]
  /// More bits than any coefficient has: none was read yet.
  private static let all = 16

  /// Notes the components that a frame header names.
  mutating func expect(_ file: ByteView, frame: Int) {
    for index in 0..<(file.u8(at: frame + 9) ?? 0) {
      guard let component = file.u8(at: frame + 10 + 3 * index) else { return }
      missing[component] = [Int](repeating: Self.all, count: 64)
    }
  }

  /// Notes the coefficients of a scan, by its header.
  mutating func add(_ file: ByteView, scan: Int) {
    let count = file.u8(at: scan + 4) ?? 0
    let end = scan + 5 + 2 * count
    guard let first = file.u8(at: end), let last = file.u8(at: end + 1),
      let bits = file.u8(at: end + 2), first <= last, last < 64
    else { return }
    for index in 0..<count {
      guard let component = file.u8(at: scan + 5 + 2 * index) else { return }
      for place in first...last { missing[component]?[place] = bits & 0xF }
    }
  }

  /// Whether every coefficient of every component is complete.
  var areWhole: Bool { !missing.isEmpty && missing.values.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}

/// The segments of a JPEG, one after the other: ISO/IEC 10918-1 annex B.
struct JPEGSegments {
  /// A segment, and the coded pixels after it if it begins a scan.
  struct Segment {
    let code: Int
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
