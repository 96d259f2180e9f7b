public import Foundation

/// The key of an image in an ``ImageCache``: the place of its file, the decoded version of the file, and where it is
/// drawn.
///
/// A cache holds one version of a file, for one slot; asking for another one drops it.
public struct ImageKey: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// The version of the file.
  public let version: FileVersion
  /// The pixels of the place where it is drawn; `nil` for an image that is not reduced to one.
  public var slot: PixelSize?

  /// Makes a key.
  public init(path: String, version: FileVersion) {
    (self.path, self.version) = (path, version)
  }

  /// Makes the key of a file as it is now; `nil` when there is no regular file.
  public init?(_ file: URL) {
    guard let version = FileVersion(of: file) else { return nil }
    self.init(path: file.path, version: version)
  }
}

/// The version of a file: its size, its last change and its inode number.
///
/// A file that is replaced by a rename has another number; one that is written in place has
/// another time. The time is what the file system keeps, to about 10⁻⁷ s.
public struct FileVersion: Hashable, Sendable {
  /// The number of bytes.
  public let byteCount: Int
  /// The last change of its bytes, in seconds since 2001-01-01 UTC.
  public let modified: Double
  /// The file's number in its file system.
  public let fileNumber: UInt64

  /// Makes a version from its parts.
  public init(byteCount: Int, modified: Double, fileNumber: UInt64) {
    (self.byteCount, self.modified, self.fileNumber) = (byteCount, modified, fileNumber)
  }

  /// Reads the version of a file; `nil` when there is no regular file whose status can be read.
  public init?(of file: URL) {
    let path = file.resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber,
      let modified = attributes[.modificationDate] as? Date,
      let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.init(
      byteCount: size.intValue, modified: modified.timeIntervalSinceReferenceDate,
      fileNumber: number.uint64Value)
  }
}

/// Decoded images in memory, limited by bytes and count; the image used longest ago goes first.
///
///     let cache = ImageCache<CGImage>(limits: .widgetExtension)
///     cache.store(image, for: key, byteCost: image.bytesPerRow * image.height)
///     cache.image(for: key)
///
/// - The order is strict: only answered requests and stores count as uses.
/// - Limits hold at every instant: room is made before an entry goes in.
/// - An entry above its share of the limit is refused, and the older entry of its key is dropped.
/// - An image is served only for the version of the file it was decoded from.
/// - Every call may come from any thread. Requests and stores take constant time on average, however
///   many entries there are; a store that evicts several entries takes time for each of them.
/// - Images are released after the lock, so an image's deinitialiser may use the cache.
///
/// It does not watch the system's memory: call ``respond(to:)`` when the system warns the app.
/// See decision 0500 for the lock and decision 0501 for the order.
public final class ImageCache<Image: Sendable>: Sendable {
  /// Everything the lock protects.
  package struct State: ~Copyable {
    package var list = RecencyList<Image>()
    var limits: CacheLimits
    var statistics = CacheStatistics()
  }

  package let state: Locked<State>
  private let clock: CacheClock

  /// Makes an empty cache.
  public init(limits: CacheLimits, clock: CacheClock = .continuous) {
    state = Locked(State(list: RecencyList(), limits: limits))
    self.clock = clock
  }
}

extension ImageCache {
  /// Returns the image of a file, and makes it the one used last.
  ///
  /// An image of another version of the file or for another slot, or one whose lifetime is over, is dropped.
  public func image(for key: ImageKey) -> Image? {
    state.withLock { $0.image(for: key, clock) }.served
  }

  /// Returns the image of a file without using it or counting a request.
  public func peek(_ key: ImageKey) -> Image? {
    state.withLock { state in
      guard let entry = state.list[key.path], entry.key == key, !entry.isOver(clock)
      else { return nil }
      return entry.value
    }
  }

  /// Stores an image, and makes room for it first.
  ///
  /// - Parameters:
  ///   - image: The decoded image.
  ///   - key: Its file and the version that was decoded.
  ///   - byteCost: Its decoded bytes: the bytes of a row times the height; a negative number
  ///     counts as 0. See ``byteCost(rowBytes:height:)``.
  ///   - lifetime: How long it is served.
  /// - Returns: Whether it was stored; `false` when it alone would break a limit.
  @discardableResult
  public func store(
    _ image: Image, for key: ImageKey, byteCost: Int, lifetime: CacheLifetime = .standard
  ) -> Bool {
    state.withLock { state in
      let deadline = lifetime.deadline(standard: state.limits.timeToLive, now: clock.now())
      return state.store(image, for: key, cost: max(0, byteCost), deadline: deadline)
    }.isStored
  }

