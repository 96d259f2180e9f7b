import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@Suite("Focus given by hand")
struct HandFocusTests {
  private let photo = PixelSize(width: 4000, height: 2400)

  private func crop(
    _ aspect: AspectRatio, seed: UInt64, _ focus: [FocusRegion]
  ) -> NormalizedRect {
    let analysis = CropAnalyzer().analyze(.scene(seed: seed), focus: focus)
    return NormalizedRect(analysis.crop(to: aspect, in: photo).rect, in: photo)
  }

  private func point(_ x: Double, _ y: Double) -> FocusRegion {
    FocusRegion(NormalizedRect(x: x, y: y, width: 0, height: 0), origin: .hand)
  }

  @Test(arguments: [0.0, 0.1, 0.35, 0.5, 0.62, 0.9, 1.0], AspectRatio.families)
  func `a point is as close to the middle as the photo allows`(place: Double, aspect: AspectRatio) {
    for seed in UInt64(1)...4 {
      let crop = crop(aspect, seed: seed, [point(place, place)])
      let (start, length) = crop.width < 1 ? (crop.x, crop.width) : (crop.y, crop.height)
      let wanted = min(max(0, place - length / 2), 1 - length)
      #expect(abs(start - wanted) < 0.01, "\(crop)")
    }
  }

  @Test(arguments: UInt64(1)...6)
  func `points that fit together are all inside the crop`(seed: UInt64) {
    let crop = crop(
      AspectRatio(width: 1, height: 1), seed: seed, [point(0.3, 0.5), point(0.75, 0.5)])
    #expect(crop.x <= 0.3 && crop.maxX >= 0.75)
  }

  @Test(arguments: UInt64(1)...6)
  func `one of the points is inside the crop if they do not all fit`(seed: UInt64) {
    let points = [point(0.02, 0.5), point(0.98, 0.5)]
    let crop = crop(AspectRatio(width: 1, height: 2), seed: seed, points)
    #expect(crop.x <= 0.02 || crop.maxX >= 0.98)
  }

  @Test(arguments: UInt64(1)...6, [FocusRegion.Kind.region, .face])
  func `a rectangle that fits is whole in the crop`(seed: UInt64, kind: FocusRegion.Kind) {
    var random = SplitMix64(seed: seed)
    let rect = NormalizedRect(
      x: .random(in: 0...0.7, using: &random), y: 0.1, width: 0.3, height: 0.3)
    let crop = crop(
      AspectRatio(width: 1, height: 1), seed: seed,
      [FocusRegion(rect, kind: kind, origin: .hand)])
    #expect(crop.x <= rect.x + 0.001 && crop.maxX >= rect.maxX - 0.001)
  }
}
