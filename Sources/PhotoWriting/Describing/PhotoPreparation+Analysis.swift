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

extension FocusRegion {
  /// Reads the form ``JSONForm`` in a record; `nil` when it is invalid.
  package init?(json: JSONValue) {
    guard let values = json.object, let rect = values["rect"].flatMap(NormalizedRect.init(json:)),
      let weight = values["weight"]?.double, (0...1).contains(weight),
      let kind = values["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let origin = values["origin"]?.string.flatMap(Origin.init(rawValue:))
    else { return nil }
    let head = values["head"].flatMap(NormalizedRect.init(json:))
    guard head != nil || values["head"] == nil else { return nil }
    self.init(rect, weight: weight, kind: kind, origin: origin, head: head)
  }

  /// The region in the form for records and `--json`.
  package struct JSONForm: Encodable {
    private let rect: [String: Double]
    private let head: [String: Double]?
    private let kind, origin: String
    private let weight: Double

    package init(_ region: FocusRegion) {
      (rect, head) = (region.rect.named, region.head?.named)
      (kind, origin) = (region.kind.rawValue, region.origin.rawValue)
      weight = region.weight.rounded(toPlaces: 6)
    }

    package var value: JSONValue {
      var values: [String: JSONValue] = [
        "rect": .object(rect.mapValues(JSONValue.double)), "kind": .string(kind),
        "origin": .string(origin), "weight": .double(weight),
      ]
      values["head"] = head.map { .object($0.mapValues(JSONValue.double)) }
      return .object(values)
    }
  }
}

extension NormalizedRect {
  fileprivate var named: [String: Double] {
    ["x": x, "y": y, "width": width, "height": height].mapValues { $0.rounded(toPlaces: 6) }
  }

  /// Reads the place of a region in a record; `nil` when a fraction is missing, or the place is far from the photo.
  fileprivate init?(json: JSONValue) {
    guard let rect = json.object, let x = rect["x"]?.double, let y = rect["y"]?.double,
      let width = rect["width"]?.double, let height = rect["height"]?.double
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
    if !isNearPhoto { return nil }
  }

  /// Whether a region may be here: detectors frame heads that the photo's edge cuts.
  package var isNearPhoto: Bool {
    [x, y].allSatisfy((-2...3).contains) && [width, height].allSatisfy((0...3).contains)
  }
}

extension FocusRegion {
  /// The region of a place that a person pointed at.
  package init(_ area: FocusArea) {
    let kind: Kind =
      switch area.kind {
      case .face: .face
      case .animalFace: .animalFace
      case .region: .region
      }
    self.init(area.rect, weight: 1, kind: kind, origin: .hand)
  }
}
