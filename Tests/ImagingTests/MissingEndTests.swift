import Foundation
import Testing
import _TestSupport

@testable import Imaging

@Suite("Photos without their end") struct MissingEndTests {
  @Test(arguments: [
    "orientation/6.jpg", "formats/progressive.jpg", "formats/grey.jpg", "formats/cmyk.jpg",
  ])
  func `a JPEG that lacks only its end marker shows the same picture and is flagged`(
    name: String
  ) throws {
    let whole = try fixture(name)
    #expect(try PhotoSource(bytes: whole, name: name).header.flags.isEmpty)
    for missing in [1, 2] { try expectSame(Array(whole.dropLast(missing)), as: whole) }
  }

  @Test(arguments: [1, 4, 8, 12])
  func `a PNG that lacks only its end shows the same picture and is flagged`(missing: Int) throws {
    let whole = TestScene.png(6)
    try expectSame(Array(whole.dropLast(missing)), as: whole)
  }

  @Test(arguments: [[], [0], [0, 0, 0x3B], [0x55, 0x2C, 0x3B], [0x2C, 0, 0], [0x21, 0xF9, 4]])
  func `a GIF shows its first frame whatever follows it`(end: [UInt8]) throws {
    let whole = try fixture("formats/static.gif")
    try expectSame(Array(whole.dropLast()) + end, as: whole)
  }

  private func expectSame(_ cut: [UInt8], as whole: [UInt8]) throws {
    let source = try PhotoSource(bytes: cut, name: "cut")
    #expect(source.header.flags == [.missingEnd])
    #expect(
      try source.decode(atLeast: 1, background: .white).rgb()
        == PhotoSource(bytes: whole, name: "whole").decode(atLeast: 1, background: .white).rgb())
  }

  @Test(arguments: [8, 200, 2000])
  func `a JPEG that lacks pixels as well is truncated`(missing: Int) throws {
    let cut = Array(try fixture("orientation/6.jpg").dropLast(missing))
    let message = "The JPEG file ends after \(cut.count) bytes without its end marker (EOI)."
    #expect { try PhotoSource(bytes: cut, name: "cut") } throws: { error in
      let error = error as? PhotoprepError
      return error?.code == .truncated && error?.message == message
    }
  }

  @Test func `a progressive JPEG that lacks its last scan is truncated`() throws {
    let whole = try fixture("formats/progressive.jpg")
    let last = try #require(
      whole.indices.dropLast().last { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA })
    #expect { try PhotoSource(bytes: Array(whole[..<last]), name: "cut") } throws: { error in
      (error as? PhotoprepError)?.code == .truncated
    }
  }

  @Test func `an arithmetic JPEG without its end marker is truncated`() throws {
    // The frame header of Huffman codes, SOF0, becomes SOF9.
    let bytes = try patched(fixture("scenes/boats.jpg"), [0xFF, 0xC0], [0xFF, 0xC9])
    #expect(throws: Never.self) { try PhotoScan.of(bytes, as: .jpeg, limits: .standard) }
    #expect(throws: JPEGSegments.endOfFile(after: bytes.count - 2)) {
      try PhotoScan.of(Array(bytes.dropLast(2)), as: .jpeg, limits: .standard)
    }
  }

  @Test(arguments: [
    "scenes/boats.jpg", "formats/progressive.jpg", "formats/grey.jpg", "formats/cmyk.jpg",
  ])
  func `a JPEG that was cut off is damaged, whatever end marker was added`(name: String) throws {
    let whole = try fixture(name)
    let cut = whole.prefix(whole.count * 3 / 4) + JPEGSegments.endMarker
    let source = try PhotoSource(bytes: Array(cut), name: "cut")
    #expect { try source.decode(atLeast: 1, background: .white) } throws: { error in
      (error as? PhotoprepError)?.code == .corruptData
    }
  }
}
