extension Plane {
  /// Returns the plane stretched to 0…1, the brightest half percent clipped.
  ///
  ///     n(a) = clip((a − min) / (q − min), 0, 1),  q = the 99.5th percentile
  ///
  /// The percentile instead of the maximum keeps one odd cell from darkening all others.
  ///
  /// A range `q − min` of `leastRange` or below is noise; the result is then all zero.
  func normalised(leastRange: Float) -> Plane {
    guard let least = samples.min() else { return self }
    let range = upperPercentile - least
    guard range > leastRange else { return Plane(width: width, height: height) }
    return mapped { min(1, max(0, ($0 - least) / range)) }
  }

  /// The sample below which 99.5 % of all samples lie, without interpolation.
  var upperPercentile: Float {
    let rank = Int((Double(samples.count - 1) * 0.995).rounded())
    return samples.sortedElement(at: rank)
  }
}

extension Array where Element == Float {
  /// Returns the element that would be at `rank` if the array were sorted.
  ///
  /// Hoare, "Algorithm 65: find", Communications of the ACM 4(7), 1961; O(*n*) on average.
  func sortedElement(at rank: Int) -> Float {
    var values = self
    var low = 0
    var high = count - 1
    while low < high {
      let pivot = values[(low + high) / 2]
      var i = low
      var j = high
      while i <= j {
        while values[i] < pivot { i += 1 }
        while pivot < values[j] { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if j < rank { low = i }
      if rank < i { high = j }
    }
    return values[rank]
  }
}
