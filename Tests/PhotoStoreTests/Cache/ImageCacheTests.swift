import PhotoStore
import Testing

@Suite struct `Image cache` {
  let cache = ImageCache<TestImage>(limits: CacheLimits(byteCost: 100, count: 10))

  @Test func `an image that was stored is served`() {
    #expect(cache.store("a", cost: 7))
    #expect(cache.image(for: ImageKey("a"))?.name == "a")
    #expect(cache.image(for: ImageKey("b")) == nil)
    #expect(cache.count == 1 && cache.byteCost == 7)
  }

  @Test func `an image that was removed is gone`() {
    cache.store("a")
    #expect(cache.remove(ImageKey("a")))
    #expect(!cache.remove(ImageKey("a")))
    #expect(cache.image(for: ImageKey("a")) == nil)
    #expect(cache.count == 0 && cache.byteCost == 0)
  }

  @Test func `removing everything leaves nothing and the cache goes on`() {
    for name in ["a", "b", "c"] { cache.store(name, cost: 5) }
    cache.removeAll()
    #expect(cache.count == 0 && cache.byteCost == 0 && cache.names == [])
    cache.store("d")
    #expect(cache.names == ["d"])
  }

  @Test func `an overwrite counts as a use, adjusts the cost and makes no duplicate`() {
    cache.store("a", cost: 10)
    cache.store("b", cost: 20)
    cache.store("a", cost: 30)
    #expect(cache.names == ["a", "b"])
    #expect(cache.byteCost == 50)
  }

  @Test func `a store above the count limit evicts the image used longest ago at once`() {
    for number in 0..<11 { cache.store("\(number)") }
    #expect(cache.count == 10)
    #expect(cache.image(for: ImageKey("0")) == nil)
    #expect(cache.statistics.evictions == 1)
  }

  @Test func `a store above the cost limit evicts as many as it must, and no more`() {
    for name in ["a", "b", "c", "d"] { cache.store(name, cost: 25) }
    cache.store("e", cost: 26)
    #expect(cache.names == ["e", "d", "c"])
    #expect(cache.byteCost == 76)
  }

  @Test func `a small image evicts no larger ones that fit beside it`() {
    cache.store("large", cost: 90)
    cache.store("small", cost: 10)
    #expect(cache.names == ["small", "large"])
  }

  @Test func `requesting an image protects it from eviction, peeking does not`() {
    for name in ["a", "b", "c"] { cache.store(name, cost: 30) }
    _ = cache.image(for: ImageKey("a"))
    #expect(cache.peek(ImageKey("b"))?.name == "b")
    cache.store("d", cost: 30)
    #expect(cache.names == ["d", "a", "c"])
  }

  @Test func `the order is strictly that of the last uses`() {
    for name in ["a", "b", "c", "d"] { cache.store(name) }
    for name in ["b", "d", "a", "b"] { _ = cache.image(for: ImageKey(name)) }
    #expect(cache.names == ["b", "a", "d", "c"])
  }

  @Test func `lowering a limit evicts at once`() {
    for name in ["a", "b", "c", "d"] { cache.store(name, cost: 20) }
    cache.limits.byteCost = 60
    #expect(cache.names == ["d", "c", "b"])
    cache.limits.count = 1
    #expect(cache.names == ["d"])
  }

  @Test func `trimming respects the order`() {
    for name in ["a", "b", "c", "d"] { cache.store(name, cost: 20) }
    cache.trim(toCost: 79)
    #expect(cache.names == ["d", "c", "b"])
    cache.trim(toCount: 2)
    #expect(cache.names == ["d", "c"])
    cache.trim(toCost: 40)
    #expect(cache.names == ["d", "c"])
    cache.trim(toCost: 0)
    #expect(cache.names == [])
  }

  @Test func `trimming below zero is trimming to zero`() {
    cache.store("free", cost: 0)
    cache.trim(toCost: -1)
    #expect(cache.names == ["free"])
    cache.trim(toCount: -1)
    #expect(cache.names == [])
  }

  @Test(arguments: [
    CacheLimits(byteCost: 0), CacheLimits(byteCost: -5), CacheLimits(byteCost: 10, count: 0),
    CacheLimits(byteCost: 10, count: -1), CacheLimits(byteCost: 10, entryShare: 0),
    CacheLimits(byteCost: 10, entryShare: -0.5),
  ])
  func `a limit of zero or below stores nothing`(limits: CacheLimits) {
    let cache = ImageCache<TestImage>(limits: limits)
    #expect(!cache.store("a", cost: 0))
    #expect(!cache.store("b", cost: 1))
    #expect(cache.count == 0)
    #expect(cache.statistics.refusals == 2)
  }

