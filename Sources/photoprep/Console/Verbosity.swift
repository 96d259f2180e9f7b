/// How much a command says on standard error.
enum Verbosity: Comparable {
  /// What went wrong, and nothing else.
  case quiet
  /// Progress, notes and what went wrong.
  case normal
  /// Also what became of each photo.
  case verbose
}
