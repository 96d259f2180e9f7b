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
    self.filter = filter
    self.smartPhoto = smartPhoto
    self.unknownKeys = unknownKeys
  }
}

extension ImageSpec {
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
