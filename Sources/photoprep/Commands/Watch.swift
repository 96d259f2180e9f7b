internal import ArgumentParser
internal import Foundation
internal import PhotoPipeline

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prepares photos as they arrive in folders, until it is stopped.",
    discussion: """
      Prepares the photos that are in the folders first. It waits until a file has not changed for \
      two seconds, and tries a rejected photo again when its file changes. Ctrl-C or SIGTERM stops it.

      Example:
        photoprep watch ~/Pictures/Incoming --store ~/Library/Widgets
      """)

  @OptionGroup var place: StoreOption

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var devices: DevicesOption

  @OptionGroup var look: LookOptions

  @OptionGroup(title: "Guarding against bad files") var isolation: IsolationOptions

  @Flag(
    help: """
      Also move to the trash photos whose files are gone, except what pins or the store's designs name.
      """)
  var prune = false

  @OptionGroup var form: JSONOption

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try look.check(beside: photos)
    try photos.requirePhotos()
  }

  func run() throws {
    let signals = SignalWatch()
    let console = Console(verbosity.level, isJSON: form.json)
    try reportingFailure(stoppedBy: signals) {
      var watch = WatchRun(try request(), interruption: signals.interruption)
      try watch.requireStore()
      console.note("watching; Ctrl-C stops it")
      let start = ContinuousClock.now
      var total = (prepared: 0, rejected: 0)
      defer { console.note(Self.summary(total, after: ContinuousClock.now - start)) }
      while !signals.interruption.isRequested {
        let output = PrepReport(console)
        if let summary = try watch.look(output.show) {
          try output.show(summary, store: place.path)
          total = (total.prepared + summary.prepared, total.rejected + summary.rejected)
        }
        Self.pause(unless: signals.interruption)
      }
    }
    try signals.status.exit()
  }

  private func request() throws -> PrepRequest {
    var request = try photos.request(
      into: place.path, for: devices.device, families: devices.family)
    look.apply(to: &request.recipe)
    if prune { request.pruned = request.inputs }
    request.isolation = isolation.settings
    return request
  }

  private static func summary(_ total: (prepared: Int, rejected: Int), after time: Duration)
    -> String
  {
    let minutes = Int(time / .seconds(60))
    let length =
      minutes < 1
      ? counted(Int(time / .seconds(1)), "second")
      : minutes < 120 ? counted(minutes, "minute") : counted(minutes / 60, "hour")
    return "watched for \(length): \(total.prepared) prepared, \(total.rejected) rejected"
  }

  /// Waits until the next round; an interruption ends the wait early.
  private static func pause(unless interruption: Interruption) {
    let end = ContinuousClock.now + .seconds(WatchRun.pause)
    while ContinuousClock.now < end, !interruption.isRequested {
      Thread.sleep(forTimeInterval: 0.1)
    }
  }
}
