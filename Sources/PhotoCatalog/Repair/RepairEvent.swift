public import SystemPackage

/// The outcome for one damaged file.
public enum RepairEvent: Hashable, Sendable {
  /// The file is whole again; how, in one sentence.
  case mended(FilePath, how: String)
  /// The file stays as it is; the reason and the remedy, in one sentence each.
  case notMended(FilePath, why: String, remedy: String)
}

/// How much a repair did.
public struct RepairSummary: Hashable, Sendable {
  /// Files that are whole again.
  public internal(set) var mended = 0
  /// Files that stay damaged.
  public internal(set) var notMended = 0
  /// Rows that were written again.
  public internal(set) var rowsWritten = 0
  /// Rows that were removed.
  public internal(set) var rowsRemoved = 0
  /// What a check finds afterwards.
  public internal(set) var check = CheckSummary()

  mutating func count(_ event: RepairEvent) {
    switch event {
    case .mended: mended += 1
    case .notMended: notMended += 1
    }
  }
}
