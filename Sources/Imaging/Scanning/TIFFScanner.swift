/// The first directory of a TIFF: TIFF 6.0 section 2, and BigTIFF.
struct TIFFScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    let first = try TIFFDirectory.first(in: file)
    let tags = first.tags
    try refuseRaw(tags)
    guard let width = tags[256]?.first, let height = tags[257]?.first else {
      throw .corrupt("The TIFF file's first directory does not say how large its picture is.")
    }
    if let samples = tags[277]?.first, samples > 8 {
      throw .unsupported("a TIFF of \(samples) channels")
    }
    try refuseSigned(tags)
    try checkData(offsets: tags[273] ?? tags[324], lengths: tags[279] ?? tags[325])
    return PhotoScan(
      width: width, height: height, frameCount: try TIFFPages(first).count,
      bands: tags[262]?.first.flatMap {
        BandLayout(tiff: $0, samples: tags[277]?.first ?? 1, extra: tags[338] ?? [])
      })
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

  /// Numbers below zero have no colour outside CIELAB: what they measure, and from where to where,
  /// is for its maker to say (TIFF 6.0, tags 262 and 339).
  private func refuseSigned(_ tags: [Int: [Int]]) throws(ScanProblem) {
    guard tags[262]?.first != 8, let formats = tags[339] else { return }
    if formats.contains(2) { throw .unsupported("a TIFF of signed numbers") }
    if formats.contains(where: { $0 == 5 || $0 == 6 }) {
      throw .unsupported("a TIFF of complex numbers")
    }
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
}
