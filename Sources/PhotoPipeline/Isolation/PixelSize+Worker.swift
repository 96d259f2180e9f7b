internal import PhotoGeometry

// Sizes, rectangles and families, as they are sent to a worker and back; values from a worker are not trusted
// (decision 0614).

extension PixelSize: Codable {
  /// The most pixels of a side: libvips's limit (`VIPS_MAX_COORD`).
  private static let longestSide = 10_000_000

  init(from decoder: any Decoder) throws {
    let sides = try decoder.singleValueContainer().decode([Int].self)
    try decoder.require(
      sides.count == 2 && sides.allSatisfy((1...Self.longestSide).contains))
    self.init(width: sides[0], height: sides[1])
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    try one.encode([width, height])
  }
}

extension PixelRect: Codable {
  init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Int].self)
    let places = 0...PixelSize.sideLimit
    try decoder.require(
      numbers.count == 4 && numbers.allSatisfy(places.contains) && numbers[2] > 0 && numbers[3] > 0)
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    try one.encode([x, y, width, height])
  }

  /// Whether no part of it lies outside a picture.
  func isInside(_ picture: PixelSize) -> Bool { maxX <= picture.width && maxY <= picture.height }
}

extension NormalizedRect: Codable {
  /// The allowed range of a rectangle, in fractions of the photo: detectors frame heads that the edge cuts.
  private static let (places, sides) = (-2.0...3.0, 0.0...3.0)

  init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Double].self)
    try decoder.require(
      numbers.count == 4 && numbers[..<2].allSatisfy(Self.places.contains)
        && numbers[2...].allSatisfy(Self.sides.contains))
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    try one.encode([x, y, width, height])
  }
}

extension PerFamily: Codable where Value: Codable {
  private enum CodingKeys: CodingKey { case families, values }

  init(from decoder: any Decoder) throws {
    let both = try decoder.container(keyedBy: CodingKeys.self)
    let families = try both.decode([RenderFamily].self, forKey: .families)
    let values = try both.decode([Value].self, forKey: .values)
    try decoder.require(families.count == values.count && Set(families).count == families.count)
    let byFamily = Dictionary(uniqueKeysWithValues: zip(families, values))
    self = try decoder.sensible(PerFamily(ifAll: { byFamily[$0] }))
  }

  func encode(to encoder: any Encoder) throws {
    var both = encoder.container(keyedBy: CodingKeys.self)
    try both.encode(families, forKey: .families)
    try both.encode(values, forKey: .values)
  }
}

extension RenderFamily: Codable {}

extension PhotoFlag: Codable {}
