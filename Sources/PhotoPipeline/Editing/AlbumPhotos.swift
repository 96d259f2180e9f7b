public import PhotoGeometry
internal import PhotoStore
public import SystemPackage

/// Which prepared photos an album gets.
public struct AlbumPhotos: Sendable {
  /// Photos, folders of photos, names photos were prepared under, and names of records.
  public var paths: [FilePath]
  /// Whether every prepared photo comes in, behind the named ones.
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

/// How a new album is called and how it changes.
public struct AlbumSettings: Sendable {
  /// Its file name, with or without `.json`; `nil` for one like the published app's.
  public var name: String?
  /// How long each photo is shown, in minutes; 0 for an album that does not change by itself.
  public var intervalMinutes: Int

  /// Makes settings.
  public init(name: String? = nil, intervalMinutes: Int = 60) {
    self.name = name
    self.intervalMinutes = intervalMinutes
  }
}

/// Photos that cannot be in an album, which is therefore left as it is.
public struct AlbumRefusal: Error, Sendable {
  /// Why, for each of them.
  public let rejections: [Rejection]
  /// How many photos were asked for.
  public let asked: Int
}

extension AlbumRefusal: CustomStringConvertible {
  /// What became of the album, on one line.
  public var description: String {
    asked == 1
      ? "The album is not written: the photo cannot be in it."
      : "The album is not written: \(rejections.count) of \(asked) photos cannot be in it."
  }
}
