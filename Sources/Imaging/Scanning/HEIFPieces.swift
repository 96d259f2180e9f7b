/// The positions of the pieces of a HEIF file's pictures and metadata: the `iloc` box, ISO/IEC 14496-12 section
/// 8.11.3.
///
/// libheif copies every piece, even if many point to the same bytes.
struct HEIFPieces {
  let file: ByteView
  /// The box's contents, with version and flags first.
  let locations: Range<Int>

  /// Compares the number of pieces, and their total bytes, with the limits.
  ///
  /// A box that ends too early is left to libheif, which refuses it.
  func check(_ limits: MetadataTally) throws(ScanProblem) {
    guard let layout = Layout(file, at: locations.lowerBound) else { return }
    var offset = layout.items
    var (limits, pieces) = (limits, 0)
    for _ in 0..<layout.itemCount {
      offset += layout.bytesBeforePieces
      guard offset <= locations.upperBound, let count = file.u16(at: offset) else { return }
      offset += 2
      // An item without a piece counts as one, because it takes memory as well.
      pieces += max(1, count)
      try limits.check(pieces, "pieces")
      let claimed = (0..<count).reduce(0) { sum, piece in
        let place = offset + piece * layout.bytesOfPiece + layout.bytesBeforeLength
        return sum.capped(plus: number(at: place, bytes: layout.lengthSize) ?? .max)
      }
      try limits.claim(claimed, of: file)
      offset += count * layout.bytesOfPiece
    }
  }

  /// Where the last piece ends that lies in the file itself and not in `idat`; `nil` for a box that ends too early, and
  /// for a piece that is all of the file.
  var end: Int? {
    guard let layout = Layout(file, at: locations.lowerBound) else { return nil }
    var offset = layout.items
    var end = 0
    for _ in 0..<layout.itemCount {
      let method = layout.hasMethod ? file.u16(at: offset + layout.numberSize) : 0
      offset += layout.bytesBeforePieces
      guard let method, offset <= locations.upperBound, let count = file.u16(at: offset),
        let base = number(at: offset - layout.baseSize, bytes: layout.baseSize)
      else { return nil }
      offset += 2
      for _ in 0..<count {
        let place = offset + layout.indexSize
        guard offset <= locations.upperBound,
          let start = number(at: place, bytes: layout.offsetSize),
          let length = number(at: place + layout.offsetSize, bytes: layout.lengthSize),
          max(base, start, length) <= file.count, length > 0
        else { return nil }
        if method == 0 { end = max(end, base + start + length) }
        offset += layout.bytesOfPiece
      }
    }
    return end
  }

  /// Finds the bytes of some items, by their numbers; `nil` unless each is in one piece.
  ///
  /// `own` are the contents of the `idat` box, which may hold items' bytes too.
  func places(of items: Set<Int>, own: Range<Int>?) -> [Int: Range<Int>]? {
    guard let layout = Layout(file, at: locations.lowerBound) else { return nil }
    var found: [Int: Range<Int>] = [:]
    var offset = layout.items
    for _ in 0..<layout.itemCount {
      let item = number(at: offset, bytes: layout.numberSize) ?? 0
      let entry = offset
      offset += layout.bytesBeforePieces
      guard offset <= locations.upperBound, let count = file.u16(at: offset) else { return nil }
      offset += 2 + count * layout.bytesOfPiece
      guard items.contains(item) else { continue }
      guard found[item] == nil, count == 1, let place = place(entry, layout, own: own) else {
        return nil
      }
      found[item] = place
    }
    return found.count == items.count ? found : nil
  }

  /// The position of the single piece of the item described at an offset.
  private func place(_ entry: Int, _ layout: Layout, own: Range<Int>?) -> Range<Int>? {
    let method = layout.hasMethod ? file.u16(at: entry + layout.numberSize) : 0
    let base = entry + layout.bytesBeforePieces - layout.baseSize
    let piece = entry + layout.bytesBeforePieces + 2 + layout.indexSize
    // The number of the file is 0 for this one; the method is 0 for its offsets and 1 for those in `idat`.
    guard let method, method <= 1, file.u16(at: base - 2) == 0,
      let around = method == 0 ? 0..<file.count : own,
      let start = number(at: base, bytes: layout.baseSize),
      let offset = number(at: piece, bytes: layout.offsetSize),
      let length = number(at: piece + layout.offsetSize, bytes: layout.lengthSize),
      start <= around.count, offset <= around.count - start,
      length <= around.count - start - offset
    else { return nil }
    let first = around.lowerBound + start + offset
    return first..<first + length
  }

  private func number(at offset: Int, bytes: Int) -> Int? {
    bytes == 0 ? 0 : file.number(at: offset, bytes: bytes, bigEndian: true)
  }

  /// The sizes of the box's numbers in bytes, which the box itself states.
  private struct Layout {
    let itemCount: Int
    /// The offset of the first item.
    let items: Int
    /// Whether entries state how their items are stored.
    let hasMethod: Bool
    let numberSize, baseSize, indexSize, offsetSize, lengthSize: Int

    /// The item's number, how it is stored, the number of its file, and the base of its offsets.
    var bytesBeforePieces: Int { numberSize + (hasMethod ? 2 : 0) + 2 + baseSize }
    var bytesBeforeLength: Int { indexSize + offsetSize }

    var bytesOfPiece: Int { bytesBeforeLength + lengthSize }

    init?(_ file: ByteView, at start: Int) {
      guard let version = file.u8(at: start), version <= 2, let sizes = file.u16(at: start + 4),
        let count = version < 2 ? file.u16(at: start + 6) : file.u32(at: start + 6)
      else { return nil }
      hasMethod = version > 0
      itemCount = count
      numberSize = version < 2 ? 2 : 4
      items = start + 6 + numberSize
      baseSize = sizes >> 4 & 0xF
      indexSize = hasMethod ? sizes & 0xF : 0
      offsetSize = sizes >> 12
      lengthSize = sizes >> 8 & 0xF
    }
  }
}
