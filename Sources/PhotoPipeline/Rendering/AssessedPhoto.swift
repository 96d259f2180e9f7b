internal import FocusReading
internal import Foundation
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// The assessment of a photo, prepared or not, with its size and how it was taken, as the catalog keeps it.
struct AssessedPhoto: Codable, Sendable {
  /// The upright photo's size.
  let size: PixelSize
  let capture: PhotoCapture
  let assessment: PhotoAssessment
}

extension PhotoRendering {
  /// Assesses a photo that may be prepared later by a recipe, from as few pixels as possible.
  ///
  /// A JPEG is decoded at a quarter of its sides if that is enough, so its terms differ in the second digit from those
  /// of preparing (decision 0800). With `mayEstimate` a suitable thumbnail in the photo is enough (decision 0809).
  func assessed(
    _ bytes: [UInt8], by recipe: Recipe, mayEstimate: Bool = false
  ) throws -> AssessedPhoto {
    let source = try opened(bytes)
    let size = source.header.size
    let scale = min(1, Double(DetailPlane.preferredLongEdge) / Double(size.longEdge))
    let thumbnail = mayEstimate ? source.thumbnail() : nil
    let raster =
      try thumbnail
      ?? times.measure("decode") {
        try source.decode(
          atLeast: scale * Self.slack, background: background(of: recipe), making: [.forAnalysis])
      }
    let facts = StatedFacts(source.metadata)
    let (analysis, image) = try analysis(
      of: raster, by: AnalysisMethod(recipe), keeping: facts.focus(pointedAt: recipe.focus))
    let assessment = assessment(
      of: image, try DetailPlane(of: raster), analysis, analysis.crops(in: size, by: recipe),
      in: size, hasCamera: facts.capture.camera != nil, recipe)
    return AssessedPhoto(
      size: size, capture: facts.capture(of: bytes),
      assessment: thumbnail == nil ? assessment : assessment.estimate)
  }

  /// The share of the wanted size from which on a decoded copy is used unchanged: photos of 12 megapixels have 4,000
  /// to 4,032 columns, of 48 8,064, and 960 are as good as 1,000; ours.
  private static let slack = 0.96

  func assessment(
    of image: AnalysisImage, _ detail: DetailPlane, _ analysis: PhotoAnalysis,
    _ choices: PerFamily<CropChoice>, in photo: PixelSize, hasCamera: Bool, _ recipe: Recipe
  ) -> PhotoAssessment {
    times.measure("assess") {
      // The families of every device, so that photos are assessed alike for all devices.
      let families = RenderFamily.always
      return PhotoAssessment(
        of: image, detail, analysis, families.compactMap { choices[$0] },
        for: families.compactMap { recipe.frames[$0] }, in: photo, hasCamera: hasCamera)
    }
  }
}

extension AssessedPhoto {
  /// The version of the rules for assessments, and of the form below; one more for every change.
  static let version = 13
  /// The version for estimates, which assessments replace: those stored under one version stay (decision 0809).
  static let estimateVersion = -version

  /// The assessment as the catalog stores it: numbers of fixed length, the lowest byte first, then the camera's name.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(320)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    add(UInt32(size.width))
    add(UInt32(size.height))
    for term in PhotoScore.Term.allCases {
      add(assessment.score[term].map { UInt16(($0 * 10_000).rounded()) } ?? .max)
    }
    add(UInt8(PhotoKind.allCases.firstIndex(of: assessment.kind) ?? 0))
    bytes += assessment.thumbprint.samples
    add(capture.fraction.map { UInt32($0 * 1e9) } ?? .max)
    add(Int16(capture.offsetMinutes ?? Int(Int16.min)))
    add(Int8(capture.rating ?? 0))
    add(UInt8(capture.people.count))
    for mark in capture.people { add(UInt64(mark, radix: 16) ?? 0) }
    let time = Array((capture.time?.text ?? "").utf8)
    add(UInt8(time.count))
    bytes += time
    bytes += Array((capture.camera ?? "").utf8)
    return bytes
  }

  /// Reads what ``bytes`` gives; `nil` for anything else.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    func number<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
      let part = rest.prefix(MemoryLayout<Value>.size)
      guard part.count == MemoryLayout<Value>.size else { return nil }
      rest = rest.dropFirst(part.count)
      return part.reversed().reduce(Value(0)) { ($0 << 8) | Value(truncatingIfNeeded: $1) }
    }
    guard let width: UInt32 = number(), let height: UInt32 = number(), width > 0, height > 0,
      width <= PixelSize.sideLimit, height <= PixelSize.sideLimit
    else { return nil }
    var values: [PhotoScore.Term: Double] = [:]
    for term in PhotoScore.Term.allCases {
      guard let value: UInt16 = number() else { return nil }
      if value != .max { values[term] = Double(value) / 10_000 }
    }
    guard let kind: UInt8 = number(), kind < PhotoKind.allCases.count,
      let thumbprint = Thumbprint(Array(rest.prefix(Thumbprint.side * Thumbprint.side)))
    else { return nil }
    rest = rest.dropFirst(thumbprint.samples.count)
    guard let fraction: UInt32 = number(), let offset: Int16 = number(),
      let rating: Int8 = number(), let peopleCount: UInt8 = number()
    else { return nil }
    let people = (0..<peopleCount).compactMap { _ in number(UInt64.self).map(Hexadecimal.digits) }
    guard people.count == peopleCount, let length: UInt8 = number(), rest.count >= length
    else { return nil }
    let time = String(decoding: rest.prefix(Int(length)), as: UTF8.self)
    let camera = String(decoding: rest.dropFirst(Int(length)), as: UTF8.self)
    let capture = PhotoCapture(
      time: CameraTime(time), fraction: fraction == .max ? nil : Double(fraction) / 1e9,
      offsetMinutes: offset == .min ? nil : Int(offset), camera: camera.isEmpty ? nil : camera,
      rating: rating == 0 ? nil : Int(rating), people: people)
    guard capture.isSensible else { return nil }
    self.init(
      size: PixelSize(width: Int(width), height: Int(height)), capture: capture,
      assessment: PhotoAssessment(
        score: PhotoScore(values), kind: PhotoKind.allCases[Int(kind)], thumbprint: thumbprint))
  }
}

