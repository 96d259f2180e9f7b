import Foundation
import Imaging
import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite struct `Heads that were seen` {
  private static let photos = SharedFolder.url("crops/sets/fddb")

  private struct Marked: Decodable {
    let image: String
    let faces: [[Double]]

    /// The marked heads.
    var heads: [NormalizedRect] {
      faces.map { NormalizedRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }
  }

  /// The mean distance of two rectangles' left, top, right and bottom sides, in sides of the second.
  private func difference(_ rect: NormalizedRect, _ other: NormalizedRect) -> Double {
    let across = abs(rect.x - other.x) + abs(rect.maxX - other.maxX)
    let down = abs(rect.y - other.y) + abs(rect.maxY - other.maxY)
    return (across / other.width + down / other.height) / 4
  }

  @Test(.enabled(if: photos != nil))
  func `end where people marked them`() throws {
    let folder = try #require(Self.photos)
    let marked = try JSONDecoder().decode(
      [Marked].self, from: Data(contentsOf: folder.appending(path: "annotations.json")))
    let rendering = PhotoRendering(reading: ReadingSettings())
    let wish = CropWish(aspects: [AspectRatio(width: 1, height: 1)])
    let found = try marked.prefix(12).flatMap { photo in
      let bytes = [UInt8](
        try Data(contentsOf: folder.appending(path: "images").appending(path: photo.image)))
      let heads = try rendering.crops(of: bytes, wish: wish)
        .regions.compactMap(\.head)
      return heads.compactMap { head in
        photo.heads.map { difference(head, $0) }.min().flatMap { $0 < 0.3 ? $0 : nil }
      }
    }
    #expect(found.count >= 10)
    #expect(found.reduce(0, +) / Double(found.count) < 0.06)
  }
}
