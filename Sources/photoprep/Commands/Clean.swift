internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct Clean: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Moves images that nothing uses to the store's trash.",
    discussion: """
      An image is in use if a design, an album, an app's preferences or a pin names it; if one file \
      of a photo is in use, the whole photo stays. Unused images go to the trash once they are older \
      than the grace period. They come back with --restore, or with the next 'clean' after something \
      names them again; after seven days they are removed. The plan is printed first, up to fifty \
      photos without --verbose; --dry-run stops there.

      Nothing is removed, and the exit code is 12, if a document cannot be read, if a new design names \
      an image that is not there yet, or if there is no design, album or pin at all. Files whose names \
      photoprep does not know are never touched.

      Example:
        photoprep clean --store Container --dry-run
      """)

  @OptionGroup var place: StoreOption
  @OptionGroup var documents: DesignsOption

  @Flag(help: "Print the plan and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "How long a file stays after its photo was prepared: seconds, or with s, m, h or d.",
      valueName: "time"), transform: GraceArgument.init)
  var grace = GraceArgument.standard

  @Flag(help: "Go on if there is no design, album or pin at all.")
  var allowUnreferenced = false

  @Flag(help: "Bring everything back from the trash, or only the named files.")
  var restore = false

  @Flag(help: "Empty the trash for good.")
  var purge = false

  @OptionGroup var form: JSONOption

  @OptionGroup var verbosity: VerbosityOptions

  @Argument(
    help: ArgumentHelp(
      "Photos, albums or files to restore: IMG_0042.jpg, its path, its first digits, Lake or a file of the store.",
      valueName: "name"))
  var names: [String] = []

  func validate() throws {
    if restore && (dryRun || purge) || purge && dryRun {
      throw ValidationError("Use one of --dry-run, --restore and --purge.")
    }
    if !restore && !names.isEmpty {
      throw ValidationError("Names need --restore; '\(names[0])' is one.")
    }
  }

  func run() throws {
    let interruption = Interruption.telling
    // A dry run changes nothing, so a signal may end it at once.
    let signals = dryRun ? nil : SignalWatch(interruption)
    let console = Console(verbosity.level, isJSON: form.json)
    let summary = try reportingFailure(stoppedBy: signals) { try carryOut(interruption, console) }
    try console.outcome(
      CleanupResult(
        summary: summary, isDryRun: dryRun, isOfTrash: restore || purge, grace: grace.description))
    if let trouble = summary.catalogTrouble {
      console.message(
        "photoprep: The catalog was not brought up to date; the next run does it. \(trouble)")
    }
    if summary.wasInterrupted { try signals?.status.exit() }
  }

  private func carryOut(
    _ interruption: Interruption, _ console: Console
  ) throws -> CleanupSummary {
    func plan(_ store: Store) throws -> CleanupPlan {
      let plan = try Cleanup(of: store, options).plan { try console.problem($0) }
      try showing(in: store, console) { try plan.forEachEvent($0) }
      return plan
    }
    if dryRun { return try place.opening(for: .read) { try plan($0).summary } }
    func keepGoing() -> Bool { !interruption.isRequested }
    return try place.openingAlone(console, interruption) { store in
      // What keeps photos from going is told by the plan. Nothing is to go for good that was in its place until now.
      let ended = purge ? nil : try? Cleanup.endRemovals(in: store)
      if let ended, !ended.isEmpty {
        let count = counted(ended.count, "photo")
        console.message(
          "photoprep: \(count) in the trash now, whose removal by 'rm' had been cut off.")
      }
      let planned = restore || purge ? nil : try plan(store)
      return try showing(in: store, console) { show in
        let cleanup = Cleanup(of: store, options)
        if let planned { return try cleanup.carryOut(planned, while: keepGoing, show) }
        if restore {
          return try cleanup.restore(names.isEmpty ? nil : names, while: keepGoing, show)
        }
        return try cleanup.purgeTrash(
          while: keepGoing, onProblem: { try console.problem($0) }, show)
      }
    }
  }

  /// How many photos are shown without `--verbose`; ours, as a store has thousands.
  private static let shownLines = 50

  /// Shows the events of a call: each file immediately for programs, each photo once for people.
  private func showing<Result>(
    in store: Store, _ console: Console,
    _ call: ((CleanupEvent) throws -> Void) throws -> Result
  ) throws -> Result {
    var list = CleanupList(store)
    // Results before a failure are shown too.
    defer {
      let most = verbosity.verbose ? list.lines.count : Self.shownLines
      if console.level > .quiet {
        for line in list.lines.prefix(most) { try? console.result(line.text) }
        let more = list.lines.count - most
        if more > 0 { try? console.result("… and \(more) more, which --verbose lists") }
      }
    }
    return try call { event in
      // People see each file once, and for files that stay only their number.
      if form.json { try console.outcome(event) } else if !event.isRepetition { list.add(event) }
    }
  }

  private var options: CleanupOptions {
    CleanupOptions(
      gracePeriod: grace.seconds, allowsUnreferenced: allowUnreferenced,
      designFolders: documents.folders)
  }
}

