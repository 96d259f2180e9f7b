internal import ArgumentParser

/// How much a command says on standard error.
enum TalkLevel: Comparable {
  /// What went wrong, and nothing else.
  case quiet
  /// Progress, notes and what went wrong.
  case normal
  /// Also what became of each photo.
  case verbose
}

/// The options that say how much a command says.
struct TalkOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also say what became of each photo.")
  var verbose = false

  var level: TalkLevel { quiet ? .quiet : verbose ? .verbose : .normal }

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
