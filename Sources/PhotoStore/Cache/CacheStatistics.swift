/// What an ``ImageCache`` has done since it was made or its statistics were reset.
public struct CacheStatistics: Hashable, Sendable {
  /// Requests that were answered.
  public var hits = 0
  /// Requests that were not, for whatever reason.
  public var misses = 0
  /// Entries that were stored, overwritten ones included.
  public var insertions = 0
  /// Entries that were not stored because one alone would break a limit.
  public var refusals = 0
  /// Entries that made room for others, for a lower limit or for memory pressure.
  public var evictions = 0
  /// Entries that were dropped because their time was over.
  public var expirations = 0
  /// Entries that were dropped because their file was rewritten.
  public var rewrites = 0
  /// The bytes all entries cost now.
  public var byteCost = 0
  /// The entries there are now.
  public var count = 0
  /// The most bytes all entries ever cost together.
  public var peakByteCost = 0

  /// Makes statistics of nothing.
  public init() {}

  /// Answered requests over all requests, 0…1; 0 before the first request.
  public var hitRate: Double {
    hits == 0 ? 0 : Double(hits) / (Double(hits) + Double(misses))
  }
}
