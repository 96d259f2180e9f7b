public import PhotoGeometry

/// What matters in one photo; crops of all aspects are chosen from it.
public struct PhotoAnalysis: Sendable {
  /// How much each part of the photo matters.
  public let importance: ImportanceMap
  /// The maps that went into ``importance``; empty unless ``CropOptions/keepsCueMaps`` asked for them.
  public let cues: [CueMap]

  /// Whether the picture has nothing to go by.
  let isFlat: Bool

  /// Returns the best crop of an aspect.
  ///
  /// It is the largest window of the aspect, at the place with the highest score. Of equally good places
  /// the nearest to the photo's centre is taken, then the left or upper one.
  ///
  /// - Parameters:
  ///   - aspect: The shape to crop to.
  ///   - photo: The upright photo's size in pixels, at any resolution; its shape should be that of the
  ///     analysed picture.
  /// - Returns: The crop, and why it was chosen.
  public func crop(to aspect: AspectRatio, in photo: PixelSize) -> CropChoice {
    WindowSearch(importance: importance, window: SlidingWindow(aspect: aspect, in: photo))
      .choice(flags: isFlat ? [.flat] : [])
  }
}
