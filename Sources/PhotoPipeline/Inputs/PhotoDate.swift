internal import Foundation
internal import Imaging
internal import SystemPackage

/// When a photo was taken, and the source of that date.
///
/// In this order: the photo's metadata, files of other programs beside it, its file's name in the forms of phones and
/// messengers, its file's time.
struct PhotoDate: Hashable, Sendable {
  enum Source: String, Sendable {
    case photo, notes, name, file
  }

  /// Seconds from 1970-01-01 by the local clock where the photo was taken, so that days are those of the journey.
  let seconds: Double
  let source: Source

  /// Finds when a photo was taken.
  ///
  /// `modified` is the file's time in nanoseconds from 1970, and `zone` the time zone for it. Dates of a clock that was
  /// not set, in the photo or beside it, do not count: those after `now`, and those of where computers begin to count.
  init(
    _ capture: PhotoCapture, _ notes: PhotoNotes = PhotoNotes(), path: FilePath, modified: Int64,
    in zone: TimeZone = .current, now: Date = Date()
  ) {
    func isPossible(_ seconds: Double) -> Bool {
      abs(seconds) >= Self.dayLength && seconds <= now.timeIntervalSince1970 + Self.dayLength
    }
    if let seconds = Self.seconds(of: capture), isPossible(seconds) {
      (self.seconds, source) = (seconds, .photo)
    } else if let seconds = notes.seconds, isPossible(seconds) {
      (self.seconds, source) = (seconds, .notes)
    } else if let seconds = Self.seconds(inName: path.stem ?? "") {
      (self.seconds, source) = (seconds, .name)
    } else {
      let date = Date(timeIntervalSince1970: Double(modified) / 1e9)
      seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
      source = .file
    }
  }

  /// No local clock is further than this from UTC.
  private static let dayLength = 86_400.0

  /// When a photo was taken by its metadata, right or wrong.
  static func seconds(of capture: PhotoCapture) -> Double? {
    capture.time.flatMap { seconds($0.text) }.map { $0 + (capture.fraction ?? 0) }
  }

  /// The seconds of a date and time in the form of XMP, `2026-01-31T15:45:12+02:00`, or Exif.
  ///
  /// XMP's dates may end behind the year, the month, the day or the minute (XMP specification, part 1, 8.2.1.2), as people
  /// date scans; they mean the first day, and noon.
  static func seconds(ofStamp text: String) -> Double? {
    let digits = text.prefix(19).filter(\.isNumber)
    guard [4, 6, 8, 12, 14].contains(digits.count) else { return nil }
    return seconds(digits + "00000101120000".dropFirst(digits.count))
  }

  /// The seconds of a time from its digits in order, whatever is between them.
  private static func seconds(_ text: String) -> Double? {
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
    guard digits.count == 14 else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { 10 * $0 + $1 } }
    let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
    let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
    guard (1..<10_000).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    return Double(Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// The days from 1970-01-01; Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The years for which a date in a file's name is accepted: from the first camera phones on; ours.
  private static let years = 1990...2099

  /// Reads a date, and a time if there is one, from a file's name.
  ///
  /// `IMG_20240131_154512`, `PXL_20240131_154512123`, `IMG20240131154512`, `IMG-20240131-WA0007`,
  /// `Screenshot_2024-01-31-15-45-12`, `2024-01-31 15.45.12`, `signal-2024-01-31-15-45-12-123`,
  /// `WhatsApp Image 2024-01-31 at 15.45.12`, `photo_1@31-01-2024_15-45-12`. A date alone means its noon.
  static func seconds(inName name: String) -> Double? {
    guard hasYear(name) else { return nil }
    if let match = try? telegram.firstMatch(in: name) {
      return seconds("\(match.3)\(match.2)\(match.1)\(match.4)")
    }
    guard let match = try? pattern.firstMatch(in: name), let year = Int(match.1),
      years.contains(year)
    else { return nil }
    let time = match.5.map { "\($0)\(match.6 ?? "")\(match.7 ?? "")" } ?? "120000"
    let day = "\(match.1)\(match.3)\(match.4)"
    return seconds(day + time) ?? seconds(day + "120000")
  }

  /// Compiled once, as that takes longer than a search; it never changes, which the compiler cannot know.
  private nonisolated(unsafe) static let pattern =
    #/
    (?:^|[^0-9])(\d{4})([-._]?)(\d{2})\2(\d{2})
    (?:(?:[-_\ .T]|\ at\ |(?=(?:[01]\d|2[0-3])(?:[0-5]\d){2}))(\d{2})[-._:]?(\d{2})[-._:]?(\d{2})|[^0-9]|$)
    /#
  private nonisolated(unsafe) static let telegram = /@(\d{2})-(\d{2})-(\d{4})_(\d{2}-\d{2}-\d{2})/

  /// Whether a name has four digits that begin like a year: a regular expression takes a hundred times as long, and
  /// most names have no date.
  private static func hasYear(_ name: String) -> Bool {
    let text = Array(name.utf8)
    func isDigit(_ place: Int) -> Bool { (0x30...0x39).contains(text[place]) }
    return text.indices.dropLast(3).contains { place in
      (text[place] == 0x31 && text[place + 1] == 0x39
        || text[place] == 0x32 && text[place + 1] == 0x30)
        && isDigit(place + 2) && isDigit(place + 3)
    }
  }

  /// The day, counted from 1970-01-01.
  var day: Int { Int((seconds / 86_400).rounded(.down)) }
}
