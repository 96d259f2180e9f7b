import PhotoGeometry
import Testing

@testable import SmartCrop

@Suite struct `Head map` {
  /// A head over the whole right half.
  private var map: HeadMap {
    HeadMap(Plane(width: 4, height: 2, samples: [0, 0, 1, 1, 0, 0, 1, 1]))
  }

  @Test func `averages over the middle of a rectangle, counting partial cells`() {
    let half = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
    #expect(abs(map.probability(in: half) - 1) < 1e-9)
    #expect(map.probability(in: NormalizedRect(x: 0, y: 0, width: 0.5, height: 1)) == 0)
    #expect(abs(map.probability(in: .full) - 0.5) < 1e-9)
    let reaching = NormalizedRect(x: 0.25, y: 0, width: 0.5, height: 1)
    #expect(abs(map.probability(in: reaching) - 0.5) < 1e-9)
  }

  @Test func `is zero outside the photo`() {
    #expect(map.probability(in: NormalizedRect(x: 1.5, y: 0, width: 0.2, height: 0.2)) == 0)
  }
}
