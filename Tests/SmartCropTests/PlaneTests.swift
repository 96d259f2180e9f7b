import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `A plane` {
  private func random(_ width: Int, _ height: Int, seed: UInt64) -> Plane {
    var random = SplitMix64(seed: seed)
    let samples = (0..<(width * height)).map { _ in Float.random(in: 0...1, using: &random) }
    return Plane(width: width, height: height, samples: samples)
  }

  @Test(arguments: [(10, 7, 5, 3), (9, 9, 4, 4), (5, 1, 2, 1), (6, 6, 6, 6), (3, 8, 1, 1)])
  func `keeps its mean when reduced`(width: Int, height: Int, newWidth: Int, newHeight: Int) {
    let plane = random(width, height, seed: 1)
    let reduced = plane.resampled(toWidth: newWidth, height: newHeight)
    #expect(reduced.width == newWidth && reduced.height == newHeight)
    let before = plane.total / Double(width * height)
    #expect(abs(reduced.total / Double(newWidth * newHeight) - before) < 1e-6)
  }

  @Test func `a cell takes a share of the samples at its ends`() {
    let plane = Plane(width: 3, height: 1, samples: [0, 30, 90])
    #expect(plane.resampled(toWidth: 2, height: 1).samples == [10, 70])
  }

  @Test(arguments: [0, 0.3, 1, 4])
  func `stays constant, or keeps its range, when blurred`(sigma: Double) {
    let constant = Plane(width: 6, height: 4, repeating: 0.5).blurred(sigma: sigma)
    #expect(constant.samples.allSatisfy { abs($0 - 0.5) < 1e-6 })
    let blurred = random(9, 5, seed: 2).blurred(sigma: sigma)
    #expect(blurred.samples.allSatisfy { (0...1).contains($0) })
  }

  @Test(arguments: 1...5)
  func `finds any rank without sorting`(seed: UInt64) {
    var samples = random(17, 3, seed: seed).samples
    samples += samples.prefix(9)
    let sorted = samples.sorted()
    for rank in samples.indices { #expect(samples.sortedElement(at: rank) == sorted[rank]) }
  }

  @Test func `runs from 0 to 1 when normalised, with the brightest half percent clipped`() {
    let plane = Plane(width: 401, height: 1, samples: (0...400).map { Float($0) })
    let normalised = plane.normalised(leastRange: 0)
    #expect(normalised.samples[0] == 0 && normalised.samples[199] == 0.5)
    #expect(normalised.samples[398] == 1 && normalised.samples[400] == 1)
  }

  @Test func `becomes zero when normalised if its range is only noise`() {
    let plane = Plane(width: 3, height: 1, samples: [1, 1.25, 1.5])
    #expect(plane.normalised(leastRange: 0.5).samples == [0, 0, 0])
  }

  @Test(arguments: [(64, 48), (40, 24), (5, 60), (1, 1), (64, 3)])
  func `stays constant when resampled from any grid to 32 by 32`(sides: (Int, Int)) {
    let plane = Plane(width: sides.0, height: sides.1, repeating: 0.25)
    let fitted = plane.resampled(toWidth: 32, height: 32)
    #expect(fitted.width == 32 && fitted.height == 32)
    #expect(fitted.samples.allSatisfy { abs($0 - 0.25) < 1e-6 })
  }

  @Test func `is interpolated linearly when enlarged`() {
    let plane = Plane(width: 2, height: 1, samples: [0, 4])
    #expect(plane.resampled(toWidth: 4, height: 1).samples == [0, 1, 3, 4])
  }
}
