/// The colours of a heat map: dark blue over violet and orange to pale yellow.
enum HeatColour {
  /// Five stops of matplotlib's perceptually even `inferno` map at 0, ¼, ½, ¾ and 1.
  ///
  /// Source: van der Walt and Smith, the colour maps of matplotlib 2.0, CC0.
  private static let stops: [(Double, Double, Double)] = [
    (0, 0, 4), (87, 16, 110), (188, 55, 84), (249, 142, 9), (252, 255, 164),
  ]

  /// Returns the colour of a value; values outside 0…1 are taken as the nearer end.
  static func of(_ value: Double) -> InkColour {
    let place = min(1, max(0, value)) * Double(stops.count - 1)
    let low = min(Int(place), stops.count - 2)
    let part = place - Double(low)
    func mix(_ from: Double, _ to: Double) -> UInt8 { UInt8((from + (to - from) * part).rounded()) }
    let (a, b) = (stops[low], stops[low + 1])
    return InkColour(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
  }
}
