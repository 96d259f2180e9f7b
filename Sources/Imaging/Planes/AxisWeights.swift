import CPlanes

/// A stretch of one direction that is resampled to evenly spaced samples.
struct AxisSpan {
  /// Where the first result sample begins, in samples of the source; pixel 0 covers 0 to 1.
  let origin: Double
  /// How much of the source each result sample covers.
  let step: Double
  /// The number of result samples.
  let count: Int
  /// The samples of the source that may be used.
  let range: Range<Int>
}

/// The weights of every sample along one direction, in the fixed point of `cplanes_resample`.
struct AxisWeights {
  /// 1 in fixed point: 14 bits.
  static let one = 16384

  /// The first sample of the source for each result sample; even, because C works in pairs.
  private(set) var first: [Int32]
  /// ``taps`` weights for each result sample.
  private(set) var weights: [Int16]
  /// The number of source samples for each result sample; even.
  let taps: Int

  /// Computes the weights of the samples along a span, for a kernel as wide as a step, and no narrower than a sample.
  ///
  /// Samples beyond the range have no weight; the weights of those inside sum to 1. When reversed, the first result
  /// sample comes from the span's end.
  init(_ span: AxisSpan, _ kernels: Kernels, isReversed: Bool = false) {
    let window = KernelWindow(span.step > 1 ? kernels.smaller : kernels.larger, step: span.step)
    let most = min(window.mostSamples, span.range.count)
    // One more if the first is odd, and a whole number of pairs.
    taps = (most + 2) / 2 * 2
    first = Array(repeating: 0, count: span.count)
    weights = Array(repeating: 0, count: span.count * taps)
    var plain = [Double](repeating: 0, count: most)
    for place in 0..<span.count {
      let index = isReversed ? span.count - 1 - place : place
      let centre = span.origin + (Double(index) + 0.5) * span.step
      let samples = window.samples(around: centre, in: span.range, atMost: most)
      let sum = window.weigh(samples, around: centre, into: &plain)
      let start = samples.lowerBound & ~1
      first[place] = Int32(start)
      fix(plain, samples.count, sum, at: place * taps + samples.lowerBound - start)
    }
  }

  /// Stores weights in fixed point, summing to ``one`` exactly, so that a flat colour stays flat.
  ///
  /// Each is the difference of two rounded running sums, so that rounding errors are spread and thousands of small
  /// weights still average.
  private mutating func fix(_ plain: [Double], _ count: Int, _ sum: Double, at offset: Int) {
    guard sum > 0 else {
      weights[offset] = Int16(Self.one)
      return
    }
    let unit = Double(Self.one) / sum
    var (running, rounded) = (0.0, 0)
    for index in 0..<count {
      running += plain[index] * unit
      let next = Self.rounded(running)
      weights[offset + index] = Int16(clamping: next - rounded)
      rounded = next
    }
  }

  /// The nearest whole number, for a number no further below 0 than a kernel's undershoot.
  private static func rounded(_ sum: Double) -> Int { Int(sum + Double(one) + 0.5) - one }

  /// Passes the weights to a C function.
  func withAxis<Result>(_ body: (inout cplanes_axis) -> Result) -> Result {
    first.withUnsafeBufferPointer { first in
      weights.withUnsafeBufferPointer { weights in
        var axis = cplanes_axis(
          count: Int32(first.count), taps: Int32(taps), first: first.baseAddress,
          weights: weights.baseAddress)
        return body(&axis)
      }
    }
  }
}
