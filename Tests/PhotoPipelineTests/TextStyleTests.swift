import Imaging
import Testing

@testable import PhotoPipeline

/// The contrasts are those that WCAG's formula gives by hand: #767676 on white is 4.54.
@Suite("Text that can be read")
struct TextStyleTests {
  private func style(on greys: [UInt8]) -> TextStyle {
    TextStyle(on: greys.flatMap { [$0, $0, $0] })
  }

  @Test(arguments: [
    (0, true, 0, 21), (255, false, 0, 21), (0x76, false, 0, 4.62), (0x75, true, 0, 4.6),
  ])
  func `one grey has the better of black and white`(
    grey: UInt8, isWhite: Bool, scrim: Double, contrast: Double
  ) {
    let style = style(on: [grey, grey, grey])
    #expect(style.isWhite == isWhite && style.scrim == scrim, "\(style)")
    #expect(abs(style.contrast - contrast) < 0.02 && style.contrast == style.bareContrast)
  }

  @Test func `half black and half white needs half a scrim, and is said to have had no contrast`() {
    let style = style(on: Array(repeating: 0, count: 50) + Array(repeating: 255, count: 50))
    // Half a scrim of white makes black a luminance of 0.214; one of black over white would need 0.55.
    #expect(!style.isWhite && style.scrim == 0.5 && style.bareContrast == 1)
    #expect(abs(style.contrast - 5.28) < 0.02)
  }

  @Test func `a spot of one in a hundred counts for nothing, two count`() {
    let black = [UInt8](repeating: 0, count: 299)
    #expect(style(on: black + [255]).scrim == 0)
    #expect(style(on: black.dropLast(9) + [UInt8](repeating: 255, count: 10)).scrim > 0)
  }

  @Test(arguments: ["#FFFFFF", "#000000", "#123456"])
  func `comes back from its record form, and only black and white do`(colour: String) throws {
    let style = style(on: [0, 90, 200])
    #expect(TextStyle(json: style.json) == style)
    var object = try #require(style.json.object)
    object["color"] = .string(colour)
    #expect((TextStyle(json: .object(object)) == nil) == (colour == "#123456"))
  }
}
