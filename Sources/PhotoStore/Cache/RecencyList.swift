/// Entries by file, in the order of their last use; no limits, no lock, no clock.
///
/// A dictionary owns the entries, and a doubly linked list through them keeps the order, so that
/// every call but ``latestFirst`` takes constant time on average (decision 0501). No entry owns
/// another, so that no chain of them can overflow the stack when it is released.
package struct RecencyList<Value>: ~Copyable {
  /// The list's entry for one file.
  package final class Entry {
    let key: ImageKey
    package let value: Value
    /// At least 0.
    let cost: Int
    /// The time on the cache's clock from which on the value is not served; `nil` for never.
    let deadline: Duration?
    fileprivate unowned var older: Entry?
    fileprivate unowned var newer: Entry?

    init(_ value: Value, for key: ImageKey, cost: Int, deadline: Duration?) {
      (self.value, self.key, self.cost, self.deadline) = (value, key, cost, deadline)
    }
  }

  private var entries: [String: Entry] = [:]
  private unowned var latest: Entry?
  private unowned var oldest: Entry?
  private(set) var totalCost = 0

  var count: Int { entries.count }

  /// Returns the entry of a file, whatever its version, without using it.
  subscript(path: String) -> Entry? { entries[path] }

  /// All entries, the one used last first; takes time for each of them.
  package var latestFirst: [Entry] {
    Array(
      sequence(state: latest) { next in
        defer { next = next?.older }
        return next
      })
  }
}

extension RecencyList {
  /// Makes an entry the one used last.
  mutating func use(_ entry: Entry) {
    if latest === entry { return }
    unlink(entry)
    link(entry)
  }

  /// Adds an entry as the one used last; its file must be new.
  mutating func add(_ entry: Entry) {
    entries[entry.key.path] = entry
    totalCost += entry.cost
    link(entry)
  }

  /// Removes the value of a file and returns it.
  mutating func remove(_ path: String) -> Value? {
    guard let entry = entries.removeValue(forKey: path) else { return nil }
    totalCost -= entry.cost
    unlink(entry)
    return entry.value
  }

  /// Removes the entry used longest ago and returns its value.
  mutating func removeOldest() -> Value? { oldest.flatMap { remove($0.key.path) } }

  private mutating func link(_ entry: Entry) {
    entry.older = latest
    latest?.newer = entry
    latest = entry
    if oldest == nil { oldest = entry }
  }

  private mutating func unlink(_ entry: Entry) {
    if let newer = entry.newer { newer.older = entry.older } else { latest = entry.older }
    if let older = entry.older { older.newer = entry.newer } else { oldest = entry.newer }
    entry.newer = nil
    entry.older = nil
  }
}