  @Test func `setting a limit to zero empties the cache, including images without cost`() {
    cache.store("free", cost: 0)
    cache.limits.byteCost = 0
    #expect(cache.count == 0)
  }

  @Test(arguments: [(0.5, 50, 51), (1.0, 100, 101), (7.0, 100, 101), (0.1, 10, 11)])
  func `an image that costs more than its share is refused`(
    share: Double, largest: Int, refused: Int
  ) {
    cache.limits.entryShare = share
    #expect(!cache.store("a", cost: refused))
    #expect(cache.store("b", cost: largest))
    #expect(cache.names == ["b"])
  }

  @Test func `a refused image removes the older image of its file and evicts no other`() {
    cache.store("a", cost: 10)
    cache.store("b", cost: 10)
    #expect(!cache.store("a", cost: 101))
    #expect(cache.names == ["b"])
    #expect(cache.byteCost == 10)
  }

  @Test func `images without cost are held, and limited by the count`() {
    for number in 0..<20 { cache.store("\(number)", cost: 0) }
    #expect(cache.count == 10 && cache.byteCost == 0)
  }

  @Test func `a negative cost counts as zero`() {
    cache.store("a", cost: -50)
    #expect(cache.byteCost == 0)
    #expect(cache.image(for: ImageKey("a")) != nil)
  }

  @Test func `costs near the largest number neither overflow nor pass the limit`() {
    let cache = ImageCache<TestImage>(limits: CacheLimits(byteCost: .max))
    #expect(cache.store("a", cost: .max - 1))
    #expect(cache.store("b", cost: .max))
    #expect(cache.names == ["b"])
    #expect(cache.store("c", cost: 1))
    #expect(cache.names == ["c"])
    #expect(cache.statistics.peakByteCost == .max)
  }

  @Test func `a rewritten file is not served stale, and its older image is removed`() {
    cache.store("a", cost: 10, version: 1)
    #expect(cache.image(for: ImageKey("a", version: 2)) == nil)
    #expect(cache.count == 0)
    cache.store("a", cost: 10, version: 2)
    #expect(cache.image(for: ImageKey("a", version: 2)) != nil)
    #expect(cache.statistics.rewrites == 1)
  }

  @Test func `storing another version replaces the one before`() {
    cache.store("a", cost: 10, version: 1)
    cache.store("a", cost: 20, version: 2)
    #expect(cache.count == 1 && cache.byteCost == 20)
  }

  @Test(arguments: [
    (MemoryPressure.warning, 0), (.critical, 0), (.background, 10),
  ])
  func `memory is given back`(pressure: MemoryPressure, left: Int) {
    for number in 0..<10 { cache.store("\(number)", cost: 10) }
    cache.respond(to: pressure)
    #expect(cache.byteCost == left)
  }

  @Test func `statistics count what happened`() {
    for name in ["a", "b", "c"] { cache.store(name, cost: 40) }
    _ = cache.image(for: ImageKey("c"))
    _ = cache.image(for: ImageKey("a"))
    var expected = CacheStatistics()
    expected.hits = 1
    expected.misses = 1
    expected.insertions = 3
    expected.evictions = 1
    expected.byteCost = 80
    expected.count = 2
    expected.peakByteCost = 80
    #expect(cache.statistics == expected)
  }

  @Test func `the presets are the published app's`() {
    #expect(CacheLimits.widgetExtension.byteCost == 12_582_912)
    #expect(CacheLimits.widgetExtension.count == 6)
    #expect(CacheLimits.app.byteCost == 67_108_864)
    #expect(CacheLimits.app.count == 32)
  }

  @Test(arguments: [
    (2120, 530, 1_123_600), (1, 1, 1), (0, 5, 0), (-4, 5, 0), (Int.max, 2, Int.max),
  ])
  func `an image costs the bytes of a row times the rows`(row: Int, height: Int, cost: Int) {
    #expect(ImageCache<TestImage>.byteCost(rowBytes: row, height: height) == cost)
  }

  @Test func `two large renders of the largest iPhone fit a widget, three do not`() {
    let cost = ImageCache<TestImage>.byteCost(rowBytes: 4 * 1134, height: 1182)
    let cache = ImageCache<TestImage>(limits: .widgetExtension)
    for name in ["a", "b", "c"] { cache.store(name, cost: cost) }
    #expect(cache.names == ["c", "b"])
  }
}
