import PhotoStore
import Testing
import _TestSupport

@Suite struct `Recency list` {
  /// Hashes of paths that meet in the first places, in the last ones, where a probe goes round,
  /// and nowhere; the upper bits decide the place.
  static let hashSets: [[UInt64]] = [
    [7 << 32], [0, 1, 2], [.max, .max - 1, 0], (0..<40).map { $0 << 58 }, [1 << 63],
  ]

  /// The list as simply as it can be said: an array, the entry used last first.
  private struct Model {
    var rows: [(key: ImageKey, path: UInt64, value: Int, cost: Int)] = []

    mutating func remove(_ path: UInt64) -> Int? {
      rows.firstIndex { $0.path == path }.map { rows.remove(at: $0).value }
    }
  }

  private func contents(_ list: borrowing RecencyList<Int>) -> [Int] {
    var values: [Int] = []
    list.forEach { values.append(list.value(at: $0) ?? -1) }
    return values
  }

  @Test(arguments: hashSets)
  func `files that meet in a place keep their order, whatever was removed`(hashes: [UInt64]) {
    var list = RecencyList<Int>()
    var model = Model()
    var generator = SplitMix64(seed: UInt64(hashes.count))
    var wrong = 0
    for number in 0..<2_000 {
      let path = UInt64.random(in: 1...60, using: &generator)
      let high = hashes[Int(path) % hashes.count]
      let version = UInt64.random(in: 1...2, using: &generator) << 8
      let key = ImageKey(path: (high, path), version: version | path << 16)
      if let row = model.rows.first(where: { $0.path == path }) {
        let place = list.place(of: key)
        wrong += (place != nil) == (row.key == key) ? 0 : 1
        if let place, number % 3 > 0 {
          list.use(place)
          model.rows.insert((key, path, model.remove(path) ?? -2, row.cost), at: 0)
        } else {
          let removed = list.place(of: row.key).flatMap { list.remove($0) }
          wrong += removed == model.remove(path) ? 0 : 1
        }
      } else {
        wrong += list.place(of: key) == nil ? 0 : 1
        list.add(number, for: key, cost: number % 7, deadline: .max)
        model.rows.insert((key, path, number, number % 7), at: 0)
      }
      wrong += contents(list) == model.rows.map(\.value) ? 0 : 1
      wrong += list.totalCost == model.rows.reduce(0) { $0 + $1.cost } ? 0 : 1
    }
    #expect(wrong == 0)
    let count = list.count
    #expect(count == model.rows.count && count > 10)
  }

  @Test func `the one used longest ago goes first, to the last one`() {
    var list = RecencyList<Int>()
    let keys = (0..<100).map { ImageKey(path: ($0 << 57, $0), version: $0 << 4) }
    for (number, key) in keys.enumerated() {
      list.add(number, for: key, cost: 1, deadline: .max)
    }
    for key in keys.prefix(10) { if let place = list.place(of: key) { list.use(place) } }
    let order = (0..<101).map { _ in list.removeLeastRecent() }
    #expect(order == Array(10..<100) + Array(0..<10) + [nil])
    let (count, cost) = (list.count, list.totalCost)
    #expect(count == 0 && cost == 0)
  }

  @Test func `a removed place is free, and removing it again gives nothing`() throws {
    var list = RecencyList<Int>()
    let key = ImageKey(path: (1, 1), version: 16)
    list.add(5, for: key, cost: 1, deadline: .max)
    let found = list.place(of: key)
    let place = try #require(found)
    let removed = [list.remove(place), list.remove(place)]
    #expect(removed == [5, nil])
    let count = list.count
    #expect(count == 0)
  }
}
