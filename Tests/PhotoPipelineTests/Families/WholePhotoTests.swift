import Foundation
import Imaging
import PhotoCatalog
import PhotoGeometry
import PhotoStore
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("The whole photo")
struct WholePhotoTests {
  private let frame = PixelSize(width: 60, height: 60)

  private func raster(_ colour: (Int, Int) -> [UInt8]) throws -> Raster {
    let pixels = (0..<40).flatMap { y in (0..<80).flatMap { x in colour(x, y) } }
    return try Raster(size: PixelSize(width: 80, height: 40), rgb: pixels)
  }

  private func pixel(_ rgb: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
    Array(rgb[3 * (y * frame.width + x)..<3 * (y * frame.width + x) + 3])
  }

  @Test func `edges of one colour go on into the gaps, each its own`() throws {
    let photo = try raster { x, y in
      if (20..<60).contains(x), (10..<30).contains(y) { return [UInt8(x), 200, 9] }
      return y < 20 ? [240, 240, 240] : [30, 60, 90]
    }
    let rgb = try photo.fitted(into: frame).rgb()
    #expect(pixel(rgb, 0, 0) == [240, 240, 240] && pixel(rgb, 59, 14) == [240, 240, 240])
    #expect(pixel(rgb, 0, 59) == [30, 60, 90] && pixel(rgb, 30, 46) == [30, 60, 90])
    let whole = try photo.resized(to: PixelSize(width: 60, height: 30)).rgb()
    #expect(Array(rgb[3 * 60 * 15..<3 * 60 * 45]) == whole)
  }

  @Test func `other grounds are the photo's colours, at six tenths`() throws {
    // Left half red, right half green, with columns of noise that no edge has one colour of.
    let photo = try raster { x, y in
      let noise = UInt8((x * 7919 + y * 104_729) % 40)
      return x < 40 ? [200 + noise / 2, noise, noise] : [noise, 200 + noise / 2, noise]
    }
    let rgb = try photo.fitted(into: frame).rgb()
    for y in [3, 56] {
      let (left, right) = (pixel(rgb, 4, y).map(Int.init), pixel(rgb, 55, y).map(Int.init))
      #expect((115...140).contains(left[0]) && left[1] < 40, "\(left)")
      #expect((115...140).contains(right[1]) && right[0] < 40, "\(right)")
    }
  }

  @Test func `a photo of the frame's shape is only resized`() throws {
    let photo = try raster { x, y in [UInt8(x), UInt8(y), 7] }
    let size = PixelSize(width: 40, height: 20)
    #expect(try photo.fitted(into: size).rgb() == photo.resized(to: size).rgb())
  }

  private func prepared(
    _ fit: Recipe.Fit?, faces: [NormalizedRect] = []
  ) throws -> (OlderStore, PhotoPreparation) {
    let store = try OlderStore()
    try store.add("scenes/boats.jpg", as: "a.jpg")
    let id = try #require(
      try store.prepare {
        $0.recipe.fit = fit
        $0.recipe.focus = faces.compactMap { FocusArea($0, kind: .face) }
      }.first)
    return (store, try store.record(id).preparation)
  }

  @Test func `every widget shows the whole photo, and its record says so`() throws {
    let (store, photo) = try prepared(.always)
    #expect(photo.recipe.fit == .always && photo.flags.contains("fitted"))
    for (family, crop) in photo.crops.all {
      #expect(crop.rect == .full && crop.flags.contains("fitted") && photo.risk(family) == 0)
      #expect(crop.pixelSize == photo.uprightSize)
      #expect(photo.renders[family]?.size == photo.recipe.frames[family])
    }
    #expect(!PhotoCard(try store.record(photo.id)).needsLook)
    let bytes = [UInt8](try store.image(photo.renders.small))
    let shown = try PhotoSource(bytes: bytes, name: "a").decode(atLeast: 1, background: .black)
    let whole = try Fixture.raster("scenes/boats.jpg").fitted(into: shown.size)
    #expect(try meanDifference(shown, whole) < 3)
  }

  @Test func `a widget shows it by itself only where a head cannot be kept`() throws {
    let faces = [
      NormalizedRect(x: 0.02, y: 0.4, width: 0.1, height: 0.12),
      NormalizedRect(x: 0.88, y: 0.4, width: 0.1, height: 0.12),
    ]
    let crops = try prepared(.heads, faces: faces).1.crops
    let fitted = crops.all.filter { $0.value.flags.contains("fitted") }.map(\.family)
    #expect(fitted == [.small, .large, .portrait])
    #expect(crops.medium.rect != .full)
    #expect(try prepared(.heads).1.flags.contains("fitted") == false)
  }

  @Test func `a repair makes such a render again, and a person may ask for it`() throws {
    let (store, photo) = try prepared(.always)
    let record = try store.record(photo.id)
    let master = [UInt8](try store.image(photo.master))
    let again = try MasterRenders.render(.small, of: record, from: master)
    let shown = try PhotoSource(bytes: again.bytes, name: "a").decode(
      atLeast: 1, background: .black)
    let whole = try Fixture.raster("scenes/boats.jpg").fitted(into: shown.size)
    #expect(try meanDifference(shown, whole) < 4)

    let (other, plain) = try prepared(nil)
    let framing = ManualFraming(cropRect: .full, quarterTurns: 1, isFitted: true)
    let card = try StoreView(other.store).apply(
      HandEdit(revision: 0, choices: [.medium: .framed(framing)]), to: plain.id)
    let hand = try #require(card.record.preparation.hand?.renders[.medium])
    #expect(hand.framing == framing && hand.flags == ["fitted"])
    #expect(try other.record(plain.id).preparation.hand?.renders[.medium] == hand)
  }

  private func meanDifference(_ one: Raster, _ other: Raster) throws -> Double {
    let pairs = zip(try one.rgb(), try other.rgb())
    return Double(pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
      / Double(3 * one.size.area)
  }
}

extension Fixture {
  fileprivate static func raster(_ name: String) throws -> Raster {
    let bytes = [UInt8](try Data(contentsOf: url(name)))
    return try PhotoSource(bytes: bytes, name: name).decode(atLeast: 1, background: .black)
  }
}