/// The value stored for a person's name in a record and in the catalog.
///
/// It tells whether a photo has a given name, but not which names it has, nor which photos have the same
/// name (decision 0807).
enum PersonMark {
  /// The first 16 digits of the SHA-256 of the photo's identifier and the name; case and the composition of accents do
  /// not matter.
  static func text(of name: String, in photo: PhotoID) -> String {
    let name = name.precomposedStringWithCanonicalMapping.lowercased()
    return "\(PhotoID(ContentDigest(of: Array("\(photo) \(name)".utf8))))"
  }
}

extension StatedFacts {
  /// When and how the photo was taken and rated, and the marks of the people whom it names.
  func capture(of bytes: [UInt8]) -> PhotoCapture {
    if people.isEmpty { return capture }
    let photo = PhotoID(ContentDigest(of: bytes))
    var capture = capture
    capture.people = Set(people.map { PersonMark.text(of: $0, in: photo) }).sorted()
    return capture
  }
}

extension PhotoAssessment {
  /// The assessment as a record's `analysis` holds it.
  var values: [String: JSONValue] {
    [
      "score": .object(score.named.mapValues(JSONValue.double)),
      "kind": .string(kind.rawValue),
      "thumbprint": .string(Data(thumbprint.samples).base64EncodedString()),
    ]
  }

  /// Reads the assessment from a record's `analysis`; `nil` for a record from before photos were assessed.
  init?(json: JSONValue) {
    guard let values = json.object,
      let named = values["score"]?.object?.compactMapValues(\.double),
      let score = PhotoScore(named: named),
      let kind = values["kind"]?.string.flatMap(PhotoKind.init(rawValue:)),
      let text = values["thumbprint"]?.string, let data = Data(base64Encoded: text),
      let thumbprint = Thumbprint([UInt8](data))
    else { return nil }
    self.init(score: score, kind: kind, thumbprint: thumbprint)
  }
}

extension PhotoAssessment: SentAs {
  var sent: String { JSONValue.object(values).compactText }
  init?(sent: String) { self.init(json: JSONValue(text: sent)) }
}

extension PhotoPreparation {
  /// The assessment; `nil` in a record from before photos were assessed.
  var assessment: PhotoAssessment? { PhotoAssessment(json: analysis) }
}

extension PhotoCapture {
  /// The values in a record's `analysis` besides the time.
  var values: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    values["fraction"] = fraction.map(JSONValue.double)
    values["offset"] = offsetMinutes.map(JSONValue.integer)
    values["camera"] = camera.map(JSONValue.string)
    values["rating"] = rating.map(JSONValue.integer)
    if !people.isEmpty { values["people"] = .array(people.map(JSONValue.string)) }
    return values
  }
}

extension PhotoCapture: SentAs {
  var sent: String {
    let time = time.map { ["time": JSONValue.string($0.text)] } ?? [:]
    return JSONValue.object(values.merging(time) { $1 }).compactText
  }

  init?(sent: String) {
    let values = JSONValue(text: sent)
    self.init(time: values["time"]?.string, values)
    if !isSensible { return nil }
  }

  /// Reads a time, and what ``values`` gives.
  fileprivate init(time: String?, _ values: JSONValue) {
    self.init(
      time: time.flatMap(CameraTime.init(_:)), fraction: values["fraction"]?.double,
      offsetMinutes: values["offset"]?.integer, camera: values["camera"]?.string,
      rating: values["rating"]?.integer,
      people: (values["people"]?.array ?? []).compactMap(\.string))
  }
}

extension PhotoPreparation {
  /// The camera, time and rating of the photo, from its record.
  var capture: PhotoCapture {
    let capture = PhotoCapture(time: taken, analysis)
    return capture.isSensible ? capture : PhotoCapture(time: capture.time)
  }
}
