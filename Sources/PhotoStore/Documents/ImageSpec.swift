public import Foundation

/// An image of a design, as the published app stores it.
public struct ImageSpec: Hashable, Sendable {
  /// How an image fills its frame.
  public enum ContentMode: String, Hashable, Sendable {
    /// Cover the frame and cut what does not fit.
    case fill
    /// Show the whole image.
    case fit
  }

  /// The name of the image, for a smart photo that of its medium render; empty when none is named.
  public let fileName: String
  /// How the image fills its frame.
  public let contentMode: ContentMode
  /// The height of the image, 0…512 points.
  public let height: Double
  /// The radius of the image's corners, 0…128 points.
  public let cornerRadius: Double
  /// The filter, if any.
  public let filter: PhotoFilterSpec?
  /// The renders for the families, if the image is a smart photo.
  public let smartPhoto: SmartPhotoSpec?
  /// Unknown keys, which are kept when the document is written again.
  public let unknownKeys: [String: JSONValue]

  /// Makes an image; values out of their range are brought into it as the published app does.
  ///
  /// The defaults are the published app's.
  public init(
    fileName: String, contentMode: ContentMode = .fill, height: Double = 120,
    cornerRadius: Double = 16, filter: PhotoFilterSpec? = nil, smartPhoto: SmartPhotoSpec? = nil,
    unknownKeys: [String: JSONValue] = [:]
  ) {
    self.fileName = FileNameRule.sanitized(fileName) ?? ""
    self.contentMode = contentMode
    self.height = height.clamped(to: 0...512)
    self.cornerRadius = cornerRadius.clamped(to: 0...128)
    (self.filter, self.smartPhoto, self.unknownKeys) = (filter, smartPhoto, unknownKeys)
  }

  /// Reads an image; every key that is missing or has the wrong type has its default.
  public init(json object: [String: JSONValue]) {
    var reader = DocumentReader(object)
    let olderMode = reader.string("crop").flatMap(ContentMode.init)
    self.init(
      fileName: reader.string("fileName") ?? "",
      contentMode: reader.string("contentMode").flatMap(ContentMode.init) ?? olderMode ?? .fill,
      height: reader.double("height") ?? 120, cornerRadius: reader.double("cornerRadius") ?? 16,
      filter: reader.filter("filter"),
      smartPhoto: reader.take("smartPhoto")?.object.map(SmartPhotoSpec.init(json:)),
      unknownKeys: reader.rest)
  }

  /// The image as the published app writes it, with the unknown keys.
  ///
  /// `crop` repeats `contentMode` for older readers.
  public func json(dates form: DateForm) -> JSONValue {
    var object: [String: JSONValue] = [
      "fileName": .string(fileName), "contentMode": .string(contentMode.rawValue),
      "crop": .string(contentMode.rawValue), "height": .double(height),
      "cornerRadius": .double(cornerRadius),
    ]
    object["filter"] = filter?.json
    object["smartPhoto"] = smartPhoto?.json(dates: form)
    return .object(unknownKeys).overlaid(with: .object(object))
  }

  /// Returns the name of the file to show for a family: its render, that of the family closest in shape, or
  /// ``fileName``.
  public func fileName(for family: RenderFamily) -> String {
    let render = smartPhoto?.variant(for: family)?.renderFileName ?? ""
    return render.isEmpty ? fileName : render
  }

  /// Every image this one names, each once, sorted; not the album nor its images.
  public var allReferencedFileNames: [String] {
    let renders = smartPhoto?.variants.values.map(\.renderFileName) ?? []
    let names = Set([fileName, smartPhoto?.masterFileName ?? ""] + renders).subtracting([""])
    return names.sorted()
  }
}

/// A photo with a render for each family and the master they were made from.
public struct SmartPhotoSpec: Hashable, Sendable {
  /// The name of the master in the folder of images; empty when the document names none.
  public let masterFileName: String
  /// The renders that exist.
  public let variants: [RenderFamily: SmartPhotoVariantSpec]
  /// The version of the algorithm that chose the crops, at least 0.
  public let algorithmVersion: Int
  /// When the renders were made.
  public let preparedAt: Date
  /// The name of the album this photo belongs to, if any.
  public let shuffleManifestFileName: String?
  /// Unknown keys, which are kept when the document is written again.
  public let unknownKeys: [String: JSONValue]

  /// Makes a smart photo; values out of their range are brought into it as the published app does.
  public init(
    masterFileName: String, variants: [RenderFamily: SmartPhotoVariantSpec], algorithmVersion: Int,
    preparedAt: Date, shuffleManifestFileName: String? = nil, unknownKeys: [String: JSONValue] = [:]
  ) {
    self.masterFileName = FileNameRule.sanitized(masterFileName) ?? ""
    self.variants = variants
    self.algorithmVersion = max(0, algorithmVersion)
    self.preparedAt = preparedAt
    self.shuffleManifestFileName = shuffleManifestFileName.flatMap(FileNameRule.sanitized)
    self.unknownKeys = unknownKeys
  }

  /// The render that a family shows: its own, else that of the family closest in shape.
  public func variant(for family: RenderFamily) -> SmartPhotoVariantSpec? {
    variants[family] ?? variants[family.substitute]
  }

