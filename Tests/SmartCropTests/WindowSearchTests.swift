import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Window search` {
  /// Adds up the cells of a window one by one, those cut by its ends in part.
  private func retained(
    _ map: ImportanceMap, from start: Double, to end: Double, along axis: PhotoAxis
  ) -> Double {
    cells(map, from: start, to: end, along: axis).reduce(0) { $0 + $1.inside }
  }

  /// Adds up the cells of a window as ``retained`` does, each times the place of its middle.
  private func moment(
    _ map: ImportanceMap, from start: Double, to end: Double, along axis: PhotoAxis
  ) -> Double {
    cells(map, from: start, to: end, along: axis).reduce(0) { $0 + $1.inside * $1.middle }
  }

  private func cells(
    _ map: ImportanceMap, from start: Double, to end: Double, along axis: PhotoAxis
  ) -> [(inside: Double, middle: Double)] {
    map.values.enumerated().map { i, value in
      let cell = axis == .horizontal ? i % map.width : i / map.width
      let count = axis == .horizontal ? map.width : map.height
      let inside =
        min(end * Double(count), Double(cell + 1)) - max(start * Double(count), Double(cell))
      return (Double(value) * min(1, max(0, inside)), (Double(cell) + 0.5) / Double(count))
    }
  }

  @Test(arguments: 1...8, AspectRatio.families)
  func `finds the same window as scoring every window cell by cell`(
    seed: UInt64, aspect: AspectRatio
  ) {
    var random = SplitMix64(seed: seed)
    let samples = (0..<(12 * 9)).map { _ in Float.random(in: 0...1, using: &random) }
    let importance = ImportanceMap(Plane(width: 12, height: 9, samples: samples))
    let window = SlidingWindow(aspect: aspect, in: PixelSize(width: 1200, height: 900))
    let choice = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: []), window: window
    ).choice()
    let totals = (0...window.steps).map { place -> Double in
      let start = window.start(at: place)
      let distance = start + window.share / 2 - 0.5
      let inside = retained(importance, from: start, to: start + window.share, along: window.axis)
      let moment = moment(importance, from: start, to: start + window.share, along: window.axis)
      let lean = (moment / inside - start) / window.share - 0.5
      return inside - 0.6 * distance * distance - 1.5 * lean * lean
    }
    let best = totals.max() ?? 0
    #expect(abs(choice.score.total - best) < 1e-5)
    #expect(zip(choice.candidates, totals).allSatisfy { abs($0.total - $1) < 1e-5 })
    #expect(choice.candidates.contains { $0.rect == choice.rect && $0.total == choice.score.total })
    #expect(choice.score.total >= choice.centreScore.total - SlidingWindow.tolerance)
  }

  @Test(arguments: [6, 9, 14, 19])
  func `a single important place comes as near the window's middle as the photo allows`(column: Int)
  {
    let samples = (0..<24).map { Float($0 == column ? 1 : 0) }
    let window = SlidingWindow(
      aspect: AspectRatio(width: 1, height: 1), in: PixelSize(width: 2400, height: 800))
    let choice = WindowSearch(
      importance: ImportanceMap(Plane(width: 24, height: 1, samples: samples)),
      subjects: SubjectTerm(regions: []), window: window
    ).choice()
    let middle = 100 * column + 50
    let lean = abs(Double(middle - choice.rect.x) / 800 - 0.5)
    #expect(lean < 0.12, "\(choice.rect)")
    #expect(abs(choice.score.balance + 1.5 * lean * lean) < 1e-3)
  }

  @Test func `a window without importance has no balance term`() {
    let importance = ImportanceMap(Plane(width: 4, height: 1, samples: [1, 0, 0, 0]))
    #expect(importance.centre(from: 0.5, to: 0.75, along: .horizontal) == nil)
    let search = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: []),
      window: SlidingWindow(
        aspect: AspectRatio(width: 1, height: 1), in: PixelSize(width: 400, height: 100)))
    #expect(search.score(at: 100).balance == 0)
  }

  @Test func `takes the left of two mirrored windows`() {
    let importance = ImportanceMap(Plane(width: 4, height: 1, samples: [1, 0, 0, 1]))
    let window = SlidingWindow(
      aspect: AspectRatio(width: 1, height: 1), in: PixelSize(width: 400, height: 100))
    #expect(
      WindowSearch(
        importance: importance, subjects: SubjectTerm(regions: []), window: window
      ).choice().rect.x == 0)
  }

  @Test(arguments: [1, 2, 7, 99, 100, 101, 250, 1001])
  func `places come in mirrored pairs and in order`(freedom: Int) {
    let window = SlidingWindow(
      aspect: AspectRatio(width: 1, height: 1), in: PixelSize(width: 500 + freedom, height: 500))
    let offsets = (0...window.steps).map { window.rect(at: $0).x }
    #expect(offsets.first == 0 && offsets.last == freedom)
    #expect(offsets == offsets.sorted())
    for place in offsets.indices where 2 * place != window.steps {
      #expect(offsets[place] + offsets[window.steps - place] == freedom)
    }
  }

  @Test func `a window that cannot move has no risk`() {
    let importance = ImportanceMap(Plane(width: 2, height: 2, samples: [1, 2, 3, 4]))
    let size = PixelSize(width: 50, height: 50)
    let window = SlidingWindow(aspect: AspectRatio(width: 1, height: 1), in: size)
    let choice = WindowSearch(
      importance: importance, subjects: SubjectTerm(regions: []), window: window
    ).choice()
    #expect(choice.rect == PixelRect(covering: size))
    #expect(choice.risk == 0 && choice.candidates.count == 1)
  }

  private func risk(_ atRisk: Double, whole: Double?, share: Double = 0.6) -> Double {
    CropRisk.chance(atRisk: atRisk, wholeChance: whole, windowShare: share)
  }

  @Test func `risk grows with the importance outside and with the chance that the subject is cut`()
  {
    let outside = [0, 0.1, 0.3, 0.7, 1].map { risk($0, whole: 0.5) }
    #expect(outside == outside.sorted() && outside[0] < 0.01 && outside[4] > 0.25)
    let cut = [1, 0.9, 0.5, 0].map { risk(0.2, whole: $0) }
    #expect(cut == cut.sorted() && cut[0] < 0.01 && cut[3] > 0.15)
    // By hand: −0.24 + 0.85 · ln 0.11 + 1.2 · ln 0.52 = −2.901.
    #expect(abs(risk(0.1, whole: 0.5) - 0.0521) < 0.0001)
  }

  @Test func `risk grows with the window's share if the subject's ends are unknown`() {
    let shares = [0.2, 0.5, 0.9].map { risk(0.2, whole: nil, share: $0) }
    #expect(shares == shares.sorted() && shares[0] < 0.08)
    // By hand: 0.29 + 2.23 · ln 0.11 + 2.47 · 2 ÷ 3 = −2.986.
    #expect(abs(risk(0.1, whole: nil, share: 2 / 3.0) - 0.0481) < 0.0001)
  }

  @Test func `a gain that only a cut head could bring counts less the larger its face is`() {
    let atRisk = { (face: Double) in CropRisk.atRisk(retained: 0.5, reachable: 0.7, face: face) }
    #expect(abs(atRisk(0) - 0.5) < 1e-9)
    #expect(abs(atRisk(0.08) - 0.35) < 1e-9)
    #expect(abs(atRisk(0.16) - 0.2) < 1e-9 && abs(atRisk(0.5) - 0.2) < 1e-9)
  }
}
