internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline

/// The options for letting the program choose the photos of an album.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Choose this many of the best photos, one of each stack: burst or copies.", valueName: "n"))
  var best: Int?

  @Option(
    help: ArgumentHelp(
      """
      Choose from this folder, and prepare the chosen photos; may be given several times. The \
      argument is then the album's name; with --name the arguments are the folders.
      """, valueName: "folder"), completion: .directory)
  var from: [String] = []

  @Flag(help: "Choose from this week in other years, at most an equal share of each year.")
  var memories = false

  @Flag(help: "Divide the choice among more days and looks, and take weaker photos for it.")
  var spread = false

  @Flag(
    help: ArgumentHelp("Choose only photos with people, also from behind.", visibility: .hidden))
  var faces = false

  @Option(
    name: .customLong("without-person"),
    help: ArgumentHelp(
      "Leave out photos of this person, as named in photos or files beside them; may be given several times.",
      valueName: "name", visibility: .hidden))
  var absentPeople: [String] = []

  @Option(
    help: ArgumentHelp(
      "Choose only photos taken on this day or later.", valueName: "yyyy-mm-dd",
      visibility: .hidden))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Choose only photos taken on this day or earlier.", valueName: "yyyy-mm-dd",
      visibility: .hidden))
  var until: String?

  @Option(
    help: ArgumentHelp(
      """
      Also choose these: screenshot, document, blank or small, which is too small for a widget; may be \
      given several times.
      """,
      valueName: "kind", visibility: .hidden))
  var include: [String] = []

  @Option(
    help: ArgumentHelp(
      "Begin the order with another photo.", valueName: "n", visibility: .hidden))
  var seed: UInt64 = 0

  @Flag(
    help: """
      With --best: only say which photos would be chosen, and why. The next run looks at all \
      again.
      """)
  var dryRun = false

  @OptionGroup var parallel: JobsOption

  /// How many photos are chosen if only memories are requested; ours.
  private static let standardCount = 40
  /// The most photos: an album of the published app that a phone can read at once; ours.
  private static let most = 10_000

  var isAsked: Bool { best != nil || memories }

  mutating func validate() throws {
    if let best, !(1...Self.most).contains(best) {
      throw ValidationError("--best is \(best); it must be from 1 to \(Self.most).")
    }
    for kind in include where !ChoiceWish.kinds.contains(kind) {
      throw ValidationError(
        "--include is '\(kind)'; it must be one of \(ChoiceWish.kinds.joined(separator: ", ")).")
    }
    for (name, day) in [("--since", since), ("--until", until)] {
      guard let day, Self.day(day) == nil else { continue }
      throw ValidationError(
        "\(name) is '\(day)'; it must be a day of the calendar, like 2026-01-05.")
    }
    if let since, let until, let first = Self.day(since), let last = Self.day(until), first > last {
      throw ValidationError("--until \(until) is before --since \(since).")
    }
    guard !isAsked else { return }
    let given = [
      ("--from", !from.isEmpty), ("--spread", spread), ("--faces", faces),
      ("--without-person", !absentPeople.isEmpty),
      ("--since", since != nil), ("--until", until != nil), ("--include", !include.isEmpty),
      ("--dry-run", dryRun),
    ]
    if let name = given.first(where: \.1)?.0 {
      throw ValidationError("\(name) needs --best, which says how many photos to choose.")
    }
  }

  func wish() -> ChoiceWish {
    var wish = ChoiceWish(count: best ?? Self.standardCount)
    (wish.isSpread, wish.wantsFaces, wish.seed) = (spread, faces, seed)
    wish.includedKinds = Set(include)
    wish.absentPeople = Set(absentPeople)
    (wish.firstDay, wish.lastDay) = (since.flatMap(Self.day), until.flatMap(Self.day))
    if memories {
      let today = Date()
      let local = today.timeIntervalSince1970 + Double(TimeZone.current.secondsFromGMT(for: today))
      wish.memoryDay = Int((local / 86_400).rounded(.down))
    }
    return wish
  }

  /// The days from 1970-01-01 to a day like `2026-01-05`.
  private static func day(_ text: String) -> Int? {
    let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    // It reads 2025-02-30 as 2 March.
    guard let date = try? style.parse(text), style.format(date) == text else { return nil }
    return Int(date.timeIntervalSince1970 / 86_400)
  }
}
