internal import PhotoCatalog
internal import PhotoStore

/// What preparing and upgrading have in common: one store, the workers, and how it went.
struct StoreRun {
  let request: PrepRequest
  let interruption: Interruption
  let environment: RunEnvironment

  /// Opens the store while the first worker gets ready, does the work and returns how it went.
  ///
  /// `recipe` is what photos are prepared by for the first device; what `work` reports is counted.
  ///
  /// - Throws: What `open`, `report` and `work` throw.
  func run(
    by recipe: Recipe, opening open: () throws -> Store, _ report: (PrepEvent) throws -> Void,
    work: @escaping (PhotoJob, InputFiles, (PrepEvent) throws -> Void) throws -> Void
  ) throws -> PrepSummary {
    let start = ContinuousClock.now
    let workers = makeWorkers()
    defer { workers?.close() }
    workers?.startAhead()
    var summary = PrepSummary()
    let inputs = makeInputs()
    try open().closing { store in
      let job = PhotoJob(
        store: store, recipes: DeviceRecipes(request.recipes(like: recipe)), request: request,
        environment: environment, interruption: interruption, workers: workers,
        semaphore: JobSemaphore(count: request.jobCount))
      try work(job, inputs) { event in
        if case .rejected(let rejection) = event {
          try inputs.requireFolders(above: rejection.path)
        }
        summary.count(event)
        try report(event)
      }
      if !interruption.isRequested { try inputs.requireFolders() }
      summary.unreadableRecords = store.unreadableRecords
    }
    summary.isolationGaps = workers?.protection?.gaps ?? []
    summary.skipped = inputs.skipped
    summary.wasInterrupted = interruption.isRequested
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    return summary
  }

  /// Workers, none of them started yet; `nil` where photos are decoded in this process.
  func makeWorkers() -> PhotoWorkers? {
    request.isolation.map {
      PhotoWorkers($0, reading: request.reading, interruption: interruption)
    }
  }

  func makeInputs() -> InputFiles {
    InputFiles(request.inputs, excluding: request.store, in: environment.fileSystem)
  }

  /// Opens the store, or makes it if there is a photo to prepare: a misspelt path makes
  /// no store.
  func openOrMake() throws -> Store {
    do {
      return try open(for: access)
    } catch let error as PhotoprepError where error.code == .storeMissing && !request.isDryRun {
      guard makeInputs().findPhoto() else { throw error }
      try Store.create(at: request.store, in: environment.storeEnvironment)
      return try open()
    }
  }

  /// What the store is opened for: a dry run only reads it.
  var access: Store.Access { request.isDryRun ? .read : .write }

  /// Opens the store to be written or read, unless the run is interrupted meanwhile.
  func open(for access: Store.Access = .write) throws -> Store {
    try Store.open(
      at: request.store, for: access, in: storeEnvironment,
      whileHeld: interruption.keepsWaiting(for: request.store))
  }

  /// What a store takes from this run's world, with its worker processes.
  var storeEnvironment: StoreEnvironment {
    environment.storeEnvironment.readingPropertyLists(in: request.isolation, until: interruption)
  }
}
