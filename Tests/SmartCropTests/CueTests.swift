import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct Cue {
  private func lab(_ image: AnalysisImage) -> LabPlanes { LabPlanes(ColourPlanes(image)) }

  @Test func `L*a*b* of white, black and the primaries`() {
    let image = AnalysisImage(width: 5, height: 1) { x, _ in
      [(255, 255, 255), (0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255)][x]
    }
    let lab = lab(image)
    // Bruce Lindbloom's colour calculator, sRGB with D65.
    let expected: [(Float, Float, Float)] = [
      (100, 0, 0), (0, 0, 0), (53.24, 80.09, 67.20), (87.73, -86.18, 83.18),
      (32.30, 79.19, -107.86),
    ]
    for (i, value) in expected.enumerated() {
      #expect(abs(lab.lightness.samples[i] - value.0) < 0.1)
      #expect(abs(lab.greenRed.samples[i] - value.1) < 0.1)
      #expect(abs(lab.blueYellow.samples[i] - value.2) < 0.1)
    }
  }

  @Test func `barrier distance is the contrast inside a square and zero on the background`() {
    let square = PixelRect(x: 4, y: 3, width: 3, height: 3)
    let map = BarrierDistance.map(
      of: lab(
        AnalysisImage(width: 12, height: 9) { x, y in
          square.contains(x, y) ? (255, 255, 255) : (0, 0, 0)
        }))
    for y in 0..<9 {
      for x in 0..<12 {
        let expected: Float = square.contains(x, y) ? 100 : 0
        #expect(abs(map.samples[y * 12 + x] - expected) < 0.1)
      }
    }
  }

  @Test func `barrier distance mirrors to the last bit`() {
    let image = AnalysisImage.scene(seed: 2, width: 20, height: 13)
    let map = BarrierDistance.map(of: lab(image))
    let mirrored = BarrierDistance.map(of: lab(image.mirrored))
    for y in 0..<13 {
      for x in 0..<20 { #expect(map.samples[y * 20 + x] == mirrored.samples[y * 20 + 19 - x]) }
    }
  }

  @Test func `border contrast is greatest where no side has the colour`() {
    let square = PixelRect(x: 8, y: 6, width: 4, height: 4)
    let map = BorderContrast.map(of: lab(.square(at: square, width: 20, height: 16)))
    let inside = map.samples[7 * 20 + 9]
    #expect(inside > 0.3)
    #expect(map.samples[0] < 0.05 && map.samples[3 * 20 + 3] < 0.05)
  }

  @Test func `edge strength of a vertical step is sixteen times its height over 256`() {
    let step = Plane(width: 4, height: 3, samples: [0, 0, 80, 80, 0, 0, 80, 80, 0, 0, 80, 80])
    #expect(EdgeDensity.strength(of: step).samples == [0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 5, 0])
  }

  @Test(arguments: [(8, 8), (7, 5), (1, 6), (1, 1)])
  func `cosine transform is undone by its inverse`(sides: (Int, Int)) {
    var random = SplitMix64(seed: 8)
    let samples = (0..<(sides.0 * sides.1)).map { _ in Float.random(in: -50...50, using: &random) }
    let plane = Plane(width: sides.0, height: sides.1, samples: samples)
    let transform = CosineTransform(width: sides.0, height: sides.1)
    let back = transform.inverse(transform.forward(plane))
    #expect(zip(back.samples, samples).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test func `image signature is greatest at a single spot`() {
    let spot = PixelRect(x: 18, y: 5, width: 3, height: 3)
    let map = ImageSignature.map(of: lab(.square(at: spot, width: 32, height: 20))).blurred(
      sigma: 1)
    let place = map.samples.firstIndex(of: map.samples.max() ?? 0) ?? 0
    #expect(spot.contains(place % 32, place / 32))
  }

  @Test func `position prior is one in the middle and falls to a seventh at the sides`() {
    let prior = PositionPrior.map(width: 101, height: 101)
    #expect(prior.samples[50 * 101 + 50] == 1)
    #expect(abs(prior.samples[50 * 101] - 0.141) < 0.002)
  }
}
