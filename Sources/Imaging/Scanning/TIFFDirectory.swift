/// A directory of numbers by tag: TIFF 6.0 section 2, BigTIFF, and Exif 3.0 section 4.6.
///
/// Only requested values are read, and only on access: an entry may claim every byte of the file, and a file may have
/// millions of entries.
struct TIFFDirectory {
  /// The positions of the values of the requested tags.
  private var places: [Int: Place] = [:]
  /// The positions of the entries of these tags.
  private var entries: [Int: Int] = [:]
  let file: ByteView
  let isBigEndian: Bool
  /// Whether offsets have 8 bytes: BigTIFF.
  let isBig: Bool
  /// Whether to refuse a directory with anything beyond the file's end; otherwise the part inside the file counts, as
  /// all readers still read Exif of files that were cut off.
  private let isStrict: Bool

  /// Makes a directory without tags, from which others of the same file can be read.
  init(file: ByteView, isStrict: Bool = true) {
    self.file = file
    self.isStrict = isStrict
    isBigEndian = file.hasText("MM", at: 0)
    isBig = file.hasText("II+", at: 0) || file.hasText("MM\0+", at: 0)
  }

  /// Reads the directory that the file's header points to, for the positions of the values of some tags.
  ///
  /// - Throws: When the directory, or a whole number in it, is beyond the file's end.
  static func first(in file: ByteView, tags: Set<Int>) throws(ScanProblem) -> TIFFDirectory {
    try TIFFDirectory(file: file).first(tags: tags)
  }

  /// Reads the directory that the file's header points to, for tags that will be read.
  func first(tags: Set<Int>) throws(ScanProblem) -> TIFFDirectory {
    try directory(at: firstOffset ?? file.count, tags: tags)
  }

  /// Reads the directory after the first one; `nil` without one, and if it is invalid.
  func secondDirectory(tags: Set<Int>) -> TIFFDirectory? {
    guard let entries = firstOffset.flatMap({ entries(at: $0) }),
      let next = number(entries.upperBound, offsetSize), next > 0
    else { return nil }
    return try? directory(at: next, tags: tags)
  }

  /// Reads another directory of the same file.
  func directory(at offset: Int, tags: Set<Int>) throws(ScanProblem) -> TIFFDirectory {
    guard number(offset, isBig ? 8 : 2) != nil else {
      throw .truncated(
        "The TIFF file's directory is at byte \(offset); the file ends after \(file.count).")
    }
    guard let entries = entries(at: offset) ?? (isStrict ? nil : offset + 2..<file.count) else {
      throw .truncated("The TIFF file ends after \(file.count) bytes, inside its directory.")
    }
    var other = TIFFDirectory(file: file, isStrict: isStrict)
    for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: entrySize) {
      guard let tag = number(entry, 2), isStrict || tags.contains(tag) else { continue }
      let place: Place
      do { place = try self.place(of: entry) } catch {
        if isStrict { throw error }
        continue
      }
      // Of several the first one counts, as in libtiff and in readers of Exif.
      if tags.contains(tag), !other.has(tag) {
        (other.places[tag], other.entries[tag]) = (place, entry)
      }
    }
    return other
  }

  /// Whether there is a tag; it must be one of the requested ones.
  func has(_ tag: Int) -> Bool { places[tag] != nil }

  /// The first value of a tag; `nil` without one, or if it is not a whole number.
  func first(_ tag: Int) -> Int? { values(tag).first }

  /// The values of a tag, each read on access; none if they are neither whole numbers nor bytes of a text or of a
  /// maker's own data.
  func values(_ tag: Int) -> some Collection<Int> {
    let place = places[tag] ?? Place(start: 0, size: 1, count: 0)
    return (0..<place.count).lazy.map { index in
      number(place.start + index * place.size, place.size) ?? .max
    }
  }

  /// The range of the bytes of a tag's values; `nil` without any.
  func bytes(of tag: Int) -> Range<Int>? {
    places[tag].flatMap { $0.count == 0 ? nil : $0.start..<$0.start + $0.count * $0.size }
  }

  /// The only value of a tag whose type is a signed fraction; `nil` for others, and outside the file.
  func signedFraction(_ tag: Int) -> Double? {
    guard let entry = entries[tag], !isBig, number(entry + 2, 2) == Self.signedFraction,
      number(entry + 4, 4) == 1, let place = number(entry + 8, 4),
      let numerator = number(place, 4), let denominator = number(place + 4, 4), denominator != 0
    else { return nil }
    return Double(Int32(truncatingIfNeeded: numerator))
      / Double(Int32(truncatingIfNeeded: denominator))
  }

  /// The type of two signed whole numbers of 32 bits: TIFF 6.0 section 2.
  private static let signedFraction = 10

  /// The position of an entry's whole numbers, text or bytes; an entry of other types counts as present and empty, and
  /// so do text and bytes beyond the file's end.
  private func place(of entry: Int) throws(ScanProblem) -> Place {
    let none = Place(start: 0, size: 1, count: 0)
    guard let type = number(entry + 2, 2), Self.readTypes.contains(type),
      case let size = Self.sizes[type], let count = number(entry + 4, offsetSize),
      count <= file.count / size
    else { return none }
    let inline = entry + 4 + offsetSize
    let fits = count * size <= offsetSize
    let start = fits ? inline : number(inline, offsetSize) ?? file.count
    guard start <= file.count - count * size else {
      if type == Self.text || type == Self.undefined { return none }
      throw .truncated("The TIFF file ends after \(file.count) bytes, before a value it needs.")
    }
    return Place(start: start, size: size, count: count)
  }

  /// The types of texts, and of bytes that only their maker can interpret: TIFF 6.0 section 2.
  private static let (text, undefined) = (2, 7)
  /// These, and the types of whole numbers, also of signed ones, as other readers take them.
  private static let readTypes: Set = [1, text, 3, 4, 6, undefined, 8, 9, 13, 16, 17, 18]

  /// The number of bytes of one value of each type, 0 for types that do not exist, also of BigTIFF's.
  static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

  /// The number of 1 to 8 bytes at an offset, in the file's byte order; `nil` outside the file.
  func number(_ offset: Int, _ bytes: Int) -> Int? {
    file.number(at: offset, bytes: bytes, bigEndian: isBigEndian)
  }

  /// The bytes of an offset, of a count, and of an entry's own values.
  var offsetSize: Int { isBig ? 8 : 4 }

  /// Where the file's header says that the first directory is.
  var firstOffset: Int? { number(offsetSize, offsetSize) }

  var entrySize: Int { isBig ? 20 : 12 }

  /// The range of the entries of a directory; `nil` when they are not inside the file.
  func entries(at offset: Int) -> Range<Int>? {
    let width = isBig ? 8 : 2
    guard let count = number(offset, width), count <= (file.count - offset - width) / entrySize
    else { return nil }
    let start = offset + width
    return start..<start + count * entrySize
  }

  /// Consecutive values of one size.
  private struct Place {
    let start: Int
    let size: Int
    let count: Int
  }
}
