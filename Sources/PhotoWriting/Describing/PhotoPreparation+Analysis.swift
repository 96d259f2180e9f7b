package import PhotoGeometry
package import PhotoStore
package import SmartCrop

extension PhotoPreparation {
  /// Returns the analysis in the form for a record.
  ///
  /// - Parameters:
  ///   - risk: The risk of each automatic crop, 0…1.
  ///   - regions: The regions that the crops should keep, with their origins.
  ///   - texts: Colours that make text readable on each render, as in records; `nil` without text.
  ///   - more: Further facts about the photo, by their names in records.
  /// - Returns: The value of ``analysis``.
  package static func analysis(
    risk: PerFamily<Double>, regions: [FocusRegion], texts: PerFamily<JSONValue>? = nil,
    more: [String: JSONValue] = [:]
  ) -> JSONValue {
    var values: [String: JSONValue] = [
      "risk": risk.json(JSONValue.double),
      "regions": .array(regions.map { FocusRegion.JSONForm($0).value }),
    ]
    values["text"] = texts?.json { $0 }
    values.merge(more) { first, _ in first }
    return .object(values)
  }

  /// The regions in the record; those that cannot be read are left out.
  package var regions: [FocusRegion] {
    (analysis.object?["regions"]?.array ?? []).compactMap(FocusRegion.init(json:))
  }

  /// The risk of a family's automatic crop, 0…1, if the record has it; older records have a certainty
  /// instead, which is not used.
  package func risk(_ family: RenderFamily) -> Double? {
    analysis.object?["risk"]?.object?[family.rawValue]?.double
  }
}
