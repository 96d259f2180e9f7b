/// A directory of numbers by tag: TIFF 6.0 section 2, BigTIFF, and Exif 3.0 section 4.6.
struct TIFFDirectory {
  /// The values of each tag, as far as they are whole numbers; others count as present and empty.
  private(set) var tags: [Int: [Int]] = [:]
  let file: ByteView
  private let isBigEndian: Bool
  /// Whether offsets have 8 bytes: BigTIFF.
  let isBig: Bool

  private init(file: ByteView) {
    self.file = file
    isBigEndian = file.hasText("MM", at: 0)
    isBig = file.hasText("II+", at: 0) || file.hasText("MM\0+", at: 0)
  }

  /// Reads the directory that the file's header points to.
  static func first(in file: ByteView) throws(ScanProblem) -> TIFFDirectory {
    var directory = TIFFDirectory(file: file)
    let width = directory.isBig ? 8 : 4
    directory.tags = try directory.tags(at: directory.number(width, width) ?? file.count)
    return directory
  }

  /// Reads another directory of the same file.
  func directory(at offset: Int) throws(ScanProblem) -> TIFFDirectory {
    var other = TIFFDirectory(file: file)
    other.tags = try tags(at: offset)
    return other
  }

  private func tags(at offset: Int) throws(ScanProblem) -> [Int: [Int]] {
    guard number(offset, isBig ? 8 : 2) != nil else {
      throw .truncated(
        "The TIFF file's directory is at byte \(offset); the file ends after \(file.count).")
    }
    guard let entries = entries(at: offset) else {
      throw .truncated("The TIFF file ends after \(file.count) bytes, inside its directory.")
    }
    var tags: [Int: [Int]] = [:]
    // Values do not overlap in an honest file; thousands of entries that all claim the same
    // megabytes would take minutes to read.
    var budget = file.count
    for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: entrySize) {
      guard let tag = number(entry, 2) else { continue }
      tags[tag] = try values(of: entry, budget: &budget)
    }
    return tags
  }

  /// The values of an entry, as far as they are whole numbers; others count as present and empty,
  /// as do those beyond the budget of bytes.
  private func values(of entry: Int, budget: inout Int) throws(ScanProblem) -> [Int] {
    let sizes = [1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8]
    guard let type = number(entry + 2, 2), let size = sizes[type],
      let count = number(entry + 4, isBig ? 8 : 4), count <= file.count / size
    else { return [] }
    let inline = entry + (isBig ? 12 : 8)
    let fits = count * size <= (isBig ? 8 : 4)
    let start = fits ? inline : number(inline, isBig ? 8 : 4) ?? file.count
    guard start <= file.count - count * size else {
      throw .truncated("The TIFF file ends after \(file.count) bytes, before a value it needs.")
    }
    budget -= count * size
    return budget < 0 ? [] : (0..<count).compactMap { number(start + $0 * size, size) }
  }

  /// The number of 1 to 8 bytes at an offset, in the file's byte order; `nil` outside the file.
  func number(_ offset: Int, _ bytes: Int) -> Int? {
    file.number(at: offset, bytes: bytes, bigEndian: isBigEndian)
  }
}
