internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline
internal import PhotoStore
internal import HostPlatform
internal import SystemPackage

struct IsolationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Give up a picture that takes longer, in seconds; large files may take up to five times as long.",
      valueName: "n", visibility: .hidden))
  var timeout = IsolationSettings.standardSeconds

  @Option(
    help: ArgumentHelp(
      "Give up a picture that takes more mebibytes of memory.", valueName: "n",
      visibility: .hidden))
  var maxMemory = IsolationSettings.standardMemory >> 20

  @Flag(
    help: ArgumentHelp(
      """
      Decode in this process instead of in worker processes: a file that makes a decoder crash or \
      hang then ends the run, and --timeout and --max-memory have no effect.
      """, visibility: .hidden))
  var inProcess = false

  static func checkTimeout(_ timeout: Int) throws {
    let seconds = IsolationSettings.secondsRange
    guard seconds.contains(timeout) else {
      throw ValidationError(
        "--timeout is \(timeout); it must be from \(seconds.lowerBound) to \(seconds.upperBound).")
    }
  }

  mutating func validate() throws {
    try Self.checkTimeout(timeout)
    guard (64...1 << 20).contains(maxMemory) else {
      throw ValidationError("--max-memory is \(maxMemory); it must be from 64 to \(1 << 20).")
    }
  }

  /// The worker processes to use; `nil` for none.
  var settings: IsolationSettings? {
    guard !inProcess, var settings = Self.standard else { return nil }
    settings.secondsPerPhoto = timeout
    settings.memoryLimit = maxMemory << 20
    return settings
  }

  /// The word in place of a command's name with which the program is started as a worker.
  static let workerCommand = "worker"

  /// The worker processes of a command without options.
  static var standard: IsolationSettings? {
    program.map { IsolationSettings(executable: $0, arguments: ["photoprep", workerCommand]) }
  }

  /// This program's own file; on Linux even after it was replaced by another version.
  private static var program: FilePath? {
    photoprep_is_linux() ? "/proc/self/exe" : Bundle.main.executablePath.map { FilePath($0) }
  }
}

extension IsolationSettings? {
  /// Runs work with a reader of PNGs and projects, in these workers, or in this process without any.
  ///
  /// A worker is started at once if PNGs will certainly be decoded. Notes tell of gaps in its protection.
  func readingIcons<Value>(
    decoding: Bool = true, _ body: (any PNGReader, any PropertyListReader) throws -> Value
  ) throws -> Value {
    guard let settings = self else { return try body(LocalPNGReader(), LocalPropertyListReader()) }
    let workers = PNGWorkers(settings, startsAhead: decoding)
    defer { workers.close() }
    let value = try workers.use { try body(workers, workers) }
    for gap in workers.isolationGaps { Console().message("note: \(gap)") }
    return value
  }
}
