import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@Suite struct `Extreme pictures` {
  @Test(arguments: [(1, 1), (1, 70), (70, 1), (2, 2), (2, 90), (3, 3), (160, 8), (8, 160)])
  func `get a crop even with few rows or columns`(sides: (Int, Int)) {
    let image = AnalysisImage.noise(seed: 3, width: sides.0, height: sides.1)
    let photo = image.size.scaled(by: 30)
    let analysis = CropAnalyzer().analyze(image)
    for aspect in AspectRatio.families {
      let choice = analysis.crop(to: aspect, in: photo)
      #expect(choice.rect.isInside(photo))
      #expect(choice.rect.size == aspect.largestWindow(in: photo))
      #expect((0...1).contains(choice.risk))
    }
  }

  @Test(arguments: 1...3)
  func `get a crop near the centre if they are pure noise`(seed: UInt64) {
    let photo = PixelSize(width: 1600, height: 800)
    let image = AnalysisImage.noise(seed: seed, width: 48, height: 24)
    let rect = CropAnalyzer().analyze(image).crop(to: AspectRatio.families[0], in: photo).rect
    #expect(abs(rect.x - 400) <= 200)
  }

  @Test func `are flat if their noise is within one level`() {
    var random = SplitMix64(seed: 5)
    let image = AnalysisImage(width: 40, height: 24) { _, _ in
      let level = UInt8.random(in: 100...101, using: &random)
      return (level, level, level)
    }
    #expect(
      CropAnalyzer().analyze(image).crop(to: AspectRatio.families[0], in: image.size).flags == [
        .flat
      ])
  }

  @Test func `have an importance that sums to 1`() {
    for image in [
      AnalysisImage.noise(seed: 1, width: 30, height: 20), .constant(0, width: 30, height: 20),
    ] {
      let sum = CropAnalyzer().analyze(image).importance.values.reduce(0, +)
      #expect(abs(sum - 1) < 1e-4)
    }
  }

  @Test func `have maps only when asked for`() {
    let image = AnalysisImage.scene(seed: 4)
    #expect(CropAnalyzer().analyze(image).cues.isEmpty)
    let formulas = [
      "barrier-distance", "border-contrast", "edge-density", "image-signature", "position-prior",
    ]
    let learned = [
      "learned-object", "learned-gaze", "learned-face", "learned-thing", "learned-glance",
      "learned-keep", "learned-whole", "learned-core",
    ]
    for (model, names) in [(nil, formulas), (ImportanceModel.standard, formulas + learned)] {
      let options = CropOptions(keepsCueMaps: true, model: model)
      let cues = CropAnalyzer(options: options).analyze(image).cues
      #expect(cues.map(\.name) == names)
      #expect(cues.allSatisfy { $0.values.allSatisfy { (0...1).contains($0) } })
    }
  }
}
