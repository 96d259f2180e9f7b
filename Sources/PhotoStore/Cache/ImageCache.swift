/// Decoded images in memory, limited by bytes and count; the image used longest ago goes first.
///
///     let cache = ImageCache<CGImage>(limits: .widgetExtension)
///     cache.store(image, for: key, byteCost: image.bytesPerRow * image.height)
///     cache.image(for: key)
///
/// - The order is strict: a request that is answered and a store are uses, nothing else is.
/// - Limits hold at every instant: room is made before an entry goes in.
/// - An entry above its share of the limit is refused, and what its key held before is dropped.
/// - An image is served only for the version of the file it was decoded from.
/// - Every call may come from any thread. Requests and stores take constant time on average, however
///   many entries there are; a store that evicts several entries takes time for each of them.
/// - Images are released after the lock is given back, so that one may use the cache as it goes.
///
/// It does not watch the system's memory: call ``respond(to:)`` where the app hears of it.
/// See decision 0500 for the lock and decision 0501 for the order.
public final class ImageCache<Image: Sendable>: Sendable {
  /// Everything the lock protects.
  @usableFromInline
  struct State: ~Copyable, Sendable {
    @usableFromInline var list = RecencyList<Image>()
    @usableFromInline var limits: CacheLimits
    @usableFromInline var statistics = CacheStatistics()

    @inlinable init(limits: CacheLimits) { self.limits = limits }
  }

  @usableFromInline let state: Locked<State>
  @usableFromInline let clock: CacheClock

  /// Makes an empty cache.
  public init(limits: CacheLimits, clock: CacheClock = .continuous) {
    state = Locked(State(limits: limits))
    self.clock = clock
  }
}

extension ImageCache {
  /// Returns the image of a file, and makes it the one used last.
  ///
  /// An image of another version of the file and one whose time is over are dropped.
  @inlinable public func image(for key: ImageKey) -> Image? {
    state.withLock { $0.image(for: key, clock: clock) }.served
  }

  /// Returns the image of a file without using it or counting a request.
  public func peek(_ key: ImageKey) -> Image? {
    state.withLock { state in
      guard let place = state.list.place(of: key), !state.list.isOver(place, clock)
      else { return nil }
      return state.list.value(at: place)
    }
  }

  /// Stores an image, and makes room for it first.
  ///
  /// - Parameters:
  ///   - image: The decoded image.
  ///   - key: Its file and the version that was decoded.
  ///   - byteCost: What it occupies decoded, the bytes of a row times the height; a negative number
  ///     counts as 0. See ``byteCost(rowBytes:height:)``.
  ///   - lifetime: How long it is served.
  /// - Returns: Whether it was stored; `false` when it alone would break a limit.
  @inlinable @discardableResult
  public func store(
    _ image: Image, for key: ImageKey, byteCost: Int, lifetime: CacheLifetime = .standard
  ) -> Bool {
    state.withLock { state in
      let deadline = lifetime.deadline(standard: state.limits.timeToLive, clock)
      return state.store(image, for: key, cost: max(0, byteCost), deadline: deadline)
    }.isStored
  }

  /// Removes the image of a file, whatever its version, and returns whether there was one.
  @discardableResult
  public func remove(_ key: ImageKey) -> Bool {
    state.withLock { $0.drop(key.slot) } != nil
  }
}

extension RecencyList {
  /// Whether an entry's time is over; the clock is read only when it has an end.
  @inlinable @inline(__always) func isOver(_ place: Int, _ clock: CacheClock) -> Bool {
    let deadline = deadline(at: place)
    return deadline != .max && clock.nanoseconds >= deadline
  }
}

extension ImageCache.State {
  /// Answers a request; what it drops is returned, to be released without the lock.
  @inlinable mutating func image(
    for key: ImageKey, clock: CacheClock
  ) -> (served: Image?, dropped: Image?) {
    guard let place = list.place(of: key) else {
      statistics.misses &+= 1
      let older = drop(key.slot)
      if older != nil { statistics.rewrites &+= 1 }
      return (nil, older)
    }
    guard !list.isOver(place, clock) else {
      statistics.misses &+= 1
      statistics.expirations &+= 1
      return (nil, list.remove(place))
    }
    list.use(place)
    statistics.hits &+= 1
    return (list.value(at: place), nil)
  }

  /// Stores an entry; what it drops is returned, to be released without the lock.
  @inlinable mutating func store(
    _ image: Image, for key: ImageKey, cost: Int, deadline: Int64
  ) -> (isStored: Bool, older: Image?, evicted: [Image]) {
    let older = drop(key.slot)
    guard let most = limits.entryByteCost, cost <= most else {
      statistics.refusals &+= 1
      return (false, older, [])
    }
    let evicted = evict(toCost: limits.byteCost - cost, count: limits.count - 1)
    list.add(image, for: key, cost: cost, deadline: deadline)
    statistics.insertions &+= 1
    statistics.peakByteCost = max(statistics.peakByteCost, list.totalCost)
    return (true, older, evicted)
  }

  /// Removes what is held for a file, whatever its version, and returns it.
  @inlinable mutating func drop(_ slot: ImageKey.Slot) -> Image? {
    list.place(of: slot).flatMap { list.remove($0) }
  }

  /// Removes the entries used longest ago until both numbers hold, and returns what they held.
  @inlinable mutating func evict(toCost cost: Int, count: Int) -> [Image] {
    var evicted: [Image] = []
    while list.totalCost > max(0, cost) || list.count > max(0, count),
      let image = list.removeLeastRecent()
    {
      statistics.evictions &+= 1
      evicted.append(image)
    }
    return evicted
  }
}
