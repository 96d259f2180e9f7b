public import Foundation

/// The entries that a widget shows, and when it asks for more.
///
/// It always has an entry: a photo, or a guide that says why there is none.
public struct PhotoTimeline: Hashable, Sendable {
  /// An entry that is shown from a date on.
  public struct Entry: Hashable, Sendable {
    /// When it appears.
    public let date: Date
    /// The photo or the guide.
    public let display: PhotoDisplay
    /// The photo, for the app to open at; `nil` for a guide, and for photos of the published app.
    public let photo: RecordID?
    /// The photo's name, for VoiceOver; `nil` for a guide or an unknown name.
    public let label: String?
    /// The album it is shown in; `nil` for all photos, and for a guide.
    public let album: String?

    /// Makes an entry.
    public init(
      date: Date, display: PhotoDisplay, photo: RecordID? = nil, label: String? = nil,
      album: String? = nil
    ) {
      (self.date, self.display, self.photo) = (date, display, photo)
      (self.label, self.album) = (label, album)
    }

    /// Returns the link that opens the app at the photo.
    ///
    /// - Parameters:
    ///   - scheme: A scheme of the app's, which its `Info.plist` lists under `CFBundleURLTypes`.
    ///   - album: The album that the link names; `nil` for the entry's.
    /// - Returns: `nil` for a guide.
    public func link(scheme: String, album: String? = nil) -> URL? {
      photo.flatMap { PhotoLink(photo: $0, album: album ?? self.album).url(scheme: scheme) }
    }
  }

  /// The entries in the order of their dates; never empty.
  public let entries: [Entry]
  /// When to make the next timeline; `nil` when nothing will change by itself.
  public let reload: Date?
}

extension PhotoTimeline {
  /// How long a widget that shows a guide waits before it looks again, in seconds: an hour, ours; an app that
  /// writes tells WidgetKit at once.
  static let guideInterval: TimeInterval = 3600

  /// The timeline of some entries, with an earlier reload if one of them is a guide.
  init(_ entries: [Entry], reload: Date?, from now: Date) {
    let hasGuide = entries.contains { $0.display.file == nil }
    let look = hasGuide ? now + Self.guideInterval : nil
    self.init(entries: entries, reload: [reload, look].compactMap(\.self).min())
  }

  /// The timeline of a guide.
  init(_ reason: PhotoPlaceholder, from now: Date) {
    entries = [Entry(date: now, display: .placeholder(reason))]
    reload = now + Self.guideInterval
  }
}
