internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

extension PhotoPictures {
  /// Master and renders, from small to large.
  var all: [EncodedPicture] { [master] + RenderFamily.allCases.map { renders[$0] } }

  /// Everything but the files, so exactly that a record of it has the same bytes.
  var json: JSONValue {
    .object([
      "format": .string(format), "size": uprightSize.sides,
      "pictures": .array(all.map(\.json)),
      "crops": .array(RenderFamily.allCases.map { crops[$0].exactJSON }),
      "risk": .array(RenderFamily.allCases.map { .double(risk[$0]) }),
      "regions": .array(regions.map { FocusRegion.JSONForm($0).value }),
      "texts": texts.map { texts in .array(RenderFamily.allCases.map { texts[$0].json }) } ?? .null,
      "notes": .array(notes.map(JSONValue.string)),
      "taken": taken.map { .string($0.text) } ?? .null,
    ])
  }

  /// Reads what ``json`` gave; `nil` when anything is missing or makes no sense.
  ///
  /// - Parameters:
  ///   - json: The value.
  ///   - files: The files, master first; each must be a JPEG.
  init?(json: JSONValue, files: [[UInt8]]) {
    guard let values = json.object, let format = values["format"]?.string,
      format.replacing(" ", with: "-").isKebabCase,
      let size = values["size"].flatMap(PixelSize.init(sides:)),
      let pictures = values["pictures"]?.array, pictures.count == files.count,
      files.count == StoredFileName.Role.allCases.count,
      let crops = values["crops"]?.list(of: FamilyCrop.init(exactJSON:)),
      let crops = PerFamily(list: crops),
      let risk = values["risk"]?.list(of: { $0.number(in: 0...1) }),
      let risk = PerFamily(list: risk),
      let regions = values["regions"]?.list(of: FocusRegion.init(json:)),
      let texts = values["texts"],
      let notes = values["notes"]?.flags(of: [.reading]),
      let taken = values["taken"]
    else { return nil }
    let encoded = zip(pictures, files).compactMap { EncodedPicture(json: $0, bytes: $1) }
    let time = taken.string.flatMap(CameraTime.init)
    let styles = texts.list(of: TextStyle.init(json:)).flatMap(PerFamily.init(list:))
    guard encoded.count == files.count, let renders = PerFamily(list: Array(encoded.dropFirst())),
      time != nil || taken == .null, styles != nil || texts == .null
    else { return nil }
    self.init(
      format: format, uprightSize: size, master: encoded[0],
      renders: renders, crops: crops, risk: risk, regions: regions, texts: styles,
      notes: notes, taken: time)
  }
}

extension EncodedPicture {
  /// Everything but the file.
  var json: JSONValue {
    .object([
      "size": size.sides, "quality": jpeg.quality.map(JSONValue.integer) ?? .null,
      "isOverLimit": .bool(jpeg.isOverLimit),
    ])
  }

  /// Reads what ``json`` gave; `nil` when it makes no sense or the file is no JPEG.
  init?(json: JSONValue, bytes: [UInt8]) {
    guard let values = json.object, let size = values["size"].flatMap(PixelSize.init(sides:)),
      PhotoFormat.sniff(Array(bytes.prefix(PhotoFormat.sniffLength))) == .jpeg
    else { return nil }
    let quality = values["quality"]?.integer
    guard quality.map((1...100).contains) ?? (values["quality"] == .null) else { return nil }
    let jpeg = EncodedJPEG(
      bytes: bytes, quality: quality,
      isOverLimit: values["isOverLimit"] == .bool(true))
    self.init(jpeg: jpeg, size: size)
  }
}

extension PixelSize {
  var sides: JSONValue { .array([.integer(width), .integer(height)]) }

  /// The most pixels of a side: libvips's limit (`VIPS_MAX_COORD`).
  private static let longestSide = 10_000_000

  /// Reads ``sides``; `nil` where no picture has such a size.
  init?(sides: JSONValue) {
    let numbers = sides.array?.compactMap(\.integer) ?? []
    guard numbers.count == 2, numbers.allSatisfy({ (1...Self.longestSide).contains($0) }) else {
      return nil
    }
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension FamilyCrop {
  /// The crop with every digit; a record's own form moves rectangles into the picture when read.
  fileprivate var exactJSON: JSONValue {
    .object([
      "rect": .array([rect.x, rect.y, rect.width, rect.height].map(JSONValue.double)),
      "size": pixelSize.sides, "score": .object(score.mapValues(JSONValue.double)),
      "flags": .array(flags.map(JSONValue.string)),
    ])
  }

  fileprivate init?(exactJSON json: JSONValue) {
    guard let values = json.object,
      let rect = values["rect"]?.list(of: { $0.number(in: -1...2) }), rect.count == 4,
      let size = values["size"].flatMap(PixelSize.init(sides:)),
      let score = values["score"]?.cropScore,
      let flags = values["flags"]?.flags(of: [.cropping, .encoding])
    else { return nil }
    self.init(
      rect: NormalizedRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]),
      pixelSize: size, score: score, flags: flags)
  }
}
