/// Something that finds the subjects of a picture, for example faces.
///
/// A model finds heads by itself. An app on Apple's systems can wrap Vision's requests beside it; Vision's boxes begin at the
/// bottom left and have to be turned over first.
public protocol SubjectDetector: Sendable {
  /// Returns the regions that the crop must try to keep, in fractions of the picture.
  func regions(in image: AnalysisImage) -> [FocusRegion]
}
