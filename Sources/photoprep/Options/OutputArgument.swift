internal import ArgumentParser
internal import PhotoPipeline

/// A file to write, on the command line.
struct OutputArgument {
  let file: OutputFile

  init(_ argument: String) throws {
    guard !argument.isEmpty else { throw ValidationError("A file's name cannot be empty.") }
    file = OutputFile(RawArguments.path(for: argument))
  }
}
