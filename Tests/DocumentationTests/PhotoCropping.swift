import PhotoGeometry
import SmartCrop

/// A crop for every widget family of a photo, from a small copy of it: call it off the main actor.
nonisolated func crops(
  of smallCopy: AnalysisImage, photoSize: PixelSize
) -> [RenderFamily: CropChoice] {
  let face = FocusRegion(
    NormalizedRect(x: 0.6, y: 0.2, width: 0.2, height: 0.3), weight: 1, kind: .face,
    origin: .detector)
  let analysis = CropAnalyzer().analyze(smallCopy, focus: [face])

  let frames = WidgetScreen.largestPhone.frames
  var crops: [RenderFamily: CropChoice] = [:]
  for (family, frame) in frames.all {
    crops[family] = analysis.crop(to: AspectRatio(frame), in: photoSize, frame: frame)
  }
  return crops
}
