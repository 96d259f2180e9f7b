internal import Imaging
internal import Workers

/// The first message to a worker: the settings that are the same for every photo of a run.
struct WorkerSetup {
  let reading: ReadingSettings
  /// The most bytes of memory.
  let memory: Int
  /// The kept analyses of photos; `nil` if no photo is expected again.
  let kept: KeptAnalyses?

  init(reading: ReadingSettings, memory: Int) {
    self.reading = reading
    self.memory = memory
    kept = reading.keptBytes > 0 ? KeptAnalyses(byteCount: reading.keptBytes) : nil
  }
}

extension WorkerSetup {
  /// The form on the channel.
  private struct Form: WorkerMessage {
    let reading: ReadingSettings
    let memory: Int
  }

  var message: Message { Form(reading: reading, memory: memory).message }

  /// Reads a setup; `nil` when the message is invalid.
  init?(_ message: Message) {
    guard let form = Form(message) else { return nil }
    self.init(reading: form.reading, memory: form.memory)
  }
}

/// The second message to a worker, sent with its first photo: to give up all rights that it no longer needs.
///
/// Libraries come from files and take time to load, so only the needed ones are loaded before that (decision 0606).
struct WorkerSeal: WorkerMessage {
  /// The libraries that the coming photos need.
  let wanted: [Decoders.Library]

  /// A worker's answer.
  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    /// The libraries that it has loaded.
    let loaded: [Decoders.Library]
  }
}
