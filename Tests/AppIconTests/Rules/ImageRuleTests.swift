import Foundation
import PhotoGeometry
import Testing

@testable import AppIcon
@testable import Imaging

/// A picture that breaks exactly one rule, and one just inside it.
struct ImageCase: Sendable, CustomTestStringConvertible {
  var rule: String
  var path = "AppIcon.png"
  var role = IconRole(size: PixelSize(width: 64, height: 64))
  var breaking: Data
  var inside: Data
  var insidePath = "AppIcon.png"
  var insideRole: IconRole?

  var testDescription: String { rule }

  func findings(_ data: Data, _ path: String, _ role: IconRole) -> [String] {
    let image = IconImage(path: path, data: data, role: role)
    return IconRules.image.findings(in: image).map(\.rule)
  }
}

@Suite struct `Picture rules` {
  @Test(arguments: ImageCase.all)
  func `breaking fixture breaks exactly its rule`(_ sample: ImageCase) {
    #expect(sample.findings(sample.breaking, sample.path, sample.role) == [sample.rule])
  }

  @Test(arguments: ImageCase.all)
  func `fixture just inside breaks no rule`(_ sample: ImageCase) {
    let role = sample.insideRole ?? sample.role
    #expect(sample.findings(sample.inside, sample.insidePath, role) == [])
  }

  @Test func `alpha in a watch icon names its own code`() {
    let role = IconRole(platform: .watchOS, size: PixelSize(width: 64, height: 64))
    let data = PNGSample.with {
      $0.colorType = 6
      $0.pixel = { x, _ in [UInt8(x), 0, 0, 255] }
    }
    let image = IconImage(path: "W.png", data: data, role: role)
    #expect(IconRules.image.findings(in: image).map(\.prevents) == ["ITMS-90396"])
  }

  @Test func `opaque alpha channel is refused and said to be unused`() {
    let data = PNGSample.with {
      $0.colorType = 6
      $0.pixel = { x, _ in [UInt8(x), 0, 0, 255] }
    }
    let image = IconImage(
      path: "A.png", data: data, role: IconRole(size: PixelSize(width: 64, height: 64)))
    let finding = IconRules.image.findings(in: image).first
    #expect(finding?.prevents == "ITMS-90717")
    #expect(
      finding?.message == """
        has an alpha channel (colour type 6, RGB with alpha), opaque in every pixel; the channel \
        itself is what is refused.
        """)
    #expect(
      finding?.remedy
        == "photoprep icon place A.png --catalog Assets.xcassets --flatten auto")
  }
}
