internal import Imaging
internal import Workers

/// The first message to a worker: all that is the same for every photo of a run.
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
  /// What is told.
  private struct Form: WorkerMessage {
    let reading: ReadingSettings
    let memory: Int
  }

  var message: Message { Form(reading: reading, memory: memory).message }

  /// Reads a setup; `nil` when the message makes no sense.
  init?(_ message: Message) {
    guard let form = Form(message) else { return nil }
    self.init(reading: form.reading, memory: form.memory)
  }
}

/// The second message to a worker, told when its first photo is there: to give up what it needs no more.
///
/// Libraries come from files and take time to load, so that only what is needed is loaded before (decision 0606).
struct WorkerSeal: WorkerMessage {
  /// What the photos need that will come.
  let wanted: [Decoders.Library]

  /// What a worker answers.
  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    /// What it has loaded.
    let loaded: [Decoders.Library]
  }
}
