import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop
import Testing

// The code of "Prepare photos in your app", word for word: see DocumentationTests.

private func preparedImage(_ smallCopy: AnalysisImage, photoSize: PixelSize, now: Date) -> (
  crops: [CropChoice], bytes: [UInt8]
) {
  let face = FocusRegion(
    NormalizedRect(x: 0.6, y: 0.2, width: 0.2, height: 0.3), weight: 1, kind: .face,
    origin: .detector)
  let analysis = CropAnalyzer().analyze(smallCopy, focus: [face])

  let frames = WidgetScreen.largestPhone.frames
  let crops = RenderFamily.allCases.map { family in
    analysis.crop(to: AspectRatio(frames[family]), in: photoSize, frame: frames[family])
  }

  let variant = SmartPhotoVariantSpec(
    renderFileName: "smart-small-holiday.jpg",
    cropRect: NormalizedRect(crops[0].rect, in: photoSize), pixelSize: frames.small)
  let image = ImageSpec(
    fileName: "smart-medium-holiday.jpg",
    smartPhoto: SmartPhotoSpec(
      masterFileName: "smart-master-holiday.jpg", variants: [.small: variant],
      algorithmVersion: SmartCropVersion.algorithm, preparedAt: now))
  let bytes = image.json(dates: .iso8601).canonicalBytes
  return (crops, bytes)
}

@Suite struct `The preparation of the documentation` {
  @Test func `keeps the face in every crop and names the renders`() throws {
    let size = PixelSize(width: 48, height: 32)
    let grey = AnalysisImage(size: size, pixels: Array(repeating: 128, count: 3 * size.area))
    let photo = PixelSize(width: 4800, height: 3200)
    let result = preparedImage(
      grey, photoSize: photo, now: Date(timeIntervalSinceReferenceDate: 0))
    for choice in result.crops {
      let crop = NormalizedRect(choice.rect, in: photo)
      #expect(crop.x <= 0.6 && crop.maxX >= 0.8)
    }
    let design = try Design(bytes: result.bytes, path: "design.json")
    #expect(design.image?.fileName(for: .small) == "smart-small-holiday.jpg")
    #expect(design.image?.fileName(for: .large) == "smart-medium-holiday.jpg")
  }
}
