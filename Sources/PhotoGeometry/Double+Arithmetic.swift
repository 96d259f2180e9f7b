extension Double {
  /// The value rounded to a number of decimal places, for showing; never -0.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * scale).rounded() / scale + 0
  }

  /// The nearest value in a range; the lower bound for NaN.
  package func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
