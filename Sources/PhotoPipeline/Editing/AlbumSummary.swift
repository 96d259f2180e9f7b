package import Foundation
package import PhotoStore
package import SystemPackage

/// The result of making or changing an album.
package struct AlbumChange: Hashable, Sendable {
  /// Its file name in the folder of albums.
  package let name: String
  package let path: FilePath
  package internal(set) var added = 0
  /// How many photos were in it already and are now shown as a person has framed them since.
  package internal(set) var reframed = 0
  /// How many photos were in it already and are now shown as they were prepared last.
  package internal(set) var renewed = 0
  /// How many photos that the program had chosen count as a person's choice now.
  package internal(set) var kept = 0
  package internal(set) var removed = 0
  package internal(set) var count = 0
  /// How long it shows each photo from now on, in minutes, 0 for ever; `nil` if that did not change.
  package internal(set) var interval: Int?
  /// How many photos in the given folders are not prepared, and so not in it.
  package internal(set) var unprepared = 0
}

/// The facts about an album in a list.
package struct AlbumFacts: Hashable, Sendable {
  package let name: String
  package let path: FilePath
  package let album: Album
  /// The name of its current photo; `nil` when none is prepared.
  package let shown: String?
  /// The file that this photo was prepared from; `nil` if the store has no record of it.
  package internal(set) var shownFile: FilePath?
  /// When the next photo is shown; `nil` when it does not change by itself.
  package let nextChange: Date?
  /// Images it names that are not in the store.
  package let missing: [String]

  init(_ album: Album, name: String, path: FilePath, at date: Date, missing: [String]) {
    (self.name, self.path, self.album, self.missing) = (name, path, album, missing)
    shown = album.entry(at: date)?.id
    nextChange = album.nextChange(after: date)
  }
}

/// One line of a list of albums.
package enum AlbumSummary: Sendable {
  case album(AlbumFacts)
  /// An album that cannot be read, and why.
  case unreadable(name: String, FilePath, PhotoprepError)

  /// Whether a widget may have nothing to show.
  package var isTroubled: Bool {
    switch self {
    case .album(let facts): !facts.missing.isEmpty
    case .unreadable: true
    }
  }
}

package struct AlbumPhotos: Sendable {
  /// Photos, folders of photos, names photos were prepared under, and names of records.
  package var paths: [FilePath]
  /// Whether every prepared photo is added, after the named ones.
  package var includesAll: Bool
  /// The frames that renders must have; `nil` for any.
  package var frames: WidgetFrames?

  package init(paths: [FilePath], includesAll: Bool = false, frames: WidgetFrames? = nil) {
    (self.paths, self.includesAll, self.frames) = (paths, includesAll, frames)
  }
}

/// A new album's name and how it changes.
package struct AlbumSettings: Sendable {
  /// Its file name, with or without `.json`; `nil` for one like the published app's.
  package var name: String?
  /// How long each photo is shown, in minutes; 0 for an album that does not change; `nil` for as long as before.
  package var intervalMinutes: Int?

  package init(name: String? = nil, intervalMinutes: Int? = nil) {
    (self.name, self.intervalMinutes) = (name, intervalMinutes)
  }
}

/// Photos that cannot be put into an album, or taken out of it, so that it is not changed.
package struct AlbumRefusal: Error, Sendable {
  /// The reasons, one for each photo, or for a folder none of whose photos is prepared.
  package let rejections: [Rejection]
  /// How many photos cannot be put into it or taken out of it.
  package let refused: Int
  /// How many photos were asked for.
  package let asked: Int

  init(rejections: [Rejection], refused: Int? = nil, asked: Int) {
    (self.rejections, self.asked) = (rejections, asked)
    self.refused = refused ?? rejections.count
  }
}

extension AlbumRefusal: CustomStringConvertible {
  /// The effect on the album, on one line.
  package var description: String {
    asked == 1
      ? "Nothing was changed because of this photo."
      : "Nothing was changed because of \(refused) of \(asked) photos."
  }
}
