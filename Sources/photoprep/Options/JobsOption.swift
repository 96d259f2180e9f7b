internal import ArgumentParser
internal import PhotoPipeline

/// The option of every command that works on several photos at once.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Work on this many photos at once; the default is one per core.", valueName: "n",
      visibility: .hidden))
  var jobs: Int?

  mutating func validate() throws {
    let range = JobCount.range
    guard let jobs, !range.contains(jobs) else { return }
    throw ValidationError(
      "--jobs is \(jobs); it must be from \(range.lowerBound) to \(range.upperBound).")
  }
}
