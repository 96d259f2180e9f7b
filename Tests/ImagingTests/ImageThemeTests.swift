import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Theme of a picture")
struct ImageThemeTests {
  /// CSS Color 4, the sample values of `oklab()` for named colours.
  static let known: [([Double], [Double])] = [
    ([1, 0, 0], [0.62796, 0.22486, 0.12585]), ([0, 0, 1], [0.45201, -0.03246, -0.31153]),
    ([1, 1, 1], [1, 0, 0]), ([0, 0, 0], [0, 0, 0]),
  ]

  @Test(arguments: known)
  func `OKLab has the published values and converts back`(rgb: [Double], lab: [Double]) {
    let colour = OKLab(red: rgb[0], green: rgb[1], blue: rgb[2])
    for (value, expected) in zip([colour.lightness, colour.greenRed, colour.blueYellow], lab) {
      #expect(abs(value - expected) < 2e-5)
    }
    let samples = rgb.map { UInt8($0 * 255) }
    #expect(colour.sRGB == RGBColour(red: samples[0], green: samples[1], blue: samples[2]))
  }

  @Test func `contrast is computed as in WCAG`() {
    #expect(RGBColour.white.contrast(with: .black) == 21)
    // The darkest grey that WCAG's own examples let pass on white, and the one that fails.
    let grey = [0x76, 0x77].map { RGBColour(red: $0, green: $0, blue: $0) }
    #expect(grey[0].contrast(with: .white) >= 4.5 && grey[1].contrast(with: .white) < 4.5)
  }

  /// Pictures of one to six colours, each of a share by chance, with some noise.
  private static func pictures(_ count: Int) -> [[UInt8]] {
    var generator = SplitMix64(seed: 7)
    return (0..<count).map { _ in
      let colours = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      let noise = Int.random(in: 0...20, using: &generator)
      return (0..<400).flatMap { _ -> [UInt8] in
        let colour = colours.randomElement(using: &generator) ?? [0, 0, 0]
        return colour.map {
          UInt8(clamping: Int($0) + Int.random(in: -noise...noise, using: &generator))
        }
      }
    }
  }

  @Test func `text and accent are readable on every picture's background colour`() {
    let flat: [[UInt8]] = stride(from: 0, through: 255, by: 5).map { [$0, $0, $0] }
    for pixels in Self.pictures(400) + flat {
      let theme = ImageTheme(pixels)
      #expect(theme.foreground.contrast(with: theme.background) >= 7)
      #expect(theme.accent.contrast(with: theme.background) >= 3)
      #expect((1...5).contains(theme.palette.count))
    }
  }

  @Test func `the order of pixels does not matter, so a mirrored picture has the same theme`()
    throws
  {
    var generator = SplitMix64(seed: 9)
    let mirrored = (0..<400).map { $0 / 20 * 20 + 19 - $0 % 20 }
    let size = PixelSize(width: 20, height: 20)
    for pixels in Self.pictures(20) {
      func moved(_ order: [Int]) -> [UInt8] { order.flatMap { pixels[3 * $0..<3 * $0 + 3] } }
      let shuffled = moved((0..<400).shuffled(using: &generator))
      #expect(ImageTheme(pixels) == ImageTheme(shuffled))
      let picture = try Raster(size: size, rgb: pixels)
      let mirror = try Raster(size: size, rgb: moved(mirrored))
      #expect(try ImageTheme(of: picture) == ImageTheme(of: mirror))
    }
  }

  @Test func `a picture's colours are its palette, and the strongest is its accent`() {
    // Half blue, a third white, a sixth orange.
    let blue: [UInt8] = [30, 60, 120]
    let (white, orange): ([UInt8], [UInt8]) = ([250, 250, 250], [240, 140, 20])
    let pixels = (0..<600).flatMap { $0 % 6 < 3 ? blue : $0 % 6 < 5 ? white : orange }
    let theme = ImageTheme(pixels)
    #expect(theme.palette.map { "\($0)" } == ["#1E3C78", "#FAFAFA", "#F08C14"])
    // The orange, darker, as the ground is light.
    let (accent, own) = (theme.accent, theme.palette[2])
    #expect(accent.red > accent.green && accent.green > accent.blue && accent.red < own.red)
    #expect(theme.background.blue > theme.background.red && theme.foreground.red < 100)
  }
}