  /// Removes the image of a file, whatever its version, and returns whether there was one.
  @discardableResult
  public func remove(_ key: ImageKey) -> Bool { state.withLock { $0.list.remove(key.path) } != nil }

  /// How much the cache may hold; lowering a limit evicts at once.
  public var limits: CacheLimits {
    get { state.withLock { $0.limits } }
    set {
      _ = state.withLock { state in
        state.limits = newValue
        return state.evict(
          toCost: newValue.byteCost, count: newValue.byteCost > 0 ? newValue.count : 0)
      }
    }
  }

  /// The cache's counts and its present content.
  public var statistics: CacheStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.byteCost = state.list.totalCost
      statistics.count = state.list.count
      return statistics
    }
  }

  /// The number of images held.
  public var count: Int { state.withLock { $0.list.count } }

  /// The bytes all images held cost together.
  public var byteCost: Int { state.withLock { $0.list.totalCost } }

  /// Evicts the images used longest ago until the rest cost at most this many bytes.
  public func trim(toCost byteCost: Int) {
    _ = state.withLock { $0.evict(toCost: byteCost, count: .max) }
  }

  /// Evicts the images used longest ago until at most this many are left.
  public func trim(toCount count: Int) {
    _ = state.withLock { $0.evict(toCost: .max, count: count) }
  }

  /// Removes every image.
  public func removeAll() {
    _ = state.withLock { state in
      state.list.latestFirst.compactMap { state.list.remove($0.key.path) }
    }
  }

  /// Removes every image whose lifetime is over; takes time proportional to the number of images.
  public func removeExpired() {
    _ = state.withLock { state in
      let over = state.list.latestFirst.filter { $0.isOver(clock) }
      state.statistics.expirations += over.count
      return over.compactMap { state.list.remove($0.key.path) }
    }
  }

  /// Gives memory back: everything under pressure, all but a tenth of the limit in the background.
  ///
  /// The tenth is Nuke's (`ImageCache`, trim on entering the background).
  public func respond(to pressure: MemoryPressure) {
    switch pressure {
    case .background: trim(toCost: limits.byteCost / 10)
    case .warning, .critical: trim(toCount: 0)
    }
  }

  /// Returns the bytes of a decoded image: the bytes of a row times the number of rows.
  ///
  /// Rows may be longer than the pixels in them; use the decoder's own row length. Returns
  /// `Int.max`, which every cache refuses, when the product does not fit, and 0 for negative sides.
  public static func byteCost(rowBytes: Int, height: Int) -> Int {
    let (product, overflows) = max(0, rowBytes).multipliedReportingOverflow(by: max(0, height))
    return overflows ? .max : product
  }
}

extension RecencyList.Entry {
  /// Whether the entry's time is over; the clock is read only when it has an end.
  fileprivate func isOver(_ clock: CacheClock) -> Bool {
    deadline.map { clock.now() >= $0 } ?? false
  }
}

extension ImageCache.State {
  /// Answers a request; returns dropped images, to be released without the lock.
  fileprivate mutating func image(
    for key: ImageKey, _ clock: CacheClock
  ) -> (served: Image?, dropped: Image?) {
    let entry = list[key.path]
    if let entry, entry.key == key, !entry.isOver(clock) {
      list.use(entry)
      statistics.hits += 1
      return (entry.value, nil)
    }
    statistics.misses += 1
    guard let entry else { return (nil, nil) }
    if entry.key == key {
      statistics.expirations += 1
    } else {
      statistics.rewrites += 1
    }
    return (nil, list.remove(key.path))
  }

