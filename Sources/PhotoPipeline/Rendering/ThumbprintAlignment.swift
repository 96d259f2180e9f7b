internal import SmartCrop

/// How similar two thumbprints are after aligning one with the other.
///
/// The alignment is found by Gauss and Newton's steps over the six numbers of an affine map, with one gain and offset
/// of brightness: Lucas and Kanade, "An iterative image registration technique", IJCAI 1981; Baker and Matthews,
/// "Lucas-Kanade 20 years on", IJCV 56(3), 2004, section 2. The result is the correlation without the thumbprints'
/// coarse light and shade, which different photos share. Of 500 photos cropped, turned, shrunk and recompressed 99 %
/// reach 0.78; of 2,500 others one pair in three million (decision 0802).
struct ThumbprintAlignment {
  /// The correlation from which on two photos show the same.
  static let threshold: Float = 0.78
  private static let steps = 8
  private static let side = Thumbprint.side
  private static let count = side * side
  /// The bounds of the map: a photo that is cropped more is another photo; ours.
  private static let (most, furthest) = (Float(0.35), Float(0.25))
  /// A term that keeps the correlation of two plain walls' noise low: half a squared grey level; ours.
  private static let calm: Float = 0.5

  /// Aligns a thumbprint with another, which may show more, and compares the part that both show.
  ///
  /// `start` is the likely place of the cut in the whole.
  ///
  /// - Returns: The correlation, −1…1; −1 if too little of one is inside the other.
  static func likeness(
    of cut: [Float], in whole: [Float], from start: ThumbprintView.Place
  ) -> Float {
    var place = start
    let gradients = Gradients(whole)
    for _ in 0..<steps {
      guard let next = step(whole, cut, gradients, place) else { return -1 }
      place = next
    }
    return correlation(whole, cut, place)
  }

  private struct Gradients {
    var x = [Float](repeating: 0, count: ThumbprintAlignment.count)
    var y = [Float](repeating: 0, count: ThumbprintAlignment.count)

    /// Differences between neighbours, per side of the picture.
    init(_ samples: [Float]) {
      let side = ThumbprintAlignment.side
      for row in 0..<side {
        for column in 0..<side {
          let (left, right) = (max(0, column - 1), min(side - 1, column + 1))
          let (up, down) = (max(0, row - 1), min(side - 1, row + 1))
          let i = row * side + column
          x[i] =
            (samples[row * side + right] - samples[row * side + left]) / Float(right - left)
            * Float(side)
          y[i] =
            (samples[down * side + column] - samples[up * side + column]) / Float(down - up)
            * Float(side)
        }
      }
    }
  }

  /// Visits a place of the cut and its place in the whole; skips places outside.
  private static func forEachInside(
    _ place: ThumbprintView.Place,
    _ body: (_ index: Int, _ x: Float, _ y: Float, _ first: Int, _ right: Float, _ below: Float) ->
      Void
  ) {
    let size = Float(side)
    for row in 0..<side {
      let y = (Float(row) + 0.5) / size - 0.5
      for column in 0..<side {
        let x = (Float(column) + 0.5) / size - 0.5
        let u = ((1 + place.a) * x + place.b * y + place.x + 0.5) * size - 0.5
        let v = (place.c * x + (1 + place.d) * y + place.y + 0.5) * size - 0.5
        guard u >= 0, v >= 0, u <= size - 1, v <= size - 1 else { continue }
        let (left, top) = (min(size - 2, u.rounded(.down)), min(size - 2, v.rounded(.down)))
        body(row * side + column, x, y, Int(top) * side + Int(left), u - left, v - top)
      }
    }
  }

  private static func sample(
    _ samples: [Float], _ first: Int, _ right: Float, _ below: Float
  ) -> Float {
    let above = samples[first] + right * (samples[first + 1] - samples[first])
    let under =
      samples[first + side] + right * (samples[first + side + 1] - samples[first + side])
    return above + below * (under - above)
  }

