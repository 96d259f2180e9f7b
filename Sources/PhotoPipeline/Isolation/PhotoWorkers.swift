internal import Foundation
internal import Imaging
public import SystemPackage
package import Workers

/// Processes photos in worker processes, one for each thread that asks.
package final class PhotoWorkers: Sendable {
  private let settings: IsolationSettings
  private let interruption: Interruption
  private let pool: WorkerPool
  private let known = Locked<Sandbox.Protection?>(nil)
  private let libraries = Locked(WorkerLibraries())

  /// Makes workers; no process is started yet.
  package init(
    _ settings: IsolationSettings, reading: ReadingSettings, interruption: Interruption
  ) {
    self.settings = settings
    self.interruption = interruption
    let program = WorkerProgram(
      executable: settings.executable, arguments: settings.arguments, environment: Self.environment)
    let setup = WorkerSetup(reading: reading, memory: settings.memoryLimit)
    pool = WorkerPool(program, setup: setup.message)
  }

  /// Starts the first worker, which gets ready while its owner does other work.
  func startAhead() { pool.startAhead(startBounds) }

  /// The protection of workers from files and network; `nil` before the first one was started.
  package var protection: Sandbox.Protection? { known.withLock { $0 } }

  /// Starts a worker, and returns its protection from files and network.
  ///
  /// - Throws: An ``IsolationError`` when none can be started; ``WorkStop`` after an interruption.
  package func check() throws -> Sandbox.Protection? {
    pool.put(try start(for: []).0)
    return protection
  }

  /// Ends all workers without waiting for their ends, because no more photos are expected; another photo gets a new
  /// worker.
  func dismiss() { pool.dismiss() }

  package func close() { pool.close() }

  /// Returns a worker's product of a photo, checked.
  ///
  /// If a worker crashes or lacks memory, the photo is blamed only if the worker had done nothing before; otherwise an
  /// earlier photo may have caused it.
  ///
  /// - Throws: A ``Rejection`` with the photo's own fault; an ``IsolationError`` when no worker can be
  ///   started; ``WorkStop`` after an interruption.
  func product<Request: WorkerRequest>(
    of request: Request, path: FilePath, times: StepTimes = StepTimes()
  ) throws -> Request.Product {
    let message = request.message
    let settings = settings.allowing(forBytes: message.parts.reduce(0) { $0 + $1.count })
    var answer: WorkerAnswer<Request>
    do {
      let had: Set<Decoders.Library>
      (answer, had) = try self.answer(to: request, message, settings, having: request.libraries)
      // It turned out only during the work that it needs libvips.
      let lacksLibrary = answer.code == PhotoprepError.Code.libraryUnavailable.description
      if lacksLibrary, !had.contains(.libvips) {
        let all = Set(Decoders.Library.allCases)
        answer = try self.answer(to: request, message, settings, having: all).0
      }
    } catch let failure as WorkerFailure {
      throw failure.error(about: path, settings)
    }
    answer.steps.forEach(times.add)
    return try answer.result(about: path).get()
  }

  /// Returns the answer of a worker that has loaded some libraries, and which ones.
  private func answer<Request: WorkerRequest>(
    to request: Request, _ message: Message, _ settings: IsolationSettings,
    having needed: Set<Decoders.Library>
  ) throws -> (WorkerAnswer<Request>, Set<Decoders.Library>) {
    if let used = pool.take(), let has = libraries.withLock({ $0.enough(used.identifier, needed) })
    {
      do {
        let answer = try answer(of: used, to: request, message, settings)
        if answer.code != Rejection.outOfMemoryCode { return (answer, has) }
      } catch WorkerFailure.died {}
    }
    let (worker, has) = try start(for: needed)
    return (try answer(of: worker, to: request, message, settings), has)
  }

  private func answer<Request: WorkerRequest>(
    of worker: WorkerProcess, to request: Request, _ message: Message,
    _ settings: IsolationSettings
  ) throws -> WorkerAnswer<Request> {
    let bounds = WorkerProcess.Bounds(
      seconds: Double(settings.secondsPerPhoto), byteLimit: request.answerLimit,
      keepWaiting: { !self.interruption.isUrgent })
    let reply = try worker.exchange(message, bounds)
    guard let answer = WorkerAnswer(reply, to: request) else { throw WorkerFailure.garbled }
    // One that lacked memory ends here.
    if answer.code != Rejection.outOfMemoryCode { pool.put(worker) }
    return answer
  }

  private func start(
    for needed: Set<Decoders.Library>
  ) throws -> (WorkerProcess, Set<Decoders.Library>) {
    let seal = WorkerSeal(wanted: libraries.withLock { $0.wanted(for: needed) })
    do {
      let (worker, answer) = try sealed(seal)
      known.withLock { $0 = answer.protection }
      libraries.withLock { $0.note(worker.identifier, seal, answer) }
      return (worker, Set(answer.loaded))
    } catch WorkerFailure.stopped {
      throw WorkStop.abandoned
    } catch let failure as WorkerFailure {
      throw IsolationError(settings.executable, failure)
    }
  }

  /// Starts a worker and tells it to give up the rights that it no longer needs.
  private func sealed(_ seal: WorkerSeal) throws -> (WorkerProcess, WorkerSeal.Answer) {
    var worker = try pool.start(startBounds).worker
    var reply: Message
    do { reply = try worker.exchange(seal.message, startBounds) } catch WorkerFailure.died {
      // A worker that was started ahead may have been killed since.
      worker = try pool.start(startBounds).worker
      reply = try worker.exchange(seal.message, startBounds)
    }
    guard let answer = WorkerSeal.Answer(reply) else { throw WorkerFailure.garbled }
    return (worker, answer)
  }

  /// How long a worker may take to start, in seconds: it takes a tenth of one; our choice, for machines
  /// under load.
  private static let startSeconds = 60.0

  private var startBounds: WorkerProcess.Bounds {
    WorkerProcess.Bounds(
      seconds: Self.startSeconds, byteLimit: 1 << 20, keepWaiting: { !self.interruption.isUrgent })
  }

  /// The prefixes of the environment variables that a worker gets: how to find libraries and which language to use,
  /// and nothing private.
  private static let keptVariables = [
    "PATH=", "LANG=", "TZ=", "LC_", "LD_", "DYLD_", "LIBHEIF_PLUGIN_PATH=", "ASAN_", "TSAN_",
    "UBSAN_", "LSAN_", "LLVM_PROFILE_", "MALLOC_",
  ]

  static func kept(of environment: [String: String]) -> [String: String] {
    environment.filter { name, _ in keptVariables.contains { "\(name)=".hasPrefix($0) } }
  }

  static let environment: [String: String] = kept(of: ProcessInfo.processInfo.environment)
    .merging(Decoders.workerEnvironment) { $1 }
    .merging([
      // A backtrace would be written by another program, which a worker may not start.
      "SWIFT_BACKTRACE": "enable=no",
      // glibc asks for huge pages: the kernel clears a photo's planes 2 MiB at a time, not 4 KiB (decision 0602).
      "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
    ]) { $1 }
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

/// Which workers have loaded which libraries: none before the first photo that needs one.
private struct WorkerLibraries {
  private var wanted: Set<Decoders.Library> = []
  private var missing: Set<Decoders.Library> = []
  private var loaded: [Int32: Set<Decoders.Library>] = [:]

  /// The libraries that a new worker should load, for a photo and for those that may follow.
  mutating func wanted(for needed: Set<Decoders.Library>) -> [Decoders.Library] {
    wanted.formUnion(needed)
    return Decoders.Library.allCases.filter { wanted.contains($0) && !missing.contains($0) }
  }

  /// Stores the answer of a worker that was just started.
  mutating func note(_ identifier: Int32, _ seal: WorkerSeal, _ answer: WorkerSeal.Answer) {
    loaded[identifier] = Set(answer.loaded)
    missing.formUnion(Set(seal.wanted).subtracting(answer.loaded))
  }

  /// The libraries that a worker has loaded, if a new worker could not load more that the photo needs.
  func enough(
    _ identifier: Int32, _ needed: Set<Decoders.Library>
  ) -> Set<Decoders.Library>? {
    loaded[identifier].flatMap { needed.subtracting(missing).isSubset(of: $0) ? $0 : nil }
  }
}

/// Why a photo was not processed, apart from its own fault, which is a ``Rejection``, and a failure to start workers,
/// which is an ``IsolationError`` and ends the run (decision 0341).
package enum WorkStop: Error {
  /// The run was interrupted.
  case abandoned
}

extension WorkerFailure {
  /// The error for a photo whose worker did not answer.
  func error(about path: FilePath, _ settings: IsolationSettings) -> any Error {
    switch self {
    case .notStarted: return IsolationError(settings.executable, self)
    case .stopped: return WorkStop.abandoned
    case .timedOut: return Rejection.timedOut(path, settings)
    case .garbled: return Rejection.garbled(path)
    case .died(let ending, let messages):
      let text = messages.isEmpty ? nil : messages.shownDetail
      return MemoryShortage.explains(messages)
        ? Rejection.outOfMemory(path, limit: settings.memoryLimit, detail: text)
        : Rejection.crashed(path, ending, detail: text)
    }
  }
}

extension Rejection {
  static func timedOut(_ path: FilePath, _ settings: IsolationSettings) -> Rejection {
    Rejection(
      path: path, code: "timed-out",
      message: "Working on it took longer than the limit of \(settings.secondsPerPhoto) s.",
      remedy: "Open it in a photo editor and export it again, or raise --timeout.")
  }

  static func crashed(_ path: FilePath, _ ending: WorkerEnding, detail: String?) -> Rejection {
    let isOutside = ending == .signal(9)
    return Rejection(
      path: path, code: "worker-crashed",
      message: "The process that worked on it was ended by \(ending).",
      remedy: isOutside
        ? "If the machine is short of memory, use fewer --jobs; otherwise export the photo again."
        : "Open it in a photo editor and export it again.",
      detail: detail)
  }

  static func garbled(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "worker-crashed",
      message: "The process that worked on it gave an invalid answer.",
      remedy: "Do not trust this file; it may have been made to do harm.")
  }

  static let outOfMemoryCode = "out-of-memory"

  static func outOfMemory(_ path: FilePath, limit: Int, detail: String?) -> Rejection {
    Rejection(
      path: path, code: outOfMemoryCode,
      message: "Working on it takes more memory than the limit of \(limit >> 20) MiB.",
      remedy: "Export a smaller version, or raise --max-memory.", detail: detail)
  }
}

