internal import Foundation

/// A turn about the origin, clockwise where y points down.
struct Rotation {
  private let sine: Double
  private let cosine: Double

  init(degrees: Double) {
    (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  }

  /// Returns where a point goes.
  func turned(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (x * cosine - y * sine, x * sine + y * cosine)
  }
}
