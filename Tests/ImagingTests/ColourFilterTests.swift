import Imaging
import PhotoGeometry
import Testing

@Suite("Filters over photos")
struct ColourFilterTests {
  /// What the formulas of `docs/filters.md` make of red 100, green 150 and blue 50, worked out by hand.
  static let filtered: [(String, [UInt8])] = [
    ("noir", [134, 134, 134]), ("mono", [131, 131, 131]), ("chrome", [85, 159, 11]),
    ("fade", [126, 150, 102]), ("instant", [117, 153, 78]), ("process", [90, 150, 61]),
    ("transfer", [114, 153, 44]), ("sepia", [164, 146, 114]),
  ]

  private func filter(_ colour: [UInt8], _ filter: ColourFilter) throws -> [UInt8] {
    let size = PixelSize(width: 3, height: 2)
    let picture = try Raster(
      size: size, rgb: [[UInt8]](repeating: colour, count: 6).flatMap(\.self))
    let pixels = try picture.filtered(by: filter).rgb()
    #expect(pixels == [[UInt8]](repeating: Array(pixels.prefix(3)), count: 6).flatMap(\.self))
    return Array(pixels.prefix(3))
  }

  @Test(arguments: filtered)
  func `colours follow the formula`(name: String, expected: [UInt8]) throws {
    let named = try #require(ColourFilter(named: name))
    #expect(try filter([100, 150, 50], named) == expected)
  }

  @Test func `a filter of partial intensity lies between the photo and the full filter`() throws {
    let half = try #require(ColourFilter(named: "sepia", intensity: 0.5))
    #expect(try filter([100, 150, 50], half) == [132, 148, 82])
    let none = try #require(ColourFilter(named: "sepia", intensity: 0))
    #expect(try filter([100, 150, 50], none) == [100, 150, 50])
  }

  @Test func `values that are too bright or too dark are clipped to white and black`() throws {
    let chrome = try #require(ColourFilter(named: "chrome"))
    #expect(try filter([255, 0, 0], chrome) == [255, 0, 0])
    #expect(try filter([255, 255, 255], chrome) == [255, 255, 255])
  }

  @Test func `an unknown filter name is refused`() {
    #expect(ColourFilter(named: "none") == nil && ColourFilter(named: "vivid") == nil)
  }
}
