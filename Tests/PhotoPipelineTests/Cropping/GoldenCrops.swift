import Foundation
import PhotoGeometry
import PhotoStore
import SmartCrop
import _TestSupport

@testable import PhotoPipeline

/// The crops of some photos as `Fixtures/golden-crops.json` keeps them: lines that a person can compare.
struct GoldenCrops: Codable, Equatable {
  /// The rules and the weights that chose the crops.
  struct Version: Codable, Equatable {
    var algorithm = SmartCropVersion.algorithm
    var weights = String(ImportanceModel.digest.prefix(8))
  }

  var version = Version()
  /// Per photo and way of analysing it: its regions, then its crops.
  var photos: [String: [String: [String]]] = [:]

  static let file = SharedFolder.packageRoot.appending(path: "Fixtures/golden-crops.json")

  static func read() throws -> GoldenCrops {
    try JSONDecoder().decode(GoldenCrops.self, from: Data(contentsOf: file))
  }

  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: Self.file)
  }
}

extension GoldenCrops {
  private static let drawn =
    ["boats", "flower", "lighthouse", "night", "panorama", "sunset", "tile", "walker"].map {
      "scenes/\($0).jpg"
    }
  /// People: one head, two, a group of three and one of six.
  private static let people = ["198", "254", "408", "576"].map {
    "crops/sets/fddb/images/2002-07-19-big-img_\($0).jpg"
  }

  static let places = drawn + people

  /// Returns where a photo lies, or `nil` after printing that it is absent.
  static func url(_ place: String) -> URL? {
    drawn.contains(place) ? Fixture.url(place) : SharedFolder.url(place)
  }

  /// Returns how a photo is analysed: each way takes half a second where nothing is optimised.
  static func ways(for place: String) -> [GoldenWay] {
    drawn.contains(place) ? [.learned, .zoomed, .heuristic] : [.learned]
  }
}

/// A way of analysing a photo and cropping it.
enum GoldenWay: String {
  case learned, zoomed, heuristic

  /// Returns a photo's regions and crops as lines.
  func lines(of photo: URL) throws -> [String] {
    var reading = ReadingSettings()
    reading.analysis = self == .heuristic ? .heuristic : .learned
    reading.zooms = self == .zoomed
    let aspects = AspectRatio.widgets
    let bytes = [UInt8](try Data(contentsOf: photo))
    let crops = try PhotoRendering(reading: reading).crops(
      of: bytes, wish: CropWish(aspects: aspects))
    return crops.regions.map(Self.line) + zip(aspects, crops.crops).map(Self.line)
  }

  private static func line(_ region: FocusRegion) -> String {
    let head = region.head.map { ", head \(text($0))" } ?? ""
    return "\(region.kind) \(text(region.rect)) weight \(text(region.weight))\(head)"
  }

  private static func line(_ aspect: AspectRatio, _ crop: AspectCrop) -> String {
    let terms = crop.score.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }
    let facts = ["risk \(text(crop.risk))"] + terms + crop.flags
    return "\(aspect) \(crop.rect), " + facts.joined(separator: ", ")
  }

  private static func text(_ rect: NormalizedRect) -> String {
    [rect.x, rect.y, rect.width, rect.height].map(text).joined(separator: " ")
  }

  private static func text(_ number: Double) -> String {
    // Adding zero takes the sign from a negative zero.
    String(format: "%.4f", (number * 10_000).rounded() / 10_000 + 0)
  }
}
