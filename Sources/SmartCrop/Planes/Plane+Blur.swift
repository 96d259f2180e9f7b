import Foundation

extension Plane {
  /// Returns the plane blurred by a Gaussian, its border samples repeated outwards.
  ///
  /// The kernel reaches three standard deviations, given in cells.
  func blurred(sigma: Double) -> Plane {
    let kernel = Self.gaussianKernel(sigma: sigma)
    guard kernel.count > 1 else { return self }
    return convolvedAlongRows(kernel).transposed.convolvedAlongRows(kernel).transposed
  }

  /// The right half of a Gaussian of sum 1, its centre first.
  private static func gaussianKernel(sigma: Double) -> [Float] {
    guard sigma > 0 else { return [1] }
    let half = (0...Int((3 * sigma).rounded(.up))).map { x in
      exp(-Double(x * x) / (2 * sigma * sigma))
    }
    let total = 2 * half.reduce(0, +) - half[0]
    return half.map { Float($0 / total) }
  }

  /// The plane with columns and rows exchanged.
  var transposed: Plane {
    var result = Plane(width: height, height: width)
    samples.withUnsafeBufferPointer { source in
      result.samples.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          for x in 0..<width { target[x &* height &+ y] = source[y &* width &+ x] }
        }
      }
    }
    return result
  }

  private func convolvedAlongRows(_ kernel: [Float]) -> Plane {
    let reach = kernel.count - 1
    var result = Plane(width: width, height: height)
    var row = [Float](repeating: 0, count: width + 2 * reach)
    for y in 0..<height {
      let start = y * width
      for x in row.indices { row[x] = samples[start + min(max(0, x - reach), width - 1)] }
      for x in 0..<width {
        var sum = kernel[0] * row[x + reach]
        // Pairs keep the sum the same when the row is mirrored.
        for k in 1...reach { sum += kernel[k] * (row[x + reach - k] + row[x + reach + k]) }
        result.samples[start + x] = sum
      }
    }
    return result
  }
}
