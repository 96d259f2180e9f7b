internal import Imaging
internal import SmartCrop

extension PhotoMetadata {
  /// The most regions of a file; if there are more, they tell nothing about the subject, and none is used.
  static let mostRegions = 64

  /// Returns the regions that the photo's own metadata names, in fractions of the upright photo.
  ///
  /// Regions of XMP if there are any, each once even if several schemas have it; otherwise Exif's main subject.
  /// Invalid ones are skipped silently: metadata comes from many programs and is not required.
  func regions(statedBy schemas: [StatedRegions]) -> [FocusRegion] {
    let all = schemas.flatMap(\.upright)
    let regions = all.count <= Self.mostRegions ? all.withoutRepetitions : []
    return regions.isEmpty ? exifRegions : regions
  }

  /// Exif's main subject, unless it is in the middle of the picture or the stored picture is taller than wide.
  ///
  /// Phones write the rectangle on which they focused. It is in the middle if no person touched the screen and no face
  /// was found, and then tells nothing. Sensors are wider than tall: a program that stored a picture taller than wide
  /// has turned it, usually without turning this area (decision 0130).
  private var exifRegions: [FocusRegion] {
    guard subjectArea.count >= 2, size.width >= size.height,
      let frame = RegionFrame(self, stated: exifSize)
    else { return [] }
    let (across, down) = (Double(frame.size.width), Double(frame.size.height))
    let centre = (x: Double(subjectArea[0]) / across, y: Double(subjectArea[1]) / down)
    let isMiddle = max(abs(centre.x - 0.5), abs(centre.y - 0.5)) < Self.middle
    guard subjectArea.allSatisfy({ $0 > 0 }), !isMiddle else { return [] }
    // A point has no sides, and a circle's diameter is used for both.
    let sides = subjectArea.dropFirst(2).map(Double.init)
    let (width, height) = ((sides.first ?? 0) / across, (sides.last ?? 0) / down)
    let rect = NormalizedRect(
      x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    let stated = StatedRegion(rect: rect, weight: RegionWeight.focus)
    return StatedRegions(frame: frame, regions: [stated]).upright
  }

  /// The greatest distance from the middle at which a focus rectangle counts as the middle one, in fractions.
  private static let middle = 0.02
}

extension StatedRegions {
  /// The valid regions, in fractions of the upright photo.
  fileprivate var upright: [FocusRegion] {
    regions.compactMap { region in
      frame.upright(region.rect).map {
        FocusRegion($0, weight: region.weight, kind: region.kind, origin: .metadata)
      }
    }
  }
}

extension [FocusRegion] {
  /// The regions without those that cover about the same place as an earlier one.
  fileprivate var withoutRepetitions: [FocusRegion] {
    reduce(into: []) { kept, region in
      if !kept.contains(where: { $0.rect.overlap(with: region.rect) > 0.5 }) { kept.append(region) }
    }
  }
}
