import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import SmartCrop
import SystemPackage
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("What is left of a photo on a tinted Home Screen")
struct TintedContrastTests {
  private static let size = PixelSize(width: 320, height: 240)

  /// A disc of one colour in the middle of stripes of two others.
  private static func scene(_ disc: [UInt8], on stripes: [[UInt8]]) -> [UInt8] {
    (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in
        let isInside = hypot(Double(x - 160), Double(y - 120)) < 60
        return isInside ? disc : stripes[x / 40 % 2]
      }
    }
  }

  private static func ratio(_ pixels: [UInt8]) -> Double {
    let image = AnalysisImage(size: size, pixels: pixels)
    let analysis = CropAnalyzer(options: CropOptions(model: nil)).analyze(image)
    return TintedContrast(image, analysis.importance).ratio(in: .full)
  }

  /// Luminances 0.2126 and 0.7152 · 0.2961 = 0.2118: WCAG's ratio is 1.003.
  @Test func `colours of one luminance have no contrast, black and white all there is`() {
    #expect(Self.ratio(Self.scene([255, 0, 0], on: [[0, 148, 0], [0, 148, 0]])) < 1.05)
    #expect(Self.ratio(Self.scene([0, 0, 0], on: [[255, 255, 255], [255, 255, 255]])) > 20)
  }

  @Test func `only what a crop shows counts`() {
    let pixels = (0..<Self.size.height).flatMap { y in
      (0..<Self.size.width).flatMap { x -> [UInt8] in
        x < 160 ? [90, 90, 90] : y < 120 ? [0, 0, 0] : [255, 255, 255]
      }
    }
    let image = AnalysisImage(size: Self.size, pixels: pixels)
    let analysis = CropAnalyzer(options: CropOptions(model: nil)).analyze(image)
    let contrast = TintedContrast(image, analysis.importance)
    #expect(contrast.ratio(in: NormalizedRect(x: 0, y: 0, width: 0.4, height: 1)) == 1)
    #expect(contrast.ratio(in: NormalizedRect(x: 0.6, y: 0, width: 0.4, height: 1)) > 20)
    // A part between pixels, at the edge, still has one.
    #expect(contrast.ratio(in: NormalizedRect(x: 1, y: 1, width: 0, height: 0)) == 1)
  }

  @Test(arguments: [([0, 148, 0], true), ([255, 255, 255], false)] as [([UInt8], Bool)])
  func `a record says of each crop whether it vanishes, without asking for a look`(
    ground: [UInt8], vanishes: Bool
  ) throws {
    let store = try OlderStore()
    let pixels = Self.scene([255, 0, 0], on: [ground, ground])
    try Data(Raster(size: Self.size, rgb: pixels).png())
      .write(to: URL(filePath: store.photos.appending("a.png").string))
    let id = try #require(
      try store.prepare {
        $0.frames = OlderStore.smallFrames
        $0.reading.analysis = .heuristic
      }.first)
    let record = try store.record(id)
    let flags = record.preparation.crops.values.map { $0.flags.contains("vanishesTinted") }
    #expect(flags == [vanishes, vanishes, vanishes])
    #expect(record.preparation.flags.contains("vanishesTinted") == vanishes)
    #expect(!PhotoCard(record).needsLook)
  }
}
