import Foundation
import PhotoStore
import Synchronization

/// An image that weighs nothing, so that the caches are measured and not the memory.
final class Box: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

let version = FileVersion(byteCount: 450_000, modified: 789_000_000.5, fileNumber: 77)
let operations = 2_000_000
/// The measurements to run: all, or those whose names contain an argument.
let wanted = CommandLine.arguments.dropFirst()

func key(_ path: String) -> ImageKey { ImageKey(path: path, version: version) }

/// Requests that all hit, from one thread, with keys made separately from the stored ones, as a
/// widget makes them.
struct Hits {
  let count: Int
  let keys: [ImageKey]
  let boxes: [Box]
  let cache = ImageCache<Box>(limits: CacheLimits(byteCost: .max))

  init(_ count: Int) {
    self.count = count
    let paths = renderPaths(count)
    keys = paths.map(key)
    boxes = (0..<count).map(Box.init)
    for (box, path) in zip(boxes, paths) { cache.store(box, for: key(path), byteCost: 4) }
  }

  func measure() {
    let random = shuffledPlaces(count, length: operations)
    run("in order, ImageCache", (0..<operations).map { $0 % count }, image)
    run("at random, ImageCache", random, image)
    measureFoundation("at random, NSCache", Array(random.prefix(operations / 10)))
    measureDictionary("at random, Dictionary", random)
  }

  private func image(_ place: Int) -> Int? { cache.image(for: keys[place])?.number }

  private func run(_ name: String, _ places: [Int], _ body: (Int) -> Int?) {
    show(name, entries: count, operations: places.count) {
      places.reduce(0) { $0 &+ (body($1) ?? Int.min) }
    }
  }

  private func measureFoundation(_ name: String, _ places: [Int]) {
    let foundation = NSCache<NSString, Box>()
    for (box, path) in zip(boxes, renderPaths(count)) {
      foundation.setObject(box, forKey: NSString(string: path), cost: 4)
    }
    let names = renderPaths(count).map { NSString(string: $0) }
    run(name, places) { foundation.object(forKey: names[$0])?.number }
  }

  /// The same requests without an order of use: the time of the lookup alone.
  private func measureDictionary(_ name: String, _ places: [Int]) {
    let dictionary = Mutex(Dictionary(uniqueKeysWithValues: zip(keys, boxes)))
    run(name, places) { place in dictionary.withLock { $0[keys[place]] }?.number }
  }
}

/// Stores into a full cache, so that each one evicts another.
func measureEvictingStores(_ count: Int) {
  let cache = ImageCache<Box>(limits: CacheLimits(byteCost: .max, count: count))
  let keys = renderPaths(2 * count).map(key)
  let box = Box(1)
  for key in keys { cache.store(box, for: key, byteCost: 4) }
  show("store that evicts, ImageCache", entries: count, operations: operations) {
    for number in 0..<operations {
      cache.store(box, for: keys[number % keys.count], byteCost: 4)
    }
    return cache.count
  }
}

/// Measures and prints one line if it is to be run.
func show(_ name: String, entries: Int, operations: Int, _ body: () -> Int) {
  guard wanted.isEmpty || wanted.contains(where: name.contains) else { return }
  print(Measurement.best(name, entries: entries, operations: operations, body).line)
}

for count in [32, 1_000, 100_000] {
  Hits(count).measure()
  measureEvictingStores(count)
}
