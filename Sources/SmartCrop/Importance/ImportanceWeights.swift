/// How much each map counts in the importance; the sum is 1.
///
/// Every map is divided by its own sum first, so a weight is the share of the importance that its map
/// hands out. A map without any value hands its share to the others. Derivation: decision 0101.
struct ImportanceWeights: Sendable {
  var barrierSquared = 0.23
  var barrierNearCentre = 0.23
  var borderSquared = 0.19
  var edgesNearCentre = 0.13
  var signatureNearCentre = 0.10
  var position = 0.12

  static let standard = ImportanceWeights()
}

extension Cues {
  /// Returns the weighted sum of the maps, 1 in all.
  func importance(_ weights: ImportanceWeights) -> Plane {
    let cues = self
    func product(_ a: Plane, _ b: Plane) -> Plane { a.combined(with: b, *) }
    let parts = [
      (weights.barrierSquared, product(cues.barrier, cues.barrier)),
      (weights.barrierNearCentre, product(cues.barrier, cues.position)),
      (weights.borderSquared, product(cues.border, cues.border)),
      (weights.edgesNearCentre, product(cues.edges, cues.position)),
      (weights.signatureNearCentre, product(cues.signature, cues.position)),
      (weights.position, cues.position),
    ]
    var sum = Plane(width: cues.position.width, height: cues.position.height)
    for (weight, plane) in parts {
      let total = plane.total
      guard total > 0 else { continue }
      let factor = Float(weight / total)
      sum = sum.combined(with: plane) { $0 + factor * $1 }
    }
    return sum
  }
}
