import Platform

/// Waits for a channel, up to the end of an exchange's time.
///
/// The clock stops while the machine sleeps, so that closing a laptop does not fail a photo.
struct Wait {
  let bounds: WorkerProcess.Bounds
  private let deadline: SuspendingClock.Instant

  init(_ bounds: WorkerProcess.Bounds) {
    self.bounds = bounds
    deadline = SuspendingClock.now + .seconds(bounds.seconds)
  }

  /// Returns once a descriptor can be read or written, or has an error.
  func untilReady(_ descriptor: Int32, _ event: Int32) throws(WorkerFailure) {
    while true {
      guard bounds.keepWaiting() else { throw .stopped }
      let left = deadline - SuspendingClock.now
      guard left > .zero else { throw .timedOut }
      // At most 100 ms, so that the owner is asked ten times a second whether to go on.
      let milliseconds = Int32(min(100, max(1, left / .milliseconds(1))))
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&entry, 1, milliseconds) > 0 { return }
    }
  }
}
