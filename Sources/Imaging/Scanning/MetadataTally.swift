/// The amount of a file's data besides its picture, summed while its structure is walked.
///
/// The limits are our choice; decision 0206 has the reasons.
struct MetadataTally {
  /// The most bytes of metadata: Exif, XMP, texts, profiles; unpacked where they are compressed.
  static let byteLimit = 64 << 20
  /// The most bytes of a colour profile: what the segments of a JPEG can hold (ICC.1:2022, annex B.4).
  static let profileLimit = 255 * 65_519
  /// The most pictures in a file: frames, pages or pieces of data.
  static let pictureLimit = 10_000

  /// The format's name in messages.
  let format: String
  private var byteCount = 0
  private var profileByteCount = 0
  private var claimed = 0

  init(_ format: String) { self.format = format }

  /// Counts some metadata; pass `Int.max` for a number that does not fit an `Int`.
  mutating func add(_ bytes: Int) throws(ScanProblem) {
    byteCount = byteCount.capped(plus: bytes)
    if byteCount > Self.byteLimit {
      throw .excessive(
        "The \(format) file has more than \(Self.byteLimit) bytes of metadata, the limit.")
    }
  }

  /// Counts some bytes of the colour profile, which are metadata as well.
  mutating func addProfile(_ bytes: Int) throws(ScanProblem) {
    try add(bytes)
    profileByteCount += bytes
    if profileByteCount > Self.profileLimit {
      throw .excessive(
        """
        The \(format) file has a colour profile of more than \(Self.profileLimit) bytes, the limit.
        """)
    }
  }

  /// Compares the number of pictures so far, whose unit is in the plural, with the limit.
  ///
  /// - Throws: `excessive` above ``pictureLimit``.
  func check(_ count: Int, _ unit: String) throws(ScanProblem) {
    if count > Self.pictureLimit {
      throw .excessive("The \(format) file has more than \(Self.pictureLimit) \(unit), the limit.")
    }
  }

  /// Counts bytes that a file's entries point to, and compares their total with the bytes it has.
  ///
  /// Entries of a valid file do not overlap by much; readers make a copy for each.
  mutating func claim(_ bytes: Int, of file: ByteView) throws(ScanProblem) {
    claimed = claimed.capped(plus: bytes)
    if claimed > max(file.count, Self.byteLimit) {
      throw .excessive(
        "The \(format) file's entries claim \(claimed) bytes; it has \(file.count).")
    }
  }
}
