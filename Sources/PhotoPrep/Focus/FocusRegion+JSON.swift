internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

extension FocusRegion {
  /// Reads what ``JSONForm`` gave; `nil` when it is none.
  init?(json: JSONValue) {
    guard let values = json.object, let rect = values["rect"]?.object,
      let x = rect["x"]?.double, let y = rect["y"]?.double, let width = rect["width"]?.double,
      let height = rect["height"]?.double, let weight = values["weight"]?.double,
      (0...1).contains(weight), let kind = values["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let origin = values["origin"]?.string.flatMap(Origin.init(rawValue:))
    else { return nil }
    self.init(
      NormalizedRect(x: x, y: y, width: width, height: height), weight: weight, kind: kind,
      origin: origin)
  }

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
