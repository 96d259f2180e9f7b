/// A file in the trash, whose name says where it came from and when.
///
/// `<seconds since 1970>-<images|photos|albums>-<name>`. Everything is in the name, so that moving a file to the trash
/// and back is one rename and needs no free space (decision 0307).
package struct TrashedFile: Hashable, Sendable {
  /// The folder a file came from.
  package enum Origin: String, CaseIterable, Sendable {
    case images
    case photos
    case albums
  }

  package let origin: Origin
  package let name: String
  /// When it was moved, in seconds since 1970-01-01 UTC.
  package let second: Int

  /// A greater number of seconds is a stranger's, and could not be added to.
  private static let secondLimit = Int.max / 2

  /// The most bytes of a name in the trash without its prefix, so that the whole never exceeds 255: seconds of eleven
  /// digits, which last three thousand years, and the origin.
  package static let nameLimit = 255 - 11 - "-images-".utf8.count

  package init(_ origin: Origin, _ name: String, at second: Int) {
    (self.origin, self.name, self.second) = (origin, name, second)
  }

  /// Reads a name in the trash; `nil` when this software did not give it.
  package init?(_ trashName: String) {
    // A name may begin with an accent, which makes one character with the dash before it.
    let parts = trashName.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 2)
      .map { String(Substring($0)) }
    guard parts.count == 3, let second = Int(parts[0]), (0..<Self.secondLimit).contains(second),
      let origin = Origin(rawValue: parts[1]), FileNameRule.sanitized(parts[2]) == parts[2]
    else { return nil }
    self.init(origin, parts[2], at: second)
    // Another spelling of the same number would be another file.
    guard self.trashName == trashName else { return nil }
  }

  package var trashName: String { "\(second)-\(origin.rawValue)-\(name)" }

  /// The prepared photo it belongs to, by its name.
  package var record: RecordID? {
    origin == .photos ? RecordID(fileName: name) : StoredFileName(name)?.record
  }
}
