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
  func `end nearer to where people marked them than faces let expect`() throws {
    let folder = try #require(Self.photos)
    let marked = try JSONDecoder().decode(
      [Marked].self, from: Data(contentsOf: folder.appending(path: "annotations.json")))
    let pipeline = CropPipeline(
      aspects: [AspectRatio(width: 1, height: 1)], focus: [],
      reading: ReadingSettings(), explains: false)
    var (seen, expected): ([Double], [Double]) = ([], [])
    for photo in marked.prefix(12) {
      let bytes = [UInt8](
        try Data(contentsOf: folder.appending(path: "images").appending(path: photo.image)))
      for region in try pipeline.crops(from: bytes, name: photo.image).regions {
        let plain = FocusRegion(region.rect, kind: .face, origin: .detector)
        guard let head = region.head,
          let mark = photo.heads.min(by: {
            difference(plain.expectedHead, $0) < difference(plain.expectedHead, $1)
          }), difference(plain.expectedHead, mark) < 0.3
        else { continue }
        seen.append(difference(head, mark))
        expected.append(difference(plain.expectedHead, mark))
      }
    }
    #expect(seen.count >= 10)
    #expect(seen.reduce(0, +) < 0.9 * expected.reduce(0, +))
  }
}

extension FocusRegion {
  /// The head that a face lets expect by decision 0100.
  fileprivate var expectedHead: NormalizedRect {
    NormalizedRect(
      x: rect.x + 0.05 * rect.width, y: rect.y - 0.24 * rect.height, width: 0.9 * rect.width,
      height: 1.355 * rect.height)
  }
}
