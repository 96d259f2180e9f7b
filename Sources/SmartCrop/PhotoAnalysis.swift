public import PhotoGeometry

/// The analysis of one photo; crops of all aspects are chosen from it.
public struct PhotoAnalysis: Sendable {
  /// How much each part of the photo matters.
  public let importance: ImportanceMap
  /// The subjects that crops try to keep: those given and those detected.
  public let regions: [FocusRegion]
  /// The maps that ``importance`` was made from; empty unless ``CropOptions/keepsCueMaps`` is set.
  public let cues: [CueMap]

  /// Whether the picture has no contrast to analyse.
  let isFlat: Bool
  /// How likely a person would gladly show the photo, 0…1; `nil` without a model.
  var appeal: Double?
  /// The ends of the subject; `nil` without a model.
  var extents: SubjectExtents?

  /// Returns the best crop of an aspect.
  ///
  /// It is the largest window of the aspect, at the place with the highest score among those that keep the largest
  /// head whole, then the next smaller heads, as far as they fit. Of equally good places the nearest to the photo's
  /// centre wins, then the left or upper one.
  ///
  /// - Parameters:
  ///   - aspect: The shape to crop to.
  ///   - photo: The upright photo's size in pixels, at any resolution; its shape should be that of the
  ///     analysed picture.
  ///   - frame: The size in pixels that the crop will be shown at, for the flag `lowResolution` and as the least that
  ///     a zoomed crop has.
  ///   - zoom: Whether to come closer: a window of 0.9 of the largest one's sides, around what matters, or as near to
  ///     that as keeps 90 % of its importance; down to half its sides as long as 99 % stay. It holds all that the
  ///     largest one holds of the regions, and the frame's pixels. A flat picture is never zoomed.
  ///   - text: The place of a widget's text, in fractions of the crop; what matters stays out of it if it can.
  /// - Returns: The crop, and why it was chosen.
  public func crop(
    to aspect: AspectRatio, in photo: PixelSize, frame: PixelSize? = nil, zoom: Bool = false,
    text: NormalizedRect? = nil
  ) -> CropChoice {
    let search = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: regions),
      extents: extents, window: SlidingWindow(aspect: aspect, in: photo),
      text: text.map { TextTerm(area: $0, on: importance) })
    return search.choice(
      zoomed: { zoom && !isFlat ? zoomed($0, to: aspect, in: photo, frame: frame) : $0 },
      flags: { flags(for: $0, in: photo, frame: frame) })
  }

  private func zoomed(
    _ crop: PixelRect, to aspect: AspectRatio, in photo: PixelSize, frame: PixelSize?
  ) -> PixelRect {
    let zoom = CropZoom(
      importance: importance, regions: regions, photo: photo, frame: frame)
    return zoom.window(of: aspect, inside: crop)
  }

  private func flags(for rect: PixelRect, in photo: PixelSize, frame: PixelSize?) -> [PhotoFlag] {
    let crop = NormalizedRect(rect, in: photo)
    let cuts = regions.contains {
      $0.isMain && !crop.holds($0.rect) && ($0.origin == .hand || crop.couldHold($0.rect))
    }
    let isSmall = frame.map { rect.width < $0.width || rect.height < $0.height } ?? false
    return (isFlat && regions.isEmpty ? [.flat] : []) + (cuts ? [.subjectCut] : [])
      + (isSmall ? [.lowResolution] : [])
  }
}

extension NormalizedRect {
  /// How far something may extend beyond a crop and still count as inside: half a percent of the photo, less than the
  /// uncertainty of the eye and the detector.
  static let sliver = 0.005

  /// Whether a rectangle would fit at another place; a face that is larger fits into no crop of this size (decision
  /// 0142).
  fileprivate func couldHold(_ other: NormalizedRect) -> Bool {
    min(1, other.maxX) - max(0, other.x) <= width + 2 * Self.sliver
      && min(1, other.maxY) - max(0, other.y) <= height + 2 * Self.sliver
  }

  /// Whether another rectangle is inside, or extends beyond by at most a sliver.
  fileprivate func holds(_ other: NormalizedRect) -> Bool {
    max(0, other.x) >= x - Self.sliver && min(1, other.maxX) <= maxX + Self.sliver
      && max(0, other.y) >= y - Self.sliver && min(1, other.maxY) <= maxY + Self.sliver
  }
}
