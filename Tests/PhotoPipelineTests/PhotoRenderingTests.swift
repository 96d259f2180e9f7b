import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import PhotoWriting
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Decode plan")
struct DecodePlanTests {
  let recipe = Recipe(algorithmVersion: 1)

  @Test(arguments: [
    (8000, 6000), (3264, 2448), (1600, 1200), (640, 480), (12_000, 2000), (1, 1), (1, 4000),
    (9000, 9000),
  ])
  func `the scale serves the master and every window`(width: Int, height: Int) {
    let photo = PixelSize(width: width, height: height)
    let plan = DecodePlan(photo: photo, recipe: recipe)
    let decoded = photo.scaled(by: plan.scale)
    #expect(plan.scale > 0 && plan.scale <= 1)
    #expect(decoded.longEdge >= min(photo.longEdge, plan.masterSize.longEdge))
    for frame in recipe.frames.values {
      let whole = AspectRatio(frame).largestWindow(in: photo)
      if whole.width < frame.width || whole.height < frame.height {
        #expect(plan.scale == 1)
      } else {
        let window = AspectRatio(frame).largestWindow(in: decoded)
        #expect(window.width + 1 >= frame.width && window.height + 1 >= frame.height)
      }
    }
  }

  @Test func `a large photo is decoded no larger than its master needs`() {
    let plan = DecodePlan(photo: PixelSize(width: 12_288, height: 9216), recipe: recipe)
    #expect(plan.scale == 0.25)
    #expect(plan.masterSize == PixelSize(width: 3072, height: 2304))
  }

  @Test(arguments: [
    ((4032, 3024), true), ((3024, 4032), true), ((12_000, 2000), false), ((2000, 1500), false),
  ])
  func `the master serves renders that have no more than two thirds of its pixels`(
    side: (width: Int, height: Int), serves: Bool
  ) {
    let photo = PixelSize(width: side.width, height: side.height)
    #expect(DecodePlan(photo: photo, recipe: recipe).masterServes == serves)
  }

  @Test func `text on a widget is held against decoded pixels, and zooming needs more of them`() {
    let photo = PixelSize(width: 4032, height: 3024)
    var (lettered, zoomed) = (recipe, recipe)
    lettered.text = TextArea(side: "bottom")
    zoomed.zooms = true
    #expect(!DecodePlan(photo: photo, recipe: lettered).masterServes)
    #expect(!DecodePlan(photo: photo, recipe: zoomed).masterServes)
  }
}

@Suite("Photo rendering")
struct PhotoRenderingTests {
  let rendering = PhotoRendering(reading: ReadingSettings())
  let recipe = Recipe(algorithmVersion: SmartCropVersion.algorithm)

  private func pictures(_ fixture: String) throws -> PhotoPictures {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    return try rendering.pictures(of: bytes, by: [recipe])[0]
  }

  @Test(arguments: [
    "scenes/boats.jpg", "scenes/panorama.jpg", "odd-sizes/1x1.png", "odd-sizes/1x400.png",
    "odd-sizes/panorama-20-to-1.jpg", "formats/hevc.heic", "formats/rgba.png",
  ])
  func `renders have exactly their frames and the master no more than 3072 pixels`(
    fixture: String
  ) throws {
    let result = try pictures(fixture)
    for (family, render) in result.renders.all {
      let bytes = render.bytes
      let header = try PhotoSource(bytes: bytes, name: fixture).header
      #expect(header.format == .jpeg && header.size == recipe.frames[family])
      #expect(header.orientation == 1)
      #expect(bytes.contains(text: "ICC_PROFILE") && !bytes.contains(text: "Exif"))
    }
    let master = try PhotoSource(bytes: result.master.bytes, name: fixture).header
    #expect(master.size == result.master.size && master.size.longEdge <= 3072)
    #expect(!result.master.bytes.contains(text: "Exif"))
  }

