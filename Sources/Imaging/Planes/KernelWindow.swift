import Foundation

/// A kernel stretched over the source samples of one result sample.
package struct KernelWindow {
  private let kernel: Kernel
  /// The side of a sample in units of the kernel, at most 1.
  private let width: Double
  /// The distance, in samples, from which the weight is zero.
  private let reach: Double
  /// The sine and the cosine of ``Kernel/angle(of:)`` from one sample to the next.
  private let turn: (sine: Double, cosine: Double)

  /// Stretches a kernel so that it is as wide as a step, and no narrower than a sample.
  ///
  /// The step is how many samples of the source each sample of the result covers, above 0.
  init(_ kernel: Kernel, step: Double) {
    self.kernel = kernel
    let scale = max(1, step)
    width = 1 / scale
    reach = kernel.support * scale + (kernel == .area ? 0.5 : 0)
    let angle = Kernel.angle(of: width)
    turn = (sin(angle), cos(angle))
  }

  /// The most samples that have weight, wherever the window is.
  var mostSamples: Int { Int(2 * reach) + 1 }

  /// Finds the samples with weight around the window's middle, at least one and at most `most`, which is at least 1.
  ///
  /// Sample 0 covers 0 to 1. The nearest existing sample counts if the window is outside of the range.
  func samples(around centre: Double, in range: Range<Int>, atMost most: Int) -> Range<Int> {
    let last = range.upperBound - 1
    let start = min(last, max(range.lowerBound, Int((centre - reach - 0.5).rounded(.up))))
    let end = max(start, min(last, Int((centre + reach - 0.5).rounded(.down))))
    return start..<min(end + 1, start + most)
  }

  /// The weights, summing to 1, of the samples for each of fewer samples, by Lanczos' kernel.
  package static func reduction(
    from count: Int, to target: Int
  ) -> [(first: Int, weights: [Float])] {
    let step = Double(count) / Double(target)
    let window = KernelWindow(.lanczos3, step: step)
    return (0..<target).map { index in
      let centre = (Double(index) + 0.5) * step
      let samples = window.samples(around: centre, in: 0..<count, atMost: count)
      var weights = [Double](repeating: 0, count: samples.count)
      let sum = window.weigh(samples, around: centre, into: &weights)
      return (samples.lowerBound, weights.map { Float($0 / sum) })
    }
  }

  /// Stores the weights of some samples, not yet normalised, and returns their sum.
  ///
  /// All sines are computed from the first sample's, each by one rotation.
  func weigh(_ samples: Range<Int>, around centre: Double, into weights: inout [Double]) -> Double {
    let start = Kernel.angle(of: (Double(samples.lowerBound) + 0.5 - centre) * width)
    var (sum, sine, cosine) = (0.0, sin(start), cos(start))
    for (index, sample) in samples.enumerated() {
      let distance = (Double(sample) + 0.5 - centre) * width
      let weight = kernel.weight(at: distance, width: width, sine: sine)
      weights[index] = weight
      sum += weight
      (sine, cosine) = (
        sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
      )
    }
    return sum
  }
}
