import Foundation
import Testing
import _TestSupport

@Suite("The data folder") struct SharedFolderTests {
  private static let isRequired =
    ProcessInfo.processInfo.environment["PHOTOPREP_SHARED"] == "required"

  @Test(
    .enabled(if: isRequired, "only where PHOTOPREP_SHARED says 'required'"),
    arguments: [
      "app", "bench", "crops/sets", "facts", "hostile", "icons", "photos/camera", "photos/formats",
      "seeds",
    ])
  func `is complete where its tests must not be skipped`(place: String) {
    #expect(SharedFolder.has(place))
  }
}
