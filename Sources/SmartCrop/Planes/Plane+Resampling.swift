extension Plane {
  /// Returns the plane on another grid: the mean of the area where a side shrinks, linear between the
  /// samples where it grows.
  func resampled(toWidth newWidth: Int, height newHeight: Int) -> Plane {
    let reduced = reduced(toWidth: min(width, newWidth), height: min(height, newHeight))
    return reduced.enlargedRows(to: newWidth).transposed.enlargedRows(to: newHeight).transposed
  }

  /// The plane with more samples in each row; the centres of the outer samples keep their values.
  private func enlargedRows(to newWidth: Int) -> Plane {
    if newWidth <= width { return self }
    let places = (0..<newWidth).map { index -> (first: Int, second: Int, share: Float) in
      // Doubled and whole up to the division, so that both ends get the same numbers.
      let centre = Double((2 * index + 1) * width - newWidth) / Double(2 * newWidth)
      let place = min(Double(width - 1), max(0, centre))
      return (Int(place), min(Int(place) + 1, width - 1), Float(place - place.rounded(.down)))
    }
    var result = Plane(width: newWidth, height: height)
    for y in 0..<height {
      for (x, place) in places.enumerated() {
        let (left, right) = (samples[y * width + place.first], samples[y * width + place.second])
        result.samples[y * newWidth + x] = left * (1 - place.share) + right * place.share
      }
    }
    return result
  }
}
