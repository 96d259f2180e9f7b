internal import Foundation
internal import Imaging
internal import PhotoStore
internal import PhotoGeometry
internal import SystemPackage
package import Workers

/// Works on photos in worker processes, one for each thread that asks.
package final class PhotoWorkers: Sendable {
  private let settings: IsolationSettings
  private let interruption: Interruption
  private let pool: WorkerPool
  private let known = Locked<Sandbox.Protection?>(nil)
  private let decoders = Locked(HEVCWorkers())

  /// Makes workers; no program is started yet.
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

  /// Starts the first worker, which gets ready while its owner has other things to do.
  func startAhead() { pool.startAhead(startBounds) }

  /// What keeps workers from files and network; `nil` before the first one was started.
  package var protection: Sandbox.Protection? { known.withLock { $0 } }

  /// Starts a worker, and returns what keeps it from files and network.
  ///
  /// - Throws: An ``IsolationError`` when none can be started; ``WorkStop`` after an interruption.
  package func check() throws -> Sandbox.Protection? {
    pool.put(try start(wantsHEVC: false))
    return protection
  }

  /// Ends all workers without waiting until they are gone, because no more photos are expected; one
  /// that comes nevertheless gets a new worker.
  func dismiss() { pool.dismiss() }

  /// Ends all workers.
  package func close() { pool.close() }

  /// Returns what a worker made of a photo.
  ///
  /// A worker that dies of a photo is believed only when it had done nothing before, so that what an
  /// earlier photo did to it is not held against this one.
  ///
  /// - Parameters:
  ///   - request: The photo and what to make of it.
  ///   - path: What errors call it.
  ///   - times: Where the time of every step is added, if anywhere.
  /// - Returns: What was made, checked.
  /// - Throws: A ``Rejection`` with the photo's own fault; an ``IsolationError`` when no worker can be
  ///   started; ``WorkStop`` after an interruption.
  func product<Request: WorkerRequest>(
    of request: Request, path: FilePath, times: StepTimes? = nil
  ) throws -> Request.Product {
    let answer = try answer(to: request, path)
    if let times { answer.steps.forEach(times.add) }
    return try answer.result(about: path).get()
  }

  private func answer<Request: WorkerRequest>(
    to request: Request, _ path: FilePath
  ) throws -> WorkerAnswer<Request> {
    let message = request.message
    let settings = settings.allowing(forBytes: message.parts.reduce(0) { $0 + $1.count })
    let isHEIC = message.parts.contains { PhotoFormat.sniff($0) == .heic }
    do {
      if let used = pool.take(), decoders.withLock({ $0.serves(used.identifier, isHEIC: isHEIC) }) {
        do {
          return try answer(of: used, to: request, message, settings)
        } catch WorkerFailure.died {}
      }
      return try answer(of: start(wantsHEVC: isHEIC), to: request, message, settings)
    } catch let failure as WorkerFailure {
      throw failure.error(about: path, settings)
    }
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
    pool.put(worker)
    return answer
  }
}

extension PhotoWorkers {
  private func start(wantsHEVC: Bool) throws -> WorkerProcess {
    let seal = WorkerSeal(wantsHEVC: decoders.withLock { $0.areWanted(by: wantsHEVC) })
    do {
      let (worker, answer) = try sealed(seal)
      known.withLock { $0 = answer.protection }
      decoders.withLock { $0.note(worker.identifier, seal, answer) }
      return worker
    } catch WorkerFailure.stopped {
      throw WorkStop.abandoned
    } catch let failure as WorkerFailure {
      throw IsolationError(settings.executable, failure)
    }
  }

  /// Starts a worker and tells it to give up what it needs no more.
  private func sealed(_ seal: WorkerSeal) throws -> (WorkerProcess, WorkerSeal.Answer) {
    var worker = try pool.start(startBounds).worker
    var reply: Message
    do { reply = try worker.exchange(seal.message, startBounds) } catch WorkerFailure.died {
      // One that was started ahead may have been ended from outside since.
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

  /// How the variables begin that a worker knows of this process's environment: how to find libraries
  /// and which language to speak, and nothing private.
  private static let keptVariables = [
    "PATH=", "LANG=", "TZ=", "LC_", "LD_", "DYLD_", "ASAN_", "TSAN_", "UBSAN_", "LSAN_",
    "LLVM_PROFILE_", "MALLOC_",
  ]

  /// The environment of a worker.
  static let environment: [String: String] = ProcessInfo.processInfo.environment
    .filter { name, _ in keptVariables.contains { "\(name)=".hasPrefix($0) } }
    .merging(Decoders.workerEnvironment) { $1 }
    // A trace back would be written by another program, which a worker may not start.
    .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
}

/// Which workers decode HEICs by libavcodec: none does before the first HEIC comes.
private struct HEVCWorkers {
  private var areWanted = false
  private var areMissing = false
  private var identifiers: Set<Int32> = []

  /// Whether a worker that is started now is to have it, for a photo or for those that may come.
  mutating func areWanted(by isHEIC: Bool) -> Bool {
    areWanted = (areWanted || isHEIC) && !areMissing
    return areWanted
  }

  /// Remembers what a worker said that was just started.
  mutating func note(_ identifier: Int32, _ seal: WorkerSeal, _ answer: WorkerSeal.Answer) {
    if answer.hasHEVC { identifiers.insert(identifier) } else { identifiers.remove(identifier) }
    if seal.wantsHEVC { areMissing = !answer.hasHEVC }
  }

  /// Whether a worker is as good for a photo as one that is started for it.
  func serves(_ identifier: Int32, isHEIC: Bool) -> Bool {
    !isHEIC || areMissing || identifiers.contains(identifier)
  }
}
