import ArgumentParser
internal import Foundation
internal import Imaging
internal import PhotoPipeline

/// The program.
///
/// Every command states its own name: asking all types for theirs took the parser 3 ms of each start, a tenth of it.
@main
struct PhotoPrep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photoprep",
    abstract: "Turns photos into widget-ready pictures.",
    discussion: """
      For each photo photoprep writes one upright sRGB master and a render for each widget size, \
      each cropped so that what matters stays in, into an App Group container that an iOS app and \
      its widget extension read as it is.

      Exit codes:
        0    all done
        1    stopped by an error
        2    finished, some inputs rejected; each is listed with its reason
        3    an icon has an error
        10   there is no store at the given folder
        11   the store was made by a newer version
        12   the store needs attention: check found damage, or clean refused
        64   the command line was not understood
        129  hung up: its terminal or connection was closed
        130  interrupted, by Ctrl-C or SIGINT
        143  interrupted by SIGTERM
      """,
    version: "1.0.0",
    subcommands: [
      Prep.self, Watch.self, Crop.self, Serve.self, PreviewCommand.self, ReportCommand.self,
      ReviewCommand.self,
      AlbumCommand.self,
      PackageCommand.self, Offer.self, Remove.self, Clean.self, StoreCommand.self, IconCommand.self,
      Devices.self, Config.self, Doctor.self,
    ])

  @Flag(
    name: [.customLong("licences"), .customLong("licenses")],
    help: "Print the licences of what is linked into the program.")
  var licences = false

  func run() throws {
    guard licences else { throw CleanExit.helpRequest(self) }
    try Console().result(String(decoding: PackageResources.licences_txt, as: UTF8.self))
  }

  static func main() {
    StandardStreams.fillGaps()
    // So that a write beyond 'ulimit -f' is an error, not the end.
    signal(SIGXFSZ, SIG_IGN)
    Decoders.setUpProcess()
    QuotedCommands.takesStore.withLock {
      $0 = { CalledCommand($0).options.contains("--store") }
    }
    do {
      // On Linux, Swift reads them from /proc.
      if CommandLine.arguments.isEmpty {
        Console().message("photoprep: The arguments cannot be read: /proc is missing. Mount it.")
        try ExitStatus.stopped.exit()
      }
      let arguments = CommandLine.arguments.dropFirst()
      if arguments == ["--version"] { return try Console().result(Doctor.version) }
      if arguments == [IsolationOptions.workerCommand] { return try serveAsWorker() }
      if arguments.prefix(while: { $0 != "--" }).contains("--help-all") {
        return try Console().result(CalledCommand(arguments).furtherHelp)
      }
      var command = try command(arguments) ?? parseAsRoot()
      try command.run()
    } catch let error as OutputError {
      exit(withError: reported(error))
    } catch let status as ExitCode {
      exit(withError: status)
    } catch {
      end(error, CalledCommand(CommandLine.arguments.dropFirst()))
    }
  }

  /// Parses the arguments by the one command that they name, which takes half the time of examining all; `nil` where
  /// that fails or help is asked for, for the parser's own message, which names the program.
  private static func command(_ arguments: ArraySlice<String>) -> (any ParsableCommand)? {
    let type = configuration.subcommands.first { $0._commandName == arguments.first }
    let command = try? type?.parseAsRoot(Array(arguments.dropFirst()))
    return command.flatMap { Swift.type(of: $0)._commandName == "help" ? nil : $0 }
  }

  /// Decodes and renders for the process that started this one, never for a person.
  ///
  /// It is not a command of the parser, which takes milliseconds to examine all commands in every worker.
  private static func serveAsWorker() throws {
    PhotoWorker.run()
    Console().message("photoprep: 'worker' is started by photoprep itself, not by hand.")
    try ExitStatus.stopped.exit()
  }

  /// Ends the program with the parser's message for an error, with control characters in the user's words escaped.
  private static func end(_ error: any Error, _ called: CalledCommand) -> Never {
    // A mistake in the command line names commands as they are.
    QuotedCommands.store.withLock { $0 = nil }
    let isHelp = exitCode(for: error).isSuccess
    if isHelp, called.trouble == nil {
      let text = fullMessage(for: error)
      guard text.hasPrefix("OVERVIEW: ") else { exit(withError: error) }
      do { try Console().result(called.usualHelp(text)) } catch { exit(withError: reported(error)) }
      exit()
    }
    let console = Console()
    if let text = called.trouble ?? (error as? ValidationError)?.message {
      console.message("Error: \(text)\n\(called.usage)")
    } else {
      console.message(fullMessage(for: error))
    }
    exit(withError: isHelp ? .validationFailure : exitCode(for: error))
  }
}
