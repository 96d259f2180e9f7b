/// Something that finds the subjects of a picture, for example faces.
///
/// The package brings ``CascadeDetector``. An app on Apple's systems can wrap Vision's requests instead;
/// Vision's boxes begin at the bottom left and have to be turned over first.
public protocol SubjectDetector: Sendable {
  /// Returns the regions that the crop must try to keep, in fractions of the picture.
  func regions(in image: AnalysisImage) -> [FocusRegion]

  /// Returns the regions that the crop must try to keep, given where a network sees heads.
  ///
  /// Detectors that do not ask for the map need not implement it.
  func regions(in image: AnalysisImage, heads: HeadMap) -> [FocusRegion]
}

extension SubjectDetector {
  /// Returns what the detector finds without the map.
  public func regions(in image: AnalysisImage, heads: HeadMap) -> [FocusRegion] {
    regions(in: image)
  }
}
