internal import PhotoCatalog
internal import PhotoStore

/// Prepares photos and folders of photos into a store.
public struct PrepRun {
  private let run: StoreRun
  private let recipe: Recipe

  /// Makes a run on this machine's files.
  public init(_ request: PrepRequest, interruption: Interruption = Interruption()) {
    self.init(request, interruption: interruption, in: .machine())
  }

  init(_ request: PrepRequest, interruption: Interruption, in environment: RunEnvironment) {
    run = StoreRun(request: request, interruption: interruption, environment: environment)
    recipe = Recipe(
      algorithmVersion: environment.generation.algorithmVersion, frames: request.frames,
      background: request.reading.background.description,
      subjects: request.reading.cascades.identity,
      analysis: environment.generation.name(of: request.reading.analysis),
      focus: request.focus,
      zooms: request.reading.zooms)
  }

  /// Prepares every photo, in the order of the inputs, and returns how it went.
  ///
  /// A photo is reported as prepared once it is durable. After an interruption what is under way is
  /// finished and committed, or given up when it takes a worker too long, and nothing new is begun.
  ///
  /// - Parameter report: Takes the events, on the caller's thread.
  /// - Returns: The counts and the time.
  /// - Throws: What `report` throws; a `StoreError` when the store cannot be made, opened or
  ///   written; an ``IsolationError`` when no worker can be started, a ``ThreadShortage`` when no
  ///   thread can. Photos that were reported stay prepared.
  public func run(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary {
    try run.run(opening: openStore, report) { place, report in
      let isWanted = { !run.interruption.isRequested }
      if let count = place.inputs.count(upTo: Self.countedInputs, while: isWanted) {
        try report(.planned(count))
      }
      let job = run.job(in: place, recipe, focus: run.request.focus)
      var committer = Committer(job: job)
      try committer.run(
        over: place.inputs.lazy.prefix { _ in isWanted() }, on: run.request.threads,
        work: job.prepare, report)
    }
  }

  /// Up to how many inputs are counted before the first is prepared.
  ///
  /// Our choice: fifty thousand take less than a second, and fit into one page of a folder's names; beyond
  /// that a run begins at once and its progress goes without a total.
  private static let countedInputs = 50_000

  private func openStore() throws(StoreError) -> Store {
    do throws(StoreError) {
      return try run.open()
    } catch  where error.code == .storeMissing {
      try Store.create(at: run.request.store, in: run.environment.storeEnvironment)
      return try run.open()
    }
  }
}
