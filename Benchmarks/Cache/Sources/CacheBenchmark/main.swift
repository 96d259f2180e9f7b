import Foundation
import PhotoStore
import Synchronization

/// An image that weighs nothing, so that the caches are measured and not the memory.
final class Box: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

let version = FileVersion(byteCount: 450_000, modified: 789_000_000.5, fileNumber: 77)
let absent = ImageKey(path: "absent", version: version)
let operations = 2_000_000

func key(_ path: String) -> ImageKey { ImageKey(path: path, version: version) }

/// Requests that are all answered, from one thread, with keys made apart from the ones stored, as a
/// widget makes them.
func hits(_ count: Int) -> [Measurement] {
  let cache = ImageCache<Box>(limits: CacheLimits(byteCost: .max))
  let foundation = NSCache<NSString, Box>()
  let boxes = (0..<count).map(Box.init)
  for (box, path) in zip(boxes, renderPaths(count)) {
    cache.store(box, for: key(path), byteCost: 4)
    foundation.setObject(box, forKey: NSString(string: path), cost: 4)
  }
  let keys = renderPaths(count).map(key)
  let names = renderPaths(count).map { NSString(string: $0) }
  func run(_ name: String, _ places: [Int], _ body: (Int) -> Int?) -> Measurement {
    .best(name, entries: count, operations: places.count) {
      places.reduce(0) { $0 &+ (body($1) ?? Int.min) }
    }
  }
  let array = Mutex(boxes)
  let dictionary = Mutex(Dictionary(uniqueKeysWithValues: zip(keys, boxes)))
  let inOrder = (0..<operations).map { $0 % count }
  let random = shuffledPlaces(count, length: operations)
  let skewed = skewedPlaces(count, length: operations)
  return [
    run("in order, ImageCache", inOrder) { cache.image(for: keys[$0])?.number },
    run("skewed, ImageCache", skewed) { cache.image(for: keys[$0])?.number },
    run("at random, ImageCache", random) { cache.image(for: keys[$0])?.number },
    run("at random, NSCache", Array(random.prefix(operations / 10))) {
      foundation.object(forKey: names[$0])?.number
    },
    // The same requests without an order of use: what finding an image alone takes.
    run("at random, Dictionary", random) { place in
      dictionary.withLock { $0[keys[place]] }?.number
    },
    // The same again without finding: what the lock, the key and the image take.
    run("at random, Array", random) { place in
      guard keys[place] != absent else { return nil }
      return array.withLock { $0[place] }.number
    },
  ]
}

/// A lock and its release without anybody else, for the choice between the two.
func locks() -> [Measurement] {
  let mutex = Mutex(0)
  let lock = NSLock()
  let number = Mutex(0)
  return [
    .best("Mutex", entries: 1, operations: operations) {
      for _ in 0..<operations { mutex.withLock { $0 &+= 1 } }
      return mutex.withLock(\.self)
    },
    .best("NSLock around a Mutex", entries: 1, operations: operations) {
      for _ in 0..<operations { lock.withLock { number.withLock { $0 &+= 1 } } }
      return number.withLock(\.self)
    },
  ]
}

/// Stores into a full cache, so that each one evicts another.
func evictingStores(_ count: Int) -> Measurement {
  let cache = ImageCache<Box>(limits: CacheLimits(byteCost: .max, count: count))
  let keys = renderPaths(2 * count).map(key)
  let box = Box(1)
  for key in keys { cache.store(box, for: key, byteCost: 4) }
  return .best("store that evicts, ImageCache", entries: count, operations: operations) {
    for number in 0..<operations {
      cache.store(box, for: keys[number % keys.count], byteCost: 4)
    }
    return cache.count
  }
}

for measurement in locks() { print(measurement.line) }
for count in [100, 1_000, 10_000, 100_000] {
  for measurement in hits(count) { print(measurement.line) }
  print(evictingStores(count).line)
}
