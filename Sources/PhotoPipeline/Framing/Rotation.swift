internal import Foundation

/// A rotation about the origin, clockwise when y points down.
struct Rotation {
  private let sine: Double
  private let cosine: Double

  init(degrees: Double) {
    (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  }

  func turned(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (x * cosine - y * sine, x * sine + y * cosine)
  }
}
