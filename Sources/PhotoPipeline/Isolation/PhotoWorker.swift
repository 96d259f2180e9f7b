internal import Imaging
public import SystemPackage
package import Workers

/// The other side of ``IsolationSettings``: a process that decodes and renders the bytes it receives, and has access
/// to nothing else.
public enum PhotoWorker {
  /// Serves the process that started this one, until that ends; returns only when there is no such process, because a
  /// person started this one.
  public static func run() {
    guard let owner = OwnerChannel() else { return }
    guard var setup = WorkerSetup(owner.receive()) else { return }
    let keptBytes = setup.reading.keptBytes
    setup.kept = keptBytes > 0 ? KeptAnalyses(byteCount: keptBytes) : nil
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
  /// The kept analyses of photos; `nil` if no photo is expected again, and where it is sent from.
  var kept: KeptAnalyses?

  private enum CodingKeys: CodingKey { case reading, memory }
}

/// The second message to a worker, sent with its first photo: to give up all rights that it no longer needs.
///
/// Libraries come from files and take time to load, so only the needed ones are loaded before that (decision 0606).
struct WorkerSeal: WorkerMessage {
  /// The libraries that the coming photos need.
  let wanted: [Decoders.Library]

  struct Answer: WorkerMessage {
    let protection: Sandbox.Protection
    let loaded: [Decoders.Library]
  }
}

/// Worker processes that decode and render, so that a bad file costs one photo and not the run.
public struct IsolationSettings: Hashable, Sendable {
  /// The program to start; it calls ``PhotoWorker/run()``.
  public var executable: FilePath
  /// Its arguments, with its own name first.
  public var arguments: [String]
  /// The time limit for one photo, in seconds, within ``secondsRange``; large files have up to five times as much.
  public var secondsPerPhoto = standardSeconds
  /// The most bytes of memory of a worker, if the system can limit it.
  public var memoryLimit = standardMemory

  /// The default of ``secondsPerPhoto``: 20, some hundred times what a camera's photo takes.
  public static let standardSeconds = 20
  /// The range of ``secondsPerPhoto``: up to a day; our choice.
  public static let secondsRange = 1...86_400
  /// The default of ``memoryLimit``; decision 0601 has the measurements.
  public static let standardMemory = 2048 << 20

  /// Makes settings.
  public init(executable: FilePath, arguments: [String]) {
    (self.executable, self.arguments) = (executable, arguments)
  }

  /// The number of bytes for which a file gets the time limit once, and the greatest multiple: ours (decision 0229).
  ///
  /// Phones write an eighth to half a byte a pixel, so this is 8 to 32 megapixels; the dimensions that a file declares
  /// are known only to the worker.
  private static let (bytesOfOneTime, mostTimes) = (4 << 20, 5)

  /// The settings for a file of so many bytes.
  func allowing(forBytes count: Int) -> IsolationSettings {
    var settings = self
    settings.secondsPerPhoto *= min(Self.mostTimes, 1 + count / Self.bytesOfOneTime)
    return settings
  }

  /// Starts a worker process and returns which rights it has given up, and what it is not prevented from, one sentence
  /// each.
  ///
  /// - Throws: An ``IsolationError`` when none can be started.
  public func check() throws -> (held: [String], gaps: [String]) {
    let reading = ReadingSettings.decodingOnly(limits: .standard)
    let workers = PhotoWorkers(self, reading: reading, interruption: Interruption())
    defer { workers.close() }
    do {
      let protection = try workers.check()
      return (protection?.held ?? [], protection?.gaps ?? [])
    } catch is WorkStop { return ([], []) }
  }
}

extension Sandbox.Protection {
  /// The rights that a worker has given up here, in a few words each.
  var held: [String] {
    let all = [
      (landlock > 0, "Landlock \(landlock)"), (filtersCalls, "system calls filtered"),
      (limitsMemory, "memory bounded"),
    ]
    return all.filter(\.0).map(\.1)
  }

  /// What a worker is not prevented from here, one sentence each.
  package var gaps: [String] {
    var gaps: [String] = []
    if landlock == 0, !filtersCalls {
      gaps.append("This system has no way to keep worker processes from files.")
    }
    // Landlock covers TCP since its fourth version.
    if landlock < 4, !filtersCalls {
      gaps.append("This system has no way to keep worker processes from the network.")
    }
    // Landlock does not cover these in any version so far.
    if landlock > 0, !filtersCalls {
      gaps.append(
        "Landlock alone does not keep worker processes from changing modes and times of files, nor from "
          + "sending by UDP and connecting to sockets of this system."
      )
    }
    if !limitsMemory {
      gaps.append("This system does not bound a process's memory: --max-memory does not count.")
    }
    return gaps
  }
}
