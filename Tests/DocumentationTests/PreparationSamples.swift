import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop
import Testing

@Suite struct `The preparation of the documentation` {
  @Test func `keeps the face in every crop and names the renders`() throws {
    let size = PixelSize(width: 48, height: 32)
    let grey = AnalysisImage(size: size, pixels: Array(repeating: 128, count: 3 * size.area))
    let photo = PixelSize(width: 4800, height: 3200)
    let choices = crops(of: grey, photoSize: photo)
    #expect(choices.count == WidgetScreen.largestPhone.frames.families.count)
    for choice in choices.values {
      let crop = NormalizedRect(choice.rect, in: photo)
      #expect(crop.x <= 0.6 && crop.maxX >= 0.8)
    }
    let bytes = design(
      showing: try #require(choices[.small]), photoSize: photo,
      now: Date(timeIntervalSinceReferenceDate: 0))
    let document = try Design(bytes: bytes, path: "design.json")
    #expect(document.image?.fileName(for: .small) == "smart-small-holiday.jpg")
    #expect(document.image?.fileName(for: .large) == "smart-medium-holiday.jpg")
  }
}
