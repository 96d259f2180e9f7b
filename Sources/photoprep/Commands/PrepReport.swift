internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// Shows the events of `prep`: JSON lines or text, and a progress line on a terminal.
final class PrepReport {
  private let console: Console
  private let isDryRun: Bool
  private var line = ProgressLine(total: nil)
  /// How many photos were prepared so far, each once.
  private var prepared = 0

  init(_ console: Console, isDryRun: Bool = false) {
    (self.console, self.isDryRun) = (console, isDryRun)
  }

  func show(_ event: PrepEvent) throws {
    if console.isJSON, let fields = event.fields { try console.result(JSONLine.encode(fields)) }
    switch event {
    case .planned(let total): line.total = total
    case .prepared(let file):
      finish(file)
      if !file.isForFurtherDevice { prepared += 1 }
      console.detail("prepared   \(file.sentence)")
    case .due(let file):
      finish(file)
      if console.isJSON { break }
      try console.result("would prepare  \(file.sentence)")
    case .unchanged(let file):
      finish(file)
      console.detail("unchanged  \(file.sentence)")
    case .removed(let file):
      finish(file)
      console.detail("removed before  \(file.path.displayText)")
    case .gone(let file):
      // A line for each photo, if requested.
      let text = "gone       \(file.path.displayText)  \(file.id)"
      if isDryRun, !console.isJSON { try console.result(text) } else { console.detail(text) }
    case .rejected(let rejection):
      finish(rejection.path, isRejected: true)
      if !console.isJSON { console.message(rejection.description) }
    }
    console.progress(line)
  }

  /// A photo counts once, however many devices it is prepared for.
  private func finish(_ file: PreparedFile) {
    if !file.isForFurtherDevice { finish(file.path) }
  }

  private func finish(_ path: FilePath, isRejected: Bool = false) {
    let name = FilePath(path.lastComponent?.string ?? "").displayText
    line.finish(name, isRejected: isRejected)
  }

  /// Shows the summary of the run and, if the program ends with it, what to do next.
  func show(_ summary: PrepSummary, store: FilePath, isEnd: Bool = false) throws {
    console.clearProgress()
    for gap in summary.isolationGaps { console.message("note: \(gap)") }
    for note in [summary.skipped.archiveNote, summary.skipped.cloudNote].compactMap(\.self) {
      console.note("note: \(note)")
    }
    if let note = summary.folderNote(store: store) { console.note("note: \(note)") }
    if let note = summary.unreadableRecords.recordNote { console.message("note: \(note)") }
    if console.isJSON {
      try console.result(JSONLine.encode(summary.fields))
    } else if console.level > .quiet {
      try console.result(summary.sentence(store: store))
      if let look = summary.look(store: store) { try console.result(look) }
      if isEnd, let next = summary.next(store: store) { try console.result(next) }
    }
  }

  func note(_ text: String) { console.note(text) }

  /// Adds to an error what is done nevertheless.
  func noteStop() {
    guard prepared > 0 else { return }
    let of = line.total.map { " of \($0)" } ?? ""
    console.note("at least \(prepared)\(of) photos are prepared and stay; run it again to go on")
  }

  func show(_ result: PackageResult, _ gaps: [String]) throws {
    console.clearProgress()
    for gap in gaps { console.message("note: \(gap)") }
    if let limit = result.limit { console.note("note: \(limit)") }
    if console.isJSON || result.summary.rejected > 0 || result.summary.wasInterrupted {
      try console.result(result)
    }
  }
}

extension [FilePath] {
  /// That records could not be read and are in the trash now, at these places; `nil` if there are none.
  var recordNote: String? {
    guard let first else { return nil }
    return count == 1
      ? "A photo's record could not be read and was made anew, without stars and framings by hand. "
        + "The old one is in the trash for seven days: \(first.displayText)"
      : "The records of \(count) photos could not be read and were made anew, without stars and "
        + "framings by hand. The old ones are in the trash for seven days, as \(first.displayText)"
  }
}

extension SkippedFiles {
  /// That archives are not looked into; `nil` if there are none.
  var archiveNote: String? {
    if archives == 0 { return nil }
    return "\(counted(archives, "archive")) \(archives == 1 ? "was" : "were") not looked into; "
      + "unpack what holds photos."
  }

  /// That files are not here but in iCloud; `nil` if there are none.
  var cloudNote: String? {
    if inCloud == 0 { return nil }
    return "\(counted(inCloud, "file")) \(inCloud == 1 ? "is" : "are") in iCloud alone; "
      + "download what holds photos, in the Finder for example, and run it again."
  }

  /// The endings of catalogs and files that photo managers keep stars in: of Lightroom, Capture One, DxO and ON1.
  private static let catalogEndings = ["LRCAT", "COS", "DOP", "ON1"]

