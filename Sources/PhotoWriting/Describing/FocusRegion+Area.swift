package import PhotoStore
package import SmartCrop

extension FocusRegion {
  /// The region of a place that a person pointed at.
  package init(_ area: FocusArea) {
    let kind: Kind =
      switch area.kind {
      case .face: .face
      case .animalFace: .animalFace
      case .region: .region
      }
    self.init(area.rect, weight: 1, kind: kind, origin: .hand)
  }
}
