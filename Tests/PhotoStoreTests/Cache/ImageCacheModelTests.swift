import PhotoStore
import Testing
import _TestSupport

#if DEBUG
  /// Operations of each thread; the unoptimised build does a hundredth.
  private let operations = 10_000
#else
  private let operations = 1_000_000
#endif

/// The cache as simply as it can be said: a list, searched from the front.
private struct Model {
  struct Row {
    var name: Int
    var version: Int
    var cost: Int
    var image: TestImage
  }
  var rows: [Row] = []
  var limits: CacheLimits

  mutating func image(_ name: Int, _ version: Int) -> TestImage? {
    guard let index = rows.firstIndex(where: { $0.name == name }) else { return nil }
    let row = rows.remove(at: index)
    guard row.version == version else { return nil }
    rows.insert(row, at: 0)
    return row.image
  }

  mutating func store(_ image: TestImage, _ name: Int, _ version: Int, cost: Int) {
    remove(name)
    guard cost <= limits.byteCost else { return }
    trim(toCost: limits.byteCost - cost, toCount: limits.count - 1)
    rows.insert(Row(name: name, version: version, cost: cost, image: image), at: 0)
  }

  mutating func remove(_ name: Int) { rows.removeAll { $0.name == name } }

  mutating func trim(toCost cost: Int, toCount count: Int) {
    while rows.reduce(0, { $0 + $1.cost }) > cost || rows.count > count { rows.removeLast() }
  }
}

/// A random operation, done to the cache and to the model; returns whether they answer alike.
private func step(
  _ cache: ImageCache<TestImage>, _ model: inout Model, _ generator: inout SplitMix64, owner: Int
) -> Bool {
  let name = Int.random(in: 0..<24, using: &generator)
  let version = Int.random(in: 0..<8, using: &generator) == 0 ? 2 : 1
  let key = ImageKey("\(owner)/\(name)", version: version)
  switch Int.random(in: 0..<100, using: &generator) {
  case 0..<55:
    return cache.image(for: key) === model.image(name, version)
  case 55..<95:
    let cost = Int.random(in: 0...120, using: &generator)
    let image = TestImage("\(owner)/\(name)", byteCost: cost)
    cache.store(image, for: key, byteCost: cost)
    model.store(image, name, version, cost: cost)
  default:
    cache.remove(key)
    model.remove(name)
  }
  return true
}

@Suite struct `Image cache against its model` {
  @Test(arguments: 0..<8)
  func `a million random operations leave equal contents in equal order`(seed: Int) {
    let limits = CacheLimits(byteCost: 100 * (seed + 1), count: 2 + 3 * seed)
    let cache = ImageCache<TestImage>(limits: limits)
    var model = Model(limits: limits)
    var generator = SplitMix64(seed: UInt64(seed))
    var disagreements = 0
    for number in 0..<operations {
      if !step(cache, &model, &generator, owner: 0) { disagreements += 1 }
      if number % 997 == 0 {
        let cost = Int.random(in: 0...limits.byteCost, using: &generator)
        cache.trim(toCost: cost)
        model.trim(toCost: cost, toCount: .max)
      }
      if number % 101 == 0 {
        if !zip(cache.images, model.rows).allSatisfy({ $0 === $1.image })
          || cache.count != model.rows.count
          || cache.byteCost != model.rows.reduce(0, { $0 + $1.cost })
        {
          disagreements += 1
        }
      }
    }
    #expect(disagreements == 0)
    #expect(cache.statistics.peakByteCost <= limits.byteCost)
  }

  @Test func `eight threads with files of their own each see what their model says`() async {
    // Nothing is evicted, so that one thread's contents do not depend on the others.
    let limits = CacheLimits(byteCost: .max)
    let cache = ImageCache<TestImage>(limits: limits)
    let disagreements = await withTaskGroup(of: Int.self) { group in
      for owner in 0..<8 {
        group.addTask {
          var model = Model(limits: limits)
          var generator = SplitMix64(seed: UInt64(owner))
          let wrong = (0..<operations).count { _ in
            !step(cache, &model, &generator, owner: owner)
          }
          let left = model.rows.count { row in
            cache.peek(ImageKey("\(owner)/\(row.name)", version: row.version)) !== row.image
          }
          return wrong + left
        }
      }
      return await group.reduce(0, +)
    }
    #expect(disagreements == 0)
  }

  @Test func `eight threads on shared files never pass a limit nor get another file's image`() async
  {
    let limits = CacheLimits(byteCost: 1_000, count: 12)
    let cache = ImageCache<TestImage>(limits: limits)
    let violations = await withTaskGroup(of: Int.self) { group in
      for seed in 0..<8 {
        group.addTask { hammer(cache, limits, SplitMix64(seed: UInt64(seed))) }
      }
      return await group.reduce(0, +)
    }
    #expect(violations == 0)
    #expect(cache.statistics.peakByteCost <= 1_000)
    #expect(cache.byteCost == cache.images.reduce(0) { $0 + $1.byteCost })
    #expect(cache.count == cache.images.count)
  }
}

/// Uses a cache in every way, and returns how often it broke a promise.
private func hammer(
  _ cache: ImageCache<TestImage>, _ limits: CacheLimits, _ generator: SplitMix64
) -> Int {
  var generator = generator
  var violations = 0
  for _ in 0..<operations {
    let name = "\(Int.random(in: 0..<40, using: &generator))"
    let key = ImageKey(name, version: Int.random(in: 1...2, using: &generator))
    switch Int.random(in: 0..<1000, using: &generator) {
    case 0..<600:
      if let image = cache.image(for: key), image.name != name { violations += 1 }
    case 600..<960:
      let cost = Int.random(in: 0...300, using: &generator)
      cache.store(TestImage(name, byteCost: cost), for: key, byteCost: cost)
    case 960..<990: cache.remove(key)
    case 990..<995: cache.trim(toCost: Int.random(in: 0...1_000, using: &generator))
    case 995..<997: cache.trim(toCount: Int.random(in: 0...12, using: &generator))
    case 997: cache.removeAll()
    default:
      let statistics = cache.statistics
      if statistics.byteCost > limits.byteCost || statistics.count > limits.count {
        violations += 1
      }
    }
  }
  return violations
}
