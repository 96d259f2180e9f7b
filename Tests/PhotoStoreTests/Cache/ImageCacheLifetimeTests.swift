import PhotoStore
import Testing

@Suite struct `Image cache lifetimes` {
  let time = ManualClock()

  func cache(timeToLive: Duration?) -> ImageCache<TestImage> {
    ImageCache(limits: CacheLimits(byteCost: 100, timeToLive: timeToLive), clock: time.clock)
  }

  @Test func `an image is served until its time is over and not at that instant`() {
    let cache = cache(timeToLive: .seconds(10))
    cache.store("a")
    time.advance(by: .seconds(10) - .nanoseconds(1))
    #expect(cache.image(for: ImageKey("a")) != nil)
    time.advance(by: .nanoseconds(1))
    #expect(cache.peek(ImageKey("a")) == nil)
    #expect(cache.image(for: ImageKey("a")) == nil)
    #expect(cache.count == 0)
    #expect(cache.statistics.expirations == 1)
  }

  @Test func `an image's own lifetime overrides the cache's`() {
    let cache = cache(timeToLive: .seconds(10))
    cache.store("short", lifetime: .lasting(.seconds(1)))
    cache.store("long", lifetime: .lasting(.seconds(100)))
    cache.store("unlimited", lifetime: .unlimited)
    time.advance(by: .seconds(50))
    #expect(cache.image(for: ImageKey("short")) == nil)
    #expect(cache.image(for: ImageKey("long")) != nil)
    time.advance(by: .seconds(1_000_000))
    #expect(cache.image(for: ImageKey("long")) == nil)
    #expect(cache.image(for: ImageKey("unlimited")) != nil)
  }

  @Test func `an image without a lifetime is served forever`() {
    let cache = cache(timeToLive: nil)
    cache.store("a")
    time.advance(by: .seconds(Int64.max / 2))
    #expect(cache.image(for: ImageKey("a")) != nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `an image whose lifetime is already over is not served`(lifetime: Duration) {
    let cache = cache(timeToLive: nil)
    cache.store("a", lifetime: .lasting(lifetime))
    #expect(cache.image(for: ImageKey("a")) == nil)
  }

  @Test func `a lifetime longer than the clock can count never ends`() {
    let cache = cache(timeToLive: .seconds(Int64.max))
    cache.store("a")
    time.advance(by: .seconds(1_000_000_000))
    #expect(cache.image(for: ImageKey("a")) != nil)
  }

  @Test func `reading does not extend a lifetime, storing again does`() {
    let cache = cache(timeToLive: .seconds(10))
    cache.store("a")
    cache.store("b")
    time.advance(by: .seconds(6))
    _ = cache.image(for: ImageKey("a"))
    cache.store("b")
    time.advance(by: .seconds(6))
    #expect(cache.image(for: ImageKey("a")) == nil)
    #expect(cache.image(for: ImageKey("b")) != nil)
  }

  @Test func `removing expired images leaves the rest in order`() {
    let cache = cache(timeToLive: nil)
    for number in 0..<6 {
      cache.store("\(number)", lifetime: number % 2 == 0 ? .lasting(.seconds(1)) : .unlimited)
    }
    time.advance(by: .seconds(2))
    cache.removeExpired()
    #expect(cache.names == ["5", "3", "1"])
    #expect(cache.byteCost == 3)
    #expect(cache.statistics.expirations == 3)
  }

  @Test func `the continuous clock does not go back`() {
    let first = CacheClock.continuous.now()
    #expect(CacheClock.continuous.now() >= first)
  }
}

@Suite struct `Image cache memory` {
  let ledger = Ledger()

  @Test func `images that leave the cache are released`() {
    let cache = ImageCache<TestImage>(limits: CacheLimits(byteCost: 100, count: 3))
    func store(_ name: String) {
      cache.store(TestImage(name, ledger: ledger), for: ImageKey(name), byteCost: 1)
    }
    for name in ["a", "b", "c", "d", "d"] { store(name) }
    #expect(ledger.counts.alive == 3)
    cache.remove(ImageKey("d"))
    #expect(ledger.counts.alive == 2)
    cache.removeAll()
    #expect(ledger.counts.alive == 0)
  }

  @Test func `a cache releases its images when it is deallocated, even a hundred thousand`() {
    for count in [1, 100_000] {
      let cache = ImageCache<TestImage>(limits: CacheLimits(byteCost: .max))
      for number in 0..<count {
        let name = "\(number)"
        cache.store(TestImage(name, ledger: ledger), for: ImageKey(name), byteCost: 1)
      }
      #expect(ledger.counts.alive == count)
      withExtendedLifetime(cache) {}
    }
    #expect(ledger.counts.alive == 0)
  }

  @Test func `caches made and dropped repeatedly leave nothing behind`() {
    for round in 0..<1_000 {
      let cache = ImageCache<TestImage>(limits: CacheLimits(byteCost: 8))
      for number in 0..<12 {
        cache.store(
          TestImage("", ledger: ledger), for: ImageKey("\(round + number)"), byteCost: 1)
      }
    }
    #expect(ledger.counts.alive == 0)
  }

  @Test func `an image may use the cache while it is deallocated`() {
    final class Talker: Sendable {
      let cache: ImageCache<Talker>
      init(_ cache: ImageCache<Talker>) { self.cache = cache }
      deinit { _ = cache.count }
    }
    let cache = ImageCache<Talker>(limits: CacheLimits(byteCost: 10, count: 2))
    for number in 0..<4 { cache.store(Talker(cache), for: ImageKey("\(number)"), byteCost: 1) }
    cache.store(Talker(cache), for: ImageKey("3"), byteCost: 11)
    cache.store(Talker(cache), for: ImageKey("2"), byteCost: 1)
    #expect(cache.image(for: ImageKey("2", version: 2)) == nil)
    cache.store(Talker(cache), for: ImageKey("4"), byteCost: 1)
    cache.trim(toCount: 0)
    cache.store(Talker(cache), for: ImageKey("5"), byteCost: 1)
    cache.removeAll()
    #expect(cache.count == 0)
  }
}
