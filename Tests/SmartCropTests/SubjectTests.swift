import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct Subjects {
  private let photo = PixelSize(width: 4000, height: 2400)
  private let square = AspectRatio(width: 1, height: 1)

  /// A scene with a red block in it.
  private func image(seed: UInt64, redAt red: PixelRect) -> AnalysisImage {
    let scene = AnalysisImage.scene(seed: seed)
    var pixels = scene.pixels
    for y in red.y..<red.maxY {
      for x in red.x..<red.maxX {
        pixels.replaceSubrange((3 * (y * 40 + x))..<(3 * (y * 40 + x) + 3), with: [255, 0, 0])
      }
    }
    return AnalysisImage(size: scene.size, pixels: pixels)
  }

  /// The box around all pure red pixels.
  private func red(
    in image: AnalysisImage, kind: FocusRegion.Kind = .face
  ) throws -> FocusRegion {
    let cells = (0..<image.size.area).filter {
      image.pixels[3 * $0] == 255 && image.pixels[3 * $0 + 1] == 0 && image.pixels[3 * $0 + 2] == 0
    }
    let columns = cells.map { $0 % image.size.width }
    let rows = cells.map { $0 / image.size.width }
    let (left, top) = (try #require(columns.min()), try #require(rows.min()))
    let (right, bottom) = (try #require(columns.max()), try #require(rows.max()))
    let rect = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    return FocusRegion(NormalizedRect(rect, in: image.size), kind: kind, origin: .detector)
  }

  /// The analysis of a picture with a face where it is red.
  private func analysis(_ image: AnalysisImage) throws -> PhotoAnalysis {
    CropAnalyzer().analyze(image, focus: [try red(in: image)])
  }

  @Test(arguments: [0, 5, 20, 32, 36])
  func `a head is whole wherever it lies`(left: Int) throws {
    let rect = PixelRect(x: left, y: 8, width: 4, height: 5)
    let image = image(seed: 3, redAt: rect)
    let crop = try analysis(image).crop(to: square, in: PixelSize(width: 40, height: 24))
    #expect(crop.rect.contains(rect))
    #expect(crop.flags.isEmpty)
    #expect(crop.score.subjects > 0)
  }

  @Test(arguments: [0.0, 0.05, -0.05])
  func `a detected face that metadata also states counts once`(offset: Double) {
    let found = NormalizedRect(x: 0.675, y: 0.17, width: 0.2, height: 0.37)
    // Metadata often has the whole head.
    let known = FocusRegion(
      NormalizedRect(
        x: found.x - 0.04 + offset, y: found.y - 0.1, width: found.width + 0.08,
        height: found.height + 0.15), kind: .face, origin: .metadata)
    let face = FocusRegion(found, kind: .face, origin: .detector)
    #expect([face].notShown(by: [known]).isEmpty)
  }

  @Test(arguments: FocusRegion.Kind.allCases)
  func `a detected face beside a stated face, or inside another stated region, counts`(
    kind: FocusRegion.Kind
  ) {
    let found = NormalizedRect(x: 0.675, y: 0.17, width: 0.2, height: 0.37)
    let offset = kind == .face ? found.width * 0.6 : 0
    let known = FocusRegion(
      NormalizedRect(
        x: found.x - offset, y: found.y, width: found.width, height: found.height),
      kind: kind, origin: .metadata)
    let face = FocusRegion(found, kind: .face, origin: .detector)
    #expect([face].notShown(by: [known]) == [face])
  }

  @Test(arguments: 1...3)
  func `crops with a face mirror with the picture`(seed: UInt64) throws {
    let image = image(seed: seed, redAt: PixelRect(x: 27, y: 4, width: 5, height: 5))
    let (analysis, mirrored) = (try analysis(image), try analysis(image.mirrored))
    for aspect in AspectRatio.families {
      let rect = analysis.crop(to: aspect, in: photo).rect
      #expect(mirrored.crop(to: aspect, in: photo).rect == rect.mirrored(in: photo))
    }
  }

  @Test(arguments: 1...3)
  func `crops with a region turn upside down with the picture`(seed: UInt64) throws {
    let image = image(seed: seed, redAt: PixelRect(x: 27, y: 4, width: 5, height: 5))
    func crop(_ image: AnalysisImage) throws -> PixelRect {
      CropAnalyzer(options: CropOptions(model: nil))
        .analyze(image, focus: [try red(in: image, kind: .region)])
        .crop(to: square, in: photo).rect
    }
    #expect(try crop(image.turned) == crop(image).turned(in: photo))
  }

  @Test(arguments: 1...40)
  func `adding a region never makes the crop keep less of it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func region() -> FocusRegion {
      let rect = NormalizedRect(
        x: .random(in: 0...0.8, using: &random), y: .random(in: 0...0.8, using: &random),
        width: 0.2,
        height: 0.2)
      return FocusRegion(rect, weight: .random(in: 0...1, using: &random), origin: .metadata)
    }
    let samples = (0..<(20 * 12)).map { _ in Float.random(in: 0...1, using: &random) }
    let importance = ImportanceMap(Plane(width: 20, height: 12, samples: samples))
    func analysis(_ regions: [FocusRegion]) -> PhotoAnalysis {
      PhotoAnalysis(importance: importance, regions: regions, cues: [], isFlat: false)
    }
    let (known, added) = ([region(), region()], region())
    let (without, with) = (analysis(known), analysis(known + [added]))
    func kept(_ analysis: PhotoAnalysis, _ aspect: AspectRatio) -> Double {
      let crop = NormalizedRect(analysis.crop(to: aspect, in: photo).rect, in: photo)
      let width = min(crop.maxX, added.rect.maxX) - max(crop.x, added.rect.x)
      let height = min(crop.maxY, added.rect.maxY) - max(crop.y, added.rect.y)
      return max(0, width) * max(0, height)
    }
    for aspect in AspectRatio.families {
      #expect(kept(with, aspect) >= kept(without, aspect) - 1e-6)
    }
  }

  @Test func `two heads are both whole when they fit`() {
    let heads = [0.15, 0.5].map {
      FocusRegion(
        NormalizedRect(x: $0, y: 0.3, width: 0.1, height: 0.2), kind: .face, origin: .detector)
    }
    let crop = NormalizedRect(
      CropAnalyzer().analyze(.scene(seed: 7), focus: heads).crop(to: square, in: photo).rect,
      in: photo)
    let (first, last) = (heads[0].belonging, heads[1].belonging)
    #expect(first.x >= crop.x - NormalizedRect.sliver)
    #expect(last.maxX <= crop.maxX + NormalizedRect.sliver)
  }

  @Test func `one of two heads that do not fit together is whole, and the crop is flagged`() {
    let heads = [0.0, 0.85].map {
      FocusRegion(
        NormalizedRect(x: $0, y: 0.3, width: 0.15, height: 0.3), kind: .face, origin: .detector)
    }
    let choice = CropAnalyzer().analyze(.scene(seed: 7), focus: heads).crop(to: square, in: photo)
    let crop = NormalizedRect(choice.rect, in: photo)
    #expect(crop.x == 0 || crop.maxX > 0.999)
    #expect(choice.flags == [.subjectCut])
  }

  @Test func `a window shows as much as it can of a face that is larger`() throws {
    let face = FocusRegion(
      NormalizedRect(x: 0.2, y: 0.3, width: 0.6, height: 0.6), kind: .face, origin: .detector)
    let flat = SlidingWindow(
      aspect: AspectRatio(width: 2, height: 1), in: PixelSize(width: 1000, height: 1000))
    let places = HeadsKept([face], in: flat).places
    let (first, last) = (try #require(places.first), try #require(places.last))
    #expect(abs(flat.start(at: first) - 0.3) < 0.01 && abs(flat.start(at: last) - 0.4) < 0.01)
  }

  @Test func `a detected animal's head adds nothing to the score but stays whole`() {
    let rect = NormalizedRect(x: 0.7, y: 0.1, width: 0.2, height: 0.2)
    func animal(_ origin: FocusRegion.Origin) -> FocusRegion {
      FocusRegion(rect, kind: .animalFace, origin: origin, head: rect)
    }
    func gain(_ origin: FocusRegion.Origin) -> Double {
      SubjectTerm(regions: [animal(origin)]).gain(from: 0.5, to: 1, along: .horizontal)
    }
    #expect(gain(.detector) == 0 && gain(.metadata) > 0)
    let window = SlidingWindow(
      aspect: AspectRatio(width: 1, height: 1), in: PixelSize(width: 400, height: 200))
    let kept = HeadsKept([animal(.detector)], in: window)
    #expect(kept.places.allSatisfy { window.start(at: $0) >= 0.39 })
  }

  @Test func `a crop that keeps an animal's head is not flagged for its face, which is wider`() {
    // The square is 0.6 wide, and the person's head, which comes first, is at the left border.
    let left = NormalizedRect(x: 0, y: 0.3, width: 0.05, height: 0.1)
    let person = FocusRegion(left, kind: .face, origin: .detector, head: left)
    func flags(_ origin: FocusRegion.Origin, end: Double) -> [PhotoFlag] {
      let head = NormalizedRect(x: end - 0.3, y: 0.2, width: 0.3, height: 0.4)
      let animal = FocusRegion(
        WholeHead.face(of: head), kind: .animalFace, origin: origin, head: head)
      return CropAnalyzer().analyze(.scene(seed: 7), focus: [person, animal])
        .crop(to: square, in: photo).flags
    }
    #expect(flags(.detector, end: 0.597) == [])
    #expect(flags(.detector, end: 0.63) == [.subjectCut])
    // Metadata has the face itself.
    #expect(flags(.metadata, end: 0.597) == [.subjectCut])
  }

  @Test(arguments: [PhotoAxis.horizontal, .vertical])
  func `a whole head scores better than none, and none better than half of one`(axis: PhotoAxis) {
    let face = FocusRegion(
      NormalizedRect(x: 0.5, y: 0.5, width: 0.3, height: 0.3), kind: .face, origin: .detector)
    let gain = { (end: Double) in
      SubjectTerm(regions: [face]).gain(from: 0, to: end, along: axis)
    }
    #expect(gain(1) > gain(0.4) && gain(0.4) > gain(0.65))
    #expect(abs(gain(0.65) + SubjectTerm.halfHead) < 0.05)
  }

  @Test func `a face larger than the window counts as cut only if a person pointed at it`() {
    let rect = NormalizedRect(x: 0.2, y: 0.2, width: 0.6, height: 0.7)
    let flat = AspectRatio(width: 4, height: 1)
    func flags(_ origin: FocusRegion.Origin) -> [PhotoFlag] {
      let face = FocusRegion(rect, kind: .face, origin: origin)
      let analysis = CropAnalyzer().analyze(.scene(seed: 7), focus: [face])
      return analysis.crop(to: flat, in: photo).flags
    }
    #expect(flags(.detector) == [] && flags(.metadata) == [])
    #expect(flags(.hand) == [.subjectCut])
  }

  /// A head that a network saw where no face was found.
  private func headAlone(y: Double, height: Double = 0.1) -> FocusRegion {
    FocusRegion(
      NormalizedRect(x: 0.1, y: y, width: 0.1, height: height), weight: 0.1, kind: .face,
      origin: .detector)
  }

  @Test func `a head without a face is kept whole only if the window moves up and down`() {
    let (head, photo) = (headAlone(y: 0.1), PixelSize(width: 1000, height: 1000))
    let flat = SlidingWindow(aspect: AspectRatio(width: 2, height: 1), in: photo)
    let places = HeadsKept([head], in: flat).places
    #expect(places.first == 0)
    #expect(flat.start(at: places.last ?? 0) <= head.belonging.y + NormalizedRect.sliver)
    let tall = SlidingWindow(aspect: AspectRatio(width: 1, height: 2), in: photo)
    #expect(HeadsKept([head], in: tall).places.count == tall.steps + 1)
  }

  @Test func `a head without a face yields to faces, and counts only if it fits`() {
    let face = FocusRegion(
      NormalizedRect(x: 0.5, y: 0.8, width: 0.1, height: 0.1), kind: .face, origin: .detector)
    let flat = SlidingWindow(
      aspect: AspectRatio(width: 2, height: 1), in: PixelSize(width: 1000, height: 1000))
    let alone = HeadsKept([face], in: flat).places
    #expect(HeadsKept([headAlone(y: 0.1), face], in: flat).places == alone)
    #expect(HeadsKept([headAlone(y: 0.1, height: 0.8)], in: flat).places.count == flat.steps + 1)
  }

  @Test(arguments: [0.02, 0.5, 0.98])
  func `a place that a person pointed at is in the crop`(x: Double) {
    let face = PixelRect(x: x < 0.5 ? 34 : 2, y: 8, width: 4, height: 5)
    let point = FocusRegion(NormalizedRect(x: x, y: 0.5, width: 0, height: 0))
    let analysis = CropAnalyzer().analyze(image(seed: 3, redAt: face), focus: [point])
    let crop = NormalizedRect(analysis.crop(to: square, in: photo).rect, in: photo)
    #expect(analysis.regions == [point])
    #expect(crop.x <= x && crop.maxX >= x)
  }

  @Test func `a crop smaller than its frame is flagged`() {
    let analysis = CropAnalyzer().analyze(.scene(seed: 2))
    let small = PixelSize(width: 400, height: 240)
    let frame = PixelSize(width: 530, height: 530)
    #expect(analysis.crop(to: square, in: small, frame: frame).flags == [.lowResolution])
    #expect(analysis.crop(to: square, in: photo, frame: frame).flags.isEmpty)
  }
}
