import Foundation

/// The first and the last bytes of an image file, which show whether it is there to its end.
///
/// Stores write files whole; this finds what a broken copy or a restored backup left behind,
/// without decoding anything.
struct ImageFileEnds {
  private let first: [UInt8]
  private let last: [UInt8]

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// An empty `IEND` chunk with its checksum; PNG specification, 11.2.5.
  private static let pngEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Reads a file's ends; `nil` when it cannot be read or has no bytes.
  init?(_ file: URL) {
    guard let handle = try? PlainFile.open(file, followingLinks: false),
      let first = try? handle.read(upToCount: 8), !first.isEmpty,
      let size = try? handle.seekToEnd()
    else { return nil }
    try? handle.seek(toOffset: size - min(size, 12))
    guard let last = try? handle.read(upToCount: 12) else { return nil }
    self.first = [UInt8](first)
    self.last = [UInt8](last)
  }

  /// Whether the file ends as its format does; formats without an end mark need some bytes only.
  var isWhole: Bool {
    if first.starts(with: [0xFF, 0xD8, 0xFF]) { return last.suffix(2) == [0xFF, 0xD9] }
    if first == Self.pngSignature { return last == Self.pngEnd }
    return true
  }
}
