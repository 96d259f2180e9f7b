/// How much an ``ImageCache`` may hold.
public struct CacheLimits: Hashable, Sendable {
  /// The most bytes all entries may cost together; 0 stores nothing.
  public var byteCost: Int
  /// The most entries; 0 stores nothing.
  public var count: Int
  /// The share of ``byteCost`` that one entry may cost, 0…1; a larger entry is refused.
  ///
  /// Values above 1 count as 1. At 0 and below every entry is refused.
  public var entryShare: Double
  /// How long an entry is served when its own lifetime is not stated; `nil` for ever.
  public var timeToLive: Duration?

  /// Makes limits; negative numbers of bytes and entries count as 0.
  public init(
    byteCost: Int, count: Int = .max, entryShare: Double = 1, timeToLive: Duration? = nil
  ) {
    (self.byteCost, self.count, self.entryShare) = (byteCost, count, entryShare)
    self.timeToLive = timeToLive
  }

  /// Limits for a widget extension, which the system ends at 30 MB: 12 MiB and 6 entries.
  ///
  /// The published app's numbers. Two large renders of the largest iPhone fit, three do not.
  public static let widgetExtension = CacheLimits(byteCost: 12 * 1024 * 1024, count: 6)

  /// Limits for an app in the foreground: 64 MiB and 32 entries, the published app's numbers.
  public static let app = CacheLimits(byteCost: 64 * 1024 * 1024, count: 32)

  /// The most bytes one entry may cost, or `nil` when every entry is refused.
  var entryByteCost: Int? {
    guard byteCost > 0, count > 0, entryShare > 0 else { return nil }
    return entryShare >= 1 ? byteCost : Int(Double(byteCost) * entryShare)
  }
}

/// How long one entry of an ``ImageCache`` is served.
public enum CacheLifetime: Hashable, Sendable {
  /// As long as ``CacheLimits/timeToLive`` says.
  case standard
  /// This long after it was stored; reading does not extend it.
  case lasting(Duration)
  /// Until it is evicted or removed.
  case unlimited

  /// The time at which a lifetime that starts now ends; `nil` for never.
  func deadline(standard: Duration?, now: Duration) -> Duration? {
    switch self {
    case .standard: standard.map { Self.time($0, after: now) }
    case .lasting(let duration): Self.time(duration, after: now)
    case .unlimited: nil
    }
  }

  /// A time after another; as late as seconds can say, where the sum of durations would overflow.
  private static func time(_ duration: Duration, after now: Duration) -> Duration {
    now + min(duration, .seconds(Int64.max))
  }
}

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

/// A reason to give memory back.
public enum MemoryPressure: Hashable, Sendable {
  /// The app went to the background.
  case background
  /// The system asks for memory.
  case warning
  /// The system is about to end processes.
  case critical
}
