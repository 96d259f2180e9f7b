internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

/// What a record keeps of a photo's analysis.
struct RecordedAnalysis: Sendable {
  /// The risk of each automatic crop, 0…1.
  let risk: PerFamily<Double>
  /// The regions that the crops were to keep, with who said so.
  let regions: [FocusRegion]
  /// How text can be read on each render; `nil` where there is no text.
  let texts: PerFamily<TextStyle>?
  /// By what and when it was taken; the time itself is a key of its own.
  let capture: PhotoCapture
  let assessment: PhotoAssessment

  /// The analysis as a record holds it.
  var json: JSONValue {
    var values: [String: JSONValue] = [
      "risk": risk.json(JSONValue.double),
      "regions": .array(regions.map { FocusRegion.JSONForm($0).value }),
    ]
    values["text"] = texts?.json(\.json)
    values.merge(capture.values) { first, _ in first }
    values.merge(assessment.values) { first, _ in first }
    return .object(values)
  }
}

extension PhotoPreparation {
  /// The regions that the record names; those that cannot be read are left out.
  var regions: [FocusRegion] {
    (analysis.object?["regions"]?.array ?? []).compactMap(FocusRegion.init(json:))
  }

  /// The risk of a family's automatic crop, 0…1, if the record says so; older ones say how sure the crop
  /// was, which meant nothing.
  func risk(_ family: RenderFamily) -> Double? {
    analysis.object?["risk"]?.object?[family.rawValue]?.double
  }
}
