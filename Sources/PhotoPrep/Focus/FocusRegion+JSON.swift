internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

extension FocusRegion {
  /// The region as records and `--json` show it.
  struct JSONForm: Encodable {
    let rect: Rect
    let kind, origin: String
    let weight: Double

    struct Rect: Encodable { let x, y, width, height: Double }

    init(_ region: FocusRegion) {
      let rect = region.rect
      self.rect = Rect(
        x: rect.x.rounded(toPlaces: 6), y: rect.y.rounded(toPlaces: 6),
        width: rect.width.rounded(toPlaces: 6), height: rect.height.rounded(toPlaces: 6))
      (kind, origin) = (region.kind.rawValue, region.origin.rawValue)
      weight = region.weight.rounded(toPlaces: 6)
    }

    var value: JSONValue {
      let rect: [String: JSONValue] = [
        "x": .double(rect.x), "y": .double(rect.y), "width": .double(rect.width),
        "height": .double(rect.height),
      ]
      return .object([
        "rect": .object(rect), "kind": .string(kind), "origin": .string(origin),
        "weight": .double(weight),
      ])
    }
  }
}
