/// What a file carries besides its picture, added up while its structure is walked.
///
/// The limits are our choice; decision 0206 has the reasons.
struct MetadataTally {
  /// The most bytes of metadata: Exif, XMP, texts, profiles; unpacked where they are compressed.
  static let byteLimit = 64 << 20
  /// The most bytes of a colour profile: what the segments of a JPEG can hold (ICC.1:2022, annex B.4).
  static let profileLimit = 255 * 65_519
  /// The most pictures in a file: frames, pages or pieces of data.
  static let pictureLimit = 10_000

  /// What messages call the format.
  let format: String
  private var byteCount = 0
  private var profileByteCount = 0

  init(_ format: String) { self.format = format }

  /// Counts some metadata; a number that does not fit an `Int` may be given as `Int.max`.
  mutating func add(_ bytes: Int) throws(ScanProblem) {
    let sum = byteCount.addingReportingOverflow(bytes)
    byteCount = sum.partialValue
    if sum.overflow || byteCount > Self.byteLimit {
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

  /// Holds a number of pictures against the limit.
  ///
  /// - Parameters:
  ///   - count: The number so far.
  ///   - unit: What they are called, in the plural.
  /// - Throws: `excessive` above ``pictureLimit``.
  func check(_ count: Int, _ unit: String) throws(ScanProblem) {
    if count > Self.pictureLimit {
      throw .excessive("The \(format) file has more than \(Self.pictureLimit) \(unit), the limit.")
    }
  }

  /// Holds the bytes that a file's entries point to, all taken together, against the bytes it has.
  ///
  /// Entries of an honest file do not overlap by much; readers make a copy for each.
  func check(claimed: Int, of file: ByteView) throws(ScanProblem) {
    if claimed > max(file.count, Self.byteLimit) {
      throw .excessive(
        "The \(format) file's entries claim \(claimed) bytes; it has \(file.count).")
    }
  }
}
