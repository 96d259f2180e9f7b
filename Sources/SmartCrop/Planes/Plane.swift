import PhotoGeometry

/// One channel as a grid of numbers, row by row from the top left.
struct Plane: Sendable {
  /// The number of columns, at least 1.
  let width: Int
  /// The number of rows, at least 1.
  let height: Int
  /// `width × height` samples; the sample of column `x`, row `y` is at `y × width + x`.
  var samples: [Float]

  init(width: Int, height: Int, samples: [Float]) {
    precondition(samples.count == width * height && !samples.isEmpty)
    self.width = width
    self.height = height
    self.samples = samples
  }

  init(width: Int, height: Int, repeating value: Float = 0) {
    self.init(width: width, height: height, samples: Array(repeating: value, count: width * height))
  }
}

extension Plane {
  /// The sum of all samples, added in double precision.
  var total: Double { samples.reduce(0) { $0 + Double($1) } }

  /// Returns the part inside a rectangle, which must lie inside the plane.
  func cropped(to rect: PixelRect) -> Plane {
    let rows = (rect.y..<rect.maxY).flatMap { y in
      samples[(y * width + rect.x)..<(y * width + rect.maxX)]
    }
    return Plane(width: rect.width, height: rect.height, samples: rows)
  }

  /// Returns the plane with every sample changed.
  func mapped(_ change: (Float) -> Float) -> Plane {
    Plane(width: width, height: height, samples: samples.map(change))
  }

  /// Returns the plane whose samples are made from this one's and another's of the same size.
  func combined(with other: Plane, _ combine: (Float, Float) -> Float) -> Plane {
    precondition(width == other.width && height == other.height)
    return Plane(
      width: width, height: height,
      samples: samples.indices.map { combine(samples[$0], other.samples[$0]) })
  }
}
