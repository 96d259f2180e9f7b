public import PhotoGeometry
internal import PhotoStore
public import SystemPackage

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

/// Photos that cannot be in an album, so that it is not changed.
public struct AlbumRefusal: Error, Sendable {
  /// The reasons, one for each photo, or for a folder none of whose photos is prepared.
  public let rejections: [Rejection]
  /// How many photos cannot be in it.
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
      ? "The album is not written: the photo cannot be in it."
      : "The album is not written: \(refused) of \(asked) photos cannot be in it."
  }
}
