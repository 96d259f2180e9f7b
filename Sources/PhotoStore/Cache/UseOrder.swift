/// Places of a table in the order of their last use, written down as they are used.
///
/// A log: each use is one number at its end, and a place knows where in the log its last use stands.
/// An older number of the same place is stale, which is seen by comparing the two. So a use writes
/// beside what was written last and to nothing that belongs to another place, while the strict
/// order of a list of neighbours would write to two places far away, each of them a wait for memory.
///
/// A full log is packed: what is stale leaves, the rest moves to the front. The log is so much
/// longer than there may be places in use that a use pays for less than two numbers of it.
@usableFromInline
struct UseOrder: ~Copyable, Sendable {
  /// Where the last use of each place stands in the log; of a place not in use, nothing.
  @usableFromInline nonisolated(unsafe) let turns: UnsafeMutableBufferPointer<UInt32>
  /// The places in the order they were used, stale ones and ``nobody`` among them.
  @usableFromInline nonisolated(unsafe) let log: UnsafeMutableBufferPointer<UInt32>
  /// Before this, nothing in the log is in force.
  @usableFromInline var start = 0
  /// Behind what was written last.
  @usableFromInline var end = 0

  /// Makes an order of which no place is part; at most four fifths of the places may ever be.
  @inlinable init(places: Int) {
    turns = .allocate(capacity: places)
    turns.initialize(repeating: 0)
    log = .allocate(capacity: max(Self.shortestLog, 2 * places))
    log.initialize(repeating: Self.nobody)
  }

  @inlinable deinit {
    turns.deallocate()
    log.deallocate()
  }

  /// What stands where a place was that is no longer part of the order.
  @inlinable static var nobody: UInt32 { .max }

  /// The fewest numbers a log has room for, 4 KiB of them, so that a small one is packed rarely.
  @inlinable static var shortestLog: Int { 1024 }
}

extension UseOrder {
  /// Makes a place the one used last, whether or not it was part of the order.
  @inlinable @inline(__always) mutating func use(_ place: Int) {
    if end == log.count { pack() }
    log[end] = UInt32(truncatingIfNeeded: place)
    turns[place] = UInt32(truncatingIfNeeded: end)
    end += 1
  }

  /// Whether a place that is part of the order was used last.
  @inlinable @inline(__always) func isLast(_ place: Int) -> Bool { Int(turns[place]) == end - 1 }

  /// Takes a place that is part of the order out of it.
  @inlinable mutating func remove(_ place: Int) { log[Int(turns[place])] = Self.nobody }

  /// Puts a place that is not part of the order where another one is, which leaves it.
  @inlinable mutating func move(_ place: Int, to other: Int) {
    turns[other] = turns[place]
    log[Int(turns[place])] = UInt32(truncatingIfNeeded: other)
  }

  /// Returns the place used longest ago; `nil` when the order is empty.
  @inlinable mutating func first() -> Int? {
    while start < end {
      if let place = place(inForceAt: start) { return place }
      start += 1
    }
    return nil
  }

  /// Calls `body` with the places of the order, the one used last first; takes time for each number in
  /// the log.
  @inlinable func forEachLatestFirst(_ body: (Int) -> Void) {
    for turn in (start..<end).reversed() { place(inForceAt: turn).map(body) }
  }
}

extension UseOrder {
  /// Returns the place whose last use is what stands at a turn.
  @inlinable func place(inForceAt turn: Int) -> Int? {
    let place = log[turn]
    guard place != Self.nobody, Int(turns[Int(place)]) == turn else { return nil }
    return Int(place)
  }

  /// Moves what is in force to the front of the log.
  @usableFromInline mutating func pack() {
    var packed = 0
    for turn in start..<end {
      guard let place = place(inForceAt: turn) else { continue }
      log[packed] = UInt32(truncatingIfNeeded: place)
      turns[place] = UInt32(truncatingIfNeeded: packed)
      packed += 1
    }
    (start, end) = (0, packed)
  }
}
