import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon

@Suite struct `Pixel work` {
  private func pixels(_ side: Int, _ colour: (Int, Int) -> [UInt8]) -> PNGPixels {
    let bytes = (0..<side).flatMap { y in (0..<side).flatMap { x in colour(x, y) } }
    return PNGPixels(size: PixelSize(width: side, height: side), bytes: bytes)
  }

  private let half = PixelSize(width: 16, height: 16)

  @Test func `constant picture stays constant when reduced`() {
    let reduced = pixels(37) { _, _ in [200, 100, 3, 255] }.reduced(to: half)
    #expect(reduced == pixels(16) { _, _ in [200, 100, 3, 255] })
  }

  @Test func `same size is the same picture`() {
    let picture = pixels(16) { x, y in [UInt8(x * 16), UInt8(y * 16), 9, 255] }
    #expect(picture.reduced(to: half) == picture)
  }

  @Test func `mirrored picture reduces to the mirrored result`() {
    let picture = pixels(32) { x, y in [UInt8(x * 7), UInt8(y * 8), UInt8(x ^ y), 255] }
    let mirrored = pixels(32) { x, y in
      [UInt8((31 - x) * 7), UInt8(y * 8), UInt8((31 - x) ^ y), 255]
    }
    let left = picture.reduced(to: half).bytes
    let right = mirrored.reduced(to: half).bytes
    for y in 0..<16 {
      for x in 0..<16 {
        let one = left[(y * 16 + x) * 4..<(y * 16 + x) * 4 + 4]
        let other = right[(y * 16 + 15 - x) * 4..<(y * 16 + 15 - x) * 4 + 4]
        // Sums in another order may round to the neighbouring sample.
        #expect(zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      }
    }
  }

  @Test func `fine black and white lines reduce to the grey of half the light`() {
    let lines = pixels(64) { x, _ in x % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
    let middle = lines.reduced(to: half).bytes[(8 * 16 + 8) * 4]
    #expect(abs(Int(middle) - 188) <= 2)
  }

  @Test func `hidden colour of clear pixels does not bleed`() {
    let picture = pixels(32) { x, _ in x < 16 ? [0, 0, 255, 255] : [255, 0, 0, 0] }
    let reduced = picture.reduced(to: half)
    #expect((0..<256).allSatisfy { reduced.bytes[$0 * 4] == 0 })
  }

  @Test func `opaque pixels keep their samples and clear ones take the background`() {
    let picture = pixels(2) { x, _ in x == 0 ? [1, 2, 3, 255] : [90, 90, 90, 0] }
    let ground = RGBColour(red: 7, green: 8, blue: 9)
    #expect(picture.flattened(on: ground) == [1, 2, 3, 7, 8, 9, 1, 2, 3, 7, 8, 9])
  }

  @Test func `noise that no compression shrinks is written`() throws {
    var generator = SplitMix64(seed: 7)
    let size = PixelSize(width: 1400, height: 1400)
    let noise = (0..<3 * size.area).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let png = try #require(PNGEncoder.rgb(noise, size: size))
    let found = try LocalPNGReader().pixels(of: png, structure: PNGStructure(png))
    #expect(found.flattened(on: .black) == noise)
  }

  @Test func `half alpha is half way`() {
    let picture = pixels(1) { _, _ in [255, 0, 100, 128] }
    let ground = RGBColour(red: 0, green: 0, blue: 0)
    #expect(picture.flattened(on: ground) == [128, 0, 50])
  }

  @Test func `edge colour is that of the rim, not of the middle`() {
    let badge = pixels(32) { x, y in
      let distance = max(abs(x - 16), abs(y - 16))
      if distance > 12 { return [0, 0, 0, 0] }
      return distance > 8 ? [20, 60, 220, 255] : [255, 255, 0, 255]
    }
    #expect(badge.edgeColour == RGBColour(red: 20, green: 60, blue: 220))
  }

  @Test func `edge colour of a clear picture is white`() {
    #expect(pixels(4) { _, _ in [9, 9, 9, 0] }.edgeColour == RGBColour(spelled: "white"))
  }

  @Test(arguments: [
    ("#FF8000", "#FF8000"), ("0af", "#00AAFF"), ("black", "#000000"), ("#12345", nil), ("red", nil),
    ("#+12345", nil),
  ])
  func `colours are read as people write them`(_ text: String, _ expected: String?) {
    #expect(RGBColour(spelled: text)?.description == expected)
  }

  @Test(arguments: [(16, true), (28, true), (38, true), (2, false), (62, false)])
  func `round corners are seen from an eighth to a third of the side`(
    _ radius: Int, _ expected: Bool
  ) {
    let icon = pixels(128) { x, y in
      let reach = Double(radius)
      let dx = max(reach - Double(min(x, 127 - x)) - 0.5, 0)
      let dy = max(reach - Double(min(y, 127 - y)) - 0.5, 0)
      return (dx * dx + dy * dy).squareRoot() > reach ? [255, 255, 255, 255] : [9, 90, 9, 255]
    }
    let isSeen = RoundedCorners.areBaked(into: icon)
    #expect(isSeen == expected)
  }
}
