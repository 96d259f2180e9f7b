/// The measures of gauges; of circular ones in parts of the diameter; our own, after Apple's pictures
/// (decision 0722).
package enum GaugeShape {
  /// The width of the ring.
  package static let line = 0.1
  /// The ring runs over three quarters of the circle, from lower left to lower right.
  package static let angles = (start: 0.75 * Double.pi, sweep: 1.5 * Double.pi)
  /// The diameter of the gap around the marker, in parts of the ring's width, which is the marker's diameter.
  package static let markerGap = 1.8
  /// The opacity of the empty part of a capacity.
  package static let rest = 0.3
  /// The height of a bar in points.
  static let bar = 6.0
  /// The greatest width of the text in the middle.
  static let middle = 0.6
  /// The middle of the row of labels, from the top.
  static let labels = 0.87
  /// The width of that row.
  static let gap = 0.64
}

extension LayoutSolver {
  /// A gauge without an offered size has the diameter of the smallest Lock Screen circle, in points.
  private static let idealGauge = 68.0

  func gaugeSize(_ gauge: Gauge, _ proposal: Proposal) -> PointSize {
    if gauge.style.isLinear {
      return PointSize(proposal.width ?? Self.idealGauge, GaugeShape.bar)
    }
    let sides = [proposal.width, proposal.height].compactMap(\.self).filter(\.isFinite)
    let side = sides.min() ?? Self.idealGauge
    return PointSize(side, side)
  }

  func placedGauge(_ gauge: Gauge, _ box: LayoutBox, _ frame: Frame) -> [LaidOut] {
    guard !gauge.style.isLinear else { return [] }
    let diameter = frame.size.width
    func place(_ child: LayoutBox, width: Double, at middle: Double) -> LaidOut {
      let proposal = Proposal(width * diameter, diameter)
      let size = size(child, proposal)
      let center = frame.placing(size, Alignment())
      let y = frame.y + middle * diameter - size.height / 2
      return self.place(child, Frame(center.x, y, size.width, size.height), proposal)
    }
    let middle = box.children.dropLast().map { place($0, width: GaugeShape.middle, at: 0.5) }
    return middle
      + box.children.suffix(1).map {
        place($0, width: GaugeShape.gap, at: GaugeShape.labels)
      }
  }
}
