import Foundation
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Kept analyses")
struct KeptAnalysesTests {
  private let photo: [UInt8]
  private let kept = KeptAnalyses(byteCount: 1 << 20)

  init() throws {
    photo = [UInt8](try Data(contentsOf: Fixture.url("scenes/tile.jpg")))
  }

  private func pipeline(
    _ aspect: AspectRatio, focus: [FocusArea] = [], kept: KeptAnalyses?
  ) -> CropPipeline {
    CropPipeline(
      aspects: [aspect], focus: focus, reading: ReadingSettings(), explains: false, kept: kept)
  }

  @Test func `another crop of a photo is the one that is chosen without them`() throws {
    let (square, wide) = (AspectRatio(width: 1, height: 1), AspectRatio(width: 16, height: 9))
    _ = try pipeline(square, kept: kept).crops(from: photo, name: "")
    let warm = try pipeline(wide, kept: kept).crops(from: photo, name: "")
    let cold = try pipeline(wide, kept: nil).crops(from: photo, name: "")
    #expect(warm.json == cold.json)
  }

  @Test func `a photo that is known is not decoded again, unless its focus is another`() throws {
    let square = AspectRatio(width: 1, height: 1)
    let known = KeptAnalyses.Key(photo, [])
    #expect(kept[known] == nil)
    let crops = try pipeline(square, kept: kept).crops(from: photo, name: "")
    let analysed = try #require(kept[known])
    // What nobody can decode, with that analysis.
    let text = Array("no photo".utf8)
    kept.keep(analysed, for: KeptAnalyses.Key(text, []))
    #expect(try pipeline(square, kept: kept).crops(from: text, name: "").json == crops.json)
    let focus = [try #require(FocusArea(x: 0.1, y: 0.1))]
    #expect(throws: (any Error).self) {
      try pipeline(square, focus: focus, kept: kept).crops(from: text, name: "")
    }
  }

  @Test func `what is kept has a limit`() throws {
    let small = KeptAnalyses(byteCount: 10)
    _ = try pipeline(AspectRatio(width: 1, height: 1), kept: small).crops(from: photo, name: "")
    #expect(small[KeptAnalyses.Key(photo, [])] == nil)
  }
}
