/// Something that finds the subjects of a picture, for example faces.
///
/// The package brings ``CascadeDetector`` and ``HeadDetector``. An app on Apple's systems can wrap Vision's requests instead;
/// Vision's boxes begin at the bottom left and have to be turned over first.
public protocol SubjectDetector: Sendable {
  /// Returns the regions that the crop must try to keep, in fractions of the picture.
  func regions(in image: AnalysisImage) -> [FocusRegion]
}

/// A detector that goes by what an analysis has made of the photo already.
protocol AnalysisDetector: SubjectDetector {
  /// Returns the regions that the crop must try to keep.
  func regions(in photo: AnalysedPhoto) -> [FocusRegion]
}

/// A photo with what is made of it once, for all that look at it.
struct AnalysedPhoto {
  let image: AnalysisImage
  let colour: ColourPlanes
  /// What the networks are shown; `nil` where none has looked.
  let picture: NetworkPicture?
  /// Where a network sees heads; `nil` where none has looked.
  let heads: HeadMap?
}