extension CleanupEvent: Shown {
  /// Whether the plan had the same event, or the file stays as it is.
  fileprivate var isRepetition: Bool {
    switch kind {
    case .trashed: true
    case .restored, .purged: reason == .referenced || reason == .expired
    default: reason == .young || reason == .handMade
    }
  }

  var text: String { CleanupLine(self, name: path.displayText).text }

  var fields: JSONFields {
    ["event": kind.rawValue, "path": path, "bytes": byteCount, "reason": reason.rawValue]
  }
}

extension CleanupEvent.Reason {
  fileprivate var sentence: String {
    switch self {
    case .unreferenced: "nothing names it"
    case .young: "nothing names it, and it is younger than the grace period"
    case .handMade: "nothing names it, and a person framed its photo or gave it stars"
    case .changed: "it changed after the plan was made"
    case .referenced: "something names it again"
    case .expired: "it was in the trash for a week"
    case .asked: "as asked"
    case .occupied: "a file of this name is in its place; it stays in the trash"
    }
  }
}

/// The files of one photo with the same outcome, or one file that belongs to no photo.
private struct CleanupLine {
  let kind: CleanupEvent.Kind
  let reason: CleanupEvent.Reason
  private var name: String
  private var files = 1
  private var bytes: Int

  init(_ event: CleanupEvent, name: String) {
    (kind, reason, self.name, bytes) = (event.kind, event.reason, name, event.byteCount)
  }

  mutating func add(_ event: CleanupEvent, name: String?) {
    self.name = name ?? self.name
    files += 1
    bytes += event.byteCount
  }

  var text: String {
    let count = files == 1 ? "" : "\(counted(files, "file")), "
    return "\(kind.rawValue)  \(name)  \(count)\(byteText(bytes))  \(reason.sentence)"
  }
}

/// The outcomes for the files of a store, one line a photo.
private struct CleanupList {
  private struct Subject: Hashable {
    let kind: CleanupEvent.Kind
    let reason: CleanupEvent.Reason
    let record: RecordID
  }

  private let store: Store
  private(set) var lines: [CleanupLine] = []
  private var places: [Subject: Int] = [:]

  init(_ store: Store) { self.store = store }

  mutating func add(_ event: CleanupEvent) {
    guard let record = event.record else {
      return lines.append(CleanupLine(event, name: event.path.displayText))
    }
    let subject = Subject(kind: event.kind, reason: event.reason, record: record)
    if let place = places[subject] {
      // The record of a restored photo is readable once its last file is back.
      return lines[place].add(event, name: event.kind == .restored ? name(of: record) : nil)
    }
    places[subject] = lines.count
    lines.append(CleanupLine(event, name: name(of: record)))
  }

