import Foundation
import Imaging
import PhotoGeometry
import Testing

@Suite("Turning and straightening")
struct StraighteningTests {
  /// 80 × 60 pixels, black, with a white square of 12 pixels whose middle is 20 to the right of the
  /// picture's.
  private func dot() throws -> Raster {
    let size = PixelSize(width: 80, height: 60)
    var pixels = [UInt8](repeating: 0, count: 3 * size.area)
    for y in 24..<36 {
      for x in 54..<66 { for band in 0..<3 { pixels[3 * (y * 80 + x) + band] = 255 } }
    }
    return try Raster(size: size, rgb: pixels)
  }

  /// The mean place of the light in a picture, from its middle.
  private func middle(_ raster: Raster) throws -> (x: Double, y: Double) {
    let pixels = try raster.rgb()
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<raster.size.height {
      for column in 0..<raster.size.width {
        let light = Double(pixels[3 * (row * raster.size.width + column)])
        sum += light
        x += light * (Double(column) + 0.5 - Double(raster.size.width) / 2)
        y += light * (Double(row) + 0.5 - Double(raster.size.height) / 2)
      }
    }
    return (x / sum, y / sum)
  }

  @Test(arguments: [(0, 20.0, 0.0), (1, 0, 20), (2, -20, 0), (3, 0, -20), (-1, 0, -20), (5, 0, 20)])
  func `quarter turns go clockwise`(turns: Int, x: Double, y: Double) throws {
    let turned = try dot().turned(quarterTurns: turns)
    #expect(
      turned.size == PixelSize(width: turns % 2 == 0 ? 80 : 60, height: turns % 2 == 0 ? 60 : 80))
    let place = try middle(turned)
    #expect(abs(place.x - x) < 0.3 && abs(place.y - y) < 0.3, "\(place)")
  }

  @Test(arguments: [-45.0, -20, -1, 1, 12.5, 30, 45])
  func `the photo turns clockwise about its middle`(degrees: Double) throws {
    let turned = try dot().cropped(
      to: .full, straightenedBy: degrees, resizedTo: PixelSize(width: 80, height: 60))
    let place = try middle(turned)
    let angle = degrees * .pi / 180
    #expect(
      abs(place.x - 20 * cos(angle)) < 0.3 && abs(place.y - 20 * sin(angle)) < 0.3, "\(place)")
  }

  @Test(arguments: [0.5, 1, 2, 3])
  func `a part is shown where it lies, at any size`(scale: Double) throws {
    let size = PixelSize(width: 40, height: 30).scaled(by: scale)
    let part = NormalizedRect(x: 0.4, y: 0.3, width: 0.5, height: 0.5)
    let shown = try dot().cropped(to: part, straightenedBy: 10, resizedTo: size)
    #expect(shown.size == size)
    let place = try middle(shown)
    let angle = 10 * Double.pi / 180
    // The part's middle lies 12 to the right of the picture's, and 3 below.
    let wanted = (x: (20 * cos(angle) - 12) * scale, y: (20 * sin(angle) - 3) * scale)
    #expect(abs(place.x - wanted.x) < 0.3 * max(1, scale), "\(place) \(wanted)")
    #expect(abs(place.y - wanted.y) < 0.3 * max(1, scale), "\(place) \(wanted)")
  }

  @Test func `an angle of zero gives a plain crop`() throws {
    let part = NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let size = PixelSize(width: 40, height: 30)
    let plain = try dot().cropped(to: part, resizedTo: size)
    #expect(try dot().cropped(to: part, straightenedBy: 0, resizedTo: size).rgb() == plain.rgb())
  }

  @Test func `the area beyond the photo is black`() throws {
    let size = PixelSize(width: 64, height: 64)
    let white = try Raster(size: size, rgb: [UInt8](repeating: 255, count: 3 * size.area))
    let turned = try white.cropped(to: .full, straightenedBy: 45, resizedTo: size).rgb()
    func sample(_ x: Int, _ y: Int) -> UInt8 { turned[3 * (y * size.width + x)] }
    #expect(sample(32, 32) >= 254 && sample(32, 2) >= 254)
    #expect(sample(1, 1) <= 1 && sample(62, 62) <= 1)
  }
}
