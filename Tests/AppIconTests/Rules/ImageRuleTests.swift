import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import Testing
import _TestSupport

@testable import AppIcon

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

  @Test func `every size of a watch app must be opaque, and its opaque channel is a note`() throws {
    let entry = IconTree.slot("watch", "24x24", "2x", "W.png")
    let role = IconSlot(index: 0, try JSONParser.parse(Array(entry.utf8))).role
    for (alpha, severity) in [(254, Severity.error), (255, .note)] as [(UInt8, Severity)] {
      let image = IconImage(path: "W.png", data: Self.clear(alpha, side: 48), role: role)
      let found = IconRules.image.findings(in: image)
      #expect(found.map(\.rule) == ["alpha-channel"] && found.map(\.severity) == [severity])
      #expect(found.first?.prevents == "ITMS-90396")
    }
  }

  private static func clear(_ alpha: UInt8, side: Int = 1024) -> Data {
    PNGSample.with {
      $0.width = side
      $0.height = side
      $0.colorType = 6
      $0.pixel = { x, _ in [UInt8(x & 255), 0, 0, alpha] }
    }
  }

  @Test func `opaque alpha channel is warned of in the store's picture, and the remedy says why`() {
    let translucent = IconImage(path: "A.png", data: Self.clear(254))
    #expect(IconRules.image.findings(in: translucent).first?.severity == .error)
    let image = IconImage(path: "A.png", data: Self.clear(255))
    let finding = IconRules.image.findings(in: image).first
    #expect(finding?.prevents == "ITMS-90717" && finding?.severity == .warning)
    #expect(
      finding?.message == """
        has an alpha channel (colour type 6, RGB with alpha), opaque in every pixel.
        """)
    let command = "photoprep icon place A.png --catalog Assets.xcassets --flatten auto"
    #expect(finding?.command == command)
    #expect(
      finding?.remedy == """
        Many apps shipped with an opaque channel; three were refused with ITMS-90717 in spring 2026:
        \(command)
        """)
  }

  @Test(arguments: [4, 6])
  func `a template is no error and is not flattened`(_ colorType: Int) throws {
    let data = PNGSample.with {
      ($0.width, $0.height, $0.colorType) = (1024, 1024, colorType)
      $0.pixel = { x, y in
        [UInt8](repeating: 0, count: colorType == 4 ? 1 : 3) + [x < 300 ? 255 : x < 310 ? 90 : 0]
      }
    }
    let findings = IconRules.image.findings(in: IconImage(path: "A.png", data: data))
    #expect(findings.first { $0.rule == "alpha-channel" }?.severity == .warning)
    #expect(findings.allSatisfy { $0.severity < .error && $0.command == nil })
    #expect(findings.allSatisfy { $0.rule != "grey-colour-type" || $0.severity == .note })
    let directory = try TemporaryDirectory()
    let url = directory.url.appending(path: "A.png")
    try data.write(to: url)
    var placement = IconPlacement(
      source: url.path, catalog: directory.url.appending(path: "A.xcassets").path)
    placement.background = .automatic
    let error = #expect(throws: PhotoprepError.self) { try placement.plan() }
    #expect(error?.code == .sourceUnusable)
  }

  @Test func `alpha elsewhere is nothing when opaque, and a note when pixels are clear`() {
    let roles = [
      IconRole(size: PixelSize(width: 40, height: 40), isForStore: false),
      IconRole(isForStore: false), IconRole(appearance: .tinted), IconRole(appearance: .dark),
    ]
    for (index, role) in roles.enumerated() {
      for alpha in [254, 255] as [UInt8] {
        let data = Self.clear(alpha, side: index == 0 ? 40 : 1024)
        let image = IconImage(path: "A.png", data: data, role: role, place: .none)
        let found = IconRules.image.findings(in: image).map(\.rule)
        let expected = index < 2 && alpha < 255 ? ["translucent-pixels"] : []
        #expect(found.filter { $0 != "dark-opaque" && $0 != "tinted-in-colour" } == expected)
      }
    }
  }

  @Test func `no command is offered that would enlarge, or could not be carried out`() {
    let files = [
      Self.clear(255, side: 512), Data(Self.clear(255).dropLast(8)),
      PNGSample.with {
        $0.width = 1024
        $0.height = 1024
        $0.chunks = [("cICP", [9, 16, 0, 1])]
      },
    ]
    for data in files {
      let findings = IconRules.image.findings(in: IconImage(path: "A.png", data: data))
      #expect(!findings.isEmpty && findings.allSatisfy { $0.command == nil && $0.remedy != "" })
    }
  }

  /// The store took an app's `icon-1024.jpg`, and refused another's JPEG under a name in `.png`.
  @Test(arguments: [("A.jpg", Severity.warning), ("A.JPEG", .warning), ("A.png", .error)])
  func `a JPEG is an error where its name says PNG`(path: String, severity: Severity) {
    let data = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16])
    for (place, severity) in [(IconPlace.none, severity), (.anywhere, .error)] {
      let findings = IconRules.image.findings(in: IconImage(path: path, data: data, place: place))
      #expect(findings.map(\.rule) == ["not-png"] && findings.map(\.severity) == [severity])
    }
  }

  @Test(arguments: [(1024, ["not-png"]), (900, ["not-png", "size"])])
  func `a JPEG's size is compared with its slot's`(side: Int, expected: [String]) {
    let bytes = [UInt8(side >> 8), UInt8(side & 255)]
    let data = Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + bytes + bytes + [1, 1, 0x11, 0])
    let image = IconImage(path: "A.jpg", data: data, place: .none)
    let findings = IconRules.image.findings(in: image)
    #expect(findings.map(\.rule) == expected)
    #expect(
      expected.count == 1
        || findings.last?.message.hasPrefix("is 900×900 pixels; its slot needs 1024×1024") == true)
  }

  @Test func `a pointer of Git LFS is called one`() {
    let pointer = Data("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8)
    let findings = IconRules.image.findings(in: IconImage(path: "A.png", data: pointer))
    #expect(findings.map(\.rule) == ["not-png"])
    #expect(findings[0].message == "is a Git LFS pointer; the picture itself is not here.")
    #expect(findings[0].remedy.contains("git lfs pull"))
  }
}
