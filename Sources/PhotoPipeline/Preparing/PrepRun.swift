internal import FocusReading
internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import Workers

/// Prepares photos and folders of photos into a store.
public struct PrepRun {
  private let request: PrepRequest
  private let interruption: Interruption
  private let environment: RunEnvironment
  private let recipe: Recipe

  /// Makes a run on this machine's files.
  public init(_ request: PrepRequest, interruption: Interruption = Interruption()) {
    self.init(request, interruption: interruption, in: .machine())
  }

  init(_ request: PrepRequest, interruption: Interruption, in environment: RunEnvironment) {
    self.request = request
    self.interruption = interruption
    self.environment = environment
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
    let start = ContinuousClock.now
    let workers = request.isolation.map {
      PhotoWorkers($0, reading: request.reading, interruption: interruption)
    }
    defer { workers?.close() }
    workers?.startAhead()
    let store = try openStore()
    var summary = PrepSummary()
    do {
      let inputs = InputFiles(
        request.inputs, excluding: request.store, in: environment.fileSystem)
      let count = inputs.count(upTo: Self.countedInputs) { !interruption.isRequested }
      if let count { try report(.planned(count)) }
      try prepare(inputs, into: store, workers) { event in
        summary.count(event)
        try report(event)
      }
      summary.isolationGaps = workers?.protection?.gaps ?? []
      summary.skipped = inputs.skipped
    } catch {
      // The reason the run ends matters more than an empty folder that could not be removed.
      try? store.close()
      throw error
    }
    try store.close()
    summary.wasInterrupted = interruption.isRequested
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    return summary
  }

  /// Up to how many inputs are counted before the first is prepared.
  ///
  /// Ours: fifty thousand take less than a second, and fit into one page of a folder's names; beyond
  /// that a run begins at once and its progress goes without a total.
  private static let countedInputs = 50_000

  private func openStore() throws(StoreError) -> Store {
    let place = environment.storeEnvironment
    do throws(StoreError) {
      return try open(in: place)
    } catch  where error.code == .storeMissing {
      try Store.create(at: request.store, in: place)
      return try open(in: place)
    }
  }

  private func open(in place: StoreEnvironment) throws(StoreError) -> Store {
    try Store.open(at: request.store, for: .write, in: place) { !interruption.isRequested }
  }

  private func prepare(
    _ inputs: InputFiles, into store: Store, _ workers: PhotoWorkers?,
    _ report: (PrepEvent) throws -> Void
  ) throws {
    let job = PhotoJob(
      store: store,
      pipeline: PhotoSteps(recipe: recipe, reading: request.reading, times: request.times),
      recipeID: recipe.id, isForced: request.isForced,
      focus: HandFocus(areas: request.focus, fileSystem: environment.fileSystem),
      environment: environment, interruption: interruption, workers: workers,
      turns: Turns(count: request.jobCount))
    var committer = Committer(job: job)
    try request.threads.run(over: inputs.lazy.prefix { _ in !interruption.isRequested }) {
      job($0)
    } consume: { outcome in
      try committer.take(outcome, report)
    }
    workers?.dismiss()
    try committer.finish(report)
  }
}
