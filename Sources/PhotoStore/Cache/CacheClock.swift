/// Where an ``ImageCache`` reads the time.
public struct CacheClock: Sendable {
  /// The time since some fixed instant; never goes back.
  public let now: @Sendable () -> Duration

  /// Makes a clock from a call that returns the time since some fixed instant.
  public init(now: @escaping @Sendable () -> Duration) { self.now = now }

  /// A clock that goes on while the device sleeps.
  public static let continuous: CacheClock = {
    let start = ContinuousClock.now
    return CacheClock { start.duration(to: .now) }
  }()
}

extension CacheClock {
  /// The time in nanoseconds; 292 years fit.
  @usableFromInline var nanoseconds: Int64 { now().wholeNanoseconds }
}

extension CacheLifetime {
  /// The clock's nanoseconds at which a lifetime that starts now ends; `Int64.max` for never.
  @usableFromInline func deadline(standard: Duration?, _ clock: CacheClock) -> Int64 {
    let duration: Duration? =
      switch self {
      case .standard: standard
      case .lasting(let duration): duration
      case .unlimited: nil
      }
    guard let duration else { return .max }
    let (end, overflows) = clock.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return overflows ? .max : end
  }
}

extension Duration {
  /// The nanoseconds of this duration; the nearest that fits when it is longer than 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflows { return seconds < 0 ? .min : .max }
    let (sum, carries) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carries ? (seconds < 0 ? .min : .max) : sum
  }
}