  @Test(arguments: [
    "gps.jpg", "progressive.jpg", "gain-map-cdsc.heic", "av1.avif", "dots.webp", "dots.jxl",
    "display-p3.png", "thumbnail-first.tif", "preview.dng",
  ])
  func `no picture carries more than its pixels and the sRGB profile`(format: String) throws {
    for file in try pictures("formats/\(format)").all {
      let segments = try segments(of: file.bytes)
      // JFIF, the profile, then what pixels are decoded with: ISO/IEC 10918-1, table B.1.
      #expect(segments.prefix(2).map(\.code) == [0xE0, 0xE2], "\(format)")
      #expect(segments[0].bytes.starts(with: "JFIF\0".utf8) && segments[0].bytes.count == 14)
      #expect(segments[1].bytes.starts(with: "ICC_PROFILE\0".utf8))
      #expect(segments[1].bytes.count < 600)
      let others = Set(segments.dropFirst(2).map(\.code))
      #expect(others.isSubset(of: [0xC0, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD]), "\(format): \(others)")
      #expect(file.bytes.suffix(2) == [0xFF, 0xD9])
    }
  }

  @Test(arguments: [
    ("gps.jpg", ["libjpeg-turbo"]), ("cmyk-profile.jpg", ["libvips"]), ("av1.avif", ["libheif"]),
    ("hevc.heic", [Decoders.loadHEVC() == nil ? "libheif" : "libavcodec"]),
    ("dots.webp", ["libvips"]), ("preview.dng", ["libjpeg-turbo"]), ("colours.bmp", []),
  ])
  func `pictures say which library decoded the photo`(format: String, library: [String]) throws {
    let words = try pictures("formats/\(format)").decoder?.split(separator: " ") ?? []
    #expect(words.prefix(1).map(String.init) == library, "\(format)")
    #expect(library.isEmpty || words.last?.wholeMatch(of: /[0-9]+(\.[0-9]+)+/) != nil)
  }

  /// The segments of a JPEG, with what they contain.
  private func segments(of jpeg: [UInt8]) throws -> [(code: UInt8, bytes: ArraySlice<UInt8>)] {
    var found: [(UInt8, ArraySlice<UInt8>)] = []
    var place = 2
    while place < jpeg.count - 2 {
      try #require(jpeg[place] == 0xFF, "byte \(place)")
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      found.append((jpeg[place + 1], jpeg[place + 4..<end]))
      place = end
      guard found.last?.0 == 0xDA else { continue }
      // Coded pixels: a zero or a restart follows every 255 in them.
      while jpeg[place] != 0xFF || jpeg[place + 1] == 0 || (0xD0...0xD7).contains(jpeg[place + 1]) {
        place += 1
      }
    }
    return found
  }

