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
    guard let values = json.object, let rect = values["rect"].flatMap(Self.place),
      let weight = values["weight"]?.double, (0...1).contains(weight),
      let kind = values["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let origin = values["origin"]?.string.flatMap(Origin.init(rawValue:))
    else { return nil }
    let head = values["head"].flatMap(Self.place)
    guard head != nil || values["head"] == nil else { return nil }
    self.init(rect, weight: weight, kind: kind, origin: origin, head: head)
  }

  /// The allowed range of a region, in fractions of the photo: detectors frame heads that the edge cuts.
  private static let places = -2.0...3.0

  private static func place(_ json: JSONValue) -> NormalizedRect? {
    NormalizedRect(json: json).flatMap { rect in
      let isNear = places.contains(rect.x) && places.contains(rect.y)
      return isNear && (0...3).contains(rect.width) && (0...3).contains(rect.height) ? rect : nil
    }
  }

  /// The region in the form for records and `--json`.
  package struct JSONForm: Encodable {
    package let rect: Rect
    package let head: Rect?
    package let kind, origin: String
    package let weight: Double

    package struct Rect: Encodable {
      package let x, y, width, height: Double

      init(_ rect: NormalizedRect) {
        (x, y) = (rect.x.rounded(toPlaces: 6), rect.y.rounded(toPlaces: 6))
        (width, height) = (rect.width.rounded(toPlaces: 6), rect.height.rounded(toPlaces: 6))
      }

      var value: JSONValue {
        .object([
          "x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height),
        ])
      }
    }

    package init(_ region: FocusRegion) {
      (rect, head) = (Rect(region.rect), region.head.map(Rect.init))
      (kind, origin) = (region.kind.rawValue, region.origin.rawValue)
      weight = region.weight.rounded(toPlaces: 6)
    }

    package var value: JSONValue {
      let values: [String: JSONValue] = [
        "rect": rect.value, "kind": .string(kind), "origin": .string(origin),
        "weight": .double(weight),
      ]
      return .object(values.merging(head.map { ["head": $0.value] } ?? [:]) { first, _ in first })
    }
  }
}

extension NormalizedRect {
  /// Reads the fractions in records and `--json`; `nil` when one is missing.
  package init?(json: JSONValue) {
    guard let rect = json.object, let x = rect["x"]?.double, let y = rect["y"]?.double,
      let width = rect["width"]?.double, let height = rect["height"]?.double
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
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
