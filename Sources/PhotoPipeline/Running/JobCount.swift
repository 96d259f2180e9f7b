internal import Foundation

/// How many photos are worked on at the same time.
public enum JobCount {
  /// What may be asked for; ours: 1024 is above the cores of any machine, and some thousand threads
  /// are what systems still give.
  public static let range = 1...1024

  /// One per core.
  package static var standard: Int {
    min(range.upperBound, ProcessInfo.processInfo.activeProcessorCount)
  }
}
