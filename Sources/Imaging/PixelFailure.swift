/// A library or the system refused to make pixels or a file of them.
struct PixelFailure: Error {
  /// What it said; libvips's text may be about another picture.
  let detail: String?

  init(detail: String?) { self.detail = detail }

  /// There is no memory for some bytes.
  init(noMemoryFor byteCount: Int) { detail = "no memory for \(byteCount) bytes" }
}
