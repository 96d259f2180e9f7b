public import Foundation

extension Album {
  /// The places in ``entries`` that can be shown, in order.
  public var preparedIndices: [Int] { entries.indices.filter { entries[$0].isPrepared } }

  /// How long each photo is shown, in seconds; `nil` when the album does not change by itself.
  public var rotationInterval: TimeInterval? {
    rotationIntervalMinutes > 0 ? Double(rotationIntervalMinutes) * 60 : nil
  }

  /// Returns the place in ``entries`` of the photo shown at a date; `nil` when none is prepared.
  ///
  /// Before ``nextChangeDate`` it is the current one. From then on, the published app's rule:
  ///
  ///     (current + ⌊(date − nextChange) ÷ interval⌋ + 1) mod prepared
  ///
  /// counted over the prepared entries. As in the app, the first prepared entry stands for a current
  /// one that is not prepared, and an index below or above all is the first or the last. A pause of
  /// any length is caught up with by the same rule.
  public func index(at date: Date) -> Int? {
    let prepared = preparedIndices
    guard let last = entries.indices.last, !prepared.isEmpty else { return nil }
    let current = prepared.firstIndex(of: min(max(0, currentIndex), last)) ?? 0
    let count = Double(prepared.count)
    let turns = changes(until: date).truncatingRemainder(dividingBy: count)
    return prepared[(current + Int(turns)) % prepared.count]
  }

  /// Returns the photo shown at a date; `nil` when none is prepared.
  public func entry(at date: Date) -> AlbumEntry? { index(at: date).map { entries[$0] } }

  /// Returns the first change after a date; `nil` when the album never changes.
  ///
  /// That is so without an interval, before the first rotation, and with fewer than two prepared
  /// photos.
  public func nextChange(after date: Date) -> Date? {
    guard let interval = rotationInterval, let nextChangeDate, preparedIndices.count > 1
    else { return nil }
    let change = nextChangeDate + changes(until: date) * interval
    // The sum may round down onto the date itself, and a widget would ask for it for ever.
    return change > date ? change : change + interval
  }

  /// Makes the photo of a date the current one, and schedules the next change.
  ///
  /// - Returns: Whether anything changed that must be written.
  @discardableResult
  public mutating func rotate(to date: Date) -> Bool {
    let before = self
    guard let interval = rotationInterval, let shown = index(at: date) else { return false }
    let change = nextChangeDate.map { $0 + changes(until: date) * interval } ?? date + interval
    currentIndex = shown
    nextChangeDate = change > date ? change : change + interval
    return self != before
  }

  /// The changes from ``nextChangeDate`` to a date, that one included; a whole number.
  private func changes(until date: Date) -> Double {
    guard let interval = rotationInterval, let nextChangeDate, date >= nextChangeDate
    else { return 0 }
    return (date.timeIntervalSince(nextChangeDate) / interval).rounded(.down) + 1
  }
}
