import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop

/// The bytes of a design that shows a photo whose small render is cropped by `crop`.
func design(showing crop: CropChoice, photoSize: PixelSize, now: Date) -> [UInt8] {
  let variant = SmartPhotoVariantSpec(
    renderFileName: "smart-small-holiday.jpg",
    cropRect: NormalizedRect(crop.rect, in: photoSize),
    pixelSize: WidgetScreen.largestPhone.frames.small)
  let image = ImageSpec(
    fileName: "smart-medium-holiday.jpg",
    smartPhoto: SmartPhotoSpec(
      masterFileName: "smart-master-holiday.jpg", variants: [.small: variant],
      algorithmVersion: SmartCropVersion.algorithm, preparedAt: now))
  return image.json(dates: .iso8601).canonicalBytes
}
