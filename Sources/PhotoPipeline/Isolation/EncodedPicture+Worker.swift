internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

// Pictures on the channel from a worker; they are not trusted (decision 0614).

extension EncodedPicture: Codable {
  private enum CodingKeys: CodingKey { case size, quality, isOverLimit, lacksGainMap, bytes }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let bytes = try values.decode(Bytes.self, forKey: .bytes).wrappedValue
    let quality = try values.decodeIfPresent(Int.self, forKey: .quality)
    let format = try decoder.sensible(PictureFormat(beginning: bytes))
    try decoder.require(
      PictureFormat.stored.contains(format) && quality.map((1...100).contains) != false)
    self.init(
      bytes: bytes, format: format, size: try values.decode(PixelSize.self, forKey: .size),
      quality: quality, isOverLimit: try values.decode(Bool.self, forKey: .isOverLimit),
      lacksGainMap: try values.decode(Bool.self, forKey: .lacksGainMap))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(size, forKey: .size)
    try values.encodeIfPresent(quality, forKey: .quality)
    try values.encode(isOverLimit, forKey: .isOverLimit)
    try values.encode(lacksGainMap, forKey: .lacksGainMap)
    try values.encode(Bytes(wrappedValue: bytes), forKey: .bytes)
  }
}

extension FamilyCrop: Codable {
  private enum CodingKeys: CodingKey { case rect, size, score, flags }

  /// The allowed places of a crop; decoding a record's own form would move rectangles into the picture.
  private static let places = -1.0...2.0

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      rect: try values.decode(NormalizedRect.self, forKey: .rect),
      pixelSize: try values.decode(PixelSize.self, forKey: .size),
      score: try values.decode([String: Double].self, forKey: .score),
      flags: try values.decode([String].self, forKey: .flags))
    try decoder.require(
      [rect.x, rect.y, rect.width, rect.height].allSatisfy(Self.places.contains)
        && CropScore.isNamed(score) && flags.areFlagsOfCrop)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(rect, forKey: .rect)
    try values.encode(pixelSize, forKey: .size)
    try values.encode(score, forKey: .score)
    try values.encode(flags, forKey: .flags)
  }
}

extension FocusRegion: Codable {
  private enum CodingKeys: CodingKey { case rect, head, weight, kind, origin }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let weight = try values.decode(Double.self, forKey: .weight)
    try decoder.require((0...1).contains(weight))
    self.init(
      try values.decode(NormalizedRect.self, forKey: .rect), weight: weight,
      kind: try values.decode(Kind.self, forKey: .kind),
      origin: try values.decode(Origin.self, forKey: .origin),
      head: try values.decodeIfPresent(NormalizedRect.self, forKey: .head))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(rect, forKey: .rect)
    try values.encodeIfPresent(head, forKey: .head)
    try values.encode(weight, forKey: .weight)
    try values.encode(kind, forKey: .kind)
    try values.encode(origin, forKey: .origin)
  }
}

extension FocusRegion.Kind: Codable {}

extension FocusRegion.Origin: Codable {}

extension PhotoPictures {
  /// Whether texts and numbers are valid in a record of these frames.
  func isSensible(for frames: WidgetFrames) -> Bool {
    format.replacing(" ", with: "-").isKebabCase && notes.areOf([.reading])
      && decoder?.replacing(" ", with: "-").replacing(".", with: "-").isKebabCase != false
      && renders.map { $1.size } == frames && crops.families == frames.families
      && risk.families == frames.families && risk.values.allSatisfy((0...1).contains)
      && texts?.values.allSatisfy(\.isSensible) != false
      && texts.map { $0.families == frames.families } != false
  }
}

extension PhotoCrops {
  /// Whether these are the requested crops, with their pictures and the material for explaining them.
  func answers(_ wish: CropWish) -> Bool {
    crops.count == wish.aspects.count && crops.allSatisfy { $0.isSensible(in: photo) }
      && (material != nil) == wish.explains
      && material?.isSensible(for: crops.map(\.rect.size)) != false
      && files.count == wish.pictureCount
      && files.allSatisfy { PictureFormat(beginning: $0) == wish.form?.format }
  }
}

extension AspectCrop {
  fileprivate func isSensible(in photo: PixelSize) -> Bool {
    rect.isInside(photo) && (0...1).contains(risk) && flags.areFlagsOfCrop
      && CropScore.isNamed(score) && CropScore.isNamed(centreScore)
  }
}

extension ExplainMaterial {
  /// The most cues; there are thirteen.
  private static let mostCues = 32
  /// The most windows of a crop that have scores, as in ``PhotoAnalysis``.
  private static let mostWindows = 1000

  fileprivate func isSensible(for crops: [PixelSize]) -> Bool {
    let sizes = [size] + crops.map(Self.cropSize)
    return size.longEdge <= Self.panel && pictures.map(\.count) == sizes.map { 3 * $0.area }
      && cues.count <= Self.mostCues && ([importance] + cues).allSatisfy(\.isSensible)
      && totals.count == crops.count
      && totals.allSatisfy { totals in
        (1...Self.mostWindows).contains(totals.count)
          && totals.allSatisfy(CropScore.values.contains)
      }
  }
}

extension ExplainMap {
  /// The most cells of a side; maps have 64.
  private static let longestSide = 1024

  fileprivate var isSensible: Bool {
    name.isKebabCase && size.longEdge <= Self.longestSide && values.count == size.area
      && values.allSatisfy { (0...1).contains($0) }
  }
}

extension CropScore {
  /// A range far beyond any window's score; our choice, so that differences of two stay finite.
  fileprivate static let values = -1e6...1e6

  /// Whether these can be values of ``named``: every required term, the sum, and no others.
  fileprivate static func isNamed(_ named: [String: Double]) -> Bool {
    let required = Term.allCases.filter(\.isRequired).map(\.rawValue) + [totalName]
    let names = Set(named.keys)
    return names.isSuperset(of: required)
      && names.isSubset(of: required + Term.allCases.map(\.rawValue))
      && named.values.allSatisfy(values.contains)
  }
}

extension [PhotoFlag] {
  /// Whether these are flags of some steps, each once.
  fileprivate func areOf(_ steps: Set<PhotoFlag.Step>) -> Bool {
    Set(self).count == count && allSatisfy { steps.contains($0.step) }
  }
}

extension [String] {
  /// Whether these are the names of flags of a crop and its picture, each once.
  fileprivate var areFlagsOfCrop: Bool {
    let flags = compactMap(PhotoFlag.init(rawValue:))
    return flags.count == count && flags.areOf([.cropping, .encoding])
  }
}
