public import PhotoPipeline
public import PhotoStore
public import SystemPackage

/// What a report is about and where it goes.
public struct ReportRequest: Sendable {
  /// The store.
  public var store: FilePath
  /// The page's file; pages after the first are written beside it.
  public var output: FilePath
  /// The photos to show; `nil` for all of the store.
  public var photos: [RecordID]?
  /// What could not be prepared, and why.
  public var rejections: [Rejection]
  /// How the run went that the report is about, if it is about one.
  public var run: ReportRun?
  /// Whether each photo's importance map comes with it.
  public var hasMaps = true
  /// How many photos to work on at once, within `JobCount.range`; `nil` for one per core.
  public var jobs: Int?
  /// The processes that read an app's preferences; `nil` to do it in this process.
  public var isolation: IsolationSettings?

  /// Makes a request.
  public init(
    store: FilePath, output: FilePath, photos: [RecordID]? = nil, rejections: [Rejection] = [],
    run: ReportRun? = nil
  ) {
    self.store = store
    self.output = output
    self.photos = photos
    self.rejections = rejections
    self.run = run
  }
}

/// How a run of `prep` went, as its report shows it.
public struct ReportRun: Sendable {
  /// When each photo was done, in seconds from the run's start.
  public var doneAt: [Double] = []
  /// The run's counts, once it has ended.
  public var summary: PrepSummary?
  /// The photos of the run that are in the store, each once, in their order.
  public private(set) var photos: [RecordID] = []
  /// What was not prepared.
  public private(set) var rejections: [Rejection] = []
  /// How long each photo took that was prepared in the run.
  public private(set) var times: [RecordID: PhotoTime] = [:]
  private var known: Set<RecordID> = []

  /// Makes a run of which nothing is known yet.
  public init() {}

  /// Takes an event that came some seconds after the run's start.
  public mutating func note(_ event: PrepEvent, afterSeconds seconds: Double) {
    switch event {
    case .planned, .due, .removed, .gone: return
    case .prepared(let file), .unchanged(let file):
      if known.insert(file.id).inserted { photos.append(file.id) }
      if let time = file.time { times[file.id] = time }
    case .rejected(let rejection): rejections.append(rejection)
    }
    doneAt.append(seconds)
  }
}
