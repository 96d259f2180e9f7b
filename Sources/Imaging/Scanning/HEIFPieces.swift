/// Where the pieces of a HEIF file's pictures and metadata are: the `iloc` box, ISO/IEC 14496-12
/// section 8.11.3.
///
/// libheif copies every piece, also where many point to the same bytes.
struct HEIFPieces {
  let file: ByteView
  /// What the box contains, version and flags first.
  let locations: Range<Int>

  /// Holds the number of pieces, and the bytes they claim together, against the limits.
  ///
  /// A box that ends too early is left to libheif, which refuses it.
  func check(_ limits: MetadataTally) throws(ScanProblem) {
    guard let layout = Layout(file, at: locations.lowerBound) else { return }
    var offset = layout.items
    var pieces = 0
    var claimed = 0
    for _ in 0..<layout.itemCount {
      offset += layout.bytesBeforePieces
      guard offset <= locations.upperBound, let count = file.u16(at: offset) else { return }
      offset += 2
      // An item without a piece counts as one, because it is kept as well.
      pieces += max(1, count)
      try limits.check(pieces, "pieces")
      for piece in 0..<count {
        let place = offset + piece * layout.bytesOfPiece + layout.bytesBeforeLength
        let sum = claimed.addingReportingOverflow(
          number(at: place, bytes: layout.lengthSize) ?? .max)
        claimed = sum.overflow ? .max : sum.partialValue
      }
      try limits.check(claimed: claimed, of: file)
      offset += count * layout.bytesOfPiece
    }
  }

  private func number(at offset: Int, bytes: Int) -> Int? {
    bytes == 0 ? 0 : file.number(at: offset, bytes: bytes, bigEndian: true)
  }
}

extension HEIFPieces {
  /// How many bytes each number of the box has, which the box itself says.
  private struct Layout {
    let itemCount: Int
    /// The offset of the first item.
    let items: Int
    let bytesBeforePieces: Int
    let bytesBeforeLength: Int
    let lengthSize: Int

    var bytesOfPiece: Int { bytesBeforeLength + lengthSize }

    init?(_ file: ByteView, at start: Int) {
      guard let version = file.u8(at: start), version <= 2, let sizes = file.u16(at: start + 4),
        let count = version < 2 ? file.u16(at: start + 6) : file.u32(at: start + 6)
      else { return nil }
      let hasIndex = version > 0
      itemCount = count
      items = start + 6 + (version < 2 ? 2 : 4)
      // The item's number, how it is stored, the number of its file, and the base of its offsets.
      bytesBeforePieces = (version < 2 ? 2 : 4) + (hasIndex ? 2 : 0) + 2 + sizes >> 4 & 0xF
      bytesBeforeLength = sizes >> 12 + (hasIndex ? sizes & 0xF : 0)
      lengthSize = sizes >> 8 & 0xF
    }
  }
}
