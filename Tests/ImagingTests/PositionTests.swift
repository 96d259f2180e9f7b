import Foundation
import Imaging
import PhotoGeometry
import Testing
import _TestSupport

/// Three soft dots, stored in every format that can say how a picture lies, come out where they belong.
@Suite("Positions") struct PositionTests {
  private static let size = (width: 192, height: 128)
  /// Middles of the dots as stored, from the top left corner: `formats.dots` draws the same.
  private static let dots = [(48.3, 40.6), (140.7, 52.2), (85.5, 91.9)]

  private static let samples: [UInt8] = TestScene.samples(
    PixelSize(width: size.width, height: size.height)
  ) { x, y in
    let dark = dots.map { a, b in
      exp(-(pow(Double(x) + 0.5 - a, 2) + pow(Double(y) + 0.5 - b, 2)) / 72)
    }
    return [UInt8](repeating: UInt8((255 - 200 * dark.reduce(0, +)).rounded()), count: 3)
  }

  enum Format: String, CaseIterable {
    case jpeg, png, tiff, webp, jxl, heic, avif

    /// A file whose picture is to be turned by an orientation of Exif 3.0, tag 274.
    func file(_ orientation: Int) throws -> [UInt8] {
      let (width, height) = PositionTests.size
      let samples = PositionTests.samples
      switch self {
      case .jpeg:
        let plain = try Raster(size: PixelSize(width: width, height: height), rgb: samples)
          .jpeg(quality: 95)
        let content = Array("Exif\0\0".utf8) + TestScene.exif(orientation)
        return plain.prefix(2) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
          + plain.dropFirst(2)
      case .png:
        return TestPNG(
          width: width, height: height, samples: samples,
          extra: [("eXIf", TestScene.exif(orientation))]
        ).bytes
      case .tiff:
        return TestTIFF(width: width, height: height, samples: samples, orientation: orientation)
          .bytes
      case .webp:
        var bytes = try fixture()
        bytes[try place(of: [1, 0x12, 0, 3, 0, 0, 0, 1, 0], in: bytes)] = UInt8(orientation)
        return bytes
      case .jxl:
        // Three bits behind the size, of 14 bits here, and two flags: 18181-1, D.2 and D.3.
        var bytes = try fixture()
        let place = try place(of: [0xFF, 0x0A], in: bytes) + 1
        bytes[place] = bytes[place] & 0b1100_0111 | UInt8(orientation - 1) << 3
        return bytes
      case .heic, .avif:
        // Quarters anticlockwise, then left for right: ISO/IEC 23008-12, 6.5.10 and 6.5.12.
        let (quarters, isMirrored) = [
          (0, false), (0, true), (2, false), (2, true), (3, true), (3, false), (1, true),
          (1, false),
        ][orientation - 1]
        var bytes = try fixture(isMirrored ? "-mirrored" : "")
        bytes[try place(of: Array("irot".utf8), in: bytes)] = UInt8(quarters)
        return bytes
      }
    }

    private func fixture(_ kind: String = "") throws -> [UInt8] {
      [UInt8](try Data(contentsOf: Fixture.url("formats/dots\(kind).\(rawValue)")))
    }

    /// The place behind some bytes.
    private func place(of wanted: [UInt8], in bytes: [UInt8]) throws -> Int {
      let start = (0..<bytes.count - wanted.count).first {
        bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
      }
      return try #require(start) + wanted.count
    }
  }

  /// Where a place of the stored picture is once that is turned.
  private func upright(_ place: (Double, Double), _ orientation: Int) -> (x: Double, y: Double) {
    let (x, y) = place
    let (right, bottom) = (Double(Self.size.width) - x, Double(Self.size.height) - y)
    return [
      (x, y), (right, y), (right, bottom), (x, bottom), (y, x), (bottom, x), (bottom, right),
      (y, right),
    ][orientation - 1]
  }

  @Test(arguments: Format.allCases, 1...8)
  func `a dot is within 0.02 pixels of where it belongs`(
    format: Format, orientation: Int
  ) throws {
    let source = try PhotoSource(bytes: format.file(orientation), name: format.rawValue)
    let isSideways = orientation >= 5
    let size = isSideways ? (width: 128.0, height: 192.0) : (width: 192.0, height: 128.0)
    #expect(source.header.size == PixelSize(width: Int(size.width), height: Int(size.height)))
    let part = NormalizedRect(x: 0.03, y: 0.05, width: 0.93, height: 0.91)
    let frame = PixelSize(width: isSideways ? 83 : 117, height: isSideways ? 117 : 83)
    let render = try source.decode(atLeast: 1, background: .white)
      .cropped(to: part, resizedTo: frame).rgb()
    for dot in Self.dots {
      let place = upright(dot, orientation)
      let across = Double(frame.width) / (part.width * size.width)
      let down = Double(frame.height) / (part.height * size.height)
      let wanted = (
        (place.x - part.x * size.width) * across, (place.y - part.y * size.height) * down
      )
      let found = middle(of: render, frame, near: wanted, within: (24 * across, 24 * down))
      #expect(
        abs(found.0 - wanted.0) < 0.02 && abs(found.1 - wanted.1) < 0.02, "\(found) \(wanted)")
    }
  }

  /// The middle of what is dark near a place.
  private func middle(
    of rgb: [UInt8], _ size: PixelSize, near: (Double, Double), within: (Double, Double)
  ) -> (Double, Double) {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<size.height where abs(Double(row) + 0.5 - near.1) <= within.1 {
      for column in 0..<size.width where abs(Double(column) + 0.5 - near.0) <= within.0 {
        let dark = max(0, 250 - Double(rgb[3 * (row * size.width + column) + 1]))
        sum += dark
        x += dark * (Double(column) + 0.5)
        y += dark * (Double(row) + 0.5)
      }
    }
    return (x / sum, y / sum)
  }
}
