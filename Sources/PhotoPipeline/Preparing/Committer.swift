internal import Foundation
internal import PhotoCatalog
internal import PhotoStore
internal import SystemPackage

/// Commits staged photos in groups and reports every outcome in the order of the inputs.
///
/// Outcomes come in any order: what waits is committed in time whether or not an earlier photo is
/// done, and reported after it (decision 0005).
struct Committer {
  /// How many outcomes wait for their group at most.
  static let groupSize = 32
  /// How long the first of them waits at most, in seconds.
  static let patience = 1.0

  private let job: PhotoJob
  /// How many outcomes an input has: one for each device.
  private let width: Int
  /// What came of the inputs that are not reported yet, by their places; those of an input follow each other.
  private var outcomes: [Int: PhotoJob.Outcome] = [:]
  /// The place of the outcome that is reported next.
  private var next = 0
  /// How many outcomes wait for the next commit.
  private var waitingCount = 0
  private var firstWaitsSince: Date?
  /// Photos that were found prepared, whose age counts from now on.
  private var renewals: [RecordID] = []
  /// How many of them are written together; our choice: one transaction costs as much as a thousand rows.
  private static let renewalGroupSize = 1000
  /// The folders of which it is known whether a file from before this run is left in them.
  private var lookedInto: Set<FilePath> = []

  init(job: PhotoJob) { (self.job, width) = (job, job.recipes.ids.count) }

  /// Prepares photos on threads, commits and reports them.
  ///
  /// - Throws: What `report` throws; the error of a failed outcome, once everything that came before is
  ///   committed; a `PhotoprepError` of the commit; a ``ThreadShortage``.
  mutating func run<Item: Sendable>(
    over items: some Sequence<Item>, on threads: WorkerThreads,
    work: @escaping @Sendable (Item) -> [PhotoJob.Outcome], _ report: (PrepEvent) throws -> Void
  ) throws {
    try threads.run(over: items, pause: Self.patience, work: work) { progress in
      switch progress {
      case .done(let outcomes, let index): try take(outcomes, at: index, report)
      case .paused: try flush(report)
      }
    }
    job.workers?.dismiss()
    try finish(report)
  }

  /// Takes the outcomes of an input, at most one for each device.
  mutating func take(
    _ outcomes: [PhotoJob.Outcome], at index: Int, _ report: (PrepEvent) throws -> Void
  ) throws {
    for case .failed(let error) in outcomes {
      try flush(report)
      throw error
    }
    for place in 0..<width {
      let outcome = place < outcomes.count ? outcomes[place] : .abandoned(nil)
      keep(outcome.settled, at: index * width + place)
    }
    if isDue { try commit() }
    try reportDone(report)
  }

  /// Commits what waits, and reports it as far as every earlier input is done.
  mutating func flush(_ report: (PrepEvent) throws -> Void) throws {
    try commit()
    try reportDone(report)
  }

  /// Commits and reports what still waits at the end of a run.
  mutating func finish(_ report: (PrepEvent) throws -> Void) throws {
    try commit()
    try reportDone(report)
    assert(outcomes.isEmpty, "\(outcomes.count) inputs wait for photos that no thread works on.")
    renew()
  }

  private var isDue: Bool {
    guard let since = firstWaitsSince else { return false }
    return waitingCount >= Self.groupSize
      || job.environment.clock().timeIntervalSince(since) >= Self.patience
  }

  /// Keeps an outcome until it is reported; a claim on a photo that is not stored ends here.
  private mutating func keep(_ outcome: PhotoJob.Outcome, at index: Int) {
    outcomes[index] = outcome
    if outcome.needsStore {
      waitingCount += 1
      firstWaitsSince = firstWaitsSince ?? job.environment.clock()
    } else {
      endClaim(at: index)
    }
  }

  private mutating func endClaim(at index: Int) {
    if let (photo, end) = outcomes[index]?.endOfClaim { job.claims.end(photo, as: end) }
    if let event = outcomes[index]?.eventOnceDurable { outcomes[index] = .settled(event) }
    if case .abandoned = outcomes[index] { outcomes[index] = .abandoned(nil) }
  }

  /// Reports what needs nothing written any more, up to the first input that is not done.
  private mutating func reportDone(_ report: (PrepEvent) throws -> Void) throws {
    while let outcome = outcomes[next] {
      if case .claimed = outcome { keep(outcome.settled, at: next) }
      switch outcomes[next] {
      case .settled(let event):
        if case .unchanged(let file) = event { renewals.append(file.id) }
        outcomes[next] = nil
        next += 1
        try report((next - 1) % width == 0 ? event : event.forFurtherDevice)
      case .abandoned:
        outcomes[next] = nil
        next += 1
      default: return
      }
    }
    if renewals.count >= Self.renewalGroupSize { renew() }
  }

  /// A photo is as prepared as before when its age cannot be written, on a full disk for example.
  private mutating func renew() {
    try? job.store.renew(renewals)
    renewals = []
  }

