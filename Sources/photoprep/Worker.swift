internal import ArgumentParser
internal import PhotoPipeline

/// The process that decodes and renders for other commands; started by them, never by a person.
struct Worker: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Decodes and renders for another process of this program.", shouldDisplay: false)

  func run() throws {
    PhotoWorker.run()
    var console = Console()
    console.message("photoprep: 'worker' is started by photoprep itself, not by hand.")
    try ExitStatus.stopped.exit()
  }
}