  @Test func `a photo that is a master already keeps its pixels`() throws {
    let master = try pictures("scenes/boats.jpg").master
    #expect(master.quality == nil)
    let sources = try [
      [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg"))), master.bytes,
    ].map { try PhotoSource(bytes: $0, name: "boats").decode(atLeast: 1, background: .black) }
    #expect(try sources[0].rgb() == sources[1].rgb())
  }

  @Test(arguments: ["orientation/6.jpg", "formats/display-p3.jpg", "formats/rgba.png"])
  func `a photo of another kind has its master encoded`(fixture: String) throws {
    #expect(try pictures(fixture).master.quality == recipe.master.quality)
  }

  @Test func `renders come from the master's pixels where a window has enough of them`() throws {
    var recipe = self.recipe
    recipe.master = Recipe.Master(longEdge: 900)
    // Windows of the master have 675, 900 and 675 pixels, so 1.69, 1.52 and 1.35 for each of these.
    recipe.frames = WidgetFrames(
      small: PixelSize(width: 400, height: 400), medium: PixelSize(width: 592, height: 296),
      large: PixelSize(width: 500, height: 500))
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    let made = try rendering.pictures(of: bytes, by: [recipe])[0]
    let photo = try PhotoSource(bytes: bytes, name: "boats").decode(
      atLeast: 1, background: .black)
    let master = try photo.resized(to: PixelSize(width: 900, height: 675))
    for (family, (crop, frame)) in made.crops.beside(recipe.frames).all {
      let ways = try [master, photo].map {
        try $0.cropped(to: crop.rect, resizedTo: frame).jpeg(quality: 85)
      }
      #expect(ways[0] != ways[1])
      #expect(made.renders[family]?.bytes == ways[family == .large ? 1 : 0], "\(family)")
    }
  }

  @Test(arguments: ["scenes/boats.jpg", "orientation/6.jpg", "formats/display-p3.jpg"])
  func `pictures are the same whether or not all pixels are kept`(fixture: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url(fixture)))
    let photo = try PhotoSource(bytes: bytes, name: fixture).header.size
    var recipe = self.recipe
    recipe.master = Recipe.Master(longEdge: photo.longEdge * 3 / 4)
    let small = PixelSize(width: photo.shortEdge / 3, height: photo.shortEdge / 3)
    recipe.frames = WidgetFrames(small: small, medium: small, large: small)
    let large = WidgetFrames(small: photo, medium: photo, large: photo)
    #expect(DecodePlan(photo: photo, recipe: recipe).masterServes)
    var other = recipe
    other.frames = large
    let made = try [[recipe], [recipe, other]].map {
      try rendering.pictures(of: bytes, by: $0)[0]
    }
    #expect(made[0].master.bytes == made[1].master.bytes)
    for family in RenderFamily.always {
      #expect(made[0].renders[family]?.bytes == made[1].renders[family]?.bytes, "\(family)")
      #expect(made[0].crops[family] == made[1].crops[family], "\(family)")
    }
  }

  @Test func `a photo with fewer pixels than a frame is flagged`() throws {
    #expect(
      try pictures("odd-sizes/small-200x150.jpg").flags.contains(PhotoFlag.lowResolution.rawValue)
    )
    #expect(!(try pictures("scenes/boats.jpg").flags.contains(PhotoFlag.lowResolution.rawValue)))
  }

  @Test(arguments: try Scene.all())
  func `the crop keeps what the scene is about when it fits`(scene: Scene) throws {
    let result = try pictures("scenes/\(scene.name)")
    for (family, crop) in result.crops.map({ $1.rect }).all {
      guard scene.bounds.width <= crop.width && scene.bounds.height <= crop.height else { continue }
      #expect(scene.isInside(crop), "\(family): \(crop) cuts \(scene.bounds)")
    }
  }
}

/// A drawn scene and the rectangle around everything it is about.
struct Scene: CustomTestStringConvertible {
  let name: String
  let bounds: NormalizedRect

  var testDescription: String { name }

  /// Whether a crop holds the scene's subjects, but for a hundredth of the picture.
  func isInside(_ crop: NormalizedRect) -> Bool {
    let slack = 0.01
    return crop.x <= bounds.x + slack && crop.y <= bounds.y + slack
      && crop.maxX >= bounds.maxX - slack && crop.maxY >= bounds.maxY - slack
  }

  static func all() throws -> [Scene] {
    struct Rect: Decodable { let x, y, width, height: Double }
    let json = try Data(contentsOf: Fixture.url("scenes/scenes.json"))
    let scenes = try JSONDecoder().decode([String: [Rect]].self, from: json)
    return scenes.sorted { $0.key < $1.key }.map { name, rects in
      let left = rects.map(\.x).min() ?? 0
      let top = rects.map(\.y).min() ?? 0
      let right = rects.map { $0.x + $0.width }.max() ?? 1
      let bottom = rects.map { $0.y + $0.height }.max() ?? 1
      return Scene(
        name: name,
        bounds: NormalizedRect(x: left, y: top, width: right - left, height: bottom - top))
    }
  }
}

extension [UInt8] {
  /// Whether a text stands anywhere in the bytes.
  func contains(text: String) -> Bool {
    Data(self).range(of: Data(text.utf8)) != nil
  }
}
