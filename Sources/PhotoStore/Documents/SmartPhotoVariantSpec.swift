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
}

extension SmartPhotoVariantSpec {
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
