package import Foundation

extension Date {
  /// The nanoseconds since 1970; for dates before 1677 and after 2262, as a wrong clock gives them, the nearest number
  /// that there is.
  package var nanoseconds: Int64 {
    let exact = (timeIntervalSince1970 * 1e9).rounded(.towardZero)
    return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
  }
}
