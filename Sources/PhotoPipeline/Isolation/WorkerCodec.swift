internal import Foundation
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop
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

extension AspectRatio: SentAs {
  var sent: String { description }
  init?(sent: String) { self.init(sent) }
}

extension RGBColour: SentAs {
  var sent: String { description }
  init?(sent: String) { self.init(sent) }
}

extension Recipe: SentAs {
  var sent: String { json.compactText }
  init?(sent: String) { self.init(json: JSONValue(text: sent)) }
}

extension FocusArea: SentAs {
  var sent: String { json.compactText }
  init?(sent: String) { self.init(json: JSONValue(text: sent)) }
}

extension TextArea: SentAs {
  var sent: String { json.compactText }
  init?(sent: String) { self.init(json: JSONValue(text: sent)) }
}

extension PNGProfile: SentAs {
  private static let known: [(profile: PNGProfile, name: String)] = [
    (.sRGB, "srgb"), (.displayP3, "display-p3"), (.grey, "grey"),
  ]

  /// The most bytes of the four letters; each byte that is not a letter becomes the three of U+FFFD.
  private static let spaceLimit = 12

  /// A name, or the letters of the colour space after a hyphen.
  var sent: String {
    if case .other(let space) = self { return "-" + space }
    return Self.known.first { $0.profile == self }?.name ?? ""
  }

  init?(sent: String) {
    if let found = Self.known.first(where: { $0.name == sent }) {
      self = found.profile
    } else if sent.hasPrefix("-"), sent.utf8.count <= 1 + Self.spaceLimit {
      self = .other(space: String(sent.dropFirst()).displayText)
    } else {
      return nil
    }
  }
}

extension PixelSize: SentAs {
  /// The most pixels of a side: libvips's limit (`VIPS_MAX_COORD`).
  private static let longestSide = 10_000_000

  var sent: [Int] { [width, height] }

  init?(sent: [Int]) {
    guard sent.count == 2, sent.allSatisfy((1...Self.longestSide).contains) else { return nil }
    self.init(width: sent[0], height: sent[1])
  }
}

extension PixelRect: SentAs {
  var sent: [Int] { [x, y, width, height] }

  init?(sent: [Int]) {
    guard sent.count == 4, sent.allSatisfy((0...PixelSize.sideLimit).contains), sent[2] > 0,
      sent[3] > 0
    else { return nil }
    self.init(x: sent[0], y: sent[1], width: sent[2], height: sent[3])
  }
}

extension NormalizedRect: SentAs {
  var sent: [Double] { [x, y, width, height] }

  init?(sent: [Double]) {
    guard sent.count == 4 else { return nil }
    self.init(x: sent[0], y: sent[1], width: sent[2], height: sent[3])
    if !isNearPhoto { return nil }
  }
}

/// The values of some families.
struct SentFamilies<Value: Codable>: Codable {
  let families: [RenderFamily]
  let values: [Value]
}

extension PerFamily: SentAs, Codable where Value: Codable {
  var sent: SentFamilies<Value> { SentFamilies(families: families, values: values) }

  init?(sent: SentFamilies<Value>) {
    guard sent.families.count == sent.values.count, Set(sent.families).count == sent.families.count
    else { return nil }
    let byFamily = Dictionary(uniqueKeysWithValues: zip(sent.families, sent.values))
    self.init(ifAll: { byFamily[$0] })
  }
}

extension RenderFamily: Codable {}

extension PhotoFlag: Codable {}

extension EncodedPicture: SentAs {
  struct Sent: Codable {
    let size: PixelSize
    let quality: Int?
    let isOverLimit, lacksGainMap: Bool
    @Bytes var bytes: [UInt8]
  }

  var sent: Sent {
    Sent(
      size: size, quality: quality, isOverLimit: isOverLimit, lacksGainMap: lacksGainMap,
      bytes: bytes)
  }

  init?(sent: Sent) {
    guard let format = PictureFormat(beginning: sent.bytes), PictureFormat.stored.contains(format),
      sent.quality.map((1...100).contains) != false
    else { return nil }
    self.init(
      bytes: sent.bytes, format: format, size: sent.size, quality: sent.quality,
      isOverLimit: sent.isOverLimit, lacksGainMap: sent.lacksGainMap)
  }
}

extension FamilyCrop: SentAs {
  struct Sent: Codable {
    let rect: NormalizedRect
    let size: PixelSize
    let score: [String: Double]
    let flags: [String]
  }

  var sent: Sent { Sent(rect: rect, size: pixelSize, score: score, flags: flags) }

  /// The allowed places of a crop; decoding a record's own form would move rectangles into the picture.
  private static let places = -1.0...2.0

  init?(sent: Sent) {
    guard sent.rect.sent.allSatisfy(Self.places.contains), CropScore.isNamed(sent.score),
      sent.flags.areFlagsOfCrop
    else { return nil }
    self.init(rect: sent.rect, pixelSize: sent.size, score: sent.score, flags: sent.flags)
  }
}

extension FocusRegion: SentAs {
  struct Sent: Codable {
    let rect: NormalizedRect
    let head: NormalizedRect?
    let weight: Double
    let kind: Kind
    let origin: Origin
  }

  var sent: Sent { Sent(rect: rect, head: head, weight: weight, kind: kind, origin: origin) }

  init?(sent: Sent) {
    guard (0...1).contains(sent.weight) else { return nil }
    self.init(
      sent.rect, weight: sent.weight, kind: sent.kind, origin: sent.origin, head: sent.head)
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
