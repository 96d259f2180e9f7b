/// The weight of each map in the importance; the sum is 1.
///
/// Every map is first divided by its own sum, so a weight is the share of the importance from its map. The share of a
/// map without any value is distributed to the others. Derivation: decision 0100.
struct ImportanceWeights: Sendable {
  var barrierSquared = 0.23
  var barrierNearCentre = 0.23
  var borderSquared = 0.19
  var edgesNearCentre = 0.13
  var signatureNearCentre = 0.10
  var position = 0.12

  static let standard = ImportanceWeights()
}

/// The weight of each map in the importance together with a network's maps; the sum is 1.
///
/// Derivation: decisions 0100 and 0139.
struct LearnedImportanceWeights: Sendable {
  var gaze = 0.15
  var keep = 0.45
  var barrierSquared = 0.20
  /// The importance from cues alone, with ``ImportanceWeights/standard``.
  var cues = 0.20

  static let standard = LearnedImportanceWeights()
}

/// A map and its weight.
private typealias WeightedPlane = (weight: Double, plane: Plane)

extension Cues {
  /// Returns the weighted sum of the cues, 1 in all.
  func importance(_ weights: ImportanceWeights) -> Plane {
    func product(_ a: Plane, _ b: Plane) -> Plane { a.combined(with: b, *) }
    return mixed([
      (weights.barrierSquared, product(barrier, barrier)),
      (weights.barrierNearCentre, product(barrier, position)),
      (weights.borderSquared, product(border, border)),
      (weights.edgesNearCentre, product(edges, position)),
      (weights.signatureNearCentre, product(signature, position)),
      (weights.position, position),
    ])
  }

  /// Returns the weighted sum of the cues and of the network's maps, 1 in all.
  func importance(_ weights: LearnedImportanceWeights, _ seen: NetworkMaps) -> Plane {
    func fitted(_ plane: Plane) -> Plane {
      plane.resampled(toWidth: position.width, height: position.height)
    }
    return mixed([
      (weights.gaze, fitted(seen.gaze)),
      (weights.keep, fitted(seen.keep)),
      (weights.barrierSquared, barrier.mapped { $0 * $0 }),
      (weights.cues, importance(ImportanceWeights.standard)),
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