  /// The photo's own name if the store still has it, and the name for `--restore`.
  private func name(of record: RecordID) -> String {
    let known = try? store.prepared(record)
    let source = known?.sources.first?.path.lastComponent
    let name = source.map { FilePath($0.string).displayText + "  " } ?? ""
    return name + record.photo.description
  }
}

private struct CleanupResult: Shown {
  let summary: CleanupSummary
  let isDryRun: Bool
  /// Whether only the trash is to be changed.
  let isOfTrash: Bool
  let grace: String

  var text: String {
    func part(_ count: CleanupSummary.Count, _ word: String) -> String? {
      count.files == 0 ? nil : "\(count.files) \(word) (\(byteText(count.bytes)))"
    }
    let done = [
      part(summary.trashed, "moved to the trash"), part(summary.restored, "brought back"),
      part(summary.purged, "removed for good"),
    ]
    let planned = [
      part(summary.orphans, "would go to the trash"), part(summary.needed, "would come back"),
      part(summary.expired, "would go for good"),
    ]
    let kept: [(CleanupEvent.Reason, String)] = [
      (.young, "kept as younger than --grace \(grace)"),
      (.handMade, "kept as framed by hand or with stars"), (.changed, "kept as changed meanwhile"),
      (.occupied, "kept in the trash"),
    ]
    let rest =
      kept.map { reason, words in summary.keptWhy[reason].flatMap { part($0, words) } }
      + [part(summary.referenced, "in use")]
    let end = summary.wasInterrupted ? "interrupted; run it again to go on" : nil
    let parts = ((isDryRun ? planned : done) + rest + [end]).compactMap(\.self)
    return parts.isEmpty
      ? isOfTrash ? "the trash is empty" : "nothing to do" : parts.joined(separator: ", ")
  }

  var fields: JSONFields {
    let counts = [
      "referenced": summary.referenced, "orphans": summary.orphans, "kept": summary.kept,
      "trashed": summary.trashed, "restored": summary.restored, "purged": summary.purged,
    ]
    return [
      "event": "summary", "dryRun": isDryRun, "documents": summary.documents,
      "foreign": summary.foreign, "referenced": summary.referenced.files,
      "orphans": summary.orphans.files, "kept": summary.kept.files,
      "trashed": summary.trashed.files, "restored": summary.restored.files,
      "purged": summary.purged.files, "bytes": counts.mapValues(\.bytes),
      "interrupted": summary.wasInterrupted, "catalogTrouble": summary.catalogTrouble,
    ]
  }
}

/// Returns a number of bytes as people read it: `412 B`, `38 kB`, `1.4 MB` or `2.3 GB`; a kilobyte is
/// a thousand bytes.
private func byteText(_ bytes: Int) -> String {
  if bytes < 1000 { return "\(bytes) B" }
  if bytes < 1_000_000 { return "\((bytes + 500) / 1000) kB" }
  let isLarge = bytes >= 1_000_000_000
  let value = Double(bytes) / (isLarge ? 1e9 : 1e6)
  return "\(value.rounded(toPlaces: 1)) \(isLarge ? "GB" : "MB")"
}

struct DesignsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of designs beside the store's own; may be repeated.", valueName: "dir"))
  var designs: [String] = []

  var folders: [FilePath] { RawArguments.paths(for: designs) }
}

struct GraceArgument: CustomStringConvertible {
  let seconds: Double
  /// The time as given, for the default in the help.
  let description: String

  static let standard = GraceArgument(CleanupOptions.standardGracePeriod, "24h")

  private init(_ seconds: Double, _ text: String) { (self.seconds, description) = (seconds, text) }

  /// Reads a number, and a unit: `s`, `m`, `h`, `d`, or none for seconds.
  init(_ argument: String) throws {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    // Ten thousand days are longer than any file's age, and no clock overflows.
    guard let number = Double(digits), number >= 0, number * (unit ?? 1) <= 864_000_000 else {
      throw ValidationError("--grace is '\(argument)'; it must be a time like 0, 90m, 24h or 7d.")
    }
    self.init(number * (unit ?? 1), argument)
  }
}
