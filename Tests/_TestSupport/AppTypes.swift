import Foundation

/// The published app's own types, as its sources describe them: the same keys, its leniency, and
/// Foundation's coders, so that tests decode with what the app decodes with.
enum App {
  struct Rect: Codable, Equatable {
    var x, y, width, height: Double
  }

  struct Size: Codable, Equatable {
    var width, height: Int
  }

  struct Variant: Codable, Equatable {
    var renderFileName: String
    var cropRect: Rect
    var pixelSize: Size
    var straightenDegrees: Double?
    var rotationQuarterTurns: Int?
  }

  struct SmartPhoto: Codable, Equatable {
    var masterFileName: String
    var small, medium, large: Variant?
    var algorithmVersion: Int
    var preparedAt: Date
    var shuffleManifestFileName: String?
  }

  struct Filter: Codable, Equatable {
    enum Token: String, Codable {
      case none, noir, mono, chrome, fade, instant, process, transfer, sepia
    }
    var token: Token
    var intensity: Double
  }

  enum ContentMode: String, Codable { case fill, fit }

  struct Image: Equatable {
    var fileName = ""
    var contentMode = ContentMode.fill
    var height = 120.0
    var cornerRadius = 16.0
    var filter: Filter?
    var smartPhoto: SmartPhoto?
  }

  struct AlbumEntry: Codable, Equatable {
    var id: String
    var sourceFileName: String?
    var smallFile, mediumFile, largeFile: String?
    var smallAutoCropRect, mediumAutoCropRect, largeAutoCropRect: Rect?
    var smallManualFile, mediumManualFile, largeManualFile: String?
    var smallManualCropRect, mediumManualCropRect, largeManualCropRect: Rect?
    var smallManualStraightenDegrees, mediumManualStraightenDegrees: Double?
    var largeManualStraightenDegrees: Double?
    var preparedAt: Date?
    var flags: [String]
    var score: Double?
  }

  struct Album: Codable, Equatable {
    var version: Int
    var sourceID: String
    var entries: [AlbumEntry]
    var currentIndex: Int
    var rotationIntervalMinutes: Int
    var nextChangeDate: Date?
  }

  /// What a design holds of images.
  struct Widget: Codable, Equatable {
    struct Member: Codable, Equatable { var image: Image? }
    struct MatchedSet: Codable, Equatable { var small, medium, large: Member? }
    var image: Image?
    var matchedSet: MatchedSet?
  }
}

extension App.Image: Codable {
  private enum Key: String, CodingKey {
    case fileName, contentMode, crop, height, cornerRadius, filter, smartPhoto
  }

  /// Every key that is missing or of the wrong type has its default; a smart photo that does not
  /// decode, by its date for one, is none.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    fileName = (try? values.decode(String.self, forKey: .fileName)) ?? ""
    contentMode =
      (try? values.decode(App.ContentMode.self, forKey: .contentMode))
      ?? (try? values.decode(App.ContentMode.self, forKey: .crop)) ?? .fill
    height = (try? values.decode(Double.self, forKey: .height)) ?? 120
    cornerRadius = (try? values.decode(Double.self, forKey: .cornerRadius)) ?? 16
    filter = try? values.decode(App.Filter.self, forKey: .filter)
    smartPhoto = try? values.decode(App.SmartPhoto.self, forKey: .smartPhoto)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(fileName, forKey: .fileName)
    try values.encode(contentMode, forKey: .contentMode)
    try values.encode(contentMode, forKey: .crop)
    try values.encode(height, forKey: .height)
    try values.encode(cornerRadius, forKey: .cornerRadius)
    try values.encodeIfPresent(filter, forKey: .filter)
    try values.encodeIfPresent(smartPhoto, forKey: .smartPhoto)
  }
}

extension App {
  /// Decodes as the app does: ISO 8601 first in imports, numbers in albums and preferences.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], dates: JSONDecoder.DateDecodingStrategy
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dates
    return try decoder.decode(type, from: Data(bytes))
  }

  static func encode(
    _ value: some Encodable, dates: JSONEncoder.DateEncodingStrategy
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = dates
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return [UInt8](try encoder.encode(value))
  }
}
