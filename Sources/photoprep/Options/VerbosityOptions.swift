internal import ArgumentParser

/// The options for the amount of messages of a command.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only problems.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print a line for each photo.")
  var verbose = false

  var level: Verbosity { quiet ? .quiet : verbose ? .verbose : .normal }

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
