internal import Workers

/// Chooses crops without preparing anything: one per photo and aspect.
public struct CropRun: Sendable {
  private let request: CropRequest
  private let interruption: Interruption

  /// Makes a run.
  public init(_ request: CropRequest, interruption: Interruption = Interruption()) {
    precondition(!request.aspects.isEmpty, "There is no aspect to crop to.")
    self.request = request
    self.interruption = interruption
  }

  /// Crops every photo, in the order of the inputs, and returns the counts.
  ///
  /// - Parameter report: Called with each event, on the caller's thread.
  /// - Returns: The counts.
  /// - Throws: Errors of `report`, a ``Rejection`` when the folder for the explaining pictures
  ///   cannot be made or written, an ``IsolationError`` when no worker can be started, and a
  ///   ``ThreadShortage`` when no thread can.
  public func run(_ report: (CropEvent) throws -> Void) throws -> CropSummary {
    let workers = request.isolation.map {
      PhotoWorkers($0, reading: request.reading, interruption: interruption)
    }
    defer { workers?.close() }
    workers?.startAhead()
    let job = CropJob(request, in: workers)
    try job.makeFolders()
    let inputs = InputFiles(request.inputs, excluding: nil, in: job.fileSystem)
    var summary = CropSummary()
    try WorkerThreads(count: request.jobs ?? JobCount.standard).run(
      over: inputs.lazy.prefix { _ in !interruption.isRequested }, work: job.crop
    ) { outcome in
      try summary.add(outcome, report)
    }
    summary.isolationGaps = workers?.protection?.gaps ?? []
    summary.skipped = inputs.skipped
    summary.wasInterrupted = interruption.isRequested
    return summary
  }
}
