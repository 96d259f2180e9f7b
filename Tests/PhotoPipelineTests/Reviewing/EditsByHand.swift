import Foundation
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import PhotoWriting
import SystemPackage
import Testing
import _TestSupport

/// A suite whose tests prepare photos into one store and frame them by hand.
protocol EditsByHand {
  var directory: TemporaryDirectory { get }
}

extension EditsByHand {
  var store: FilePath { FilePath(directory.url.appending(path: "store").path) }

  func prepare(
    _ fixture: String = "scenes/boats.jpg", force: Bool = false,
    by analysis: AnalysisMethod = .learned, focus: [FocusArea] = [],
    for frames: WidgetFrames = WidgetScreen.largestPhone.frames, filter: PhotoFilterSpec? = nil
  ) throws -> RecordID {
    var prepared: RecordID?
    var request = PrepRequest(
      inputs: [FilePath(Fixture.url(fixture).path)], store: store, frames: frames, jobs: 1,
      isForced: force, focus: focus)
    request.reading.analysis = analysis
    request.keepsOlder = true
    request.recipe.filter = filter
    _ = try PrepRun(request).run { event in
      if case .prepared(let file) = event { prepared = file.id }
    }
    return try #require(prepared)
  }

  func framing(
    _ rect: NormalizedRect, degrees: Double = 0, turns: Int = 0
  ) -> HandEdit.Choice {
    .framed(ManualFraming(cropRect: rect, straightenDegrees: degrees, quarterTurns: turns))
  }

  /// A square of the 1600 × 1200 pixels of `boats.jpg`.
  var square: NormalizedRect {
    NormalizedRect(x: 0.1, y: 0.2, width: 0.45, height: 0.6)
  }

  func image(_ name: String) throws -> URL {
    try #require(try StoreView(store).imageURL(name))
  }
}
