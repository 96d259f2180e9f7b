public import PhotoStore
public import SystemPackage

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

/// The outcome for one photo.
public enum CropEvent: Sendable {
  /// A crop was chosen.
  case crop(CropReport)
  /// The photo could not be read.
  case rejected(Rejection)
}

/// The counts of a run of crops.
public struct CropSummary: Hashable, Sendable {
  /// How many photos were cropped.
  public internal(set) var cropped = 0
  /// How many photos could not be read.
  public internal(set) var rejected = 0
  /// The files that were skipped in folders.
  public internal(set) var skipped = SkippedFiles()
  /// Whether the run was stopped before its end.
  public internal(set) var wasInterrupted = false
  /// What worker processes are not prevented from on this system, one sentence each.
  public internal(set) var isolationGaps: [String] = []

  mutating func add(
    _ outcome: Result<[CropReport], any Error>, _ report: (CropEvent) throws -> Void
  ) throws {
    switch outcome {
    case .success(let reports):
      cropped += 1
      for each in reports { try report(.crop(each)) }
    case .failure(let rejection as Rejection):
      rejected += 1
      try report(.rejected(rejection))
    case .failure(is WorkStop): break
    case .failure(let error): throw error
    }
  }
}

/// The options of `photoprep crop`.
public struct CropRequest: Sendable {
  /// Photos and folders of photos.
  public var inputs: [FilePath]
  /// The shapes to crop to, at least one.
  public var aspects: [AspectRatio]
  /// The folder for one picture per photo that explains its crops; `nil` for none.
  public var explainFolder: FilePath?
  /// The pictures of the crops to write; `nil` for none.
  public var output: CropOutput?
  /// How many photos to work on at once, within ``JobCount/range``; `nil` for one per core.
  public var jobs: Int?
  /// Limits on photos and how they are read.
  public var reading: ReadingSettings
  /// Places that every crop of every photo must keep; when empty, each photo's sidecar is read.
  public var focus: [FocusArea]
  /// The processes that decode and analyse; `nil` to do it in this process.
  public var isolation: IsolationSettings?

  /// Makes a request.
  public init(
    inputs: [FilePath], aspects: [AspectRatio], explainFolder: FilePath? = nil, jobs: Int? = nil,
    reading: ReadingSettings = ReadingSettings(),
    focus: [FocusArea] = []
  ) {
    self.inputs = inputs
    self.aspects = aspects
    self.explainFolder = explainFolder
    self.jobs = jobs
    self.reading = reading
    self.focus = focus
  }
}
