public import Foundation
public import PhotoStore
public import SystemPackage

/// The result of making or changing an album.
public struct AlbumChange: Hashable, Sendable {
  /// Its file name in the folder of albums.
  public let name: String
  /// Its file.
  public let path: FilePath
  /// How many photos were added.
  public internal(set) var added = 0
  /// How many photos were in it already and are now shown as a person has framed them since.
  public internal(set) var reframed = 0
  /// How many photos were in it already and are now shown as they were prepared last.
  public internal(set) var renewed = 0
  /// How many photos that the program had chosen count as a person's choice now.
  public internal(set) var kept = 0
  /// How many photos were removed.
  public internal(set) var removed = 0
  /// How many photos it has now.
  public internal(set) var count = 0
  /// How many photos in the given folders are not prepared, and so not in it.
  public internal(set) var unprepared = 0
}

/// The facts about an album in a list.
public struct AlbumFacts: Hashable, Sendable {
  /// Its file name in the folder of albums.
  public let name: String
  /// Its file.
  public let path: FilePath
  /// The album.
  public let album: Album
  /// The name of its current photo; `nil` when none is prepared.
  public let shown: String?
  /// The file that this photo was prepared from; `nil` if the store has no record of it.
  public internal(set) var shownFile: FilePath?
  /// When the next photo is shown; `nil` when it does not change by itself.
  public let nextChange: Date?
  /// Images it names that are not in the store.
  public let missing: [String]

  init(_ album: Album, name: String, path: FilePath, at date: Date, missing: [String]) {
    self.name = name
    self.path = path
    self.album = album
    shown = album.entry(at: date)?.id
    nextChange = album.nextChange(after: date)
    self.missing = missing
  }
}

/// One line of a list of albums.
public enum AlbumSummary: Sendable {
  /// An album.
  case album(AlbumFacts)
  /// An album that cannot be read, and why.
  case unreadable(name: String, FilePath, PhotoprepError)

  /// Whether a widget may have nothing to show.
  public var isTroubled: Bool {
    switch self {
    case .album(let facts): !facts.missing.isEmpty
    case .unreadable: true
    }
  }
}

/// The prepared photos for an album.
public struct AlbumPhotos: Sendable {
  /// Photos, folders of photos, names photos were prepared under, and names of records.
  public var paths: [FilePath]
  /// Whether every prepared photo is added, after the named ones.
  public var includesAll: Bool
  /// The frames that renders must have; `nil` for any.
  public var frames: WidgetFrames?

  /// Makes a choice of photos.
  public init(paths: [FilePath], includesAll: Bool = false, frames: WidgetFrames? = nil) {
    self.paths = paths
    self.includesAll = includesAll
    self.frames = frames
  }
}

/// A new album's name and how it changes.
public struct AlbumSettings: Sendable {
  /// Its file name, with or without `.json`; `nil` for one like the published app's.
  public var name: String?
  /// How long each photo is shown, in minutes; 0 for an album that does not change.
  public var intervalMinutes: Int

  /// Makes settings.
  public init(name: String? = nil, intervalMinutes: Int = 60) {
    self.name = name
    self.intervalMinutes = intervalMinutes
  }
}

/// Photos that cannot be put into an album, or taken out of it, so that it is not changed.
public struct AlbumRefusal: Error, Sendable {
  /// The reasons, one for each photo, or for a folder none of whose photos is prepared.
  public let rejections: [Rejection]
  /// How many photos cannot be put into it or taken out of it.
  public let refused: Int
  /// How many photos were asked for.
  public let asked: Int

  init(rejections: [Rejection], refused: Int? = nil, asked: Int) {
    (self.rejections, self.asked) = (rejections, asked)
    self.refused = refused ?? rejections.count
  }
}

extension AlbumRefusal: CustomStringConvertible {
  /// The effect on the album, on one line.
  public var description: String {
    asked == 1
      ? "The album is not written because of this photo."
      : "The album is not written because of \(refused) of \(asked) photos."
  }
}
