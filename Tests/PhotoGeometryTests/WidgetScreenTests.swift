import PhotoGeometry
import Testing

@Suite("Widget screens")
struct WidgetScreenTests {
  @Test func `the default is the largest iPhone of iOS 27`() {
    #expect(WidgetScreen.largestPhone.identifier == "440x956@3-ios27")
    #expect(WidgetScreen.largestPhone.frames[.small] == PixelSize(width: 530, height: 530))
    #expect(WidgetScreen.largestPhone.frames[.medium] == PixelSize(width: 1134, height: 530))
    #expect(WidgetScreen.largestPhone.frames[.large] == PixelSize(width: 1134, height: 1182))
  }

  @Test func `identifiers are unique`() {
    #expect(Set(WidgetScreen.all.map(\.identifier)).count == WidgetScreen.all.count)
  }

  @Test(arguments: [
    ("iPhone 17 Pro", "402x874@3-ios27"), ("iphone se 3", "375x667@2-ios27"),
    ("iPhone 18 Pro", "402x874@3-ios27"), ("iPhone 18 Pro Max", "440x956@3-ios27"),
    ("iPad Pro 13-in M5", "1032x1376@2-ipados"), ("Mac", "mac@2-macos"),
    ("393x852@3", "393x852@3-ios27"), ("393x852@3-iOS18", "393x852@3-ios18"),
    ("iPad mini 6", "744x1133@2-ipados"), ("iPhone X", "375x812@3-ios18"),
  ])
  func `a name finds its newest row`(text: String, identifier: String) {
    #expect(WidgetScreen.matching(text).map(\.identifier) == [identifier])
  }

  @Test func `an unknown name finds no row`() {
    #expect(WidgetScreen.matching("iPhone 99").isEmpty)
    #expect(WidgetScreen.matching("iPhone").count > 5)
  }

  @Test(arguments: [
    ("820x1180@2", RenderFamily.small, 325_529.6), ("820x1180@2", .medium, 718_080),
    ("820x1180@2", .large, 1_584_000), ("744x1133@2", .small, 253_440),
    ("744x1133@2", .medium, 549_120), ("744x1133@2", .large, 1_189_760),
  ])
  func `on an iPad the archive limit follows from the slot`(
    screen: String, family: RenderFamily, limit: Double
  ) throws {
    let row = try #require(WidgetScreen.matching(screen).first)
    let found = try #require(row.archiveLimit(for: family))
    #expect(abs(found - limit) < 0.05)
    #expect(Double(try #require(row.frames[family]).area) < found)
  }

  @Test(arguments: WidgetScreen.all)
  func `only iPads draw a widget smaller than its frame`(screen: WidgetScreen) {
    for (frame, slot) in screen.frames.beside(screen.slots).values {
      #expect(slot.area <= frame.area)
    }
    #expect(screen.slots.families == screen.frames.families)
    #expect(screen.system == .iPadOS || screen.slots == screen.frames)
  }

  @Test(arguments: WidgetScreen.all)
  func `medium is as high as small, and large as wide as medium, within two points`(
    screen: WidgetScreen
  ) {
    let frames = screen.frames
    // 414×736 is the one screen whose medium is two points lower than its small.
    #expect(abs(frames.medium.height - frames.small.height) <= 6)
    #expect(frames.large.width == frames.medium.width)
  }

  @Test(arguments: WidgetScreen.all)
  func `an extra large widget is as high as large and as wide as two of them with a gap`(
    screen: WidgetScreen
  ) throws {
    #expect(
      (screen.frames.extraLarge != nil) == [.iPadOS, .macOS, .visionOS].contains(screen.system))
    guard let extraLarge = screen.frames.extraLarge else { return }
    #expect(extraLarge.height == screen.frames.large.height)
    // 47 to 76 pixels lie between them in Apple's table; on Vision Pro it is as wide as small and medium beside each
    // other.
    let gap =
      screen.system == .visionOS
      ? extraLarge.width - screen.frames.medium.width - screen.frames.small.width
      : extraLarge.width - 2 * screen.frames.large.width
    #expect((32...76).contains(gap))
  }

  @Test(arguments: WidgetScreen.all)
  func `extra large portrait exists since iOS 27, as wide as large and less than twice as high`(
    screen: WidgetScreen
  ) throws {
    #expect((screen.frames.portrait != nil) == [.iOS27, .visionOS].contains(screen.system))
    guard let portrait = screen.frames.portrait else { return }
    #expect(portrait.width == screen.frames.large.width)
    #expect((0.61...0.66).contains(Double(portrait.width) / Double(portrait.height)))
  }

  @Test(arguments: WidgetScreen.all.filter { $0.system == .iOS26 })
  func `iOS 27 changed no frame of iOS 26`(screen: WidgetScreen) throws {
    let newer = try #require(WidgetScreen.matching(screen.screen).first)
    #expect(newer.system == .iOS27)
    #expect(newer.frames.cover(screen.frames) && newer.accessories == screen.accessories)
    #expect(Set(newer.devices).isSuperset(of: screen.devices))
  }

  @Test func `accessories have the measured size in points, not the one that Apple published`()
    throws
  {
    let row = try #require(WidgetScreen.matching("iPhone 18 Pro").first?.accessories)
    #expect(row.circular == PixelSize(width: 3 * 58, height: 3 * 58))
    #expect(row.rectangular == PixelSize(width: 3 * 148, height: 3 * 58))
    #expect(row.inline == PixelSize(width: 3 * 342, height: 3 * 36))
    let pad = try #require(WidgetScreen.matching("820x1180@2").first?.accessories)
    #expect(pad.small == PixelSize(width: 304, height: 304))
  }

  @Test func `an unmeasured device has a reason and no row`() {
    #expect(WidgetScreen.matching("iPhone Duo").isEmpty)
    #expect(WidgetScreen.unmeasured("iphone duo")?.reason.contains("466×678") == true)
    #expect(WidgetScreen.unmeasured("iPhone 17") == nil)
  }

  @Test(arguments: [
    ("402x874@3", RenderFamily.small, 1_069_415.6), ("390x844@3", .small, 1_039_262.4),
    ("440x956@3", .small, 1_235_960), ("402x874@3", .medium, 2_275_490.8),
  ])
  func `the archive limit is the maximum that WidgetKit logged`(
    screen: String, family: RenderFamily, logged: Double
  ) throws {
    let row = try #require(WidgetScreen.matching(screen).first)
    #expect(abs(try #require(row.frames.archiveLimit(for: family)) - logged) < 0.05)
  }
}
