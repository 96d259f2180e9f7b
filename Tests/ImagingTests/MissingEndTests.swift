import Foundation
import Testing
import _TestSupport

@testable import Imaging

@Suite("JPEGs without their end") struct MissingEndTests {
  @Test(arguments: ["orientation/6.jpg", "formats/progressive.jpg"])
  func `a JPEG that lacks only its end marker shows the same picture and is flagged`(
    name: String
  ) throws {
    let whole = try fixture(name)
    for missing in [1, 2] {
      let cut = Array(whole.dropLast(missing))
      let source = try PhotoSource(bytes: cut, name: name)
      #expect(source.header.flags == [.missingEnd])
      let wanted = try PhotoSource(bytes: whole, name: name)
      #expect(wanted.header.flags.isEmpty)
      #expect(
        try source.decode(atLeast: 1, background: .white).rgb()
          == wanted.decode(atLeast: 1, background: .white).rgb())
    }
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
}
