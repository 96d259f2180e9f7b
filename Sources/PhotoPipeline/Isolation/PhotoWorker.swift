internal import Imaging
internal import Workers

/// The other side of ``IsolationSettings``: a process that decodes and renders the bytes it receives, and has access
/// to nothing else.
public enum PhotoWorker {
  /// Serves the process that started this one, until that ends; returns only when there is no such process, because a
  /// person started this one.
  public static func run() {
    guard let owner = OwnerChannel() else { return }
    // Weights are unpacked while the owner opens its store.
    guard let setup = WorkerSetup(owner.receive()) else { return }
    _ = setup.reading.analysis.model
    owner.send(Message([[]]))
    guard let seal = WorkerSeal(owner.receive()) else { return }
    let loaded = seal.wanted.filter { Decoders.load($0) }
    let protection = Sandbox.enter(memory: setup.memory)
    owner.send(WorkerSeal.Answer(protection: protection, loaded: loaded).message)
    while true {
      // An error that is not about a photo is a bug of the program; it ends this process, which the owner notices.
      guard let answer = try? answer(to: owner.receive(), setup) else { return }
      owner.send(answer)
    }
  }

  private static let requests: [any WorkerRequest.Type] = [
    PicturesRequest.self, RendersRequest.self, CropsRequest.self, AssessmentRequest.self,
    InspectionRequest.self,
    PNGRequest.self, PropertyListRequest.self,
  ]

  private static func answer(to message: Message, _ setup: WorkerSetup) throws -> Message? {
    let name = String(decoding: message.parts[0], as: UTF8.self)
    let request = requests.first { $0.name == name }?.init(message.parts.dropFirst())
    return try request?.answer(setup)
  }
}

/// The first message to a worker: the settings that are the same for every photo of a run.
struct WorkerSetup: WorkerMessage {
  let reading: ReadingSettings
  /// The most bytes of memory.
  let memory: Int
  /// The kept analyses of photos; `nil` if no photo is expected again.
  let kept: KeptAnalyses?

  private enum CodingKeys: CodingKey { case reading, memory }

  init(reading: ReadingSettings, memory: Int) {
    self.reading = reading
    self.memory = memory
    kept = reading.keptBytes > 0 ? KeptAnalyses(byteCount: reading.keptBytes) : nil
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      reading: try values.decode(ReadingSettings.self, forKey: .reading),
      memory: try values.decode(Int.self, forKey: .memory))
  }
}

/// The second message to a worker, sent with its first photo: to give up all rights that it no longer needs.
///
/// Libraries come from files and take time to load, so only the needed ones are loaded before that (decision 0606).
struct WorkerSeal: WorkerMessage {
  /// The libraries that the coming photos need.
  let wanted: [Decoders.Library]

  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    /// The libraries that it has loaded.
    let loaded: [Decoders.Library]
  }
}
