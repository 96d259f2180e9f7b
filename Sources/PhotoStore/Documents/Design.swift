/// The images a design names: those of a WidgetWeaver `WidgetSpec`, or a document that is one image.
///
/// Read as leniently as by the published app; only the images are read.
public struct Design: Hashable, Sendable {
  /// The image for every family without its own image.
  public let image: ImageSpec?
  /// The images of single families, from the design's matched set.
  public let familyImages: [RenderFamily: ImageSpec]

  /// Makes a design from its images.
  public init(image: ImageSpec?, familyImages: [RenderFamily: ImageSpec] = [:]) {
    (self.image, self.familyImages) = (image, familyImages)
  }

  /// Reads a design.
  ///
  /// - Throws: `unreadable-document` when the bytes are not a JSON object.
  public init(bytes: [UInt8], path: String) throws(PhotoprepError) {
    self.init(json: try JSONValue.document(bytes, path: path))
  }

  /// Reads a design from a document's object.
  public init(json object: [String: JSONValue]) {
    let isImage = object["fileName"]?.string != nil
    let matchedSet = object["matchedSet"]?.object ?? [:]
    var familyImages: [RenderFamily: ImageSpec] = [:]
    for family in RenderFamily.allCases {
      familyImages[family] = matchedSet[family.rawValue]?.object?["image"]?.object
        .map(ImageSpec.init(json:))
    }
    self.init(
      image: (isImage ? object : object["image"]?.object).map(ImageSpec.init(json:)),
      familyImages: familyImages)
  }

  /// Returns the image of a family: its own, else the one of all.
  public func image(for family: RenderFamily) -> ImageSpec? { familyImages[family] ?? image }

  /// Every image of the design: the one of all, then those of single families from small to large.
  public var images: [ImageSpec] {
    [image].compactMap(\.self) + RenderFamily.allCases.compactMap { familyImages[$0] }
  }
}
