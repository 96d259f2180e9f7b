extension Double {
  /// The value rounded to a number of decimal places, for showing; never -0.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * scale).rounded() / scale + 0
  }
}