  /// Stores an entry; returns dropped images, to be released without the lock.
  fileprivate mutating func store(
    _ image: Image, for key: ImageKey, cost: Int, deadline: Duration?
  ) -> (isStored: Bool, older: Image?, evicted: [Image]) {
    let older = list.remove(key.path)
    guard let most = limits.entryByteCost, cost <= most else {
      statistics.refusals += 1
      return (false, older, [])
    }
    let evicted = evict(toCost: limits.byteCost - cost, count: limits.count - 1)
    list.add(RecencyList.Entry(image, for: key, cost: cost, deadline: deadline))
    statistics.insertions += 1
    statistics.peakByteCost = max(statistics.peakByteCost, list.totalCost)
    return (true, older, evicted)
  }

  /// Removes the entries used longest ago until both limits hold, and returns their images.
  fileprivate mutating func evict(toCost cost: Int, count: Int) -> [Image] {
    var evicted: [Image] = []
    while list.totalCost > max(0, cost) || list.count > max(0, count),
      let image = list.removeOldest()
    {
      statistics.evictions += 1
      evicted.append(image)
    }
    return evicted
  }
}

/// The counts of an ``ImageCache`` since it was made.
public struct CacheStatistics: Hashable, Sendable {
  /// Requests that were answered.
  public var hits = 0
  /// Requests that were not.
  public var misses = 0
  /// Entries that were stored, overwritten ones included.
  public var insertions = 0
  /// Entries that were not stored because one alone would break a limit.
  public var refusals = 0
  /// Entries that made room for others, for a lower limit or for memory pressure.
  public var evictions = 0
  /// Entries that were dropped because their time was over.
  public var expirations = 0
  /// Entries that were dropped because their file was rewritten, or asked for in another slot.
  public var rewrites = 0
  /// The bytes all entries cost now.
  public var byteCost = 0
  /// The entries there are now.
  public var count = 0
  /// The most bytes all entries ever cost together.
  public var peakByteCost = 0

  /// Makes statistics of nothing.
  public init() {}
}

/// Entries by file, in the order of their last use; no limits, no lock, no clock.
///
/// A dictionary owns the entries, and a doubly linked list through them keeps the order, so that
/// every call but ``latestFirst`` takes constant time on average (decision 0501). No entry owns
/// another, so that no chain of them can overflow the stack when it is released.
package struct RecencyList<Value>: ~Copyable {
  /// The list's entry for one file.
  package final class Entry {
    let key: ImageKey
    package let value: Value
    /// At least 0.
    let cost: Int
    /// The time on the cache's clock from which on the value is not served; `nil` for never.
    let deadline: Duration?
    fileprivate unowned var older: Entry?
    fileprivate unowned var newer: Entry?

    init(_ value: Value, for key: ImageKey, cost: Int, deadline: Duration?) {
      (self.value, self.key, self.cost, self.deadline) = (value, key, cost, deadline)
    }
  }

  private var entries: [String: Entry] = [:]
  private unowned var latest: Entry?
  private unowned var oldest: Entry?
  private(set) var totalCost = 0

  var count: Int { entries.count }

  /// Returns the entry of a file, whatever its version, without using it.
  subscript(path: String) -> Entry? { entries[path] }

  /// All entries, the one used last first; takes time for each of them.
  package var latestFirst: [Entry] {
    Array(
      sequence(state: latest) { next in
        defer { next = next?.older }
        return next
      })
  }
}

extension RecencyList {
  /// Makes an entry the one used last.
  mutating func use(_ entry: Entry) {
    if latest === entry { return }
    unlink(entry)
    link(entry)
  }

  /// Adds an entry as the one used last; its file must be new.
  mutating func add(_ entry: Entry) {
    entries[entry.key.path] = entry
    totalCost += entry.cost
    link(entry)
  }

  mutating func remove(_ path: String) -> Value? {
    guard let entry = entries.removeValue(forKey: path) else { return nil }
    totalCost -= entry.cost
    unlink(entry)
    return entry.value
  }

  /// Removes the entry used longest ago and returns its value.
  mutating func removeOldest() -> Value? { oldest.flatMap { remove($0.key.path) } }

  private mutating func link(_ entry: Entry) {
    entry.older = latest
    latest?.newer = entry
    latest = entry
    if oldest == nil { oldest = entry }
  }

  private mutating func unlink(_ entry: Entry) {
    if let newer = entry.newer { newer.older = entry.older } else { latest = entry.older }
    if let older = entry.older { older.newer = entry.newer } else { oldest = entry.newer }
    entry.newer = nil
    entry.older = nil
  }
}