  /// The files of an outcome that were other photos before.
  private func strangers(_ outcome: PhotoJob.Outcome) throws -> [FilePath] {
    guard let photo = outcome.record?.preparation else { return [] }
    return try job.edits.strangers(among: outcome.observations, of: photo, in: job.store)
  }

  /// Makes everything that waits durable; what is durable is settled and not committed again.
  private mutating func commit() throws {
    if waitingCount == 0 { return }
    let places = outcomes.keys.sorted()
    let waiting = places.compactMap { outcomes[$0] }
    let strangers = try waiting.flatMap(strangers)
    try FormerPhotos(of: job.store, in: job.environment.fileSystem).forgetMissing(
      beside: waiting.flatMap(\.observations), strangers: strangers, but: &lookedInto)
    func remembered(_ observation: SourceObservation) -> SourceObservation {
      strangers.contains(observation.file) ? observation : job.edits.remembered(observation)
    }
    try (job.request.times ?? StepTimes()).measure("commit") {
      try job.store.commit(
        places.compactMap { outcomes[$0]?.commit }.map { commit in
          var commit = commit
          commit.observations = commit.observations.map(remembered)
          return commit
        })
    }
    for place in places where outcomes[place]?.commit != nil { endClaim(at: place) }
    for place in places { outcomes[place] = outcomes[place]?.settled }
    try job.store.addSources(
      places.compactMap { outcomes[$0]?.sighting }.map { sighting in
        var sighting = sighting
        sighting.observation = sighting.observation.map(remembered)
        return sighting
      })
    for place in places { endClaim(at: place) }
    (waitingCount, firstWaitsSince) = (0, nil)
  }
}

/// The photos of this run that are worked on and not durable yet.
///
/// The same photo under two names is worked on once: the second thread finds the claim, and waits
/// for its end. With another recipe, because a person pointed at something else in it, it counts as
/// another photo.
final class Claims: Sendable {
  private let claims = Locked<[RecordID: Claim]>([:])

  /// Claims a photo's records in one step, and returns for each `nil`, or the claim of the thread that came first.
  func claim(_ records: [RecordID]) -> [Claim?] {
    claims.withLock { claims in
      records.map { record in
        if let other = claims[record] { return other }
        claims[record] = Claim()
        return nil
      }
    }
  }

  /// Ends a claim, and tells the waiting threads the result.
  func end(_ photo: RecordID, as end: Claim.End) {
    let claim = claims.withLock { $0.removeValue(forKey: photo) }
    claim?.known.withLock { $0 = end }
  }
}

/// The work on one photo, on which threads with the same photo under other names wait.
///
/// Its result is kept while a thread waits for it, even if the photo is claimed again.
final class Claim: Sendable {
  enum End: Sendable {
    case stored(PreparedFile)
    /// It was not prepared, nor would it be under another name.
    case rejected(Rejection)
    /// The run was told to stop before.
    case abandoned
  }

  fileprivate let known = Locked<End?>(nil)

  /// What came of the photo; `nil` while it is worked on.
  var end: End? { known.withLock { $0 } }
}

extension PhotoJob.Outcome {
  /// What came of a copy once the work on the same photo is done; else this outcome.
  fileprivate var settled: PhotoJob.Outcome {
    guard case .claimed(let path, let sighting, let claim) = self else { return self }
    return switch claim.end {
    case nil: self
    case .stored(let file): .seenAgain(file.named(path), sighting)
    case .rejected(let rejection): .rejected(rejection.named(path), nil)
    case .abandoned: .abandoned(nil)
    }
  }

  /// Whether something must be written before this outcome may be reported.
  fileprivate var needsStore: Bool { commit != nil || sighting != nil }

  fileprivate var commit: PhotoCommit? {
    if case .staged(_, let commit) = self { commit } else { nil }
  }

  fileprivate var sighting: PhotoSighting? {
    if case .seenAgain(_, let sighting) = self { sighting } else { nil }
  }

  /// The photo's record, where it was made or read.
  fileprivate var record: PhotoRecord? { commit?.record ?? sighting?.record }

  /// The files that are remembered with what must be written.
  fileprivate var observations: [SourceObservation] {
    commit?.observations ?? [sighting?.observation].compactMap(\.self)
  }

  /// The photo whose claim ends once this outcome is durable, and what came of it.
  fileprivate var endOfClaim: (photo: RecordID, end: Claim.End)? {
    switch self {
    case .staged(let file, _): (file.id, .stored(file))
    case .rejected(let rejection, let id): id.map { ($0, .rejected(rejection)) }
    case .abandoned(let id): id.map { ($0, .abandoned) }
    case .settled, .seenAgain, .claimed, .failed: nil
    }
  }

  /// What is reported once everything this outcome needs is written; `nil` for nothing.
  var eventOnceDurable: PrepEvent? {
    switch self {
    case .settled(let event): event
    case .staged(let file, _): .prepared(file)
    case .seenAgain(let file, _): .unchanged(file)
    case .rejected(let rejection, _): .rejected(rejection)
    case .claimed, .abandoned, .failed: nil
    }
  }
}
