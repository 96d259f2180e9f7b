import Foundation
import PhotoStore
import Testing
import _TestSupport

@Suite struct `The slot of a widget` {
  @Test(arguments: WidgetScreen.all)
  func `what is decoded for a slot fills it, and every screen archives it`(
    screen: WidgetScreen
  ) throws {
    for (family, slot) in screen.frames.all {
      // The render of the largest device, and the one that is shown if a photo has none for the family.
      for render in [family.usualFrame, family.substitute.usualFrame] {
        let size = render.covering(slot)
        let limit = try #require(screen.archiveLimit(for: family))
        #expect(Double(size.area) <= limit, "\(family)")
        #expect(size.width >= min(slot.width, render.width), "\(family)")
        #expect(size.height >= min(slot.height, render.height), "\(family)")
      }
    }
  }

  @Test func `a small iPad archives no render of the largest iPhone whole`() throws {
    let screen = try #require(WidgetScreen.matching("iPad mini 7").first)
    for family in RenderFamily.always {
      let limit = try #require(screen.archiveLimit(for: family))
      #expect(Double(family.usualFrame.area) > limit)
    }
  }

  @Test func `an image is reduced to the side that fits less, and never enlarged`() {
    let render = PixelSize(width: 1134, height: 1182)
    #expect(
      render.covering(PixelSize(width: 611, height: 611)) == PixelSize(width: 611, height: 637))
    #expect(
      render.covering(PixelSize(width: 100, height: 591)) == PixelSize(width: 567, height: 591))
    #expect(render.covering(render) == render)
    #expect(render.covering(PixelSize(width: 1134, height: 1834)) == render)
    #expect(render.covering(PixelSize(width: 2000, height: 10)) == render)
  }

  @Test func `a slot has whole pixels`() {
    let third = CGSize(width: 530.0 / 3, height: 176.66)
    #expect(PixelSize(points: third, scale: 3) == PixelSize(width: 530, height: 530))
    #expect(
      PixelSize(points: CGSize(width: 141, height: 141), scale: 2)
        == PixelSize(width: 282, height: 282))
  }

  @Test(arguments: [0, -1, 0.1, .nan, .infinity, 1e9])
  func `a place without an area, or without an end, is no slot`(side: Double) {
    #expect(PixelSize(points: CGSize(width: side, height: 100), scale: 3) == nil)
    #expect(PixelSize(points: CGSize(width: 100, height: side), scale: 3) == nil)
    #expect(PixelSize(points: CGSize(width: 1, height: 1), scale: side) == nil)
  }
}
