import PhotoGeometry
import PhotoStore
import Testing

@Suite struct `Widget budget` {
  let frames = WidgetScreen.largestPhone.frames

  @Test(arguments: [(530, 530, 1_153_280), (1134, 1182, 5_371_008), (16, 1, 64), (17, 2, 256)])
  func `an image costs four bytes a pixel, in rows padded to a multiple of 64`(
    width: Int, height: Int, cost: Int
  ) {
    #expect(WidgetBudget.byteCost(of: PixelSize(width: width, height: height)) == cost)
  }

  @Test func `an image whose byte count overflows fits no budget`() {
    let size = PixelSize(width: 1 << 40, height: 1 << 40)
    #expect(!WidgetBudget(byteLimit: .max - 1).fits([size]))
  }

  @Test(arguments: [(RenderFamily.small, 6), (.medium, 5), (.large, 2), (.portrait, 1)])
  func `a widget extension holds the expected number of renders of the largest iPhone`(
    family: RenderFamily, count: Int
  ) throws {
    let budget = WidgetBudget.widgetExtension
    let frame = try #require(WidgetScreen.largestPhone.frames[family])
    #expect(budget.fits(repeatElement(frame, count: count)))
    #expect(budget.prefix(of: repeatElement(frame, count: 99)) == count)
  }

  @Test func `the limit itself fits, one byte less does not`() {
    let size = PixelSize(width: 16, height: 10)
    #expect(WidgetBudget(byteLimit: 640).fits([size]))
    #expect(!WidgetBudget(byteLimit: 639).fits([size]))
    #expect(WidgetBudget(byteLimit: -1).fits([]))
    #expect(WidgetBudget(byteLimit: -1).byteLimit == 0)
    #expect(WidgetBudget(byteLimit: 9_999, imageLimit: 2).prefix(of: [size, size, size]) == 2)
  }

  @Test func `a master does not fit a widget`() {
    #expect(!WidgetBudget.widgetExtension.fits([PixelSize(width: 3072, height: 2304)]))
  }
}

@Suite struct `Archive excess` {
  @Test(arguments: WidgetScreen.all)
  func `a render with its frame's size is never too large for its screen`(screen: WidgetScreen)
    throws
  {
    #expect(try PhotoRecord.made(1, frames: screen.frames).archiveExcesses(on: screen) == [])
  }

  @Test(arguments: [("440x956@3", true), ("393x852@3", false), ("375x667@2", false)])
  func `1024×1024 is too large for systemSmall on some iPhones`(name: String, fits: Bool) throws {
    let screen = try #require(WidgetScreen.matching(name).first)
    let excess = ArchiveExcess(
      fileName: "a.jpg", family: .small, size: PixelSize(width: 1024, height: 1024), screen: screen)
    #expect((excess == nil) == fits)
  }

  @Test func `a render exactly at the limit is accepted`() throws {
    // 4.4 × 320 × 320 = 450,560 exactly.
    let screen = try #require(WidgetScreen.matching("1024x1366@2").first)
    func excess(_ width: Int, _ height: Int) -> ArchiveExcess? {
      ArchiveExcess(
        fileName: "a.jpg", family: .small, size: PixelSize(width: width, height: height),
        screen: screen)
    }
    #expect(excess(450_560, 1) == nil)
    #expect(excess(450_561, 1) != nil)
  }

  @Test func `renders of a large iPhone are reported for a small one, with both numbers`() throws {
    let record = try PhotoRecord.made(
      1,
      frames: WidgetFrames(
        small: PixelSize(width: 700, height: 700), medium: PixelSize(width: 1134, height: 530),
        large: PixelSize(width: 1134, height: 1182)))
    let screen = try #require(WidgetScreen.matching("iPhone SE 3").first)
    let found = record.archiveExcesses(on: screen)
    #expect(found.map(\.family) == [.small])
    #expect(
      found.first?.description == """
        smart-small-0000000000000001-01234567.jpg: The small render is 700×700, 490000 pixels; \
        the screen 375x667@2-ios27 takes at most 375161. Prepare the photo for that device.
        """)
  }
}
