/// One box of a HEIF file: ISO/IEC 14496-12 section 4.2.
struct HEIFBox {
  /// The four characters of its type.
  let type: String
  /// The offset of its length, the box's first byte.
  let start: Int
  let content: Range<Int>

  var range: Range<Int> { start..<content.upperBound }
  /// The contents of a full box after its 4 bytes of version and flags.
  var fullContent: Range<Int> {
    min(content.lowerBound + 4, content.upperBound)..<content.upperBound
  }
}

extension ByteView {
  /// The boxes of some types among those in a range; a file may have a useless one in every eight of its bytes.
  func boxes(_ types: [String], in range: Range<Int>) throws(ScanProblem) -> [HEIFBox] {
    var boxes: [HEIFBox] = []
    var offset = range.lowerBound
    while let box = try box(at: offset, end: range.upperBound) {
      if types.contains(box.type) { boxes.append(box) }
      offset = box.content.upperBound
    }
    return boxes
  }

  /// The box at an offset; `nil` if there is none.
  ///
  /// A length of 0 means "to the end", 1 means that a 64-bit length follows the type.
  func box(at offset: Int, end: Int) throws(ScanProblem) -> HEIFBox? {
    guard offset + 8 <= end, var length = u32(at: offset),
      let type = text(at: offset + 4, length: 4)
    else { return nil }
    var start = offset + 8
    if length == 1 {
      length = number(at: start, bytes: 8, bigEndian: true) ?? 0
      start += 8
    } else if length == 0 {
      length = end - offset
    }
    guard length >= start - offset else {
      throw .corrupt("The box at byte \(offset) has a length of \(length).")
    }
    guard length <= end - offset else {
      throw .truncated(
        "The box at byte \(offset) has \(length) bytes; \(end - offset) are there.")
    }
    return HEIFBox(type: type, start: offset, content: start..<offset + length)
  }

  /// Whether a full box has at least a version, from which on its numbers have 4 bytes instead of 2.
  func hasWideNumbers(_ box: HEIFBox, from version: Int) -> Bool {
    (u8(at: box.content.lowerBound) ?? 0) >= version
  }

  /// Whether a box is a property that is an ICC profile: `colr` of the kinds `prof` and `rICC`.
  func isProfile(_ box: HEIFBox) -> Bool {
    let start = box.content.lowerBound
    return box.type == "colr" && box.content.count >= 4
      && (hasText("prof", at: start) || hasText("rICC", at: start))
  }
}
