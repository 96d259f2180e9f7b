/// A map and its weight, its share of the importance; the sum is 1.
private typealias WeightedPlane = (weight: Double, plane: Plane)

extension Cues {
  /// The weighted sum of the cues, 1 in all (decision 0100).
  var importance: Plane {
    func product(_ a: Plane, _ b: Plane) -> Plane { a.combined(with: b, *) }
    return mixed([
      (0.23, product(barrier, barrier)),
      (0.23, product(barrier, position)),
      (0.19, product(border, border)),
      (0.13, product(edges, position)),
      (0.10, product(signature, position)),
      (0.12, position),
    ])
  }

  /// Returns the weighted sum of the cues and of the network's maps, 1 in all (decisions 0100 and 0139).
  func importance(with seen: NetworkMaps) -> Plane {
    func fitted(_ plane: Plane) -> Plane {
      plane.resampled(toWidth: position.width, height: position.height)
    }
    return mixed([
      (0.15, fitted(seen.gaze)),
      (0.45, fitted(seen.keep)),
      (0.20, barrier.mapped { $0 * $0 }),
      (0.20, importance),
    ])
  }

  /// Adds maps, each divided by its own sum first; the share of one without any value is distributed to the others.
  private func mixed(_ parts: [WeightedPlane]) -> Plane {
    let start = Plane(width: position.width, height: position.height)
    return parts.reduce(into: start) { sum, part in
      let total = part.plane.total
      guard total > 0 else { return }
      let factor = Float(part.weight / total)
      sum = sum.combined(with: part.plane) { $0 + factor * $1 }
    }
  }
}
