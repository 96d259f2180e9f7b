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

  private func crops(
    _ aspect: AspectRatio, of photo: [UInt8]? = nil, focus: [FocusArea] = [], kept: KeptAnalyses?
  ) throws -> [UInt8] {
    let crops = try PhotoRendering(reading: ReadingSettings()).crops(
      of: photo ?? self.photo, wish: CropWish(aspects: [aspect], focus: focus),
      kept: kept)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try [UInt8](encoder.encode(crops.crops))
  }

  @Test func `another crop of a photo is the one that is chosen without them`() throws {
    let (square, wide) = (AspectRatio(width: 1, height: 1), AspectRatio(width: 16, height: 9))
    _ = try crops(square, kept: kept)
    let warm = try crops(wide, kept: kept)
    let cold = try crops(wide, kept: nil)
    #expect(warm == cold)
  }

  @Test func `a photo that is known is not decoded again, unless its focus is another`() throws {
    let square = AspectRatio(width: 1, height: 1)
    let known = KeptAnalyses.Key(photo, [])
    #expect(kept[known] == nil)
    let made = try crops(square, kept: kept)
    let analysed = try #require(kept[known])
    // Bytes that cannot be decoded, with that analysis.
    let text = Array("no photo".utf8)
    kept.keep(analysed, for: KeptAnalyses.Key(text, []))
    #expect(try crops(square, of: text, kept: kept) == made)
    let focus = [try #require(FocusArea(x: 0.1, y: 0.1))]
    #expect(throws: (any Error).self) {
      try crops(square, of: text, focus: focus, kept: kept)
    }
  }

  @Test func `what is kept has a limit`() throws {
    let small = KeptAnalyses(byteCount: 10)
    _ = try crops(AspectRatio(width: 1, height: 1), kept: small)
    #expect(small[KeptAnalyses.Key(photo, [])] == nil)
  }
}
