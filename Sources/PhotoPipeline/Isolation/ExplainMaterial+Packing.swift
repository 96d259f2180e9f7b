internal import PhotoGeometry
internal import PhotoStore

extension ExplainMaterial {
  var json: JSONValue {
    .object([
      "size": size.sides, "importance": importance.json, "cues": .array(cues.map(\.json)),
      "totals": .array(totals.map { .integer($0.count) }),
    ])
  }

  func pack(into numbers: inout PackedNumbers) {
    for each in totals { numbers.append(each) }
    for map in [importance] + cues { numbers.append(map.values.map(Double.init)) }
  }

  /// The most cues; there are eleven.
  private static let mostCues = 32
  /// The most windows that are scored of one crop, as ``PhotoAnalysis`` does.
  private static let mostWindows = 1000

  /// Reads what a worker sent; `nil` when anything is missing or makes no sense.
  ///
  /// - Parameters:
  ///   - json: Names and sizes.
  ///   - pixels: The small pictures, one after the other.
  ///   - crops: The size of each crop in the photo.
  ///   - numbers: What follows in it are the totals and the maps.
  init?(_ json: JSONValue, pixels: [UInt8], crops: [PixelSize], _ numbers: inout NumberReader) {
    guard let values = json.object, let size = values["size"].flatMap(PixelSize.init(sides:)),
      size.longEdge <= Self.panel, let counts = values["totals"]?.array?.compactMap(\.integer),
      counts.count == crops.count, let cues = values["cues"]?.array, cues.count <= Self.mostCues
    else { return nil }
    let totals = counts.compactMap { count in
      (1...Self.mostWindows).contains(count) ? numbers.next(count, in: -1e6...1e6) : nil
    }
    guard totals.count == counts.count,
      let importance = values["importance"].flatMap({ ExplainMap($0, &numbers) })
    else { return nil }
    let maps = cues.compactMap { ExplainMap($0, &numbers) }
    let sizes = [size] + crops.map(Self.cropSize)
    guard maps.count == cues.count, let pictures = Self.pictures(of: sizes, in: pixels) else {
      return nil
    }
    self.init(size: size, pictures: pictures, importance: importance, cues: maps, totals: totals)
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

  fileprivate var json: JSONValue { .array([.string(name), size.sides]) }

  fileprivate init?(_ json: JSONValue, _ numbers: inout NumberReader) {
    guard let parts = json.array, parts.count == 2, let name = parts[0].string, name.isKebabCase,
      let size = PixelSize(sides: parts[1]), size.longEdge <= Self.longestSide,
      let values = numbers.next(size.area, in: 0...1)
    else { return nil }
    self.init(name: name, size: size, values: values.map(Float.init))
  }
}
