internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

extension FocusRegion {
  /// Reads what ``JSONForm`` gave; `nil` when it is none.
  init?(json: JSONValue) {
    guard let values = json.object, let rect = values["rect"].flatMap(NormalizedRect.init(json:)),
      let weight = values["weight"]?.double, (0...1).contains(weight),
      let kind = values["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let origin = values["origin"]?.string.flatMap(Origin.init(rawValue:))
    else { return nil }
    self.init(
      rect, weight: weight, kind: kind, origin: origin,
      head: values["head"].flatMap(NormalizedRect.init(json:)))
  }

  /// The region as records and `--json` show it.
  struct JSONForm: Encodable {
    let rect: Rect
    let head: Rect?
    let kind, origin: String
    let weight: Double

    struct Rect: Encodable {
      let x, y, width, height: Double

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

    init(_ region: FocusRegion) {
      (rect, head) = (Rect(region.rect), region.head.map(Rect.init))
      (kind, origin) = (region.kind.rawValue, region.origin.rawValue)
      weight = region.weight.rounded(toPlaces: 6)
    }

    var value: JSONValue {
      let values: [String: JSONValue] = [
        "rect": rect.value, "kind": .string(kind), "origin": .string(origin),
        "weight": .double(weight),
      ]
      return .object(values.merging(head.map { ["head": $0.value] } ?? [:]) { first, _ in first })
    }
  }
}

extension NormalizedRect {
  /// Reads the fractions that records and `--json` show; `nil` when one is missing.
  init?(json: JSONValue) {
    guard let rect = json.object, let x = rect["x"]?.double, let y = rect["y"]?.double,
      let width = rect["width"]?.double, let height = rect["height"]?.double
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
