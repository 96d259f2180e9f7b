internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

extension AlbumCommand.Make {
  /// Lets the program choose, and shows the chosen photos and the result.
  func choose() throws {
    let signals = SignalWatch()
    let report = ChoiceReport(
      Console(verbosity.level, isJSON: options.form.json), isDryRun: choice.dryRun,
      isSpread: choice.spread || choice.memories)
    let summary = try reportingFailure(stoppedBy: signals) {
      var run = ChoiceRun(try choiceRequest(), interruption: signals.interruption)
      return try run.run(report.show)
    }
    try report.show(summary, store: options.place.path)
    try signals.end(interrupted: summary.wasInterrupted, rejected: summary.rejected)
    if summary.foundNothing, summary.count == 0 { try ExitStatus.stopped.exit() }
  }

  private func choiceRequest() throws -> ChoiceRequest {
    var preparing = try PrepRequest(
      of: RawArguments.paths(for: choice.from), into: options.place.path,
      for: options.device.map { [$0] } ?? [], reading: try ReadingOptions.parse([]).settings())
    preparing.isolation = IsolationOptions.standard
    preparing.jobs = choice.parallel.jobs
    preparing.isDryRun = choice.dryRun
    let settings = AlbumSettings(name: name ?? options.photos.first, intervalMinutes: options.every)
    var request = ChoiceRequest(preparing, choice.wish(), album: settings)
    request.package = packageFile.map(RawArguments.path)
    request.replacesPackage = force
    return request
  }
}

/// Shows the events of a choice: JSON lines or text, and a progress line on a terminal.
final class ChoiceReport {
  private let console: Console
  private let isDryRun, isSpread: Bool
  private var line = ProgressLine(total: nil)
  private var packages: [FilePath] = []

  init(_ console: Console, isDryRun: Bool, isSpread: Bool) {
    (self.console, self.isDryRun, self.isSpread) = (console, isDryRun, isSpread)
  }

  func show(_ event: ChoiceEvent) throws {
    switch event {
    case .planned(let total): line.total = total
    case .assessed(let path): advance(path)
    case .rejected(let rejection): try show(rejection)
    case .preparing(.planned(let total)): line = ProgressLine(total: total)
    case .preparing(.prepared(let file)), .preparing(.unchanged(let file)): advance(file.path)
    case .preparing(.rejected(let rejection)): try show(rejection)
    case .preparing(.due), .preparing(.removed), .preparing(.gone): break
    case .picked(let photo): try show(photo, isPlanned: isDryRun)
    case .passedOver(let photo):
      let isPlanned = photo.isLeaving || ChoiceWish.kinds.contains(photo.reason)
      try show(photo, isPlanned: isDryRun && isPlanned)
    case .split(let counts): console.note(PackageResult.split(counts))
    case .packed(let package):
      packages.append(package.file)
      try console.outcome(package)
    }
  }

  /// Shows the result of the choice, and what to do next.
  func show(_ summary: ChoiceSummary, store: FilePath) throws {
    console.clearProgress()
    for gap in summary.isolationGaps { console.message("note: \(gap)") }
    if let note = summary.unreadableRecords.recordNote { console.message("note: \(note)") }
    for (name, meant) in summary.unknownPeople.sorted(by: { $0.key < $1.key }) {
      let question = meant.map { " Did you mean '\($0.displayText)'?" } ?? ""
      console.message(
        "note: Neither a photo nor a file beside one names '\(name.displayText)'.\(question)")
    }
    showUnread(UnreadNotes.all(summary))
    if summary.withoutTakeout > 0 {
      let count = summary.withoutTakeout
      console.message(
        "note: \(counted(count, "photo")) of Google Takeout \(count == 1 ? "has" : "have") no JSON, "
          + "unlike others in the same folder: \(count == 1 ? "it" : "they") may be archived or "
          + "deleted in Google Photos, or show people to leave out. "
          + "Unpack all parts of the export into one folder.")
    }
    let skipped = summary.skipped
    for note in [skipped.archiveNote, skipped.cloudNote, skipped.catalogNote].compactMap(\.self) {
      console.note("note: \(note)")
    }
    try console.outcome(ChoiceResult(summary: summary, isDryRun: isDryRun, isSpread: isSpread))
    if console.isJSON || isDryRun || console.level == .quiet || summary.foundNothing { return }
    if summary.wasInterrupted || summary.count == 0 { return }
    try console.result(AlbumStep.next(summary.album, packages, store))
  }

  /// How many files that cannot be read are named; ours, as a whole folder may be like that.
  private static let namedFiles = 3

  private func showUnread(_ files: [UnreadNotes]) {
    if files.isEmpty { return }
    for file in files.prefix(Self.namedFiles) { console.message("note: \(file.text)") }
    let more = files.count - Self.namedFiles
    let rest = more > 0 ? "\(more) more cannot be read; --json lists all. " : ""
    console.message(
      "note: \(rest)Stars, rejections, people and dates in unreadable files are ignored. "
        + "Make these files readable, or save them again in the program that wrote them.")
  }

