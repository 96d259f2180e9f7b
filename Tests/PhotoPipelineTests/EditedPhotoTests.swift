import Imaging
import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

/// What is an edit of a photo, and what another photo (decision 0811).
@Suite("Edits of photos")
struct EditedPhotoTests {
  private func photo(
    _ thumbprint: Thumbprint, at time: String? = nil, by camera: String? = nil
  ) -> AssessedPhoto {
    AssessedPhoto(
      size: PixelSize(width: 1600, height: 1200),
      capture: PhotoCapture(time: time.flatMap { CameraTime($0) }, camera: camera),
      assessment: PhotoAssessment(score: PhotoScore([:]), kind: .photo, thumbprint: thumbprint))
  }

  @Test func `the time a photo was taken decides, and so does another camera`() throws {
    let (one, other) = (
      try BlobPicture(seed: 1).thumbprint(), try BlobPicture(seed: 2).thumbprint()
    )
    let (noon, later) = ("2026-01-05T12:00:00", "2026-01-05T12:00:01")
    #expect(photo(other, at: noon).isEdit(of: photo(one, at: noon)))
    #expect(!photo(one, at: later).isEdit(of: photo(one, at: noon)))
    #expect(!photo(one, at: noon, by: "B").isEdit(of: photo(one, at: noon, by: "A")))
    // An edit that says nothing of either is known by what it shows.
    #expect(photo(one).isEdit(of: photo(one, at: noon, by: "A")))
    #expect(!photo(other).isEdit(of: photo(one, at: noon, by: "A")))
  }

  @Test func `crops, turns and other tones are edits, and other pictures are not`() throws {
    var taken = 0
    for seed in UInt64(0)..<20 {
      let picture = BlobPicture(seed: seed)
      let former = photo(try picture.thumbprint())
      let darker = try #require(Thumbprint(picture.thumbprint().samples.map { $0 / 2 + 10 }))
      let quarter = try picture.thumbprint(turned: .pi / 2)
      let edits = try [
        picture.thumbprint(x: 0.05, y: 0.1, width: 0.85, height: 0.85),
        picture.thumbprint(x: 0.03, y: 0.03, width: 0.94, height: 0.94, turned: 0.05),
        darker, quarter,
      ]
      for edit in edits { #expect(photo(edit).isEdit(of: former)) }
      if photo(try BlobPicture(seed: seed + 100).thumbprint()).isEdit(of: former) { taken += 1 }
    }
    // Such pictures are more alike than photos are.
    #expect(taken <= 1)
  }
}
