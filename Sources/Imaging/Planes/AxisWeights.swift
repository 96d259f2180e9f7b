import CPlanes
import Foundation

/// A stretch of one direction that is resampled to evenly spaced samples.
struct AxisSpan {
  /// Where the first result sample begins, in samples of the source; pixel 0 covers 0 to 1.
  let origin: Double
  /// How much of the source each result sample covers.
  let step: Double
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

/// The weights of the samples around a place, by their distance.
enum Kernel {
  /// Lanczos with three lobes: sinc(x) · sinc(x / 3); Duchon 1979.
  case lanczos3
  /// Catmull and Rom's cubic: Keys 1981 with a = −1/2.
  case catmullRom
  /// Straight lines between samples.
  case linear
  /// The same weight for every point of a pixel's square.
  case area

  /// The distance from which the weight is zero, in samples.
  var support: Double {
    switch self {
    case .lanczos3: 3
    case .catmullRom: 2
    case .linear: 1
    case .area: 0.5
    }
  }

  /// Returns the weight of a sample, not yet normalised; for ``area``, the covered part of the sample's square.
  ///
  /// The distance from the kernel's centre to the sample's, and the side of the sample's square, at most 1, are in
  /// units of the kernel; `sine` is that of ``angle(of:)`` the distance.
  func weight(at distance: Double, width: Double, sine: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .lanczos3: return x < 3 ? Self.windowedSinc(x, sine) : 0
    case .catmullRom: return Self.cubic(x)
    case .linear: return max(0, 1 - x)
    // The part of the square that lies inside the kernel's own.
    case .area: return max(0, min(width, min(1, (1 + width) / 2 - x)))
    }
  }

  /// The angle t = πx / 3, whose sine alone determines Lanczos' weight.
  static func angle(of distance: Double) -> Double { .pi / 3 * distance }

  /// sinc(x) · sinc(x / 3) from one sine: sin 3t = 3 sin t − 4 sin³ t with t = πx / 3.
  private static func windowedSinc(_ x: Double, _ sine: Double) -> Double {
    // So near the maximum the weight is 1, and a sine that was computed by rotation has too few digits left.
    guard x > 1e-6 else { return 1 }
    let angle = angle(of: x)
    return sine * sine * (3 - 4 * sine * sine) / (3 * angle * angle)
  }

  private static func cubic(_ x: Double) -> Double {
    switch x {
    case ..<1: (1.5 * x - 2.5) * x * x + 1
    case ..<2: ((2.5 - 0.5 * x) * x - 4) * x + 2
    default: 0
    }
  }
}

/// The kernels for a change of size, chosen for each direction on its own.
struct Kernels {
  let smaller: Kernel
  let larger: Kernel

  /// For pictures that people look at.
  static let sharp = Kernels(smaller: .lanczos3, larger: .catmullRom)
  /// For chroma between its samples.
  static let linear = Kernels(smaller: .linear, larger: .linear)
  /// For pictures that are only measured.
  static let average = Kernels(smaller: .area, larger: .linear)
}
