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
