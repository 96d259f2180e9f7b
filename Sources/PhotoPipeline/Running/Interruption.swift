internal import PhotoGeometry

/// A request to stop that any thread may make and that the run checks between photos.
public final class Interruption: Sendable {
  private let requestedAt = Locked<ContinuousClock.Instant?>(nil)

  /// How long a photo in progress may take after the request, in seconds.
  ///
  /// Our choice: a run should end within two seconds after the request, and it commits in that time too.
  static let patience = 1.0

  /// Makes an interruption that is not requested yet.
  public init() {}

  /// Whether a stop was requested.
  public var isRequested: Bool { requestedAt.withLock { $0 != nil } }

  /// Requests a stop: photos in progress are finished and committed, or given up if they take longer than a second and
  /// can be given up; no new photo is begun.
  public func request() { requestedAt.withLock { $0 = $0 ?? .now } }

  /// Whether photos in progress should be given up.
  var isUrgent: Bool {
    requestedAt.withLock { $0.map { ContinuousClock.now - $0 > .seconds(Self.patience) } ?? false }
  }
}
