package import PhotoStore
package import SystemFiles
package import SystemPackage

/// Where a run finds out what a person pointed at: in its own options, else beside each photo
/// (decision 0133).
package struct HandFocus: Sendable {
  /// Places that hold for every photo of the run; with any, sidecars are not looked at.
  private let areas: [FocusArea]
  private let fileSystem: any FileSystem

  /// Makes it of the places that hold for every photo of a run, and where files are.
  package init(areas: [FocusArea], fileSystem: any FileSystem) {
    self.areas = areas
    self.fileSystem = fileSystem
  }

  /// Returns what a person pointed at in a photo; empty for nothing.
  ///
  /// Each photo costs two looks for a sidecar, and a read when there is one.
  ///
  /// - Throws: What is wrong with the photo's sidecar.
  package func areas(in photo: FilePath) throws(BrokenSidecar) -> [FocusArea] {
    areas.isEmpty ? try FocusSidecar.areas(beside: photo, in: fileSystem) : areas
  }
}
