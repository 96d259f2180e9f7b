/// Entries in the order of their last use, each with a cost; no limits, no lock, no clock.
///
/// A hash table leads from a slot to a place; the places form a ring through the sentinel at place
/// 0, whose `next` is the entry used last and whose `previous` is the one used longest ago. Links
/// are apart from entries, so that moving an entry to the front touches eight bytes of each
/// neighbour, and no chain of objects exists whose release could overflow the stack.
///
/// Every call takes constant time (amortised, expected); only ``forEach(_:)`` is linear.
@usableFromInline
struct RecencyList<Value: Sendable>: Sendable {
  /// What the list knows about one slot.
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var slot: ImageKey.Slot
    /// The version of the file that the value was made from.
    @usableFromInline var version: FileVersion
    /// What the value costs, at least 0.
    @usableFromInline var cost: Int
    /// The clock's nanoseconds from which on the value is not served; `Int64.max` for never.
    @usableFromInline var deadline: Int64
    /// What is held; `nil` at a place nobody uses.
    @usableFromInline var value: Value?

    @inlinable init(
      slot: ImageKey.Slot, version: FileVersion, cost: Int, deadline: Int64, value: Value?
    ) {
      self.slot = slot
      self.version = version
      self.cost = cost
      self.deadline = deadline
      self.value = value
    }
  }

  /// The neighbours of a place.
  @usableFromInline
  struct Links: Sendable {
    @usableFromInline var previous: UInt32
    @usableFromInline var next: UInt32

    @inlinable init(previous: UInt32, next: UInt32) {
      self.previous = previous
      self.next = next
    }
  }

  @usableFromInline var table = SlotTable()
  @usableFromInline var links: [Links]
  @usableFromInline var entries: [Entry]
  /// Places nobody uses.
  @usableFromInline var free: [UInt32] = []
  /// The sum of all costs.
  @usableFromInline var totalCost = 0

  @inlinable init() {
    links = [Links(previous: 0, next: 0)]
    let none = ImageKey.Slot(high: 0, low: 0)
    let version = FileVersion(byteCount: 0, modified: 0, fileNumber: 0)
    entries = [Entry(slot: none, version: version, cost: 0, deadline: .max, value: nil)]
  }

  /// The number of entries.
  @inlinable var count: Int { table.count }
}

extension RecencyList {
  /// Returns the place of a slot, without using it.
  @inlinable func place(of slot: ImageKey.Slot) -> UInt32? {
    table.place(tag: slot.tag) { entries[Int($0)].slot == slot }
  }

  /// Makes an entry the one used last.
  @inlinable mutating func use(_ place: UInt32) {
    guard links[0].next != place else { return }
    unlink(place)
    linkFirst(place)
  }

  /// Adds an entry as the one used last; its slot must be new.
  @inlinable mutating func add(_ entry: Entry) {
    let place = placeForNew(entry)
    table.insert(tag: entry.slot.tag, place: place)
    totalCost += entry.cost
    linkFirst(place)
  }

  /// Removes the entry at a place and returns what it held.
  @inlinable mutating func remove(_ place: UInt32) -> Value? {
    guard let value = entries[Int(place)].value else { return nil }
    unlink(place)
    table.remove(tag: entries[Int(place)].slot.tag, place: place)
    entries[Int(place)].value = nil
    free.append(place)
    totalCost -= entries[Int(place)].cost
    return value
  }

  /// Removes the entry used longest ago and returns what it held.
  @inlinable mutating func removeLeastRecent() -> Value? { remove(links[0].previous) }

  /// Calls `body` with every place, the entry used last first.
  @inlinable func forEach(_ body: (UInt32, Entry) -> Void) {
    var place = links[0].next
    while place != 0 {
      body(place, entries[Int(place)])
      place = links[Int(place)].next
    }
  }
}

extension RecencyList {
  @inlinable mutating func unlink(_ place: UInt32) {
    let around = links[Int(place)]
    links[Int(around.previous)].next = around.next
    links[Int(around.next)].previous = around.previous
  }

  @inlinable mutating func linkFirst(_ place: UInt32) {
    let second = links[0].next
    links[Int(place)] = Links(previous: 0, next: second)
    links[Int(second)].previous = place
    links[0].next = place
  }

  @inlinable mutating func placeForNew(_ entry: Entry) -> UInt32 {
    if let place = free.popLast() {
      entries[Int(place)] = entry
      return place
    }
    links.append(Links(previous: 0, next: 0))
    entries.append(entry)
    return UInt32(entries.count - 1)
  }
}