/// Distinguishes lack of memory from other failures by the messages of libraries.
///
/// Only for a process that works on one photo at a time; otherwise the message may be about another one.
enum MemoryShortage {
  /// In lower case: libvips and libpng; libjpeg-turbo; GLib and Swift; C++; libheif; our own planes.
  private static let signs = [
    "out of memory", "insufficient memory", "failed to allocate", "bad_alloc",
    "memory allocation", "could not allocate memory", "no memory for",
  ]

  /// libheif's message, similar to lack of memory, for sizes that it always refuses.
  private static let refusal = "security limit exceeded"

  static func explains(_ text: String) -> Bool {
    let text = text.lowercased()
    return !text.contains(refusal) && signs.contains { text.contains($0) }
  }
}

/// No worker process can be started, so no photo can be prepared.
public struct IsolationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program to run as a worker.
  public let executable: FilePath
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it.
  public let remedy: String

  init(_ executable: FilePath, _ failure: WorkerFailure) {
    self.executable = executable
    // Without workers it lacks them too.
    remedy =
      if case .notStarted(.tooManyOpenFiles) = failure {
        "Raise the limit with 'ulimit -n'."
      } else {
        "Use --in-process to do without worker processes."
      }
    message =
      switch failure {
      case .notStarted(let errno):
        "The worker process cannot be started: the system says '\(errno.description)'."
      case .died(let ending, let messages):
        "The worker process was ended by \(ending) before its first photo."
          + (messages.isEmpty ? "" : " It said: \(messages.shownDetail)")
      case .timedOut: "The worker process did not get ready in time."
      case .stopped, .garbled: "The worker process is not one of this program."
      }
  }

  /// Program, message and remedy on one line.
  public var description: String { "\(executable.displayText): \(message) \(remedy)" }
}