  /// Shows the outcome for a photo: to programs, in a plan, and with `--verbose`.
  private func show(_ photo: some Shown, isPlanned: Bool) throws {
    if console.isJSON || isPlanned && console.level > .quiet {
      try console.result(photo)
    } else {
      console.detail(photo.text)
    }
  }

  private func show(_ rejection: Rejection) throws {
    line.finish("", isRejected: true)
    try console.problem(rejection)
  }

  private func advance(_ path: FilePath) {
    line.finish(FilePath(path.lastComponent?.string ?? "").displayText)
    console.progress(line)
  }
}

/// What to do with an album that was made.
enum AlbumStep {
  static func next(_ album: String, _ packages: [FilePath], _ store: FilePath) -> String {
    let place = ShellWord.quoted(store.string)
    let title = FilePath(album).stem ?? album
    let name = ShellWord.quoted(title)
    if !packages.isEmpty {
      return PackageResult.next(packages) + "; WidgetWeaver shows the first photo of each, and all "
        + "photos by: photoprep package \(name) all.wwdesign --store \(place)"
    }
    let file = ShellWord.quoted(title + ".wwdesign")
    return "next: photoprep review --store \(place), then into your app as "
      + "docs/put-it-into-my-app.md says, or for WidgetWeaver: "
      + "photoprep package \(name) \(file) --store \(place)"
  }
}

extension ChosenPhoto: Shown {
  var text: String {
    let total = String(format: "%.2f", score["total"] ?? 0)
    let starred = stars.map { "  \(counted($0, "star"))" } ?? ""
    let stack = stackSize > 1 ? "  best of \(stackSize) alike" : ""
    let new = isNew ? "  new" : ""
    return "\(place)  \(path.displayText)  \(day)  score \(total), rank \(rank)"
      + "\(stack)\(starred)\(new)"
  }

  var fields: JSONFields {
    [
      "event": "picked", "path": path, "photo": photo.description, "place": place, "rank": rank,
      "stack": stackSize, "day": day, "score": score, "stars": stars, "new": isNew ? true : nil,
    ]
  }
}

extension PassedPhoto: Shown {
  var text: String {
    let what = isLeaving ? "leaves the album" : "not chosen"
    let other = reason == PassedReason.stack ? standing : nil
    let why = other.map { "shows the same as \($0.displayText)" } ?? PassedReason.one(reason)
    return "\(path.displayText): \(what), as it \(why)"
  }

  var fields: JSONFields {
    [
      "event": "passed-over", "path": path, "reason": reason,
      "score": (score * 1e4).rounded() / 1e4, "estimate": isEstimate ? true : nil,
      "standing": standing, "leaving": isLeaving ? true : nil,
    ]
  }
}

/// A file beside a photo that is there and cannot be read.
private struct UnreadNotes: Shown {
  let path: FilePath
  let fact: String

  static func all(_ summary: ChoiceSummary) -> [UnreadNotes] {
    summary.unreadNotes.map { UnreadNotes(path: $0.key, fact: $0.value) }
      .sorted { $0.path.string < $1.path.string }
  }

  var text: String { "\(path.displayText): \(fact)" }

  var fields: JSONFields { ["path": path, "message": fact] }
}

/// Why photos were not chosen, in words.
private enum PassedReason {
  static let stack = "stack"
  /// The words for each reason, of one photo and of several, in this order.
  static let phrases = [
    (stack, "shows the same as a better one", "show the same as a better one"),
    ("kind", "is a screenshot, a document or blank", "are screenshots, documents or blank"),
    ("small", "is too small for a widget", "are too small for a widget"),
    (
      "hidden", "is hidden or unwanted where you keep photos",
      "are hidden or unwanted where you keep photos"
    ),
    ("date", "is of another day", "are of other days"),
    ("no-face", "shows no people", "show no people"),
    ("person", "shows a person to leave out", "show a person to leave out"),
    ("kept", "was added by you", "were added by you"),
    ("refused", "was taken out by you", "were taken out by you"),
    ("spread", "gives way to one of another day", "give way to others of other days"),
    ("rank", "is not as good", "are not as good"),
    ("absent", "is not in these folders any more", "are not in these folders any more"),
  ]

  /// The words for the reason of one photo, the name of its kind among them.
  static func one(_ reason: String) -> String {
    phrases.first { $0.0 == reason }?.1
      ?? (reason == "blank" ? "is blank" : "is a \(reason)")
  }
}

private struct ChoiceResult: Shown {
  let summary: ChoiceSummary
  let isDryRun, isSpread: Bool

