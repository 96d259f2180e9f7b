/// A hash table from the tags of slots to places in a list; the list itself says which slot a
/// place holds.
///
/// Open addressing with linear probing, at most half full. A row is a tag and a place in eight
/// bytes, so that one line of the processor's cache answers nearly every request. The first row of
/// a tag is its upper bits, as many as the table has: growing and removing need the rows alone.
@usableFromInline
package struct SlotTable: Sendable {
  /// A tag in the upper half, a place in the lower; 0 for an empty row, because place 0 is never
  /// used.
  @usableFromInline var rows: [UInt64]
  /// 32 less the logarithm of the number of rows.
  @usableFromInline var shift: UInt32
  /// The rows in use.
  @usableFromInline var count = 0

  /// Makes a table of 16 rows.
  @inlinable package init() {
    rows = Array(repeating: 0, count: 16)
    shift = 28
  }
}

extension SlotTable {
  /// Returns the place with a tag that `isWanted` accepts.
  @inlinable package func place(tag: UInt32, where isWanted: (UInt32) -> Bool) -> UInt32? {
    var index = Int(tag >> shift)
    while rows[index] != 0 {
      let row = rows[index]
      let place = UInt32(truncatingIfNeeded: row)
      if row >> 32 == tag, isWanted(place) { return place }
      index = following(index)
    }
    return nil
  }

  /// Adds a place that is not in the table.
  @inlinable package mutating func insert(tag: UInt32, place: UInt32) {
    if 2 * (count + 1) > rows.count { grow() }
    put(UInt64(tag) << 32 | UInt64(place))
    count += 1
  }

  /// Removes a place, and moves rows behind it up, so that every probe still ends at a gap.
  @inlinable package mutating func remove(tag: UInt32, place: UInt32) {
    let wanted = UInt64(tag) << 32 | UInt64(place)
    var gap = Int(tag >> shift)
    while rows[gap] != wanted {
      if rows[gap] == 0 { return }
      gap = following(gap)
    }
    var index = following(gap)
    while rows[index] != 0 {
      if mayMove(from: index, to: gap) {
        rows[gap] = rows[index]
        gap = index
      }
      index = following(index)
    }
    rows[gap] = 0
    count -= 1
  }

  /// Whether the row at `index` is still found when it stands in the gap before it.
  @inlinable func mayMove(from index: Int, to gap: Int) -> Bool {
    let first = Int(UInt32(truncatingIfNeeded: rows[index] >> 32) >> shift)
    return (index - first) & (rows.count - 1) >= (index - gap) & (rows.count - 1)
  }

  @inlinable func following(_ index: Int) -> Int { (index + 1) & (rows.count - 1) }

  @inlinable mutating func put(_ row: UInt64) {
    var index = Int(UInt32(truncatingIfNeeded: row >> 32) >> shift)
    while rows[index] != 0 { index = following(index) }
    rows[index] = row
  }

  @inlinable mutating func grow() {
    let older = rows
    rows = Array(repeating: 0, count: 2 * older.count)
    shift -= 1
    for row in older where row != 0 { put(row) }
  }
}