  /// Reads a smart photo; every key that is missing or has the wrong type has its default.
  ///
  /// The default of `preparedAt` is 2001-01-01 UTC, so that the same document reads the same always.
  public init(json object: [String: JSONValue]) {
    var reader = DocumentReader(object)
    var variants: [RenderFamily: SmartPhotoVariantSpec] = [:]
    for family in RenderFamily.allCases {
      variants[family] = reader.take(family.rawValue)?.object.map(SmartPhotoVariantSpec.init(json:))
    }
    self.init(
      masterFileName: reader.string("masterFileName") ?? "", variants: variants,
      algorithmVersion: reader.integer("algorithmVersion") ?? 0,
      preparedAt: reader.take("preparedAt")?.date ?? Date(timeIntervalSinceReferenceDate: 0),
      shuffleManifestFileName: reader.string("shuffleManifestFileName"), unknownKeys: reader.rest)
  }

  /// The smart photo as the published app writes it, with the unknown keys.
  public func json(dates form: DateForm) -> JSONValue {
    var object: [String: JSONValue] = [
      "masterFileName": .string(masterFileName), "algorithmVersion": .integer(algorithmVersion),
      "preparedAt": .date(preparedAt, as: form),
    ]
    object["shuffleManifestFileName"] = shuffleManifestFileName.map(JSONValue.string)
    for (family, variant) in variants { object[family.rawValue] = variant.json }
    return .object(unknownKeys).overlaid(with: .object(object))
  }
}

/// One family's render of a smart photo and the part of the photo it shows.
public struct SmartPhotoVariantSpec: Hashable, Sendable {
  /// The name of the render in the folder of images; empty when the document names none.
  public let renderFileName: String
  /// The part of the upright photo that the render shows.
  public let cropRect: NormalizedRect
  /// The size of the render.
  public let pixelSize: PixelSize
  /// The angle the photo was turned by before the crop, −45…45 degrees; `nil` for none.
  public let straightenDegrees: Double?
  /// The quarter turns clockwise before the crop, 1…3; `nil` for none.
  public let rotationQuarterTurns: Int?
  /// Unknown keys, which are kept when the document is written again.
  public let unknownKeys: [String: JSONValue]

  /// Makes a variant; values out of their range are brought into it as the published app does.
  public init(
    renderFileName: String, cropRect: NormalizedRect, pixelSize: PixelSize,
    straightenDegrees: Double? = nil, rotationQuarterTurns: Int? = nil,
    unknownKeys: [String: JSONValue] = [:]
  ) {
    self.renderFileName = FileNameRule.sanitized(renderFileName) ?? ""
    self.cropRect = cropRect.normalized
    self.pixelSize = pixelSize
    let degrees = straightenDegrees?.clamped(to: -45...45)
    self.straightenDegrees = degrees.flatMap { $0.magnitude < 0.0001 ? nil : $0 }
    let turns = rotationQuarterTurns.map { (($0 % 4) + 4) % 4 }
    self.rotationQuarterTurns = turns == 0 ? nil : turns
    self.unknownKeys = unknownKeys
  }

  /// Reads a variant; every key that is missing or has the wrong type has its default.
  public init(json object: [String: JSONValue]) {
    var reader = DocumentReader(object)
    self.init(
      renderFileName: reader.string("renderFileName") ?? "",
      cropRect: reader.rect("cropRect") ?? .full,
      pixelSize: reader.size("pixelSize") ?? PixelSize(width: 1, height: 1),
      straightenDegrees: reader.double("straightenDegrees"),
      rotationQuarterTurns: reader.integer("rotationQuarterTurns"), unknownKeys: reader.rest)
  }

  /// The variant as the published app writes it, with the unknown keys.
  public var json: JSONValue {
    var object: [String: JSONValue] = [
      "renderFileName": .string(renderFileName), "cropRect": cropRect.json,
      "pixelSize": pixelSize.json,
    ]
    object["straightenDegrees"] = straightenDegrees.map(JSONValue.double)
    object["rotationQuarterTurns"] = rotationQuarterTurns.map(JSONValue.integer)
    return .object(unknownKeys).overlaid(with: .object(object))
  }
}

/// A filter that is applied when an image is shown.
public struct PhotoFilterSpec: Hashable, Sendable {
  /// The filters the published app knows, by their tokens.
  public enum Token: String, CaseIterable, Hashable, Sendable {
    /// No filter.
    case none
    /// High-contrast black and white.
    case noir
    /// Low-contrast black and white.
    case mono
    /// Exaggerated colour.
    case chrome
    /// Diminished colour.
    case fade
    /// Distorted colour, as of an instant camera.
    case instant
    /// Cool colour.
    case process
    /// Warm colour.
    case transfer
    /// Brown tones.
    case sepia
  }

  /// The filter.
  public let token: Token
  /// How much of it, 0…1.
  public let intensity: Double

  /// Makes a filter; `nil` for the token `none` or an intensity of 0.
  public init?(_ token: Token, intensity: Double = 1) {
    let intensity = intensity.clamped(to: 0...1)
    guard token != .none, intensity > 0 else { return nil }
    (self.token, self.intensity) = (token, intensity)
  }

  var json: JSONValue {
    .object(["token": .string(token.rawValue), "intensity": .double(intensity)])
  }

  /// Reads a filter in a recipe; `nil` when any of its values is invalid.
  init?(json: JSONValue) {
    guard let object = json.object,
      let token = object["token"]?.string.flatMap(Token.init), token != .none,
      let intensity = object["intensity"]?.double, intensity > 0, intensity <= 1
    else { return nil }
    (self.token, self.intensity) = (token, intensity)
  }
}

extension DocumentReader {
  /// Takes a filter; one with a token that this software does not know stays in the document.
  mutating func filter(_ key: String) -> PhotoFilterSpec? {
    guard let value = take(key), let object = value.object else { return nil }
    guard let token = object["token"]?.string.flatMap(PhotoFilterSpec.Token.init) else {
      putBack(key, value)
      return nil
    }
    return PhotoFilterSpec(token, intensity: object["intensity"]?.double ?? 1)
  }
}
