/// The walk through a WebP's RIFF chunks: RFC 9649 section 2.
struct WebPScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    guard let length = little(4, 4) else { throw truncated(needed: 12) }
    // Some writers count the padding byte, some do not: one byte may be missing.
    guard length + 8 <= file.count + 1 else { throw truncated(needed: length + 8) }
    guard let size = canvas(at: 12) else {
      throw .corrupt("The WebP file does not start with a picture chunk (VP8, VP8L or VP8X).")
    }
    try countPieces()
    return PhotoScan(width: size.width, height: size.height)
  }

  private func truncated(needed: Int) -> ScanProblem {
    .truncated("The WebP file needs \(needed) bytes; it ends after \(file.count).")
  }

  private func little(_ offset: Int, _ bytes: Int) -> Int? {
    file.number(at: offset, bytes: bytes, bigEndian: false)
  }

  private func canvas(at offset: Int) -> (width: Int, height: Int)? {
    let data = offset + 8
    if file.hasText("VP8X", at: offset), let w = little(data + 4, 3), let h = little(data + 7, 3) {
      return (w + 1, h + 1)
    }
    if file.hasText("VP8L", at: offset), let bits = little(data + 1, 4) {
      return (bits & 0x3FFF + 1, (bits >> 14) & 0x3FFF + 1)
    }
    if file.hasText("VP8 ", at: offset), let w = little(data + 6, 2), let h = little(data + 8, 2) {
      return (w & 0x3FFF, h & 0x3FFF)
    }
    return nil
  }

  private func countPieces() throws(ScanProblem) {
    var metadata = MetadataTally("WebP")
    var offset = 12
    var frames = 0
    while let length = little(offset + 4, 4) {
      switch file.text(at: offset, length: 4) {
      case "ANMF": frames += 1
      case "EXIF", "XMP ": try metadata.add(length)
      case "ICCP": try metadata.addProfile(length)
      default: break
      }
      try metadata.check(frames, "frames")
      offset += 8 + length + length % 2
    }
  }
}
