internal import ArgumentParser
internal import PhotoCatalog
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Moves prepared photos to the store's trash.",
    discussion: """
      Only the prepared files go, with framings by hand; your photos are never touched. The files \
      come back with 'clean --restore' and are removed after seven days; 'prep' prepares such a photo \
      again only with --again. If a design, an album or a pin names one of the photos, nothing is \
      removed.

      Example:
        photoprep rm IMG_0042.jpg --store Container
      """)

  @OptionGroup var place: StoreOption
  @OptionGroup var documents: DesignsOption

  @Argument(
    help: ArgumentHelp(
      """
      Files, folders, names under which photos were prepared, names that 'store list' shows, or at \
      least four of their first digits.
      """, valueName: "photo"))
  var photos: [String]

  @Flag(help: "Show what would go; change nothing.")
  var dryRun = false

  @OptionGroup var form: JSONOption

  func run() throws {
    let signals = SignalWatch()
    let console = Console(isJSON: form.json)
    let paths = RawArguments.paths(for: photos)
    let result = try reportingFailure(stoppedBy: signals) {
      if dryRun {
        return try place.opening(for: .read, signals.interruption) { store in
          let (ids, plan) = try plan(paths, store, console)
          if form.json { try plan.forEachEvent(console.outcome) }
          return Removal(photos: ids, summary: plan.summary, isDryRun: true, store: place.path)
        }
      }
      return try place.openingAlone(console, signals.interruption) { store in
        let (ids, plan) = try plan(paths, store, console)
        let summary = try Cleanup(of: store).remove(
          ids, by: plan, while: { !signals.interruption.isRequested }
        ) { event in
          if form.json { try console.outcome(event) }
        }
        // Of an earlier run; the next one tries again.
        _ = try? Cleanup.endRemovals(in: store)
        return Removal(
          photos: summary.records, summary: summary, isDryRun: false, store: place.path)
      }
    }
    try console.outcome(result)
    try signals.end(interrupted: result.summary.wasInterrupted)
  }

  private func plan(
    _ paths: [FilePath], _ store: Store, _ console: Console
  ) throws -> (Set<RecordID>, CleanupPlan) {
    let (ids, rejections) = try NamedPhotos.records(paths, in: store)
    for rejection in rejections { try console.problem(rejection) }
    if !rejections.isEmpty { throw NothingRemoved() }
    let plan = try Cleanup(of: store, .removing(ids, designFolders: documents.folders)).plan {
      try console.problem($0)
    }
    return (ids, plan)
  }
}

/// Some of the named photos are missing.
private struct NothingRemoved: Error, CustomStringConvertible {
  var description: String { "Nothing was removed." }
}

/// The photos that were or would be moved to the trash.
private struct Removal: Shown {
  let photos: Set<RecordID>
  let summary: CleanupSummary
  let isDryRun: Bool
  let store: FilePath

  private var names: [String] { Set(photos.map(\.photo.description)).sorted() }

  var text: String {
    let count = counted(names.count, "photo")
    if isDryRun { return "\(count) would go to the trash" }
    if summary.wasInterrupted { return "interrupted; run it again to go on" }
    if names.isEmpty { return "nothing went to the trash: it changed meanwhile, or is shown again" }
    // A command with thousands of names is no help. It names records, so that versions removed earlier stay where they
    // are.
    let records = photos.map(\.description).sorted()
    let named = names.count > 20 ? "" : " " + records.joined(separator: " ")
    return "\(count) in the trash; to bring back: photoprep clean --restore\(named) --store "
      + ShellWord.quoted(store.string)
  }

  var fields: JSONFields {
    [
      "event": "summary", "dryRun": isDryRun, "photos": names,
      "files": isDryRun ? summary.orphans.files : summary.trashed.files,
      "interrupted": summary.wasInterrupted,
    ]
  }
}
