import CPlanes

/// A stretch of one direction, from which evenly spaced samples are made.
struct AxisSpan {
  /// Where the first sample made begins, in samples of the source; pixel 0 reaches from 0 to 1.
  let origin: Double
  /// How much of the source each sample made covers.
  let step: Double
  /// How many samples are made.
  let count: Int
  /// The samples of the source that may play a part.
  let range: Range<Int>
}

/// The weights of every sample along one direction, in the fixed point of `cplanes_resample`.
struct AxisWeights {
  /// 1 in fixed point: 14 bits.
  static let one = 16384
  /// The C loops take weights in groups of this many.
  private static let group = 8

  private(set) var first: [Int32] = []
  private(set) var weights: [Int16] = []
  let taps: Int

  /// Weighs the samples along a span by a kernel as wide as a step, and no narrower than a sample.
  ///
  /// Samples beyond the range have no weight; those inside are weighted so that they sum to 1.
  /// Where they are reversed, the first sample made comes from the span's end.
  init(_ span: AxisSpan, _ kernels: Kernels, isReversed: Bool = false) {
    let kernel = span.step > 1 ? kernels.smaller : kernels.larger
    let scale = max(1, span.step)
    let reach = kernel.support * scale + (kernel == .area ? 0.5 : 0)
    let most = min(Int((2 * reach).rounded(.up)) + 1, span.range.count)
    taps = (most + Self.group - 1) / Self.group * Self.group
    first.reserveCapacity(span.count)
    weights.reserveCapacity(span.count * taps)
    for place in 0..<span.count {
      let index = isReversed ? span.count - 1 - place : place
      append(centre: span.origin + (Double(index) + 0.5) * span.step, scale, reach, kernel, span)
    }
  }

  private mutating func append(
    centre: Double, _ scale: Double, _ reach: Double, _ kernel: Kernel, _ span: AxisSpan
  ) {
    let (low, high) = (span.range.lowerBound, span.range.upperBound - 1)
    let start = min(high, max(low, Int((centre - reach - 0.5).rounded(.up))))
    let end = max(start, min(high, Int((centre + reach - 0.5).rounded(.down))))
    let plain = (start...end).map { sample in
      kernel.weight(at: (Double(sample) + 0.5 - centre) / scale, width: 1 / scale)
    }
    first.append(Int32(start))
    weights += Self.fixed(plain)
    weights += repeatElement(0, count: taps - plain.count)
  }

  /// The weights in fixed point, summing to ``one`` exactly, so that a flat colour stays flat.
  ///
  /// Each is the difference of two rounded running sums, so that what rounding leaves over is spread
  /// and thousands of small weights still average.
  private static func fixed(_ plain: [Double]) -> [Int16] {
    let sum = plain.reduce(0, +)
    guard sum > 0 else { return [Int16(one)] + repeatElement(0, count: plain.count - 1) }
    var (running, rounded) = (0.0, 0)
    return plain.map { weight in
      running += weight / sum * Double(one)
      defer { rounded = Int(running.rounded()) }
      return Int16(clamping: Int(running.rounded()) - rounded)
    }
  }

  /// Lends the weights to a call into C.
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
