/// The amount of messages on standard error.
enum Verbosity: Comparable {
  /// Only problems.
  case quiet
  /// Progress, notes and problems.
  case normal
  /// Also a line for each photo.
  case verbose
}
