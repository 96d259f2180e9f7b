import Imaging

extension PNGPixels {
  /// Returns the picture at a smaller size, by Lanczos' kernel over columns and then over rows.
  ///
  /// In linear light with premultiplied alpha, so that edges neither darken nor show hidden colours.
  func reduced(to target: PixelSize) -> PNGPixels {
    precondition(
      target.width <= size.width && target.height <= size.height,
      "\(size) is only made smaller, not \(target).")
    let columns = KernelWindow.reduction(from: size.width, to: target.width)
    let rows = KernelWindow.reduction(from: size.height, to: target.height)
    var narrow = [Float](repeating: 0, count: target.width * size.height * 4)
    let light = linearLight
    for y in 0..<size.height {
      for (x, taps) in columns.enumerated() {
        let start = (y * size.width + taps.first) * 4
        Self.sum(light, taps.weights, start, stride: 4, into: &narrow, (y * target.width + x) * 4)
      }
    }
    var result = [Float](repeating: 0, count: target.area * 4)
    let stride = target.width * 4
    for (y, taps) in rows.enumerated() {
      for x in 0..<target.width {
        let start = taps.first * stride + x * 4
        Self.sum(narrow, taps.weights, start, stride: stride, into: &result, y * stride + x * 4)
      }
    }
    return PNGPixels(size: target, bytes: Self.encoded(result))
  }

  /// Adds the weighted pixels of a row or a column, `stride` numbers apart, to the pixel at an offset.
  private static func sum(
    _ source: [Float], _ weights: [Float], _ start: Int, stride: Int, into target: inout [Float],
    _ offset: Int
  ) {
    for (index, weight) in weights.enumerated() {
      for band in 0..<4 {
        target[offset + band] += source[start + index * stride + band] * weight
      }
    }
  }

  private var linearLight: [Float] {
    var light = [Float](repeating: 0, count: bytes.count)
    let curve = SRGBCurve.light
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Float(bytes[offset + 3]) / 255
      for band in 0..<3 {
        light[offset + band] = curve[Int(bytes[offset + band])] * alpha
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
      for band in 0..<3 {
        bytes[offset + band] = SRGBCurve.sample(nearest: light[offset + band] / alpha)
      }
      bytes[offset + 3] = UInt8((alpha * 255).rounded())
    }
    return bytes
  }
}
