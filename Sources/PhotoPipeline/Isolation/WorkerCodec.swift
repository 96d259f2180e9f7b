internal import Foundation
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import Workers

/// Encodes values for the channel to a worker and back: one JSON text, followed by their long runs of bytes.
enum WorkerCodec {
  /// Returns a value as the parts of a message; an empty part if it has a number that JSON cannot represent.
  static func parts(of value: some Encodable) -> [[UInt8]] {
    let runs = ByteRuns()
    let encoder = JSONEncoder()
    encoder.userInfo = runs.userInfo
    guard let json = try? encoder.encode(value) else { return [[]] }
    return [[UInt8](json)] + runs.all
  }

  /// Reads a value; `nil` if anything is missing, left over or invalid.
  static func value<Value: Decodable>(
    _ type: Value.Type = Value.self, of parts: some Collection<[UInt8]>
  ) -> Value? {
    guard let json = parts.first else { return nil }
    let runs = ByteRuns(Array(parts.dropFirst()))
    let decoder = JSONDecoder()
    decoder.userInfo = runs.userInfo
    guard let value = try? decoder.decode(type, from: Data(json)), runs.areTaken else { return nil }
    return value
  }
}

/// A value that is a whole message to a worker, or one from it.
protocol WorkerMessage: Codable {}

extension WorkerMessage {
  var message: Message { Message(WorkerCodec.parts(of: self)) }

  /// Reads a message; `nil` when it is invalid.
  init?(_ message: Message) {
    guard let value = WorkerCodec.value(Self.self, of: message.parts) else { return nil }
    self = value
  }
}

/// A type that is sent to a worker as its text for people or records.
protocol WorkerText: Codable {
  var workerText: String { get }

  init?(workerText: String)
}

extension WorkerText {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try decoder.sensible(Self(workerText: text))
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    try one.encode(workerText)
  }
}

extension CameraTime: WorkerText {
  var workerText: String { text }
  init?(workerText: String) { self.init(workerText) }
}

extension AspectRatio: WorkerText {
  var workerText: String { description }
  init?(workerText: String) { self.init(workerText) }
}

extension RGBColour: WorkerText {
  var workerText: String { description }
  init?(workerText: String) { self.init(workerText) }
}

extension Recipe: WorkerText {
  var workerText: String { json.compactText }
  init?(workerText: String) { self.init(json: JSONValue(text: workerText)) }
}

extension FocusArea: WorkerText {
  var workerText: String { json.compactText }
  init?(workerText: String) { self.init(json: JSONValue(text: workerText)) }
}

extension TextArea: WorkerText {
  var workerText: String { json.compactText }
  init?(workerText: String) { self.init(json: JSONValue(text: workerText)) }
}

extension PNGProfile: WorkerText {
  private static let known: [(profile: PNGProfile, name: String)] = [
    (.sRGB, "srgb"), (.displayP3, "display-p3"), (.grey, "grey"),
  ]

  /// The most bytes of the four letters; each byte that is not a letter becomes the three of U+FFFD.
  private static let spaceLimit = 12

  /// A name, or the letters of the colour space after a hyphen.
  var workerText: String {
    if case .other(let space) = self { return "-" + space }
    return Self.known.first { $0.profile == self }?.name ?? ""
  }

  init?(workerText: String) {
    if let found = Self.known.first(where: { $0.name == workerText }) {
      self = found.profile
    } else if workerText.hasPrefix("-"), workerText.utf8.count <= 1 + Self.spaceLimit {
      self = .other(space: String(workerText.dropFirst()).displayText)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  /// Parses a text as JSON; `null` if it is not JSON.
  fileprivate init(text: String) { self = (try? JSONParser.parse(Array(text.utf8))) ?? .null }
}

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
