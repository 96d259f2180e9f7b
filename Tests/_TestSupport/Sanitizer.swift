internal import Foundation

/// Whether `Scripts/sanitize` runs these tests, known by the options that it sets.
package enum Sanitizer {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether any sanitizer watches.
  ///
  /// What they keep beside the memory is not bounded, and some signals are theirs.
  package static let isPresent = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    environment[$0] != nil
  }

  /// Whether that of threads watches, whose runtime holds signals back while a process computes.
  package static let watchesThreads = environment["TSAN_OPTIONS"] != nil
}
