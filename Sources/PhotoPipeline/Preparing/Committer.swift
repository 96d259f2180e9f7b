internal import Foundation
internal import PhotoCatalog
internal import PhotoStore

/// Commits staged photos in groups and reports every outcome in the order of the inputs.
///
/// An outcome waits while an earlier photo waits for its group (decision 0005).
struct Committer {
  /// How many outcomes wait for their group at most.
  static let groupSize = 32
  /// How long the first of them waits at most, in seconds, while others come.
  static let patience = 1.0

  private let job: PhotoJob
  private var waiting: [PhotoJob.Outcome] = []
  private var firstWaitsSince: Date?
  /// Photos that were found prepared, whose age counts from now on.
  private var renewals: [RecordID] = []
  /// How many of them are written together; ours: one transaction costs as much as a thousand rows.
  private static let renewalGroupSize = 1000

  init(job: PhotoJob) { self.job = job }

  /// Takes the outcome of the next input.
  ///
  /// - Throws: What `report` throws; the error of a failed outcome, once everything before it is
  ///   committed; a `StoreError` of the commit.
  mutating func take(
    _ outcome: PhotoJob.Outcome, _ report: (PrepEvent) throws -> Void
  ) throws {
    if case .failed(let error) = outcome {
      try flush(report)
      throw error
    }
    if waiting.isEmpty { firstWaitsSince = job.environment.clock() }
    waiting.append(outcome.settled)
    if isDue { try flush(report) }
  }

  private var isDue: Bool {
    guard waiting.contains(where: \.needsStore), let since = firstWaitsSince else { return true }
    return waiting.count >= Self.groupSize
      || job.environment.clock().timeIntervalSince(since) >= Self.patience
  }

  /// Commits what waits and reports it, up to a photo that somebody still works on.
  mutating func flush(_ report: (PrepEvent) throws -> Void) throws {
    try commitWaiting()
    while let outcome = waiting.first, !outcome.isClaimed {
      waiting.removeFirst()
      guard let event = outcome.eventOnceDurable else { continue }
      if case .unchanged(let file) = event { renewals.append(file.id) }
      try report(event)
    }
    firstWaitsSince = waiting.isEmpty ? nil : job.environment.clock()
    if renewals.count >= Self.renewalGroupSize { renew() }
  }

  /// Commits and reports what still waits at the end of a run.
  mutating func finish(_ report: (PrepEvent) throws -> Void) throws {
    try flush(report)
    assert(waiting.isEmpty, "\(waiting.count) inputs wait for photos that nobody works on.")
    renew()
  }

  /// A photo is as prepared as before when its age cannot be written, on a full disk for example.
  private mutating func renew() {
    try? job.store.renew(renewals)
    renewals = []
  }

  /// Makes everything that waits durable; what is durable is settled and not committed again.
  private mutating func commitWaiting() throws {
    try job.pipeline.times.measure("commit") {
      try job.store.commit(waiting.compactMap(\.commit))
    }
    for outcome in waiting {
      if let (photo, end) = outcome.endOfClaim { job.claims.end(photo, as: end) }
    }
    waiting = waiting.map(\.settled)
    try job.store.addSources(waiting.compactMap(\.addition))
    for index in waiting.indices {
      if let event = waiting[index].eventOnceDurable { waiting[index] = .settled(event) }
    }
  }
}

extension PhotoJob.Outcome {
  /// What came of a copy once whoever worked on the same photo is done with it; else this outcome.
  fileprivate var settled: PhotoJob.Outcome {
    guard case .claimed(let path, let observation, let claim) = self else { return self }
    return switch claim.end {
    case nil: self
    case .stored(let file): .seenAgain(file.named(path), observation)
    case .rejected(let rejection): .rejected(rejection.named(path), nil)
    case .abandoned: .abandoned(nil)
    }
  }

  /// Whether somebody still works on the same photo.
  fileprivate var isClaimed: Bool {
    if case .claimed = self { true } else { false }
  }

  /// Whether something must be written before this outcome may be reported.
  fileprivate var needsStore: Bool { commit != nil || addition != nil }

  fileprivate var commit: PhotoCommit? {
    if case .staged(_, let commit) = self { commit } else { nil }
  }

  fileprivate var addition:
    (record: RecordID, names: [SourceName], observations: [SourceObservation])?
  {
    guard case .seenAgain(let file, let observation) = self else { return nil }
    return (file.id, [SourceName(bytes: file.path.bytes)], [observation])
  }

  /// The photo that nobody works on any more once this outcome is durable, and what came of it.
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
