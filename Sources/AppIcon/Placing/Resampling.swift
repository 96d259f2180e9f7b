import Foundation
import Imaging
import PhotoGeometry

extension PNGPixels {
  /// Returns the picture at a smaller size, by a Lanczos filter with three lobes.
  ///
  ///     L(t) = sinc(t) · sinc(t ÷ 3) for |t| < 3
  ///
  /// stretched by the reduction, applied to columns and then to rows, in linear light with
  /// premultiplied alpha, so that edges neither darken nor show hidden colours. Source: Duchon, "Lanczos
  /// filtering in one and two dimensions", J. Appl. Meteorology 18 (1979).
  func reduced(to target: PixelSize) -> PNGPixels {
    precondition(
      target.width <= size.width && target.height <= size.height,
      "\(size) is only made smaller, not \(target).")
    let across = LanczosTaps.all(from: size.width, to: target.width)
    let down = LanczosTaps.all(from: size.height, to: target.height)
    var narrow = [Float](repeating: 0, count: target.width * size.height * 4)
    let light = linearLight
    for y in 0..<size.height {
      for (x, taps) in across.enumerated() {
        taps.sum(
          light, start: y * size.width * 4, stride: 4, into: &narrow, (y * target.width + x) * 4)
      }
    }
    var result = [Float](repeating: 0, count: target.area * 4)
    for (y, taps) in down.enumerated() {
      for x in 0..<target.width {
        taps.sum(
          narrow, start: x * 4, stride: target.width * 4, into: &result,
          (y * target.width + x) * 4)
      }
    }
    return PNGPixels(size: target, bytes: Self.encoded(result))
  }

  private var linearLight: [Float] {
    var light = [Float](repeating: 0, count: bytes.count)
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Float(bytes[offset + 3]) / 255
      for band in 0..<3 {
        light[offset + band] = Transfer.linear[Int(bytes[offset + band])] * alpha
      }
      light[offset + 3] = alpha
    }
    return light
  }

  private static func encoded(_ light: [Float]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: light.count)
    for offset in stride(from: 0, to: light.count, by: 4) {
      let alpha = min(max(light[offset + 3], 0), 1)
      guard alpha > 0 else { continue }
      for band in 0..<3 { bytes[offset + band] = Transfer.encoded(light[offset + band] / alpha) }
      bytes[offset + 3] = UInt8((alpha * 255).rounded())
    }
    return bytes
  }
}

/// The samples that make one output sample, and their weights, which sum to 1.
private struct LanczosTaps {
  let first: Int
  let weights: [Float]

  static func all(from count: Int, to target: Int) -> [LanczosTaps] {
    let reduction = Double(count) / Double(target)
    return (0..<target).map { index in
      let centre = (Double(index) + 0.5) * reduction - 0.5
      let low = max(Int((centre - 3 * reduction).rounded(.up)), 0)
      let high = min(Int((centre + 3 * reduction).rounded(.down)), count - 1)
      let raw = (low...high).map { kernel((Double($0) - centre) / reduction) }
      let sum = raw.reduce(0, +)
      return LanczosTaps(first: low, weights: raw.map { Float($0 / sum) })
    }
  }

  private static func kernel(_ t: Double) -> Double {
    if abs(t) < 1e-9 { return 1 }
    if abs(t) >= 3 { return 0 }
    let angle = Double.pi * t
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  func sum(
    _ source: [Float], start: Int, stride: Int, into target: inout [Float], _ offset: Int
  ) {
    for (index, weight) in weights.enumerated() {
      let sample = start + (first + index) * stride
      for band in 0..<4 { target[offset + band] += source[sample + band] * weight }
    }
  }
}

/// The curve of sRGB between samples and linear light.
enum Transfer {
  /// Linear light 0…1 of each 8-bit sample.
  static let linear: [Float] = (0...255).map { value in
    Float(SRGBCurve.linear(Double(value) / 255))
  }

  /// The nearest 8-bit sample of linear light; outside 0…1 it is clipped.
  static func encoded(_ light: Float) -> UInt8 {
    UInt8((SRGBCurve.encoded(Double(min(max(light, 0), 1))) * 255).rounded())
  }

  /// The grey of equal luminance, by the weights of ITU-R BT.709 on linear light.
  static func grey(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let luminance =
      0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
    return encoded(luminance)
  }
}
