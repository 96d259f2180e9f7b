import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@Suite struct `Smart crop` {
  private let photo = PixelSize(width: 4000, height: 2400)

  private func crop(_ image: AnalysisImage, _ aspect: AspectRatio, in photo: PixelSize) -> PixelRect
  {
    CropAnalyzer().analyze(image).crop(to: aspect, in: photo).rect
  }

  /// The analysis of one scene; what the photo's size does to its crops needs no second.
  private static let analysed = CropAnalyzer().analyze(.scene(seed: 1))

  @Test(arguments: [
    PixelSize(width: 4000, height: 2400), PixelSize(width: 2400, height: 4000),
    PixelSize(width: 301, height: 77), PixelSize(width: 7, height: 5),
    PixelSize(width: 1, height: 1),
    PixelSize(width: 1, height: 900), PixelSize(width: 20_000, height: 1000),
  ])
  func `lies inside the photo and has the requested aspect to within one pixel`(photo: PixelSize) {
    let analysis = Self.analysed
    let aspects =
      AspectRatio.families + [AspectRatio(width: 20, height: 1), AspectRatio(width: 1, height: 20)]
    for aspect in aspects {
      let rect = analysis.crop(to: aspect, in: photo).rect
      #expect(rect.isInside(photo))
      let width = max(1, Double(rect.height) * aspect.value)
      let height = max(1, Double(rect.width) / aspect.value)
      #expect(abs(Double(rect.width) - width) <= 1 || abs(Double(rect.height) - height) <= 1)
    }
  }

  @Test(arguments: 1...2)
  func `mirrors with the picture`(seed: UInt64) {
    let image = AnalysisImage.scene(seed: seed)
    let (analysis, mirrored) = (
      CropAnalyzer().analyze(image), CropAnalyzer().analyze(image.mirrored)
    )
    for aspect in AspectRatio.families {
      let rect = analysis.crop(to: aspect, in: photo).rect
      #expect(mirrored.crop(to: aspect, in: photo).rect == rect.mirrored(in: photo))
    }
  }

  /// By cues alone: the network knows which way is up, as heads are above bodies.
  @Test(arguments: 3...4)
  func `turns upside down with the picture`(seed: UInt64) {
    let image = AnalysisImage.scene(seed: seed, width: 24, height: 40)
    let photo = photo.transposed
    let analyzer = CropAnalyzer(options: CropOptions(model: nil))
    let (analysis, turned) = (analyzer.analyze(image), analyzer.analyze(image.turned))
    for aspect in AspectRatio.families {
      let rect = analysis.crop(to: aspect, in: photo).rect
      #expect(turned.crop(to: aspect, in: photo).rect == rect.turned(in: photo))
    }
  }

  @Test(arguments: 1...2)
  func `moves less than a cell when the picture has twice the size`(seed: UInt64) {
    let image = AnalysisImage.scene(seed: seed, width: 64, height: 20)
    let photo = PixelSize(width: 6400, height: 2000)
    let cell = 100
    let small = crop(image, AspectRatio.families[0], in: photo)
    #expect(abs(crop(image.doubled, AspectRatio.families[0], in: photo).x - small.x) < cell)
  }

  @Test(arguments: 1...3)
  func `is the same in proportion at any resolution`(seed: UInt64) {
    let analysis = CropAnalyzer().analyze(.scene(seed: seed))
    let small = analysis.crop(to: AspectRatio.families[0], in: PixelSize(width: 400, height: 240))
      .rect
    let large = analysis.crop(to: AspectRatio.families[0], in: photo).rect
    #expect(abs(large.x - 10 * small.x) <= 5)
  }

  @Test(arguments: zip([UInt8(0), 93, 255], AspectRatio.families))
  func `takes the centre of a constant picture and flags it`(level: UInt8, aspect: AspectRatio) {
    let choice = CropAnalyzer().analyze(.constant(level, width: 40, height: 24)).crop(
      to: aspect, in: photo)
    #expect(abs(2 * choice.rect.x + choice.rect.width - photo.width) <= 1)
    #expect(abs(2 * choice.rect.y + choice.rect.height - photo.height) <= 1)
    #expect(choice.flags == [.flat])
    #expect(choice.risk == 0)
  }

  @Test(arguments: [0, 8, 17, 26, 34])
  func `contains a textured square on a flat background`(left: Int) {
    let square = PixelRect(x: left, y: 9, width: 6, height: 6)
    let image = AnalysisImage.square(at: square, width: 40, height: 24)
    let aspect = AspectRatio.families[0]
    #expect(crop(image, aspect, in: image.size).contains(square))
  }

  @Test func `is the same with one thread and with eight`() async {
    let image = AnalysisImage.scene(seed: 9)
    let once = crop(image, AspectRatio.families[0], in: photo)
    let photo = photo
    let many = await withTaskGroup(of: PixelRect.self) { group in
      for _ in 0..<8 {
        group.addTask {
          CropAnalyzer().analyze(image).crop(to: AspectRatio.families[0], in: photo).rect
        }
      }
      return await group.reduce(into: [PixelRect]()) { $0.append($1) }
    }
    #expect(many == Array(repeating: once, count: 8))
  }
}
