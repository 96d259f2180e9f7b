import PhotoStore
import Testing
import _TestSupport

@Suite struct `Slot table` {
  /// Tags that meet in the first rows, in the last ones, where a probe goes round, and nowhere.
  static let tagSets: [[UInt32]] = [
    [7], [0, 1, 2], [.max, .max - 1, 0], (0..<40).map { $0 << 26 }, [1 << 31],
  ]

  @Test(arguments: tagSets)
  func `places that meet in a row are found, whatever was removed`(tags: [UInt32]) {
    var table = SlotTable()
    var model: [UInt32: UInt32] = [:]
    var generator = SplitMix64(seed: UInt64(tags.count))
    var wrong = 0
    for _ in 0..<1_000 {
      let place = UInt32.random(in: 1...60, using: &generator)
      if let tag = model.removeValue(forKey: place) {
        table.remove(tag: tag, place: place)
      } else if let tag = tags.randomElement(using: &generator) {
        model[place] = tag
        table.insert(tag: tag, place: place)
      }
      wrong += (1...60 as ClosedRange<UInt32>).count { place in
        let found = tags.filter { tag in table.place(tag: tag) { $0 == place } == place }
        return found != (model[place].map { [$0] } ?? [])
      }
    }
    #expect(wrong == 0)
  }

  @Test func `removing what is not there changes nothing`() {
    var table = SlotTable()
    table.insert(tag: 5, place: 1)
    table.remove(tag: 5, place: 2)
    table.remove(tag: 6, place: 1)
    #expect(table.place(tag: 5) { $0 == 1 } == 1)
  }
}
