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

extension PhotoReader {
  /// All prepared photos, each once and by its newest record, sorted; empty where none can be read.
  ///
  /// ``PhotoContainer/recordIDs()`` has every record, also the others of a photo that was prepared in several ways.
  public var photos: [RecordID] {
    guard let container, let photos = try? container.recordsOfPhotos() else { return [] }
    return photos.map { $0.count == 1 ? $0[0] : container.newest(of: $0)?.id ?? $0[0] }
  }

  /// The names of all albums, without `.json`, in the order of their files' names; empty where none can be read.
  public var albumNames: [String] { ((try? container?.albumNames()) ?? []).map(\.documentStem) }

  /// Returns what to draw for an album.
  ///
  /// - Parameters:
  ///   - name: The album's name, with or without `.json`; `nil` for all prepared photos, which take turns.
  ///   - family: The widget's family.
  ///   - date: When it is drawn.
  /// - Returns: One file, or the reason why there is none.
  public func photo(album name: String?, for family: RenderFamily, at date: Date) -> PhotoDisplay {
    timeline(album: name, for: family, from: date, length: 0).entries[0].display
  }

  /// Returns the timeline of an album's widget.
  ///
  /// It ends before the photos need more memory than a widget extension has (decision 0503), and asks again
  /// at that date.
  ///
  /// - Parameters:
  ///   - name: The album's name, with or without `.json`; `nil` for all prepared photos, which take turns by the
  ///     hour, each at its place in the order of the records' names, by the newest record of each.
  ///   - family: The widget's family.
  ///   - now: When the first entry appears.
  ///   - screen: The screen that the renders were made for, or a larger one.
  ///   - length: How far to plan ahead, in seconds.
  /// - Returns: At least one entry, with a photo or a guide.
  public func timeline(
    album name: String? = nil, for family: RenderFamily, from now: Date,
    screen: WidgetScreen = .largestPhone, length: TimeInterval = Album.day
  ) -> PhotoTimeline {
    let container: PhotoContainer
    do throws(PhotoprepError) { container = try current.get() } catch {
      return PhotoTimeline(PhotoPlaceholder(opening: error), from: now)
    }
    let album: Album
    do throws(PhotoprepError) {
      if let name {
        album = try container.album(name)
      } else {
        album = try allPhotos(in: container, at: now, length: length)
      }
    } catch {
      return PhotoTimeline(PhotoPlaceholder(error), from: now)
    }
    let timeline = album.timeline(
      from: now, rendersOf: screen.frames[family] ?? family.usualFrame, length: length)
    if timeline.items.isEmpty { return PhotoTimeline(.notPrepared, from: now) }
    let entries = timeline.items.map { item in
      let display = self.photo(item.entry, for: family)
      guard display.file != nil else {
        return PhotoTimeline.Entry(date: item.date, display: display)
      }
      let photo = item.entry.record
      return PhotoTimeline.Entry(
        date: item.date, display: display, photo: photo,
        label: photo.flatMap { label(of: $0, in: container) }, album: name?.documentStem)
    }
    return PhotoTimeline(entries, reload: timeline.reload, from: now)
  }

  /// The next photos of a store as an album; only as many are read as a timeline of a length can show.
  private func allPhotos(
    in container: PhotoContainer, at now: Date, length: TimeInterval
  ) throws(PhotoprepError) -> Album {
    // A photo that was prepared again takes one turn.
    let photos = try container.recordsOfPhotos()
    let interval = Double(Album.standardIntervalMinutes) * 60
    let turn = (now.timeIntervalSinceReferenceDate / interval).rounded(.down)
    let first = photos.isEmpty ? 0 : Int(turn.truncatingRemainder(dividingBy: Double(photos.count)))
    // The shown one, one for each change, and one more, so that it is known whether there is a next one.
    let turns = Int(min(length / interval, Double(photos.count))) + 2
    let count = min(photos.count, WidgetBudget.widgetExtension.imageLimit + 1, turns)
    let entries = (0..<count).map { place in
      let ids = photos[(max(0, first) + place) % photos.count]
      // A photo whose records cannot be read keeps its turn; a guide says why it is not shown.
      return container.newest(of: ids).map(AlbumEntry.init) ?? AlbumEntry(unreadable: ids[0])
    }
    return Album(
      sourceID: Album.standardSourceID, entries: entries,
      nextChangeDate: Date(timeIntervalSinceReferenceDate: (turn + 1) * interval))
  }

  private func label(of photo: RecordID, in container: PhotoContainer) -> String? {
    guard let source = try? container.record(photo).preparation.sources.first else { return nil }
    let name = source.description.split(separator: "/").last ?? ""
    // "St. Mary" has no ending, nor has "Lunch at 5.30".
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let ending = name[dot...].dropFirst()
    let hasEnding =
      dot > name.startIndex && ending.contains(where: \.isLetter)
      && ending.allSatisfy { $0.isLetter || $0.isNumber }
    let label = String(hasEnding ? name[..<dot] : name)
    return label.isEmpty ? nil : label.displayText
  }
}

extension PhotoContainer {
  /// The names of all records, those of a photo together.
  fileprivate func recordsOfPhotos() throws(PhotoprepError) -> [[RecordID]] {
    try recordIDs().reduce(into: []) { photos, id in
      if photos.last?[0].photo == id.photo {
        photos[photos.count - 1].append(id)
      } else {
        photos.append([id])
      }
    }
  }

  /// The record that was prepared last; `nil` if none can be read.
  fileprivate func newest(of ids: [RecordID]) -> PhotoRecord? {
    ids.compactMap { try? record($0) }.max { ($0.preparedAt, $0.id) < ($1.preparedAt, $1.id) }
  }
}

extension AlbumEntry {
  /// An entry with the files that the record would name.
  fileprivate init(unreadable id: RecordID) {
    let renders = RenderFamily.allCases.map { family in
      let name = StoredFileName(.render(family), of: id, as: PictureFormat.stored[0])
      return (family, AlbumRender(autoFile: name.description))
    }
    self.init(id: id.description, renders: Dictionary(uniqueKeysWithValues: renders))
  }
}
