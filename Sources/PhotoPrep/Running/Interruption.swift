internal import Synchronization

/// A request to stop that any thread may make and the run looks at between photos.
public final class Interruption: Sendable {
  private let isRequestedFlag = Atomic(false)

  /// Makes an interruption that nobody has requested.
  public init() {}

  /// Whether a stop was requested.
  public var isRequested: Bool { isRequestedFlag.load(ordering: .acquiring) }

  /// Requests a stop: what is under way is finished and committed, nothing new is begun.
  public func request() { isRequestedFlag.store(true, ordering: .releasing) }
}