  var text: String {
    if summary.wasInterrupted { return "interrupted; run it again to go on" }
    let album = FilePath(summary.album).displayText
    let count = counted(summary.count, "photo")
    let hand = summary.kept > 0 ? ", \(summary.kept) of them added by hand" : ""
    let unseen =
      summary.unseen > 0
      ? ", \(summary.unseen) of them kept although not found: their disk may not be mounted" : ""
    let head =
      summary.foundNothing
      ? "There is nothing to choose, and \(album) "
        + (summary.count > 0 ? "stays as it is, with \(count)" : "is not written")
      : "\(album)\(isDryRun ? " would have" : ":") \(count)\(hand)\(unseen)\(changes)"
    let reasons = PassedReason.phrases.compactMap { name, one, several in
      summary.passedOver[name].map { "\($0) \($0 == 1 ? one : several)" }
    }
    let looked = "looked at \(counted(summary.candidates, "photo"))"
    let time = String(format: "%.1f s", summary.seconds)
    // Among them are the files beside photos that were read.
    let others = summary.skipped.total > 0 ? "; also there: \(summary.skipped)" : ""
    let rejected = summary.rejected > 0 ? "; \(summary.rejected) rejected" : ""
    return "\(head); \(looked) in \(time)"
      + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", ")) + days + rejected + others
      + way
  }

  /// How to choose where nothing else is there.
  private var way: String {
    let isSmall = summary.foundNothing && summary.passedOver["small"] != nil
    return isSmall ? "; --include small takes the small ones in" : ""
  }

  /// Of how many days the photos are, if there are more.
  private var days: String {
    if summary.foundNothing || summary.days == summary.allDays { return "" }
    let hint = isSpread || summary.days == summary.count ? "" : " (--spread takes more)"
    return "; the chosen are of \(summary.days) of \(summary.allDays) days\(hint)"
  }

  /// What changed in an album that was there.
  private var changes: String {
    guard let changes = summary.changes else { return "" }
    if changes.new + changes.left == 0 { return ", the same as before" }
    let leave = isDryRun ? changes.left == 1 ? "leaves" : "leave" : "left"
    return ", \(changes.new) of them new; \(changes.left) \(leave) it"
  }

  var fields: JSONFields {
    let unread = UnreadNotes.all(summary)
    return [
      "event": "album", "album": summary.album, "photos": summary.count,
      "chosen": summary.chosen, "byHand": summary.kept, "candidates": summary.candidates,
      "assessed": summary.assessed, "stacks": summary.stacks, "passedOver": summary.passedOver,
      "rejected": summary.rejected, "seconds": (summary.seconds * 1000).rounded() / 1000,
      "dryRun": isDryRun, "interrupted": summary.wasInterrupted,
      "unseen": summary.unseen > 0 ? summary.unseen : nil,
      "foundNothing": summary.foundNothing ? true : nil,
      "days": summary.days, "allDays": summary.allDays,
      "new": summary.changes?.new, "left": summary.changes?.left,
      "skipped": summary.skipped.total,
      "unreadNotes": unread.isEmpty ? nil : unread,
      "withoutTakeout": summary.withoutTakeout > 0 ? summary.withoutTakeout : nil,
    ]
  }
}

extension AlbumCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Lists the photos of an album, and why each is in it.",
      discussion: """
        A photo that the program chose ('album make --best') has its score, its rank among the best \
        photos of their stacks, and the number of photos that show the same. \
        docs/how-photos-are-chosen.md explains the terms of the score.

        Example:
          photoprep album show Best --why --store Container
        """)

    @OptionGroup var place: StoreOption

    @Argument(help: ArgumentHelp("The album's file name, as 'album list' shows it."))
    var album: String

    @Flag(help: "Also show the terms of each score.")
    var why = false

    @OptionGroup var form: JSONOption

    func run() throws {
      let console = Console(isJSON: form.json)
      let photos = try reportingFailure { try AlbumKeeping.photos(of: album, in: place.path) }
      if photos.isEmpty, !form.json {
        try console.result("The album \(album.displayText) is empty.")
      }
      for photo in photos {
        try console.result(ShownAlbumPhoto(photo: photo, showsTerms: why))
      }
    }
  }
}

private struct ShownAlbumPhoto: Shown {
  let photo: AlbumPhoto
  let showsTerms: Bool

  var text: String {
    let name = photo.source?.displayText ?? photo.id
    var parts = ["\(photo.place)  \(name)"]
    if let score = photo.score, let rank = photo.rank {
      parts.append(photo.day ?? "")
      parts.append(String(format: "score %.2f, rank %d", score, rank))
      if let stack = photo.stack, stack > 1 { parts.append("best of \(stack) alike") }
      if let stars = photo.stars { parts.append(counted(stars, "star")) }
    } else {
      parts.append("by hand")
    }
    if showsTerms {
      let terms = photo.terms.filter { $0.key != "total" }.sorted { $0.key < $1.key }
      parts.append(
        terms.map { String(format: "%@ %.2f", $0.key, $0.value) }.joined(separator: ", "))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  var fields: JSONFields {
    [
      "event": "photo", "place": photo.place, "record": photo.id, "path": photo.source,
      "score": photo.score, "rank": photo.rank, "stack": photo.stack, "day": photo.day,
      "stars": photo.stars, "byHand": photo.rank == nil, "terms": photo.terms,
    ]
  }
}
