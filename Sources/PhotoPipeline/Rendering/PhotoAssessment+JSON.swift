internal import Foundation
internal import Imaging
internal import PhotoStore
internal import SmartCrop

extension PhotoAssessment {
  private enum Key: String, CodingKey { case score, kind, thumbprint }

  /// The assessment as a record's `analysis` holds it.
  var values: [String: JSONValue] {
    [
      Key.score.rawValue: .object(score.named.mapValues(JSONValue.double)),
      Key.kind.rawValue: .string(kind.rawValue),
      Key.thumbprint.rawValue: .string(Data(thumbprint.samples).base64EncodedString()),
    ]
  }

  /// Reads the assessment from a record's `analysis`; `nil` for a record from before photos were assessed.
  init?(json: JSONValue) {
    guard let values = json.object,
      let named = values[Key.score.rawValue]?.object?.compactMapValues(\.double),
      let score = PhotoScore(named: named),
      let kind = values[Key.kind.rawValue]?.string.flatMap(PhotoKind.init(rawValue:)),
      let text = values[Key.thumbprint.rawValue]?.string, let data = Data(base64Encoded: text),
      let thumbprint = Thumbprint([UInt8](data))
    else { return nil }
    self.init(score: score, kind: kind, thumbprint: thumbprint)
  }
}

extension PhotoAssessment: Codable {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let named = try values.decode([String: Double].self, forKey: .score)
    let samples = try values.decode([UInt8].self, forKey: .thumbprint)
    self.init(
      score: try decoder.sensible(PhotoScore(named: named)),
      kind: try values.decode(PhotoKind.self, forKey: .kind),
      thumbprint: try decoder.sensible(Thumbprint(samples)))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(score.named, forKey: .score)
    try values.encode(kind, forKey: .kind)
    try values.encode(thumbprint.samples, forKey: .thumbprint)
  }
}

extension PhotoPreparation {
  /// The assessment; `nil` in a record from before photos were assessed.
  var assessment: PhotoAssessment? { PhotoAssessment(json: analysis) }
}

extension PhotoCapture {
  private enum Key: String, CodingKey { case time, fraction, offset, camera, rating, people }

  /// The values in a record's `analysis` besides the time.
  var values: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    values[Key.fraction.rawValue] = fraction.map(JSONValue.double)
    values[Key.offset.rawValue] = offsetMinutes.map(JSONValue.integer)
    values[Key.camera.rawValue] = camera.map(JSONValue.string)
    values[Key.rating.rawValue] = rating.map(JSONValue.integer)
    if !people.isEmpty { values[Key.people.rawValue] = .array(people.map(JSONValue.string)) }
    return values
  }
}

extension PhotoCapture: Codable {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      time: try values.decodeIfPresent(CameraTime.self, forKey: .time),
      fraction: try values.decodeIfPresent(Double.self, forKey: .fraction),
      offsetMinutes: try values.decodeIfPresent(Int.self, forKey: .offset),
      camera: try values.decodeIfPresent(String.self, forKey: .camera),
      rating: try values.decodeIfPresent(Int.self, forKey: .rating),
      people: try values.decodeIfPresent([String].self, forKey: .people) ?? [])
    try decoder.require(isSensible)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(time, forKey: .time)
    try values.encodeIfPresent(fraction, forKey: .fraction)
    try values.encodeIfPresent(offsetMinutes, forKey: .offset)
    try values.encodeIfPresent(camera, forKey: .camera)
    try values.encodeIfPresent(rating, forKey: .rating)
    try values.encode(people, forKey: .people)
  }
}

extension PhotoPreparation {
  /// The camera, time and rating of the photo, from its record.
  var capture: PhotoCapture {
    let values = analysis.object ?? [:]
    let capture = PhotoCapture(
      time: taken.flatMap(CameraTime.init(_:)), fraction: values["fraction"]?.double,
      offsetMinutes: values["offset"]?.integer, camera: values["camera"]?.string,
      rating: values["rating"]?.integer,
      people: (values["people"]?.array ?? []).compactMap(\.string))
    return capture.isSensible ? capture : PhotoCapture(time: capture.time)
  }
}
