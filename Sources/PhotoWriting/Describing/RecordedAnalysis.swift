package import PhotoGeometry
package import PhotoStore
package import SmartCrop

/// What a record keeps of a photo's analysis.
package struct RecordedAnalysis: Sendable {
  /// The risk of each automatic crop, 0…1.
  package let risk: PerFamily<Double>
  /// The regions that the crops were to keep, with who said so.
  package let regions: [FocusRegion]
  /// How text can be read on each render, as records say it; `nil` where there is no text.
  package let texts: PerFamily<JSONValue>?
  /// What else is known of the photo, under the names that records have for it.
  package let more: [String: JSONValue]

  /// Makes what is kept.
  package init(
    risk: PerFamily<Double>, regions: [FocusRegion], texts: PerFamily<JSONValue>? = nil,
    more: [String: JSONValue] = [:]
  ) {
    (self.risk, self.regions) = (risk, regions)
    (self.texts, self.more) = (texts, more)
  }

  /// The analysis as a record holds it.
  package var json: JSONValue {
    var values: [String: JSONValue] = [
      "risk": risk.json(JSONValue.double),
      "regions": .array(regions.map { FocusRegion.JSONForm($0).value }),
    ]
    values["text"] = texts?.json { $0 }
    values.merge(more) { first, _ in first }
    return .object(values)
  }
}

extension PhotoPreparation {
  /// The regions that the record names; those that cannot be read are left out.
  package var regions: [FocusRegion] {
    (analysis.object?["regions"]?.array ?? []).compactMap(FocusRegion.init(json:))
  }

  /// The risk of a family's automatic crop, 0…1, if the record says so; older ones say how sure the crop
  /// was, which meant nothing.
  package func risk(_ family: RenderFamily) -> Double? {
    analysis.object?["risk"]?.object?[family.rawValue]?.double
  }
}