  private static func step(
    _ whole: [Float], _ cut: [Float], _ gradients: Gradients, _ place: ThumbprintView.Place
  ) -> ThumbprintView.Place? {
    var sums = (n: Float(0), w: Float(0), c: Float(0), ww: Float(0), wc: Float(0))
    forEachInside(place) { index, _, _, first, right, below in
      let (w, c) = (sample(whole, first, right, below), cut[index])
      sums.n += 1
      sums.w += w
      sums.c += c
      sums.ww += w * w
      sums.wc += w * c
    }
    guard sums.n >= Float(count / 2) else { return nil }
    let (meanW, meanC) = (sums.w / sums.n, sums.c / sums.n)
    let variance = sums.ww / sums.n - meanW * meanW
    let gain = min(2, max(0.5, (sums.wc / sums.n - meanW * meanC) / (variance + 1e-3)))
    var matrix = [Double](repeating: 0, count: 36)
    var vector = [Double](repeating: 0, count: 6)
    forEachInside(place) { index, x, y, first, right, below in
      let error = cut[index] - meanC - gain * (sample(whole, first, right, below) - meanW)
      let gx = gain * sample(gradients.x, first, right, below)
      let gy = gain * sample(gradients.y, first, right, below)
      let slopes = (gx * x, gx * y, gy * x, gy * y, gx, gy)
      withUnsafeBytes(of: slopes) { raw in
        let slopes = raw.bindMemory(to: Float.self)
        for i in 0..<6 {
          vector[i] += Double(slopes[i] * error)
          for j in i..<6 { matrix[i * 6 + j] += Double(slopes[i] * slopes[j]) }
        }
      }
    }
    let trace = (0..<6).reduce(0) { $0 + matrix[$1 * 7] }
    for i in 0..<6 {
      // Levenberg's damping, less for moving than for the rest.
      matrix[i * 7] += (i < 4 ? 1 : 0.3) * 1e-3 * trace / 6 + 1e-9
      for j in 0..<i { matrix[i * 6 + j] = matrix[j * 6 + i] }
    }
    guard let change = solution(matrix, vector) else { return nil }
    var next = place
    func held(_ value: Float, _ limit: Float) -> Float { min(limit, max(-limit, value)) }
    next.a = held(place.a + Float(change[0]), most)
    next.b = held(place.b + Float(change[1]), most)
    next.c = held(place.c + Float(change[2]), most)
    next.d = held(place.d + Float(change[3]), most)
    next.x = held(place.x + Float(change[4]), furthest)
    next.y = held(place.y + Float(change[5]), furthest)
    return next
  }

  /// Solves six equations whose matrix is positive, by Cholesky's factors.
  private static func solution(_ matrix: [Double], _ vector: [Double]) -> [Double]? {
    var factor = matrix
    for i in 0..<6 {
      for j in 0...i {
        var sum = factor[i * 6 + j]
        for k in 0..<j { sum -= factor[i * 6 + k] * factor[j * 6 + k] }
        if i == j {
          guard sum > 0 else { return nil }
          factor[i * 6 + i] = sum.squareRoot()
        } else {
          factor[i * 6 + j] = sum / factor[j * 6 + j]
        }
      }
    }
    var result = vector
    for i in 0..<6 {
      for k in 0..<i { result[i] -= factor[i * 6 + k] * result[k] }
      result[i] /= factor[i * 6 + i]
    }
    for i in (0..<6).reversed() {
      for k in i + 1..<6 { result[i] -= factor[k * 6 + i] * result[k] }
      result[i] /= factor[i * 6 + i]
    }
    return result
  }

  private static func correlation(
    _ whole: [Float], _ cut: [Float], _ place: ThumbprintView.Place
  ) -> Float {
    var laid = [Float](repeating: 0, count: count)
    var inside = [Bool](repeating: false, count: count)
    ThumbprintView(place).writeAll(whole, to: &laid)
    var number: Float = 0
    forEachInside(place) { index, _, _, _, _, _ in
      inside[index] = true
      number += 1
    }
    guard number >= Float(count / 2) else { return -1 }
    let (one, other) = (fine(laid), fine(cut))
    var means = (Float(0), Float(0))
    for i in 0..<count where inside[i] {
      means.0 += one[i] / number
      means.1 += other[i] / number
    }
    var sums = (oo: Float(0), tt: Float(0), ot: Float(0))
    for i in 0..<count where inside[i] {
      let (o, t) = (one[i] - means.0, other[i] - means.1)
      sums.oo += o * o
      sums.tt += t * t
      sums.ot += o * t
    }
    return sums.ot / ((sums.oo * sums.tt).squareRoot() + calm * number)
  }

  /// Samples less their surroundings' mean, 5 × 5 twice, near to a Gaussian of σ = 2.
  private static func fine(_ samples: [Float]) -> [Float] {
    let coarse = mean(mean(samples))
    return zip(samples, coarse).map { $0 - $1 }
  }

  private static func mean(_ samples: [Float]) -> [Float] {
    var rows = samples
    for row in 0..<side {
      for column in 0..<side {
        var sum: Float = 0
        for offset in -2...2 { sum += samples[row * side + min(side - 1, max(0, column + offset))] }
        rows[row * side + column] = sum / 5
      }
    }
    var result = rows
    for row in 0..<side {
      for column in 0..<side {
        var sum: Float = 0
        for offset in -2...2 { sum += rows[min(side - 1, max(0, row + offset)) * side + column] }
        result[row * side + column] = sum / 5
      }
    }
    return result
  }
}

extension ThumbprintView {
  /// Writes the samples of the cut from and to whole arrays.
  func writeAll(_ samples: [Float], to target: inout [Float]) {
    samples.withUnsafeBufferPointer { samples in
      target.withUnsafeMutableBufferPointer { write(samples, to: $0) }
    }
  }
}

extension Thumbprint {
  var floats: [Float] { samples.map(Float.init) }
}
