internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

/// Where a run finds out what a person pointed at: in its own options, else beside each photo (decision 0133).
struct HandFocus: Sendable {
  /// Places that hold for every photo of the run; with any, sidecars are not looked at.
  let areas: [FocusArea]
  let fileSystem: any FileSystem

  /// Returns what a person pointed at in a photo; empty for nothing.
  ///
  /// Each photo costs two looks for a sidecar, and a read when there is one.
  ///
  /// - Throws: The rejection of a photo with a broken sidecar.
  func callAsFunction(_ photo: FilePath) throws(Rejection) -> [FocusArea] {
    areas.isEmpty ? try FocusSidecar.areas(beside: photo, in: fileSystem) : areas
  }
}

extension FocusRegion {
  /// The region of a place that a person pointed at.
  init(_ area: FocusArea) {
    let kind: Kind =
      switch area.kind {
      case .face: .face
      case .animalFace: .animalFace
      case .region: .region
      }
    self.init(area.rect, weight: 1, kind: kind, origin: .hand)
  }
}
