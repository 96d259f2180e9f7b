internal import PhotoGeometry

/// A request to stop that any thread may make and the run looks at between photos.
public final class Interruption: Sendable {
  private let requestedAt = Locked<ContinuousClock.Instant?>(nil)

  /// How long a photo that is under way may take to be finished after the request, in seconds.
  ///
  /// Our choice: a run should be gone two seconds after it was told to, and ends its commit meanwhile.
  static let patience = 1.0

  /// Makes an interruption that is not requested yet.
  public init() {}

  /// Whether a stop was requested.
  public var isRequested: Bool { requestedAt.withLock { $0 != nil } }

  /// Requests a stop: what is under way is finished and committed, or given up where it takes
  /// longer than a second and can be given up; nothing new is begun.
  public func request() { requestedAt.withLock { $0 = $0 ?? .now } }

  /// Whether what is under way should be given up.
  var isUrgent: Bool {
    requestedAt.withLock { $0.map { ContinuousClock.now - $0 > .seconds(Self.patience) } ?? false }
  }
}
