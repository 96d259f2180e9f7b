import Foundation
import Imaging
import Testing
import _TestSupport

@Suite struct `Colour chunks` {
  private func colour(_ chunks: [(String, [UInt8])]) -> PNGColour {
    let data = PNGSample.with { $0.chunks = chunks }
    return PNGColour(of: PNGStructure(data), in: data)
  }

  @Test func `Display P3 is known by its primaries, not by its name`() throws {
    let data = try Data(contentsOf: Fixture.url("formats/display-p3.png"))
    #expect(PNGColour(of: PNGStructure(data), in: data) == .profile(.displayP3))
  }

  @Test func `profile that does not inflate is broken`() {
    #expect(colour([("iCCP", Array("name\0\0nonsense".utf8))]) == .brokenProfile)
    #expect(colour([("iCCP", [])]) == .brokenProfile)
  }

  @Test func `chunks count in the order of the specification`() {
    let codes: (String, [UInt8]) = ("cICP", [12, 13, 0, 1])
    #expect(colour([codes, ("sRGB", [0])]) == .codes(primaries: 12, transfer: 13))
    #expect(colour([("gAMA", [0, 0, 0xB1, 0x8F]), ("sRGB", [0])]) == .sRGB)
    #expect(colour([("gAMA", [0, 0, 0xB1, 0x8F])]) == .gamma(45_455))
    #expect(colour([]) == .untagged)
  }
}
