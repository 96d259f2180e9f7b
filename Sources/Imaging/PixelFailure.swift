/// A failure of a library or the system to make pixels or a file of them.
struct PixelFailure: Error {
  /// Its message; libvips's may be about another picture.
  let detail: String?
}

extension PixelFailure {
  /// Makes the failure to allocate some bytes.
  init(noMemoryFor byteCount: Int) { self.init(detail: "no memory for \(byteCount) bytes") }
}
