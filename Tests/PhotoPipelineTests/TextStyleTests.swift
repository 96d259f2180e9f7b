import Imaging
import PhotoStore
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

  @Test func `comes back from a worker as it was, and is held against what contrasts can be`()
    throws
  {
    let style = style(on: [0, 90, 200])
    let parts = WorkerCodec.parts(of: style)
    #expect(WorkerCodec.value(TextStyle.self, of: parts) == style && style.isSensible)
    let json = try JSONParser.parse(parts[0])
    #expect(json.numberCount == 3)
    for index in 0..<json.numberCount {
      let changed = json.replacingNumber(index, with: .integer(99)).compactBytes
      #expect(try #require(WorkerCodec.value(TextStyle.self, of: [changed])).isSensible == false)
    }
  }

  @Test func `records name the colour, the scrim and both contrasts`() throws {
    let object = try #require(style(on: [0, 0, 0]).json.object)
    #expect(object["color"] == .string(RGBColour.white.description))
    #expect(Set(object.keys) == ["color", "scrim", "contrast", "contrastWithoutScrim"])
  }
}
