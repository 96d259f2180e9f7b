public import Foundation

/// The photos a widget shows one after the other, and when it should ask again.
public struct AlbumTimeline: Hashable, Sendable {
  /// One photo and when it appears.
  public struct Item: Hashable, Sendable {
    /// When the photo appears.
    public let date: Date
    /// Its place in ``Album/entries``.
    public let index: Int
    /// The photo.
    public let entry: AlbumEntry
  }

  /// The photos in the order of their dates; the first is shown from the start.
  public let items: [Item]
  /// When to make the next timeline; `nil` when nothing will change.
  public let reload: Date?
}

extension Album {
  /// A day, in seconds.
  public static let day: TimeInterval = 86_400

  /// The most items of a timeline: ours, a day at an interval of five minutes has 289; widgets with more than some 400
  /// were seen to stop (developer.apple.com/forums/thread/733081).
  static let mostItems = 300

  /// Returns the timeline of a widget: whole days of it where the photos fit the memory budget.
  ///
  /// WidgetKit draws all entries of a timeline before it shows any, so the photos of one timeline
  /// must fit the extension's memory together. The timeline ends before the photo that would not,
  /// and asks to be made again at that photo's date: with the standard budget, after 2 large, 5
  /// medium or 6 small photos of the largest iPhone (decision 0503). A photo that appears twice counts once.
  ///
  /// - Parameters:
  ///   - start: When the first item appears.
  ///   - size: The size of the renders, which is the family's frame.
  ///   - length: How far to plan ahead, in seconds.
  ///   - budget: What the extension may hold decoded.
  /// - Returns: No items when no photo is prepared, and always one otherwise.
  public func timeline(
    from start: Date, rendersOf size: PixelSize, length: TimeInterval = day,
    budget: WidgetBudget = .widgetExtension
  ) -> AlbumTimeline {
    var album = self
    // A widget cannot write down a first rotation; counted from its own start, each timeline would begin with the same
    // photo.
    if nextChangeDate == nil, let made = entries.compactMap(\.preparedAt).max(), made < start {
      album.rotate(to: made)
    }
    album.rotate(to: start)
    let photoLimit = budget.prefix(of: repeatElement(size, count: entries.count)) ?? entries.count
    var items: [AlbumTimeline.Item] = []
    var shown: Set<Int> = []
    var next: Date? = start
    while let date = next, date < start + max(length, 1), items.count < Self.mostItems,
      let index = album.index(at: date)
    {
      guard shown.isEmpty || shown.contains(index) || shown.count < photoLimit else { break }
      shown.insert(index)
      items.append(AlbumTimeline.Item(date: date, index: index, entry: entries[index]))
      next = album.nextChange(after: date)
    }
    return AlbumTimeline(items: items, reload: items.isEmpty ? nil : next)
  }
}
