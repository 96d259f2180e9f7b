package import Foundation

/// The published app's own types, as its sources describe them: the same keys, its leniency, and
/// Foundation's coders, so that tests decode with what the app decodes with.
package enum App {
  package struct Rect: Codable, Equatable {
    package var x, y, width, height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  package struct Size: Codable, Equatable {
    package var width, height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  package struct Variant: Codable, Equatable {
    package var renderFileName: String
    package var cropRect: Rect
    package var pixelSize: Size
    package var straightenDegrees: Double?
    package var rotationQuarterTurns: Int?
  }

  package struct SmartPhoto: Codable, Equatable {
    package var masterFileName: String
    package var small, medium, large: Variant?
    package var algorithmVersion: Int
    package var preparedAt: Date
    package var shuffleManifestFileName: String?
  }

  package struct Filter: Codable, Equatable {
    package enum Token: String, Codable {
      case none, noir, mono, chrome, fade, instant, process, transfer, sepia
    }
    package var token: Token
    package var intensity: Double
  }

  package enum ContentMode: String, Codable { case fill, fit }

  package struct Image: Equatable {
    package var fileName = ""
    package var contentMode = ContentMode.fill
    package var height = 120.0
    package var cornerRadius = 16.0
    package var filter: Filter?
    package var smartPhoto: SmartPhoto?
  }

  package struct AlbumEntry: Codable, Equatable {
    package var id: String
    package var sourceFileName: String?
    package var smallFile, mediumFile, largeFile: String?
    package var smallAutoCropRect, mediumAutoCropRect, largeAutoCropRect: Rect?
    package var smallManualFile, mediumManualFile, largeManualFile: String?
    package var smallManualCropRect, mediumManualCropRect, largeManualCropRect: Rect?
    package var smallManualStraightenDegrees, mediumManualStraightenDegrees: Double?
    package var largeManualStraightenDegrees: Double?
    package var smallManualRotationQuarterTurns, mediumManualRotationQuarterTurns: Int?
    package var largeManualRotationQuarterTurns: Int?
    package var preparedAt: Date?
    package var flags: [String]
    package var score: Double?
  }

  package struct Album: Codable, Equatable {
    package var version: Int
    package var sourceID: String
    package var entries: [AlbumEntry]
    package var currentIndex: Int
    package var rotationIntervalMinutes: Int
    package var nextChangeDate: Date?
  }

  /// What a design holds of images, and its own names.
  package struct Widget: Codable, Equatable {
    package struct Member: Codable, Equatable {
      package var image: Image?
    }
    package struct MatchedSet: Codable, Equatable {
      package var small, medium, large: Member?
    }
    package var id: UUID?
    package var name: String?
    package var image: Image?
    package var matchedSet: MatchedSet?

    /// Makes a design with an image for all sizes and, perhaps, another one for the small size.
    package init(id: UUID? = nil, name: String? = nil, image: Image?, small: Image? = nil) {
      (self.id, self.name, self.image) = (id, name, image)
      matchedSet = small.map { MatchedSet(small: Member(image: $0)) }
    }
  }

  /// A `.wwdesign` file.
  package struct Package: Codable, Equatable {
    package struct EmbeddedImage: Codable, Equatable {
      package var originalFileName: String
      package var data: Data
    }
    package var magic: String
    package var formatVersion: Int
    package var createdAt: Date
    package var specs: [Widget]
    package var images: [EmbeddedImage]

    /// Makes a package as the app does today.
    package init(createdAt: Date, specs: [Widget], images: [String: Data]) {
      (magic, formatVersion) = ("com.conornolan.widgetweaver.exchange", 1)
      (self.createdAt, self.specs) = (createdAt, specs)
      self.images = images.map { EmbeddedImage(originalFileName: $0, data: $1) }
        .sorted { $0.originalFileName < $1.originalFileName }
    }
  }
}

extension App.Image: Codable {
  private enum Key: String, CodingKey {
    case fileName, contentMode, crop, height, cornerRadius, filter, smartPhoto
  }

  /// Every key that is missing or of the wrong type has its default; a smart photo that does not
  /// decode, by its date for one, does not count.
  package init(from decoder: any Decoder) throws {
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

  package func encode(to encoder: any Encoder) throws {
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
  package static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], dates: JSONDecoder.DateDecodingStrategy
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dates
    return try decoder.decode(type, from: Data(bytes))
  }

  package static func encode(
    _ value: some Encodable, dates: JSONEncoder.DateEncodingStrategy
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = dates
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return [UInt8](try encoder.encode(value))
  }
}
