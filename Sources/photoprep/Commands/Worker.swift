internal import PhotoPipeline

/// The process that decodes and renders for other commands; started by them, never by a person.
///
/// It is no command of the parser, whose look at all commands takes milliseconds that each worker would spend.
enum Worker {
  static func run() throws {
    PhotoWorker.run()
    var console = Console()
    console.message("photoprep: 'worker' is started by photoprep itself, not by hand.")
    try ExitStatus.stopped.exit()
  }
}
