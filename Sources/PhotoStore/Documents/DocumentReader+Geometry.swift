/// The smallest side of a crop, as a fraction; the published app gives it to degenerate crops.
private let smallestFraction = 0.0001

extension NormalizedRect {
  var json: JSONValue {
    .object([
      "x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height),
    ])
  }

  /// The rectangle moved and cut so that it lies inside 0…1, with sides of at least 0.0001.
  var normalized: NormalizedRect {
    let left = x.clamped(to: 0...1 - smallestFraction)
    let top = y.clamped(to: 0...1 - smallestFraction)
    // 1 − 0.9999 is a little less than 0.0001 in binary.
    return NormalizedRect(
      x: left, y: top,
      width: width.clamped(to: smallestFraction...max(smallestFraction, 1 - left)),
      height: height.clamped(to: smallestFraction...max(smallestFraction, 1 - top)))
  }
}

extension PixelSize {
  var json: JSONValue { .object(["width": .integer(width), "height": .integer(height)]) }
}

extension DocumentReader {
  /// Takes a rectangle; missing edges are those of the whole picture.
  mutating func rect(_ key: String) -> NormalizedRect? {
    object(key) { reader in
      NormalizedRect(
        x: reader.double("x") ?? 0, y: reader.double("y") ?? 0,
        width: reader.double("width") ?? 1, height: reader.double("height") ?? 1
      ).normalized
    }
  }

  /// Takes a size; missing sides and sides below 1 are 1.
  mutating func size(_ key: String) -> PixelSize? {
    object(key) { reader in
      PixelSize(width: reader.side("width"), height: reader.side("height"))
    }
  }

  private mutating func side(_ key: String) -> Int {
    min(max(1, integer(key) ?? 1), PixelSize.sideLimit)
  }
}
