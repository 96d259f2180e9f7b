internal import PhotoPipeline

/// The process that decodes and renders for other commands; started by them, never by a person.
///
/// It is not a command of the parser, which takes milliseconds to examine all commands in every worker.
enum Worker {
  static func run() throws {
    PhotoWorker.run()
    var console = Console()
    console.message("photoprep: 'worker' is started by photoprep itself, not by hand.")
    try ExitStatus.stopped.exit()
  }
}
