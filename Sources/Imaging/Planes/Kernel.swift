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
