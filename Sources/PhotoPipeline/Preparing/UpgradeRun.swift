internal import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// Crops again what older rules have cropped in a store, and nothing else (decision 0708).
public struct UpgradeRun {
  private let run: StoreRun

  /// Makes a run on this machine's files.
  ///
  /// - Parameters:
  ///   - request: The store, how to read photos, and which: without inputs all of the store's. Every
  ///     photo keeps its own frames, background, zoom and focus, whatever the request says.
  ///   - interruption: Ends the run early.
  public init(_ request: PrepRequest, interruption: Interruption = Interruption()) {
    self.init(request, interruption: interruption, in: .machine())
  }

  init(_ request: PrepRequest, interruption: Interruption, in environment: RunEnvironment) {
    run = StoreRun(request: request, interruption: interruption, environment: environment)
  }

  /// Crops photos again, in the order of their names, and returns how it went.
  ///
  /// A photo is taken from where the store last saw it, or from the inputs; where that is not the same
  /// photo any more, from its master. Its older record and files stay.
  ///
  /// - Parameter report: Takes the events, on the caller's thread.
  /// - Returns: The counts and the time.
  /// - Throws: What `report` throws; a `PhotoprepError` when the store cannot be opened or written; an
  ///   ``IsolationError`` when no worker can be started, a ``ThreadShortage`` when no thread can. Photos
  ///   that were reported stay prepared.
  public func run(_ report: (PrepEvent) throws -> Void) throws -> PrepSummary {
    // A recipe that gives way to each photo's own.
    let recipe = Recipe(algorithmVersion: run.environment.generation.algorithmVersion)
    return try run.run(by: recipe, opening: { try run.open(for: run.access) }, report) {
      job, inputs, report in
      let job = UpgradeJob(job: job, places: try SourcePlaces())
      try findPlaces(for: job, inputs, report)
      try upgrade(job, report)
      if job.isNamed, !run.interruption.isRequested {
        try job.places.forEachUnused { try report(.rejected(.notPrepared($0))) }
      }
    }
  }

  private func findPlaces(
    for job: UpgradeJob, _ inputs: InputFiles, _ report: (PrepEvent) throws -> Void
  ) throws {
    guard job.isNamed else { return try job.places.addAll(of: job.job.store) }
    try run.request.threads.run(over: inputs.lazy.prefix { _ in isWanted }) { item in
      job.job.interruption.isRequested ? nil : Result { try job.identify(item) }
    } consume: { found in
      do {
        if let (photo, path) = try found?.get() { try job.places.add(path, of: photo) }
      } catch let rejection as Rejection {
        try report(.rejected(rejection))
      }
    }
  }

  private func upgrade(_ job: UpgradeJob, _ report: (PrepEvent) throws -> Void) throws {
    let places = job.places
    let isNamed = job.isNamed
    let walk = try OlderCrops(in: job.job.store, by: run.environment.generation) { photo in
      guard isNamed else { return true }
      return try !places.places(of: photo).isEmpty
    }
    let items = walk.lazy.filter { isNamed || !$0.isCurrent }.prefix { _ in isWanted }
    guard !run.request.isDryRun else {
      return try run.request.threads.run(over: items, work: job.upgrade) { try $0.show(report) }
    }
    var committer = Committer(job: job.job)
    try committer.run(over: items, on: run.request.threads, work: { [job.upgrade($0)] }, report)
  }

  private var isWanted: Bool { !run.interruption.isRequested }
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
