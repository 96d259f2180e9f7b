/// How much a command says on standard error.
enum Verbosity: Comparable {
  /// What went wrong, and nothing else.
  case quiet
  /// Progress, notes and problems.
  case normal
  /// Also a line for each photo.
  case verbose
}
