public import PhotoGeometry

/// What matters in one photo; crops of all aspects are chosen from it.
public struct PhotoAnalysis: Sendable {
  /// How much each part of the photo matters.
  public let importance: ImportanceMap
  /// The subjects that crops try to keep: those given and those detected.
  public let regions: [FocusRegion]
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
  ///   - frame: The size in pixels that the crop will be shown at, for ``CropFlag/lowResolution``.
  /// - Returns: The crop, and why it was chosen.
  public func crop(
    to aspect: AspectRatio, in photo: PixelSize, frame: PixelSize? = nil
  ) -> CropChoice {
    let search = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: regions),
      window: SlidingWindow(aspect: aspect, in: photo))
    return search.choice { flags(for: $0, in: photo, frame: frame) }
  }

  /// Returns what a person may want to know about a crop.
  private func flags(for rect: PixelRect, in photo: PixelSize, frame: PixelSize?) -> [CropFlag] {
    let crop = NormalizedRect(rect, in: photo)
    let cuts = regions.contains { $0.weight >= Self.mainWeight && !crop.holds($0.rect) }
    let isSmall = frame.map { rect.width < $0.width || rect.height < $0.height } ?? false
    return (isFlat && regions.isEmpty ? [.flat] : []) + (cuts ? [.subjectCut] : [])
      + (isSmall ? [.lowResolution] : [])
  }

  /// Regions that weigh less are not worth a flag when they are cut; ours.
  private static let mainWeight = 0.5
}

extension NormalizedRect {
  /// Whether another rectangle lies inside, or sticks out by half a percent of the photo at most.
  fileprivate func holds(_ other: NormalizedRect) -> Bool {
    let slack = 0.005
    return max(0, other.x) >= x - slack && min(1, other.maxX) <= maxX + slack
      && max(0, other.y) >= y - slack && min(1, other.maxY) <= maxY + slack
  }
}
