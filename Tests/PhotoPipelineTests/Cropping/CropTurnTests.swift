import Foundation
import Imaging
import PhotoGeometry
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite struct `Crops of turned photos` {
  private func crops(_ name: String) throws -> [NormalizedRect] {
    let wish = CropWish(
      aspects: [AspectRatio(width: 1, height: 1), AspectRatio(width: 1134, height: 530)])
    let bytes = [UInt8](try Data(contentsOf: Fixture.url(name)))
    let crops = try PhotoRendering(reading: ReadingSettings()).crops(
      of: bytes, wish: wish)
    return crops.crops.map { NormalizedRect($0.rect, in: crops.photo) }
  }

  /// The eight files hold the same photo, each stored another way and compressed on its own.
  @Test(arguments: 2...8)
  func `a photo that its camera stored turned has the crops of the upright one`(
    orientation: Int
  ) throws {
    // A cell of the network's maps.
    let cell = 1.0 / 32
    let upright = try crops("orientation/1.jpg")
    for (crop, wanted) in zip(try crops("orientation/\(orientation).jpg"), upright) {
      #expect(abs(crop.x - wanted.x) < cell && abs(crop.y - wanted.y) < cell)
      #expect(abs(crop.width - wanted.width) < 0.01 && abs(crop.height - wanted.height) < 0.01)
    }
    #expect(upright.contains { $0.x > cell || $0.y > cell })
  }
}
