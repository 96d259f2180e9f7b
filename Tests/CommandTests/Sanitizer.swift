import Foundation

/// Whether `Scripts/sanitize` runs these tests, known by the options that it sets.
enum Sanitizer {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether the thread sanitizer watches; it starts a thread of its own, and copies of a worker are
  /// made of one thread only.
  static let watchesThreads = environment["TSAN_OPTIONS"] != nil

  /// Whether any sanitizer watches.
  ///
  /// What they keep beside the memory is not bounded, and some signals are theirs.
  static let isPresent = watchesThreads || environment["ASAN_OPTIONS"] != nil
}
