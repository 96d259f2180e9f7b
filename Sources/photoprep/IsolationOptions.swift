internal import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline
internal import SystemPackage

/// The options that say how bad files are kept from doing harm.
struct IsolationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Give up a picture that takes longer, in seconds.", valueName: "n"))
  var timeout = IsolationSettings.standardSeconds

  @Option(
    help: ArgumentHelp("Give up a picture that takes more mebibytes of memory.", valueName: "n"))
  var maxMemory = IsolationSettings.standardMemory >> 20

  @Flag(
    help: """
      Decode in this process instead of in worker processes: a file that makes a decoder crash or \
      hang then ends the run, and --timeout and --max-memory do not count.
      """)
  var inProcess = false

  mutating func validate() throws {
    let seconds = IsolationSettings.secondsRange
    guard seconds.contains(timeout) else {
      throw ValidationError(
        "--timeout is \(timeout); it must be from \(seconds.lowerBound) to \(seconds.upperBound).")
    }
    guard (64...1 << 20).contains(maxMemory) else {
      throw ValidationError("--max-memory is \(maxMemory); it must be from 64 to \(1 << 20).")
    }
  }

  /// The worker processes to use; `nil` for none.
  var settings: IsolationSettings? {
    if inProcess { return nil }
    return Self.program.map { program in
      var settings = IsolationSettings(
        executable: program, arguments: ["photoprep", "worker"], secondsPerPhoto: timeout,
        memoryLimit: maxMemory << 20)
      settings.original = Self.original
      return settings
    }
  }

  /// What workers are copied from, made at the first look; `nil` for a command without workers.
  static let original = needsWorkers ? WorkerOriginal() : nil

  /// The commands that have these options.
  private static let commands = [
    ["prep"], ["crop"], ["store", "import"], ["icon", "validate"], ["icon", "place"],
  ]

  /// The options that leave workers little or nothing to do; one that is needed after all is started.
  private static let withoutWorkers = ["--in-process", "--headers-only"]

  /// Whether the command line asks for workers; looked at where it is, because copies may know what
  /// was copied from it.
  private static var needsWorkers: Bool {
    func isThere(_ name: String, at index: Int) -> Bool {
      CommandLine.unsafeArgv[index].map { strcmp($0, name) == 0 } ?? false
    }
    let count = Int(CommandLine.argc)
    let isCommand = commands.contains { words in
      words.count < count && words.indices.allSatisfy { isThere(words[$0], at: $0 + 1) }
    }
    return isCommand
      && !(2..<count).contains { index in withoutWorkers.contains { isThere($0, at: index) } }
  }

  /// This program's own file; on Linux also after it was replaced by another version.
  private static var program: FilePath? {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath.map { FilePath($0) }
    #endif
  }
}

extension IsolationOptions {
  /// Does something with what reads PNGs: workers, or this process.
  func readingPNGs<Value>(
    _ console: inout Console, _ body: (any PNGReader) throws -> Value
  ) throws -> Value {
    guard let settings else { return try body(LocalPNGReader()) }
    let workers = PNGWorkers(settings)
    defer { workers.close() }
    let value = try workers.use { try body(workers) }
    for gap in workers.isolationGaps { console.message("note: \(gap)") }
    return value
  }
}
