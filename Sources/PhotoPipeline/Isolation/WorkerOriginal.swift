internal import Imaging
internal import Synchronization
internal import Workers

/// A process that workers are copied from, made of this process itself before it did anything else.
///
/// On Linux this spares a run the start of its own program a second time (decision 0605).
public final class WorkerOriginal: Sendable {
  private let process: Mutex<WorkerProcess?>

  /// Makes the process; `nil` where that cannot be done and workers are started by a program.
  ///
  /// To be called first of all by a program: before it has a second thread, and before it looks at
  /// its arguments and its environment, which no worker is to know.
  public init?() {
    do throws(WorkerFailure) {
      process = Mutex(
        try WorkerProcess(
          forkedKeeping: PhotoWorkers.keptVariables, adding: PhotoWorkers.addedVariables,
          serve: PhotoWorker.run))
    } catch {
      return nil
    }
  }

  /// Hands the process over to its only user.
  func take() -> WorkerProcess? {
    process.withLock { process in
      defer { process = nil }
      return process
    }
  }
}

extension WorkerOriginal: Hashable {
  /// Whether both are one process.
  public static func == (left: WorkerOriginal, right: WorkerOriginal) -> Bool { left === right }

  /// Hashes which process it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
