/// Entries in the order of their last use, each with a cost; no limits, no lock, no clock.
///
/// A hash table with open addressing and linear probing, at most four fifths full, and a
/// ``UseOrder`` of its places. Among many entries the time of a request is the time of the memory it
/// touches, so what a request compares lies beside what it returns, and what only eviction and
/// expiry read is apart from both. No chain of objects exists whose release could overflow the stack.
///
/// Every call takes constant time (amortised, expected); only ``forEach(_:)`` is linear. A place is
/// good until the next entry is added or removed, which may move others.
@usableFromInline
package struct RecencyList<Value: Sendable>: ~Copyable, Sendable {
  /// What a request reads of an entry: 16 bytes where the value is a reference.
  @usableFromInline
  struct Face: Sendable {
    /// The ``ImageKey/check`` of the entry's key, and in the lowest bit whether the entry has a
    /// deadline; 0 at a free place.
    @usableFromInline var mark: UInt64
    /// What is held; `nil` at a free place.
    @usableFromInline var value: Value?

    @inlinable init(mark: UInt64, value: Value?) {
      self.mark = mark
      self.value = value
    }

    @inlinable static var free: Face { Face(mark: 0, value: nil) }
  }

  /// What else the list knows about an entry.
  @usableFromInline
  struct Back: Sendable {
    @usableFromInline var slot: ImageKey.Slot
    /// What the value costs, at least 0.
    @usableFromInline var cost: Int
    /// The clock's nanoseconds from which on the value is not served; `Int64.max` for never.
    @usableFromInline var deadline: Int64

    @inlinable init(slot: ImageKey.Slot, cost: Int, deadline: Int64) {
      self.slot = slot
      self.cost = cost
      self.deadline = deadline
    }

    @inlinable static var none: Back {
      Back(slot: ImageKey.Slot(high: 0, low: 0), cost: 0, deadline: .max)
    }
  }

  /// The list's own memory, as many places in each; an array would be looked at for other owners
  /// whenever it is written to.
  @usableFromInline nonisolated(unsafe) let faces: UnsafeMutableBufferPointer<Face>
  @usableFromInline nonisolated(unsafe) let backs: UnsafeMutableBufferPointer<Back>
  @usableFromInline var order: UseOrder
  /// 32 less the logarithm of the number of places.
  @usableFromInline var shift: UInt32
  /// The number of entries.
  @usableFromInline package var count = 0
  /// The sum of all costs.
  @usableFromInline package var totalCost = 0

  /// Makes an empty list.
  @inlinable package init() { self.init(logarithm: 4) }

  @inlinable init(logarithm: UInt32) {
    let places = 1 << Int(logarithm)
    faces = .allocate(capacity: places)
    faces.initialize(repeating: .free)
    backs = .allocate(capacity: places)
    backs.initialize(repeating: .none)
    order = UseOrder(places: places)
    shift = 32 - logarithm
  }

  @inlinable deinit {
    faces.deinitialize().deallocate()
    backs.deinitialize().deallocate()
  }
}

extension RecencyList {
  /// Returns the place of what is held for a key, its version included, without using it.
  @inlinable @inline(__always) package func place(of key: ImageKey) -> Int? {
    var place = home(of: key.slot)
    while faces[place].mark != 0 {
      if faces[place].mark & ~1 == key.check { return place }
      place = following(place)
    }
    return nil
  }

  /// Returns the place of a file, whichever version of it is held, without using it.
  @inlinable @inline(__always) package func place(of slot: ImageKey.Slot) -> Int? {
    var place = home(of: slot)
    while faces[place].mark != 0 {
      if backs[place].slot == slot { return place }
      place = following(place)
    }
    return nil
  }

  /// Returns what a place holds.
  @inlinable @inline(__always) package func value(at place: Int) -> Value? { faces[place].value }

  /// Returns the file of the entry at a place.
  @inlinable func slot(at place: Int) -> ImageKey.Slot { backs[place].slot }

  /// Returns when the entry at a place is no longer served; `Int64.max` for never.
  @inlinable @inline(__always) func deadline(at place: Int) -> Int64 {
    faces[place].mark & 1 == 0 ? .max : backs[place].deadline
  }

  /// Calls `body` with every place, the entry used last first.
  @inlinable package func forEach(_ body: (Int) -> Void) {
    order.forEachLatestFirst(body)
  }
}

extension RecencyList {
  /// Makes an entry the one used last.
  @inlinable @inline(__always) package mutating func use(_ place: Int) {
    if !order.isLast(place) { order.use(place) }
  }

  /// Adds an entry as the one used last; its file must be new.
  ///
  /// - Parameters:
  ///   - value: What is held.
  ///   - key: The file and the version it was made from.
  ///   - cost: What it costs, at least 0.
  ///   - deadline: The clock's nanoseconds from which on it is not served; `Int64.max` for never.
  @inlinable package mutating func add(
    _ value: Value, for key: ImageKey, cost: Int, deadline: Int64
  ) {
    if Self.isFull(count + 1, of: faces.count) { grow() }
    put(
      Face(mark: key.check | (deadline == .max ? 0 : 1), value: value),
      Back(slot: key.slot, cost: cost, deadline: deadline))
    count += 1
    totalCost += cost
  }

  /// Removes the entry at a place and returns what it held.
  @inlinable package mutating func remove(_ place: Int) -> Value? {
    guard let value = faces[place].value else { return nil }
    order.remove(place)
    count -= 1
    totalCost -= backs[place].cost
    faces[place] = .free
    closeGap(at: place)
    return value
  }

  /// Removes the entry used longest ago and returns what it held.
  @inlinable package mutating func removeLeastRecent() -> Value? {
    order.first().flatMap { remove($0) }
  }
}

extension RecencyList {
  /// The first place of a file: the upper bits of its hash, as many as there are places.
  @inlinable @inline(__always) func home(of slot: ImageKey.Slot) -> Int {
    Int(UInt32(truncatingIfNeeded: slot.high >> 32) >> shift)
  }

  @inlinable @inline(__always) func following(_ place: Int) -> Int {
    (place + 1) & (faces.count - 1)
  }

  @inlinable mutating func put(_ face: Face, _ back: Back) {
    var place = home(of: back.slot)
    while faces[place].mark != 0 { place = following(place) }
    faces[place] = face
    backs[place] = back
    order.use(place)
  }

  /// Moves entries behind a free place up, so that every probe still ends where there is none.
  @inlinable mutating func closeGap(at place: Int) {
    var gap = place
    var place = following(place)
    while faces[place].mark != 0 {
      let first = home(of: backs[place].slot)
      // An entry is still found in the gap when the gap lies between its first place and it.
      if (place - first) & (faces.count - 1) >= (place - gap) & (faces.count - 1) {
        move(place, to: gap)
        gap = place
      }
      place = following(place)
    }
  }

  /// Moves an entry to a free place; its turn in the order stays.
  @inlinable mutating func move(_ place: Int, to gap: Int) {
    faces.swapAt(place, gap)
    backs[gap] = backs[place]
    order.move(place, to: gap)
  }

  /// Whether so many entries are too many for so many places: more than four fifths.
  ///
  /// Ours: half as many places as at one half take half the memory, and a request finds its entry at
  /// the third place on average, in the same line of the processor's cache.
  @inlinable static func isFull(_ count: Int, of places: Int) -> Bool { 5 * count > 4 * places }

  @inlinable mutating func grow() {
    var larger = RecencyList(logarithm: 33 - shift)
    while let place = order.first() {
      larger.put(faces[place], backs[place])
      order.remove(place)
    }
    larger.count = count
    larger.totalCost = totalCost
    self = larger
  }
}
