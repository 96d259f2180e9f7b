public import Foundation

/// What a widget shows from which date on, and when it asks again.
///
/// It always has an entry: a photo, or the guide that says why there is none.
public struct PhotoTimeline: Hashable, Sendable {
  /// What is shown from a date on.
  public struct Entry: Hashable, Sendable {
    /// When it appears.
    public let date: Date
    /// What is drawn.
    public let display: PhotoDisplay
    /// The photo, for the app to open at; `nil` for a guide, and for photos of the published app.
    public let photo: RecordID?
    /// What the photo is called, for people who hear the screen; `nil` where no name is known.
    public let label: String?

    /// Makes an entry.
    public init(date: Date, display: PhotoDisplay, photo: RecordID? = nil, label: String? = nil) {
      (self.date, self.display, self.photo, self.label) = (date, display, photo, label)
    }

    /// Returns the link that opens the app at the photo.
    ///
    /// - Parameters:
    ///   - scheme: A scheme of the app's, which its `Info.plist` lists under `CFBundleURLTypes`.
    ///   - album: The album that is shown; `nil` for all photos.
    /// - Returns: `nil` for a guide.
    public func link(scheme: String, album: String? = nil) -> URL? {
      photo.flatMap { PhotoLink(photo: $0, album: album).url(scheme: scheme) }
    }
  }

  /// What is shown, in the order of the dates; never empty.
  public let entries: [Entry]
  /// When to make the next timeline; `nil` when nothing will change by itself.
  public let reload: Date?
}

extension PhotoTimeline {
  /// How long a widget that shows a guide waits before it looks again, in seconds: an hour, ours; an app that
  /// writes tells WidgetKit at once.
  static let guideInterval: TimeInterval = 3600

  /// The timeline of a guide.
  init(_ reason: PhotoPlaceholder, from now: Date) {
    entries = [Entry(date: now, display: .placeholder(reason))]
    reload = now + Self.guideInterval
  }
}
