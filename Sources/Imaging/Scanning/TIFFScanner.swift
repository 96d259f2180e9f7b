/// The first directory of a TIFF: TIFF 6.0 section 2, and BigTIFF.
struct TIFFScanner {
  let file: ByteView
  private let isBigEndian: Bool
  private let isBig: Bool

  init(file: ByteView) {
    self.file = file
    isBigEndian = file.hasText("MM", at: 0)
    isBig = file.hasText("II+", at: 0) || file.hasText("MM\0+", at: 0)
  }

  func scan() throws(ScanProblem) -> PhotoScan {
    let tags = try firstDirectory()
    try refuseRaw(tags)
    guard let width = tags[256]?.first, let height = tags[257]?.first else {
      throw .corrupt("The TIFF file's first directory does not say how large its picture is.")
    }
    if let samples = tags[277]?.first, samples > 8 {
      throw .unsupported("a TIFF of \(samples) channels")
    }
    try checkData(offsets: tags[273] ?? tags[324], lengths: tags[279] ?? tags[325])
    return PhotoScan(width: width, height: height)
  }

  /// Camera raws are TIFFs whose first directory holds a thumbnail (`NewSubfileType` bit 0) and
  /// points to the picture by `SubIFDs`, or carry `DNGVersion` (DNG 1.7 specification, chapter 4)
  /// or Canon's mark.
  private func refuseRaw(_ tags: [Int: [Int]]) throws(ScanProblem) {
    if file.hasText("CR", at: 8) { throw .unsupported("a camera raw file (CR2)") }
    if tags[50706] != nil { throw .unsupported("a camera raw file (DNG)") }
    let isThumbnail = (tags[254]?.first ?? 0) & 1 == 1
    if isThumbnail, tags[330] != nil { throw .unsupported("a camera raw file") }
  }

  /// Where strips or tiles end must lie in the file.
  private func checkData(offsets: [Int]?, lengths: [Int]?) throws(ScanProblem) {
    guard let offsets, let lengths else { return }
    let ends = zip(offsets, lengths).map { start, length in
      let end = start.addingReportingOverflow(length)
      return end.overflow ? Int.max : end.partialValue
    }
    let end = ends.max() ?? 0
    guard end <= file.count else {
      throw .truncated("The TIFF file needs \(end) bytes; it ends after \(file.count).")
    }
  }

  private func firstDirectory() throws(ScanProblem) -> [Int: [Int]] {
    let offset = number(isBig ? 8 : 4, isBig ? 8 : 4) ?? file.count
    guard let count = number(offset, isBig ? 8 : 2) else {
      throw .truncated(
        "The TIFF file's directory is at byte \(offset); the file ends after \(file.count).")
    }
    let entrySize = isBig ? 20 : 12
    let start = offset + (isBig ? 8 : 2)
    guard count <= (file.count - start) / entrySize else {
      throw .truncated("The TIFF file ends after \(file.count) bytes, inside its directory.")
    }
    var tags: [Int: [Int]] = [:]
    for entry in stride(from: start, to: start + count * entrySize, by: entrySize) {
      guard let tag = number(entry, 2) else { continue }
      tags[tag] = try values(of: entry)
    }
    return tags
  }

  /// The values of an entry, as far as they are whole numbers; others count as present and empty.
  private func values(of entry: Int) throws(ScanProblem) -> [Int] {
    let sizes = [1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8]
    guard let type = number(entry + 2, 2), let size = sizes[type],
      let count = number(entry + 4, isBig ? 8 : 4), count <= file.count / size
    else { return [] }
    let inline = entry + (isBig ? 12 : 8)
    let fits = count * size <= (isBig ? 8 : 4)
    let start = fits ? inline : number(inline, isBig ? 8 : 4) ?? file.count
    guard start <= file.count - count * size else {
      throw .truncated("The TIFF file ends after \(file.count) bytes, before a value it needs.")
    }
    return (0..<count).compactMap { number(start + $0 * size, size) }
  }

  private func number(_ offset: Int, _ bytes: Int) -> Int? {
    file.number(at: offset, bytes: bytes, bigEndian: isBigEndian)
  }
}
