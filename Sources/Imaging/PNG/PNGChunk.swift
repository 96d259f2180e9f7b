/// One chunk of a PNG, from the walk over the file.
package struct PNGChunk: Hashable, Sendable {
  /// The four letters, such as `IDAT`; bytes that are not letters appear as `?`.
  package var type: String
  /// Where its data start, in bytes from the start of the file.
  package var offset: Int
  package var length: Int
  /// Whether the CRC-32 of type and data equals the one stored after the data.
  package var crcMatches: Bool
}

/// A problem that a walk over a file's chunks found.
package enum PNGProblem: Hashable, Sendable {
  /// The first eight bytes are not PNG's signature, although the rest looks like a PNG.
  case signature
  /// The first chunk is not an IHDR of 13 bytes.
  case noHeader
  /// IHDR holds a value that the specification does not allow; the text says which.
  case header(String)
  /// A chunk declares to be longer than the rest of the file.
  case length(type: String, declared: Int, available: Int)
  /// The file ends before IEND.
  case noEnd
  /// There is no IDAT, so there are no pixels.
  case noPixels
  /// Colour type 3 without a palette.
  case noPalette
  /// A chunk's checksum is wrong.
  case checksum(type: String)

  /// Whether the file can still be decoded, because only the checksum of a chunk that readers may skip is wrong.
  package var isForgivable: Bool {
    guard case .checksum(let type) = self else { return false }
    return type.first?.isLowercase ?? false
  }

  /// Whether the file ends too early.
  package var isTruncation: Bool {
    switch self {
    case .length, .noEnd: true
    default: false
    }
  }
}

extension PNGProblem: CustomStringConvertible {
  /// The fact as the end of a sentence that starts with the file's name.
  package var description: String {
    switch self {
    case .signature: "starts with other bytes than PNG's signature 89 50 4E 47 0D 0A 1A 0A"
    case .noHeader: "does not start with an IHDR chunk of 13 bytes"
    case .header(let violation): violation
    case .length(let type, let declared, let available):
      "ends inside its \(type) chunk: \(declared) bytes declared, \(available) left"
    case .noEnd: "ends without an IEND chunk"
    case .noPixels: "has no IDAT chunk, so it has no pixels"
    case .noPalette: "has colour type 3 and no PLTE chunk"
    case .checksum(let type): "has a wrong checksum in its \(type) chunk"
    }
  }
}
