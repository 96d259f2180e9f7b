/// All linked directories of a TIFF, one for each page.
///
/// libtiff copies the values of every entry of every page, even if many entries point to the same bytes, so the
/// claimed bytes are summed first.
struct TIFFPages {
  private var count = 0
  /// The index of the first page that is neither a smaller copy nor the mask of another; 0 if there is none.
  private(set) var shownPage = 0
  /// The position of that page's directory; `nil` for the first one.
  private(set) var shown: Int?
  private var hasShown = false
  private var metadata = MetadataTally("TIFF")

  /// Tags of text that libtiff keeps: XMP, IPTC and Photoshop's own (XMP part 3, table 12).
  private static let texts: Set = [700, 33723, 34377]
  /// The tag of the colour profile (ICC.1:2022, annex B.3).
  private static let profile = 34675

  /// Walks through the directories and compares their claims with the limits; a link that leads out of the file or
  /// back ends the walk.
  init(_ first: TIFFDirectory) throws(ScanProblem) {
    var offset = first.firstOffset
    var seen: Set<Int> = []
    while let start = offset, start > 0, seen.insert(start).inserted,
      let entries = first.entries(at: start)
    {
      count += 1
      try metadata.check(count, "pages")
      try add(entries, of: first)
      if !hasShown, !isReduced(entries, in: first) {
        hasShown = true
        if count > 1 { (shown, shownPage) = (start, count - 1) }
      }
      offset = first.number(entries.upperBound, first.offsetSize)
    }
  }

  private mutating func add(
    _ entries: Range<Int>, of file: TIFFDirectory
  ) throws(ScanProblem) {
    try metadata.claim(entries.count, of: file.file)
    for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: file.entrySize) {
      guard let tag = file.number(entry, 2), let type = file.number(entry + 2, 2),
        let count = file.number(entry + 4, file.offsetSize),
        TIFFDirectory.sizes.indices.contains(type)
      else { continue }
      let length = count.capped(times: TIFFDirectory.sizes[type])
      if length > file.offsetSize { try metadata.claim(length, of: file.file) }
      // Only the shown page's are kept.
      guard !hasShown else { continue }
      if Self.texts.contains(tag) { try metadata.add(length) }
      if tag == Self.profile { try metadata.addProfile(length) }
    }
  }

  /// Whether a page is marked as a reduced copy or the mask of another: bits 0 and 2 of `NewSubfileType`, or
  /// `SubfileType` 2 (TIFF 6.0 section 8, and section 5).
  private func isReduced(_ entries: Range<Int>, in file: TIFFDirectory) -> Bool {
    for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: file.entrySize) {
      guard let tag = file.number(entry, 2), tag == 254 || tag == 255 else { continue }
      let width = file.number(entry + 2, 2) == 3 ? 2 : 4
      let value = file.number(entry + 4 + file.offsetSize, width) ?? 0
      if tag == 254 ? value & 5 != 0 : value == 2 { return true }
    }
    return false
  }
}
