internal import PhotoGeometry
internal import PhotoStore

extension ExplainMaterial {
  /// Everything but the small pictures.
  var json: JSONValue {
    .object([
      "size": size.sides, "importance": importance.json, "cues": .array(cues.map(\.json)),
      "totals": .array(totals.map { .array($0.map(JSONValue.double)) }),
    ])
  }

  /// The most cues; there are eleven.
  private static let mostCues = 32
  /// The most windows that are scored of one crop, as ``PhotoAnalysis`` does.
  private static let mostWindows = 1000

  /// Reads what a worker sent; `nil` when anything is missing or makes no sense.
  ///
  /// - Parameters:
  ///   - json: What ``json`` gave.
  ///   - pixels: The small pictures, one after the other.
  ///   - crops: The size of each crop in the photo.
  init?(_ json: JSONValue, pixels: [UInt8], crops: [PixelSize]) {
    guard let values = json.object, let size = values["size"].flatMap(PixelSize.init(sides:)),
      size.longEdge <= Self.panel,
      let totals = values["totals"]?.list(of: Self.totals), totals.count == crops.count,
      let importance = values["importance"].flatMap(ExplainMap.init),
      let cues = values["cues"]?.list(of: ExplainMap.init), cues.count <= Self.mostCues,
      let pictures = Self.pictures(of: [size] + crops.map(Self.cropSize), in: pixels)
    else { return nil }
    self.init(size: size, pictures: pictures, importance: importance, cues: cues, totals: totals)
  }

  private static func totals(_ json: JSONValue) -> [Double]? {
    let totals = json.list { $0.number(in: JSONValue.scores) }
    return totals.flatMap { (1...mostWindows).contains($0.count) ? $0 : nil }
  }

  private static func pictures(of sizes: [PixelSize], in pixels: [UInt8]) -> [[UInt8]]? {
    guard pixels.count == sizes.reduce(0, { $0 + 3 * $1.area }) else { return nil }
    var rest = pixels[...]
    return sizes.map { size in
      defer { rest = rest.dropFirst(3 * size.area) }
      return Array(rest.prefix(3 * size.area))
    }
  }
}

extension ExplainMap {
  /// The most cells of a side; maps have 64.
  private static let longestSide = 1024

  fileprivate var json: JSONValue {
    .array([
      .string(name), size.sides, .array(values.map { JSONValue.double(Double($0)) }),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let parts = json.array, parts.count == 3, let name = parts[0].string, name.isKebabCase,
      let size = PixelSize(sides: parts[1]), size.longEdge <= Self.longestSide,
      let values = parts[2].list(of: { $0.number(in: 0...1).map(Float.init) }),
      values.count == size.area
    else { return nil }
    self.init(name: name, size: size, values: values)
  }
}
