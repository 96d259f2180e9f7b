internal import FocusReading
internal import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// Prepares photos and folders of photos into a store.
public struct PrepRun {
  private let run: StoreRun
  /// What photos are prepared by, for the first device.
  private let recipe: Recipe

  /// Makes a run on this machine's files.
  public init(_ request: PrepRequest, interruption: Interruption = Interruption()) {
    self.init(request, interruption: interruption, in: .machine())
  }

  package init(
    _ request: PrepRequest, interruption: Interruption, in environment: RunEnvironment
  ) {
    run = StoreRun(request: request, interruption: interruption, environment: environment)
    recipe = request.recipe(by: environment.generation)
  }

  /// Prepares every photo, in the order of the inputs, and returns how it went.
  ///
  /// A photo is reported as prepared once it is durable. After an interruption what is under way is
  /// finished and committed, or given up when it takes a worker too long, and nothing new is begun.
  ///
  /// - Parameter report: Takes the events, on the caller's thread.
  /// - Returns: The counts and the time.
  /// - Throws: What `report` throws; a `PhotoprepError` when the store cannot be made, opened or
  ///   written; an ``IsolationError`` when no worker can be started, a ``ThreadShortage`` when no
  ///   thread can. Photos that were reported stay prepared.
  public func run(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary {
    var seen: Set<RecordID> = []
    var new: Set<RecordID> = []
    var due: Set<RecordID> = []
    var files: [PhotoID: FilePath] = [:]
    func note(_ event: PrepEvent) throws {
      if case .prepared(let file) = event {
        new.insert(file.id)
        if !run.request.pruned.isEmpty { files[file.id.photo] = file.path }
      }
      if case .unchanged(let file) = event { seen.insert(file.id) }
      if case .due(let file) = event { due.insert(file.id) }
      try report(event)
    }
    let edits = EditedFiles()
    do {
      var summary = try prepare(edits, note)
      summary.devices = 1 + run.request.otherFrames.count
      summary.isDryRun = run.request.isDryRun
      let present = Set(new.union(seen).union(due).map(\.photo))
      let missing = try missing(but: present)
      try noteEdits(files, edits, of: missing.gone)
      let edited = try replacements(edits, by: new.union(seen))
      for rejection in try carryHandWork(to: new, alongEdits: edited) {
        summary.count(.rejected(rejection))
        try report(.rejected(rejection))
      }
      var stuck: Set<RecordID> = []
      if !run.request.keepsOlder {
        let replaced = edited + older(than: new, sparing: seen)
        try follow(replaced, edits.photos)
        let older = Set(replaced.map(\.old))
        if let count = remove(older) { summary.replaced = count } else { stuck = older }
      }
      settle(edits, of: new.union(seen), but: stuck)
      if summary.removed > 0 { endRemovals() }
      let gone = try prune(missing, but: present)
      summary.withoutFolder = gone.staying
      for file in gone.files {
        summary.pruned += 1
        try report(.gone(file))
      }
      return summary
    } catch let error as PhotoprepError where error.code == .storeMissing {
      return try withoutStore(report)
    }
  }

  /// Looks whether there is a photo at the paths, before a store is made for none.
  ///
  /// - Throws: A `PhotoprepError` of the code `no-photos` that says what there is instead.
  public func requirePhotos() throws {
    // A folder whose photos are gone says just that.
    guard run.request.pruned.isEmpty else { return }
    let inputs = run.makeInputs()
    guard let first = run.request.inputs.first, inputs.next() == nil else { return }
    throw PhotoprepError.noPhotos(first, of: run.request.inputs.count, skipped: inputs.skipped)
  }

  private func prepare(
    _ edits: EditedFiles, _ report: (PrepEvent) throws -> Void
  ) throws -> PrepSummary {
    try run.run(by: recipe, opening: run.openOrMake, report) { job, inputs, report in
      let isWanted = { !run.interruption.isRequested }
      if let count = inputs.count(upTo: Self.countedInputs, while: isWanted) {
        try report(.planned(count))
      }
      var job = job
      job.edits = edits
      var committer = Committer(job: job)
      try committer.run(
        over: inputs.lazy.prefix { _ in isWanted() }, on: run.request.threads,
        work: job.prepare, report)
    }
  }

  /// Photos whose files are gone from the folders that are asked about, and those that stay as nothing is left in their
  /// folders, each with a file that it was.
  private typealias Missing = (gone: [PhotoID: FilePath], staying: [PhotoID: FilePath])

  private func missing(but present: Set<PhotoID>) throws -> Missing {
    if run.request.pruned.isEmpty || run.interruption.isRequested { return ([:], [:]) }
    return try run.open(for: .read).closing { try missing(in: $0, but: present) }
  }

  private func missing(in store: Store, but present: Set<PhotoID>) throws -> Missing {
    try FormerPhotos(of: store, in: run.environment.fileSystem)
      .gone(from: run.request.pruned.map(run.environment.absolute), but: present)
  }

  /// Finds new photos that are edits of such as are about to be pruned, as their files have new names too.
  private func noteEdits(
    _ new: [PhotoID: FilePath], _ edits: EditedFiles, of gone: [PhotoID: FilePath]
  ) throws {
    if new.isEmpty || gone.isEmpty { return }
    try run.open(for: .read).closing { store in
      try edits.note(new, asEditsOf: gone.keys, in: store, run.environment)
    }
  }

  /// Finds the records that this run's records stand for now.
  private func replacements(
    _ edits: EditedFiles, by records: Set<RecordID>
  ) throws -> [(old: RecordID, new: RecordID)] {
    if edits.isEmpty || run.request.isDryRun { return [] }
    return try run.open().closing {
      try edits.replacements(by: records, in: $0, run.environment)
    }
  }

  /// Ends what this run does about edits; the next run finds those once more that are not ended, on a full disk for
  /// example.
  private func settle(
    _ edits: EditedFiles, of records: Set<RecordID>, but older: Set<RecordID>
  ) {
    if edits.isEmpty || run.request.isDryRun || run.interruption.isRequested { return }
    try? run.open().closing {
      try edits.settle(Set(records.map(\.photo)), but: older, in: $0)
    }
  }

  /// Finds preparations in whose place those of this run have come, of other rules or with another focus for example.
  ///
  /// A photo that is prepared twice does no harm, so that nothing that keeps them from being found is an error.
  private func older(
    than new: Set<RecordID>, sparing seen: Set<RecordID>
  ) -> [(old: RecordID, new: RecordID)] {
    let records = seen.union(new)
    if records.isEmpty || run.request.isDryRun || run.interruption.isRequested { return [] }
    let older = try? run.open(for: .read).closing { store in
      try Cleanup.older(than: new, sparing: seen, in: store) + unfocused(by: records, in: store)
    }
    return older ?? []
  }

  /// Finds preparations with a focus that no file has beside it any more, where others of this run were there already,
  /// as a design or a pin had kept them.
  private func unfocused(
    by records: Set<RecordID>, in store: Store
  ) throws -> [(old: RecordID, new: RecordID)] {
    let fileSystem = run.environment.fileSystem
    let found = try Cleanup.otherFocus(than: records, in: store)
    if found.isEmpty { return [] }
    let files = try FormerPhotos(of: store, in: fileSystem).files()
    return found.filter { candidate in
      // Another file of the same photo may have it.
      !(files[candidate.id.photo] ?? []).contains { file in
        let areas = try? FocusSidecar.areas(beside: file.path, in: fileSystem)
        return areas == nil || areas == candidate.old.recipe.focus
      }
    }.map { ($0.id, $0.new) }
  }

  /// Lets albums show photos and files as they are prepared now.
  private func follow(
    _ replaced: [(old: RecordID, new: RecordID)], _ edited: [PhotoID: PhotoID]
  ) throws {
    if replaced.isEmpty, edited.isEmpty { return }
    try run.open().closing { store in
      let newer = try replaced.map { ($0.old, try store.record($0.new)) }
      try Albums(of: store).follow(Dictionary(newer) { one, _ in one }, edited: edited)
    }
  }

  /// Moves photos to the trash whose files are gone, and takes them out of albums; returns those that went, or in a dry
  /// run those that would, and a file of each that stays as nothing is left in its folder.
  private func prune(
    _ missing: Missing, but present: Set<PhotoID>
  ) throws -> (files: [PreparedFile], staying: [FilePath]) {
    if missing.gone.isEmpty && missing.staying.isEmpty || run.interruption.isRequested {
      return ([], [])
    }
    let isDryRun = run.request.isDryRun
    return try run.open(for: isDryRun ? .read : .alone).closing { store in
      // Looked for again, as files and the store may have changed before it was opened alone.
      let (gone, staying) = try self.missing(in: store, but: present)
      let found = Set(try gone.keys.flatMap { try store.recordIDs(of: $0) })
      // Before albums are touched, as a cleanup may be refused.
      var ids = try Cleanup.removable(found, in: store)
      if !isDryRun {
        try Albums(of: store).follow([:], without: ids)
        ids = try Cleanup.removeUnused(ids, in: store)
      }
      let files = ids.sorted().compactMap { id in
        gone[id.photo].map { PreparedFile(path: $0, id: id, files: [], flags: []) }
      }
      return (files, try staying.filter { try !store.recordIDs(of: $0.key).isEmpty }.map(\.value))
    }
  }

  /// Frames new photos as a person framed them before, for other devices or filters, or before their files were edited;
  /// returns why some are not.
  private func carryHandWork(
    to new: Set<RecordID>, alongEdits edits: [(old: RecordID, new: RecordID)]
  ) throws -> [Rejection] {
    if new.isEmpty, edits.isEmpty { return [] }
    let framing = try HandFraming(
      run.request.store, workers: run.workers, interruption: run.interruption)
    var rejections: [Rejection] = []
    do {
      try framing.carryHandWork(alongEdits: edits) { rejections.append($0) }
      try framing.carryHandWork(to: new.sorted()) { rejections.append($0) }
    } catch is WorkStop {}
    return rejections
  }

  /// Moves older preparations to the trash, where no other process has the store open; returns
  /// how many went, `nil` where something kept all of them.
  ///
  /// A photo that is prepared twice does no harm, so that nothing that keeps them from going is an error.
  private func remove(_ older: Set<RecordID>) -> Int? {
    if older.isEmpty { return 0 }
    if run.interruption.isRequested { return nil }
    return alone { try Cleanup.removeUnused(older, in: $0).count }
  }

  /// Ends what an `rm` that was cut off left undone, where no other process has the store open; what keeps it from that
  /// is no error, as a later run does it.
  private func endRemovals() {
    if run.request.isDryRun || run.interruption.isRequested { return }
    let begun = try? run.open(for: .read).closing { try RemovedPhotos(of: $0).underWay() }
    if begun?.isEmpty != false { return }
    _ = alone { try Cleanup.endRemovals(in: $0) }
  }

  /// Does work with the store if no other process has it open; `nil` if one has, or the work fails.
  private func alone<Result>(_ work: (Store) throws -> Result) -> Result? {
    let store = try? Store.open(
      at: run.request.store, for: .alone, in: run.storeEnvironment, while: { _ in false })
    return try? store?.closing(after: work)
  }

  /// Reports what a dry run without a store would prepare, which is every photo, or why no path has a photo.
  private func withoutStore(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary {
    let start = ContinuousClock.now
    let (inputs, recipes) = (run.makeInputs(), run.request.recipes(like: recipe))
    var summary = PrepSummary()
    for item in inputs.lazy.prefix(while: { _ in !run.interruption.isRequested }) {
      let events: [PrepEvent]
      do {
        events = try due(try item.get(), by: recipes).map(PrepEvent.due)
      } catch let rejection as Rejection {
        events = [.rejected(rejection)]
      }
      for (place, event) in events.enumerated() {
        summary.count(event)
        try report(place == 0 ? event : event.forFurtherDevice)
      }
    }
    summary.devices = 1 + run.request.otherFrames.count
    summary.skipped = inputs.skipped
    summary.wasInterrupted = run.interruption.isRequested
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    return summary
  }

  private func due(_ file: InputFile, by recipes: DeviceRecipes) throws -> [PreparedFile] {
    let own = try recipes.beside(file.path, in: run.environment.fileSystem)
    return try own.due(
      PhotoMaterial.read(
        file.path, in: run.environment, run.request.reading.limits, StepTimes()))
  }

  /// Up to how many inputs are counted before the first is prepared.
  ///
  /// Our choice: fifty thousand take less than a second, and fit into one page of a folder's names; beyond
  /// that a run begins at once and its progress goes without a total.
  static let countedInputs = 50_000
}
