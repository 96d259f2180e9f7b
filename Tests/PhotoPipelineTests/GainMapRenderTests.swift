import FocusReading
import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Renders with gain maps")
struct GainMapRenderTests {
  private let rendering = PhotoRendering(reading: ReadingSettings())

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Fixture.url("formats/\(name)")))
  }

  private func recipe(_ change: (inout Recipe) -> Void = { _ in }) -> Recipe {
    var recipe = Recipe(algorithmVersion: SmartCropVersion.algorithm, gainMaps: true)
    change(&recipe)
    return recipe
  }

  private func pictures(_ bytes: [UInt8], _ recipe: Recipe) throws -> PhotoPictures {
    try #require(try rendering.pictures(of: bytes, by: [recipe]).first)
  }

  /// The samples of the gain map that a picture carries; `nil` without one.
  private func map(of picture: [UInt8]) throws -> Raster? {
    guard case .map(let map) = try PhotoSource(bytes: picture, name: "picture").gainMap else {
      return nil
    }
    return try map.decoded(forPhotoAt: 100).raster
  }

  /// How far the map of a part of the fixtures' photo is from their ramp, and from the square in it, as a mean.
  private func difference(
    _ map: Raster, _ part: NormalizedRect, turned: Bool = false,
    gain: (Double) -> Double = { $0 }
  ) throws -> Double {
    let (size, rgb) = (map.size, try map.rgb())
    var sum = 0.0
    for y in 0..<size.height {
      for x in 0..<size.width {
        var place = (
          x: (Double(x) + 0.5) / Double(size.width), y: (Double(y) + 0.5) / Double(size.height)
        )
        // A quarter turn clockwise has the photo's bottom at its left.
        if turned { place = (place.y, 1 - place.x) }
        let (across, down) = (part.x + place.x * part.width, part.y + place.y * part.height)
        let isSquare = (0.125..<0.375).contains(across) && (0.125..<0.375).contains(down)
        let wanted = isSquare ? 255 : min(200, max(0, (across * 120 - 0.5) / 119 * 200))
        sum += abs(gain(wanted) - Double(rgb[3 * (y * size.width + x)]))
      }
    }
    return sum / Double(size.area)
  }

  @Test(arguments: ["gain-map.jpg", "gain-map-colours.jpg"])
  func `master and renders carry their part, upright, cut and resized as they are`(
    name: String
  ) throws {
    let made = try pictures(try bytes(name), recipe())
    let whole = try #require(try map(of: made.master.bytes))
    #expect(whole.size == PixelSize(width: 120, height: 80))
    #expect(try difference(whole, .full) < 4)
    for (_, (render, crop)) in made.renders.beside(made.crops).all {
      let part = try #require(try map(of: render.bytes))
      // The crop's own samples of the map are fewer than a half of the frame's.
      let scale = Double(part.size.width) / (crop.rect.width * 120)
      #expect(abs(scale - 1) < 0.02 && part.size.width < render.size.width / 2)
      #expect(try difference(part, crop.rect) < 5)
    }
    #expect(made.flags.allSatisfy { !$0.hasPrefix("gainMap") })
  }

  /// Fixtures, how bright they are at most as log2, and whether their samples stand for light.
  private static let others = [
    ("apple-gain-map.heic", 2, true), ("apple-gain-map-notes.heic", 2.303 - 0.303 * 0.25, true),
    ("apple-gain-map.jpg", 2.303 - 0.303 * 0.25, true), ("gain-map-tiles.heic", 2, false),
    ("gain-map.avif", 2, false),
  ]

  @Test(arguments: others)
  func `so they do of HEICs and AVIFs, and of Apple's maps, whose samples become gains`(
    name: String, stops: Double, isLight: Bool
  ) throws {
    func gain(_ sample: Double) -> Double {
      guard isLight else { return sample }
      let value = sample / 255
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      return 255 * log2(1 + (exp2(stops) - 1) * light) / stops
    }
    let made = try pictures(try bytes(name), recipe())
    #expect(made.flags.allSatisfy { !$0.hasPrefix("gainMap") })
    let whole = try #require(try map(of: made.master.bytes))
    #expect(whole.size == PixelSize(width: 120, height: 80))
    #expect(try difference(whole, .full, gain: gain) < 4)
    for (_, (render, crop)) in made.renders.beside(made.crops).all {
      let part = try #require(try map(of: render.bytes))
      #expect(try difference(part, crop.rect, gain: gain) < 5)
    }
    let file = try PhotoSource(bytes: made.master.bytes, name: name).attachedGainMaps.first
    let written = try #require(file?.iso.flatMap(GainMapMetadata.init(iso:)))
    #expect(abs(written.alternateHeadroom.value - stops) < 1e-6)
    #expect(written.channels.allSatisfy { $0.minimum.value == 0 })
  }

  @Test func `a render's map has at most half its sides`() throws {
    let small = recipe {
      let size = PixelSize(width: 60, height: 60)
      $0.frames = WidgetFrames(small: size, medium: size, large: size)
    }
    let render = try pictures(try bytes("gain-map.jpg"), small).renders.small
    #expect(try map(of: render.bytes)?.size == PixelSize(width: 30, height: 30))
  }

  @Test(arguments: [
    "gain-map.jpg", "progressive.jpg", "gain-map.heic", "apple-gain-map-unknown.heic",
  ])
  func `without a map or a wish for it every picture stays to the byte`(name: String) throws {
    let photo = try bytes(name)
    let plain = try pictures(photo, recipe { $0.gainMaps = false })
    #expect(try plain.all.allSatisfy { try map(of: $0.bytes) == nil })
    let made = try pictures(photo, recipe())
    #expect((made.all.map(\.bytes) == plain.all.map(\.bytes)) != name.hasPrefix("gain-map."))
    #expect(plain.notes.isEmpty && (made.notes == [.gainMapUnread]) == name.contains("unknown"))
  }

  @Test func `filtered renders and photos that are shown whole carry none`() throws {
    let photo = try bytes("gain-map.jpg")
    for recipe in [recipe { $0.filter = PhotoFilterSpec(.noir) }, recipe { $0.fit = .always }] {
      let made = try pictures(photo, recipe)
      #expect(try map(of: made.master.bytes) != nil)
      #expect(try made.renders.values.allSatisfy { try map(of: $0.bytes) == nil })
    }
  }

  @Test func `a map for which a file has no room is left out, and that is said`() throws {
    let photo = try bytes("gain-map.jpg")
    let plain = try pictures(photo, recipe { $0.gainMaps = false })
    let tight = recipe { recipe in
      recipe.master.byteLimit = plain.master.bytes.count + 10
      recipe.qualityFloor = 85
      recipe.renders = plain.renders.map { Recipe.Render(byteLimit: $1.bytes.count + 10) }
    }
    let made = try pictures(photo, tight)
    #expect(made.renders.values.map(\.bytes) == plain.renders.values.map(\.bytes))
    #expect(made.crops.values.allSatisfy { $0.flags.contains("gainMapLeftOut") })
    #expect(made.master.lacksGainMap && made.flags.contains("gainMapLeftOut"))
    #expect(made.isSensible(for: tight.frames))
  }

  @Test func `renders that are cut out of the master carry its map, turned as they are`() throws {
    let master = try pictures(try bytes("gain-map.jpg"), recipe()).master.bytes
    let part = NormalizedRect(x: 0.25, y: 0.1, width: 0.5, height: 0.75)
    var turned = PictureCut(part, to: PixelSize(width: 90, height: 90))
    turned.quarterTurns = 1
    var straightened = turned
    (straightened.quarterTurns, straightened.straightenDegrees) = (0, 5)
    var whole = turned
    whole.isFitted = true
    let cuts = [turned, straightened, whole].map { RenderCut(family: .small, cut: $0) }
    let renders = try rendering.renders(of: master, named: "master", cutting: cuts, by: recipe())
    let maps = try renders.map { try map(of: $0.bytes) }
    let first = try #require(maps[0])
    // The part of the turned picture, in the fractions of the one before.
    let before = NormalizedRect(x: 0.1, y: 0.25, width: 0.75, height: 0.5)
    #expect(try difference(first, before, turned: true) < 5)
    #expect(maps[1] != nil && maps[2] == nil)
  }

  @Test func `the recipe says it, and is as before where it does not`() throws {
    let (with, without) = (recipe(), recipe { $0.gainMaps = false })
    #expect(Recipe(json: with.json) == with && Recipe(json: without.json) == without)
    #expect(with.id != without.id && without.json.object?["gainMaps"] == nil)
    #expect(with.variant.contains("with gain maps") && !without.variant.contains("gain"))
  }
}
