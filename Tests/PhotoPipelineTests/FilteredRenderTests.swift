import Foundation
import Imaging
import PhotoGeometry
import PhotoStore
import SmartCrop
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Filtered renders")
struct FilteredRenderTests {
  private static func pictures(_ filter: PhotoFilterSpec?) throws -> PhotoPictures {
    var recipe = Recipe(algorithmVersion: SmartCropVersion.algorithm)
    recipe.filter = filter
    let bytes = try [UInt8](Data(contentsOf: Fixture.url("scenes/boats.jpg")))
    let made = try PhotoRendering(reading: ReadingSettings())
      .pictures(of: bytes, by: [recipe])
    return try #require(made.first)
  }

  private static func pixels(_ picture: EncodedPicture) throws -> [UInt8] {
    try PhotoSource(bytes: picture.bytes, name: "picture").decode(
      atLeast: 1, background: .black
    )
    .rgb()
  }

  @Test func `a filter changes the renders, and neither the master nor the crops`() throws {
    let (plain, noir) = (try Self.pictures(nil), try Self.pictures(PhotoFilterSpec(.noir)))
    #expect(noir.master.bytes == plain.master.bytes)
    #expect(noir.crops == plain.crops)
    for (_, (shown, unfiltered)) in noir.renders.beside(plain.renders).all {
      let pixels = try Self.pixels(shown)
      let colours = try Self.pixels(unfiltered)
      func spread(_ pixels: [UInt8]) -> Int {
        stride(from: 0, to: pixels.count, by: 3).reduce(0) { most, pixel in
          max(
            most,
            Int(pixels[pixel...pixel + 2].max() ?? 0) - Int(pixels[pixel...pixel + 2].min() ?? 0))
        }
      }
      // A grey JPEG's colours differ by what rounding leaves.
      #expect(spread(pixels) <= 2 && spread(colours) > 50)
    }
  }

  @Test func `every token has a filter, and a recipe keeps it by its name`() throws {
    for token in PhotoFilterSpec.Token.allCases where token != .none {
      #expect(ColourFilter(named: token.rawValue) != nil, "\(token)")
      var recipe = Recipe(algorithmVersion: 1)
      recipe.filter = PhotoFilterSpec(token, intensity: 0.5)
      let read = try #require(Recipe(json: recipe.json))
      #expect(read == recipe && recipe.json != Recipe(algorithmVersion: 1).json)
    }
  }

  @Test(arguments: [
    #"{"token": "vivid", "intensity": 1}"#, #"{"token": "none", "intensity": 1}"#,
    #"{"token": "noir"}"#, #"{"token": "noir", "intensity": 0}"#,
    #"{"token": "noir", "intensity": 2}"#, #"{"token": "noir", "intensity": "1"}"#, "1", "null",
  ])
  func `a recipe with a filter that cannot be meant is not read`(filter: String) throws {
    var object = try #require(Recipe(algorithmVersion: 1).json.object)
    object["filter"] = JSONValue(compactText: filter)
    #expect(Recipe(json: .object(object)) == nil)
  }
}
