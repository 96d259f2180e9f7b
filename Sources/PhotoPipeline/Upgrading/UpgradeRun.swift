internal import FocusReading
internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore
internal import SystemFiles
internal import SystemPackage
internal import Workers

/// Crops anew what older rules have cropped in a store, and nothing else (decision 0708).
public struct UpgradeRun {
  private let request: PrepRequest
  private let isDryRun: Bool
  private let interruption: Interruption
  private let environment: RunEnvironment

  /// Makes a run on this machine's files.
  ///
  /// - Parameters:
  ///   - request: The store, how to read photos, and which: without inputs all of the store's. Every
  ///     photo keeps its own frames, background, zoom and focus, whatever the request says.
  ///   - isDryRun: Whether to change nothing and say what would be made from what.
  ///   - interruption: Ends the run early.
  public init(
    _ request: PrepRequest, isDryRun: Bool = false, interruption: Interruption = Interruption()
  ) {
    self.init(request, isDryRun: isDryRun, interruption: interruption, in: .machine())
  }

  init(
    _ request: PrepRequest, isDryRun: Bool, interruption: Interruption,
    in environment: RunEnvironment
  ) {
    self.request = request
    self.isDryRun = isDryRun
    self.interruption = interruption
    self.environment = environment
  }

  /// Crops photos anew, in the order of their names, and returns how it went.
  ///
  /// A photo is taken from where the store last saw it, or from the inputs; where that is not the same
  /// photo any more, from its master. Its older record and files stay.
  ///
  /// - Parameter report: Takes the events, on the caller's thread.
  /// - Returns: The counts and the time.
  /// - Throws: What `report` throws; a `StoreError` when the store cannot be opened or written; an
  ///   ``IsolationError`` when no worker can be started, a ``ThreadShortage`` when no thread can. Photos
  ///   that were reported stay prepared.
  public func run(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary {
    let start = ContinuousClock.now
    let store = try Store.open(
      at: request.store, for: isDryRun ? .read : .write, in: environment.storeEnvironment
    ) { !interruption.isRequested }
    var summary = PrepSummary()
    do {
      let inputs = InputFiles(request.inputs, excluding: request.store, in: environment.fileSystem)
      let protection = try upgrade(store, inputs) { event in
        summary.count(event)
        try report(event)
      }
      summary.isolationGaps = protection?.gaps ?? []
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

  private func upgrade(
    _ store: Store, _ inputs: InputFiles, _ report: (PrepEvent) throws -> Void
  ) throws -> Sandbox.Protection? {
    let workers = request.isolation.map {
      PhotoWorkers($0, reading: request.reading, interruption: interruption)
    }
    defer { workers?.close() }
    workers?.startAhead()
    let job = UpgradeJob(
      job: photoJob(in: store, workers), places: try SourcePlaces(),
      isNamed: !request.inputs.isEmpty, isDryRun: isDryRun)
    try findPlaces(for: job, inputs, report)
    try upgrade(job, report)
    if job.isNamed, !interruption.isRequested {
      try job.places.forEachUnused { try report(.rejected(.notPrepared($0))) }
    }
    return workers?.protection
  }

  /// The work for one photo, with a recipe that gives way to each photo's own.
  private func photoJob(in store: Store, _ workers: PhotoWorkers?) -> PhotoJob {
    let recipe = Recipe(algorithmVersion: environment.generation.algorithmVersion)
    return PhotoJob(
      store: store,
      pipeline: PhotoSteps(recipe: recipe, reading: request.reading, times: request.times),
      recipeID: recipe.id, isForced: false,
      focus: HandFocus(areas: [], fileSystem: environment.fileSystem), environment: environment,
      interruption: interruption, workers: workers, turns: Turns(count: request.jobCount))
  }

  private func findPlaces(
    for job: UpgradeJob, _ inputs: InputFiles, _ report: (PrepEvent) throws -> Void
  ) throws {
    guard job.isNamed else { return try job.places.addAll(of: job.job.store) }
    try request.threads.run(over: inputs.lazy.prefix { _ in !interruption.isRequested }) {
      job.identify($0)
    } consume: { identified in
      switch identified {
      case .photo(let photo, let path): try job.places.add(path, of: photo)
      case .rejected(let rejection): try report(.rejected(rejection))
      case .failed(let error): throw error
      case .abandoned: break
      }
    }
  }

  private func upgrade(_ job: UpgradeJob, _ report: (PrepEvent) throws -> Void) throws {
    let places = job.places
    let isNamed = job.isNamed
    let walk = try OlderCrops(in: job.job.store, by: environment.generation) {
      (photo) throws(StoreError) in
      guard isNamed else { return true }
      return try !places.places(of: photo).isEmpty
    }
    let items = walk.lazy.filter { isNamed || !$0.isCurrent }
      .prefix { _ in !interruption.isRequested }
    var committer = Committer(job: job.job)
    try request.threads.run(over: items) {
      job($0)
    } consume: { outcome in
      if isDryRun {
        try outcome.show(report)
      } else {
        try committer.take(outcome, report)
      }
    }
    if !isDryRun { try committer.finish(report) }
  }
}

extension OlderCrops.Item {
  fileprivate var isCurrent: Bool {
    if case .current = self { true } else { false }
  }
}

extension PhotoJob.Outcome {
  /// Reports an outcome of which nothing is to be written.
  fileprivate func show(_ report: (PrepEvent) throws -> Void) throws {
    if case .failed(let error) = self { throw error }
    try eventOnceDurable.map(report)
  }
}
