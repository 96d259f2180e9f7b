import Synchronization

/// Workers that wait for work, as many as there were threads with work at the same time.
package final class WorkerPool: Sendable {
  private let idle = Mutex<[WorkerProcess]>([])

  /// Makes a pool; nothing is started yet.
  package init() {}

  /// Takes a worker that has served before; `nil` when there is none.
  package func take() -> WorkerProcess? { idle.withLock { $0.popLast() } }

  /// Gives a worker back that may serve again.
  package func put(_ worker: WorkerProcess) { idle.withLock { $0.append(worker) } }

  /// Ends every worker that waits, without waiting until it is gone; it stays here.
  package func dismiss() {
    idle.withLock { workers in
      for worker in workers { worker.dismiss() }
    }
  }

  /// Ends every worker that waits.
  package func close() { idle.withLock { $0 = [] } }
}
