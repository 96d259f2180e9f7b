import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite("Text on a crop")
struct TextTermTests {
  private static let bottom = NormalizedRect(x: 0, y: 0.625, width: 1, height: 0.375)
  private static let corner = NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)

  /// The importance in a rectangle of whole cells.
  private func sum(_ map: ImportanceMap, _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
    rows.reduce(0) { sum, y in
      sum + columns.reduce(0) { $0 + Double(map.values[y * map.width + $1]) }
    }
  }

  @Test(arguments: 1...8, [bottom, corner])
  func `costs the importance that it covers, cell by cell`(seed: UInt64, area: NormalizedRect) {
    var random = SplitMix64(seed: seed)
    let samples = (0..<(16 * 8)).map { _ in Float.random(in: 0...1, using: &random) }
    let importance = ImportanceMap(Plane(width: 16, height: 8, samples: samples))
    // Eight cells wide, so that a window at every cell has its text on whole cells.
    let window = SlidingWindow(
      aspect: AspectRatio(width: 1, height: 1), in: PixelSize(width: 16, height: 8))
    let search = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: []), window: window,
      text: TextTerm(area: area, on: importance))
    let (left, top) = (Int(area.x * 8), Int(area.y * 8))
    for place in 0...window.steps {
      let columns = (place + left)..<(place + left + Int(area.width * 8))
      let covered = sum(importance, columns, top..<(top + Int(area.height * 8)))
      #expect(abs((search.score(at: place).text ?? 0) + covered) < 1e-5)
    }
    let chosen = search.choice()
    let totals = (0...window.steps).map { search.score(at: $0).total }
    #expect(chosen.score.total == totals.max())
  }

  @Test(arguments: [0, 10, 20, 30, 36])
  func `a head is moved out from under it wherever it lies`(top: Int) {
    let image = AnalysisImage.scene(seed: 3)
    let photo = PixelSize(width: 24, height: 40)
    let upright = AnalysisImage(size: photo, pixels: image.pixels)
    let face = NormalizedRect(PixelRect(x: 10, y: top, width: 3, height: 3), in: photo)
    let analysis = CropAnalyzer().analyze(
      upright, focus: [FocusRegion(face, kind: .face, origin: .metadata)])
    let square = AspectRatio(width: 1, height: 1)
    for side in [Self.bottom, NormalizedRect(x: 0, y: 0, width: 1, height: 0.375)] {
      let crop = NormalizedRect(analysis.crop(to: square, in: photo, text: side).rect, in: photo)
      let start = crop.y + side.y * crop.height
      let text = NormalizedRect(
        x: 0, y: start, width: 1, height: min(side.height * crop.height, 1 - start))
      // The photo ends above and below: there is no window with a head at the end beside the text.
      let isFree = side.y == 0 ? top >= 10 : top + 3 <= 30
      #expect((face.share(under: text) == 0) == isFree, "\(crop)")
    }
  }

  @Test func `nothing changes without text`() {
    let analysis = CropAnalyzer().analyze(AnalysisImage.scene(seed: 5))
    let photo = PixelSize(width: 40, height: 24)
    let crop = analysis.crop(to: AspectRatio(width: 1, height: 1), in: photo)
    #expect(crop.score.text == nil)
    let score = crop.score
    let terms = score.retained + score.position + score.balance + score.whole + score.subjects
    #expect(score.total == terms)
  }
}
