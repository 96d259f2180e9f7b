import Foundation

/// Reads numbers and texts from a file's bytes, with no access outside the file.
struct ByteView {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The byte at an offset, or `nil` outside the file.
  func u8(at offset: Int) -> Int? {
    offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
  }

  func u16(at offset: Int) -> Int? { number(at: offset, bytes: 2, bigEndian: true) }

  func u32(at offset: Int) -> Int? { number(at: offset, bytes: 4, bigEndian: true) }

  /// The number of 1 to 8 bytes at an offset; `nil` outside the file and above `Int.max`.
  func number(at offset: Int, bytes length: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= count - length else { return nil }
    var value: UInt64 = 0
    for place in 0..<length {
      let byte = bytes[offset + (bigEndian ? place : length - 1 - place)]
      value = value << 8 | UInt64(byte)
    }
    return Int(exactly: value)
  }

  /// Whether a text is at an offset; each character is one byte, U+0000 to U+00FF.
  func hasText(_ text: String, at offset: Int) -> Bool {
    let wanted = text.unicodeScalars
    guard offset >= 0, offset <= count - wanted.count else { return false }
    return zip(wanted, bytes[offset...]).allSatisfy { $0.value == UInt32($1) }
  }

  /// The text of a number of bytes at an offset, one character a byte, or `nil` outside the file.
  func text(at offset: Int, length: Int) -> String? {
    guard offset >= 0, length >= 0, offset <= count - length else { return nil }
    // Written as UTF-8 directly, because a file may have a name in every eight of its bytes.
    return String(unsafeUninitializedCapacity: 2 * length) { text in
      var count = 0
      for byte in bytes[offset..<offset + length] {
        if byte < 0x80 {
          text[count] = byte
        } else {
          (text[count], text[count + 1]) = (0xC0 | byte >> 6, 0x80 | byte & 0x3F)
          count += 1
        }
        count += 1
      }
      return count
    }
  }

  func prefix(_ length: Int) -> ArraySlice<UInt8> { bytes.prefix(length) }

  /// The bytes from an offset, cut at the end of the file.
  func bytes(at offset: Int, length: Int) -> ArraySlice<UInt8> {
    bytes.dropFirst(offset).prefix(length)
  }

  /// Passes all bytes to a C function.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer(body)
  }

  /// The offset of the first byte with a value at or after an offset, or `nil` if there is none.
  ///
  /// It uses `memchr`, because entropy-coded data has megabytes between two matches.
  func next(_ value: UInt8, from offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    return bytes.withUnsafeBytes { all -> Int? in
      guard let start = all.baseAddress,
        let found = memchr(start + offset, Int32(value), all.count - offset)
      else { return nil }
      return UnsafeRawPointer(found) - start
    }
  }
}

extension Int {
  /// The lowest bytes, highest first.
  func bigEndian(bytes count: Int) -> [UInt8] {
    (1...count).map { UInt8(truncatingIfNeeded: self >> (8 * (count - $0))) }
  }

  /// The sum of two numbers that a file states, at least 0; at most `Int.max`.
  func capped(plus other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  func capped(times other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
