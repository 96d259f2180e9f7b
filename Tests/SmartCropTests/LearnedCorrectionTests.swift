import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Learned correction` {
  @Test func `the numbers in the repository are whole and finite`() {
    let numbers = LearnedCorrection.decoded(LearnedWeights.base64)
    #expect(numbers.count == 2716)
    #expect(numbers.allSatisfy { $0.isFinite })
    #expect(LearnedCorrection(numbers) != nil)
    #expect(LearnedCorrection(numbers.dropLast()) == nil)
    #expect(LearnedCorrection(numbers + [0]) == nil)
  }

  @Test(arguments: [1, 2, 4])
  func `a convolution adds up the taps at its distance, the border repeated`(dilation: Int) {
    var random = SplitMix64(seed: 6)
    let side = 6
    let cells = (0..<(side * side)).map { _ in SIMD16<Float>.random(in: -1...1, using: &random) }
    let weights = (0..<8).map { _ in SIMD16<Float>.random(in: -1...1, using: &random) }
    let layer = SymmetricConvolution(
      dilation: dilation, inputs: 2, weights: weights, bias: SIMD16(repeating: 0.1))
    let result = layer.applied(to: cells, side: side)
    for y in 0..<side {
      for x in 0..<side {
        var sum = SIMD16<Float>(repeating: 0.1)
        for (dx, dy) in (-1...1).flatMap({ dx in (-1...1).map { (dx, $0) } }) {
          let column = min(side - 1, max(0, x + dx * dilation))
          let row = min(side - 1, max(0, y + dy * dilation))
          let tap = dx == 0 ? (dy == 0 ? 0 : 2) : (dy == 0 ? 1 : 3)
          for input in 0..<2 { sum += cells[row * side + column][input] * weights[2 * tap + input] }
        }
        let difference = result[y * side + x] - sum.replacing(with: 0, where: sum .< 0)
        #expect((difference * difference).sum() < 1e-8)
      }
    }
  }

  @Test(arguments: [(64, 48), (40, 24), (5, 60), (1, 1), (64, 3)])
  func `sees any grid as 32 by 32`(sides: (Int, Int)) {
    let plane = Plane(width: sides.0, height: sides.1, repeating: 0.25)
    let fitted = plane.resampled(toWidth: 32, height: 32)
    #expect(fitted.width == 32 && fitted.height == 32)
    #expect(fitted.samples.allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test func `enlarging is linear between the samples`() {
    let plane = Plane(width: 2, height: 1, samples: [0, 4])
    #expect(plane.resampled(toWidth: 4, height: 1).samples == [0, 1, 3, 4])
  }
}
