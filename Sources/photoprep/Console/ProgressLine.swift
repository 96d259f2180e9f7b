/// The text of the live progress line: a bar, done of total, the last photo, time left, rejected.
struct ProgressLine: Sendable {
  /// How many photos the run will process; `nil` while unknown.
  var total: Int?
  /// How many photos are done, with any outcome.
  private(set) var done = 0
  private(set) var rejected = 0
  private var name = ""
  private let start = ContinuousClock.now
  /// When the first photo was done, in seconds from the start.
  private var firstDone: Double?

  init(total: Int?) { self.total = total }

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Notes that a photo is done: now, or after some seconds.
  mutating func finish(
    _ name: String, isRejected: Bool = false, afterSeconds seconds: Double? = nil
  ) {
    firstDone = firstDone ?? seconds ?? self.seconds
    done += 1
    if isRejected { rejected += 1 }
    self.name = name
  }

  /// Returns the line's text after a number of seconds, in fewer columns than a terminal has.
  ///
  /// If there is not enough room, the bar is left out first, then the photo's name.
  func text(afterSeconds seconds: Double, columns: Int) -> String {
    let noun = total ?? done == 1 ? "photo" : "photos"
    let counts = "\(done)\(total.map { "/\($0)" } ?? "") \(noun)"
    let end = [timeLeft(seconds), rejected > 0 ? "\(rejected) rejected" : nil].compactMap(\.self)
    var parts = [counts] + end
    func room() -> Int { columns - 1 - parts.joined(separator: " · ").columns - 3 }
    if columns >= Self.roomyColumns, let total, total > 0 { parts.insert(bar(total), at: 0) }
    let shown = name.fitting(columns: min(room(), Self.longestName))
    if !shown.isEmpty { parts.insert(shown, at: parts.count - end.count) }
    return parts.joined(separator: " · ").fitting(columns: columns - 1)
  }

  /// The columns from which on there is room for a bar; our choice.
  private static let roomyColumns = 70
  /// The most columns of a photo's name; our choice, longer than cameras' names.
  private static let longestName = 24
  private static let barColumns = 16

  private func bar(_ total: Int) -> String {
    let filled = Self.barColumns * min(done, total) / total
    return String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.barColumns - filled)
  }

  /// How long and on how many photos a run must have worked before it shows a time left; our choice.
  ///
  /// The time up to the first photo is ignored, as workers start in it.
  private static let settled = (seconds: 2.0, photos: 4)

  private func timeLeft(_ seconds: Double) -> String? {
    guard let total, total > done, let firstDone, seconds - firstDone >= Self.settled.seconds,
      done > Self.settled.photos
    else { return nil }
    let perPhoto = (seconds - firstDone) / Double(done - 1)
    return "\(Self.duration(Double(total - done) * perPhoto)) left"
  }

  /// A duration for people: `8 s`, `2 min 5 s`, `1 h 3 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}

extension String {
  /// The most columns of the text on a terminal: two for a letter that may be wide.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text in at most so many columns, with `…` instead of its middle; empty if there is not enough room for a
  /// useful part.
  func fitting(columns limit: Int) -> String {
    if columns <= limit { return self }
    guard limit >= 5 else { return "" }
    let head = prefix(columns: (limit - 1) / 2)
    let tail = String(String(reversed()).prefix(columns: limit - 1 - head.columns).reversed())
    return head + "…" + tail
  }

  private func prefix(columns limit: Int) -> String {
    var (text, rest) = ("", limit)
    for character in self {
      rest -= character.columns
      if rest < 0 { break }
      text.append(character)
    }
    return text
  }
}

extension Character {
  /// Scripts up to Arabic and the signs of this line are one column wide (Unicode Annex 11).
  fileprivate var columns: Int {
    let isNarrow = unicodeScalars.allSatisfy {
      $0.value < 0x700 || "█░…".unicodeScalars.contains($0)
    }
    return isNarrow ? 1 : 2
  }
}
