package import PhotoPipeline
internal import PhotoStore
package import SystemPackage

/// The contents and place of a report.
package struct ReportRequest: Sendable {
  package var store: FilePath
  /// The page's file; pages after the first are written beside it.
  package var output: FilePath
  /// The run whose photos are shown; `nil` for all photos of the store.
  package var run: ReportRun?
  /// Whether each photo's importance map is included.
  package var hasMaps = true
  /// How many photos to work on at once, within `JobCount.range`; `nil` for one per core.
  package var jobs: Int?
  /// The processes that read an app's preferences; `nil` to do it in this process.
  package var isolation: IsolationSettings?

  package init(store: FilePath, output: FilePath, run: ReportRun? = nil) {
    (self.store, self.output, self.run) = (store, output, run)
  }

  /// `report.html`, then `report-2.html` and so on; pages count from 0.
  func file(ofPage page: Int) -> FilePath { page == 0 ? output : output.numbered(page + 1) }
}

/// The course of a run of `prep`, for its report.
package struct ReportRun: Sendable {
  /// When each photo was done, in seconds from the run's start.
  private(set) var doneAt: [Double] = []
  package var summary: PrepSummary?
  /// The photos of the run that are in the store, each once, in their order.
  private(set) var photos: [RecordID] = []
  private(set) var rejections: [Rejection] = []
  /// How long each photo prepared in the run took, in seconds of CPU time.
  private(set) var times: [RecordID: Double] = [:]
  private var known: Set<RecordID> = []

  package init() {}

  /// Adds an event that came some seconds after the run's start.
  package mutating func note(_ event: PrepEvent, afterSeconds seconds: Double) {
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