  /// That stars of programs are not read that keep them in files of their own; `nil` if there are no such files.
  var catalogNote: String? {
    let found = Self.catalogEndings.compactMap { ending in
      kinds[ending].map { "\($0) \(ending)" }
    }
    if found.isEmpty { return nil }
    return "Stars and rejections in files of Lightroom, Capture One, DxO or ON1 "
      + "(\(found.joined(separator: ", "))) are not read; let the program write XMP beside the photos."
  }
}

extension PreparedFile {
  /// The photo, its record and its flags on one line.
  fileprivate var sentence: String {
    "\(path.displayText)  \(id)" + (flags.isEmpty ? "" : "  [\(flags.joined(separator: ", "))]")
      + (origin?.reason.map { "  from the master: \($0)" } ?? "")
  }
}

extension PrepSummary {
  func sentence(store: FilePath) -> String {
    let masters = fromMasters == 0 ? "" : " (\(fromMasters) from their masters)"
    let made = due > 0 ? "\(due) would be prepared\(masters)" : "\(prepared) prepared\(masters)"
    let each = devices > 1 ? " (each photo for \(devices) devices)" : ""
    var parts = [made + each, "\(unchanged) unchanged", "\(rejected) rejected"]
    if replaced > 0 { parts.append("\(counted(replaced, "older record")) in the trash") }
    if pruned > 0 {
      parts.append("\(pruned) whose files are gone \(isDryRun ? "would go to" : "in") the trash")
      if due > 0 { parts[parts.count - 1] += ", except those of which a new photo is an edit" }
    }
    if removed > 0 { parts.append("\(removed) removed before (--again prepares them)") }
    if skipped.total > 0 { parts.append("\(skipped.total) skipped (\(skipped))") }
    let place = store.displayText
    // If no photo is prepared, there may be no store.
    let known = prepared + unchanged > 0 ? "; store: \(place)" : ""
    let end = wasInterrupted ? "; interrupted; run it again to go on" : known
    let time = String(format: "%.1f s", seconds)
    return parts.joined(separator: ", ") + " in \(time)\(end)"
  }

  /// How many photos need a look by a person, and how to do that; `nil` if there are none.
  func look(store: FilePath) -> String? {
    if asking == 0 { return nil }
    let place = ShellWord.quoted(store.string)
    return "\(asking) of \(prepared) may need a look: photoprep review --store \(place)"
  }

  /// How many folders a command names; ours.
  private static let namedFolders = 5

  /// That photos stay though their files are gone, and how to remove them; `nil` if there are none.
  func folderNote(store: FilePath) -> String? {
    let folders = Set(withoutFolder.map { $0.removingLastComponent() })
    guard let first = folders.first else { return nil }
    let place = folders.count == 1 ? first.displayText : "\(folders.count) folders"
    let named = folders.map(\.string).sorted().prefix(Self.namedFolders)
    let words = (named + ["--store", store.string]).map(ShellWord.quoted)
    let (stay, them) = withoutFolder.count == 1 ? ("stays", "it") : ("stay", "them")
    return "\(counted(withoutFolder.count, "photo")) \(stay), as no photo known before is left in "
      + "\(place): a disk may not be mounted. If you deleted \(them): "
      + "photoprep rm \(words.joined(separator: " "))"
  }

  /// What to do next with the store; `nil` if no photo was added.
  func next(store: FilePath) -> String? {
    if prepared == 0 || wasInterrupted { return nil }
    let place = ShellWord.quoted(store.string)
    return "next: into your app as docs/put-it-into-my-app.md says, or for WidgetWeaver: "
      + "photoprep package PHOTO trip.wwdesign --store \(place)"
  }
}

extension PrepEvent {
  /// The JSON line; `nil` for events without one.
  fileprivate var fields: JSONFields? {
    switch self {
    case .planned: nil
    case .prepared(let file): file.fields("prepared")
    case .due(let file): file.fields("due")
    case .unchanged(let file): file.fields("unchanged")
    case .removed(let file): file.fields("removed")
    case .gone(let file): file.fields("gone")
    case .rejected(let rejection): rejection.fields
    }
  }
}

extension PreparedFile {
  fileprivate func fields(_ event: String) -> JSONFields {
    let names = files.map { ($0.role.description, $0.description) }
    return [
      "event": event, "path": path, "photo": id.photo.description, "record": id.fileName,
      "files": Dictionary(uniqueKeysWithValues: names), "flags": flags, "from": origin?.name,
      "reason": origin?.reason?.rawValue,
    ]
  }
}

extension PrepSummary {
  fileprivate var fields: JSONFields {
    [
      "event": "summary", "prepared": prepared, "fromMaster": fromMasters, "due": due,
      "unchanged": unchanged, "replaced": replaced, "pruned": pruned,
      "removed": removed, "rejected": rejected, "asking": asking,
      "skipped": skipped.total,
      "interrupted": wasInterrupted, "seconds": seconds.rounded(toPlaces: 3),
    ]
  }
}

extension Rejection: Shown {
  var text: String { description }

  var fields: JSONFields {
    [
      "event": "rejected", "path": path, "code": code, "message": error.message,
      "remedy": error.remedy, "detail": error.detail,
    ]
  }
}
