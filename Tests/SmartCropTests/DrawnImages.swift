import PhotoGeometry
import SmartCrop
import _TestSupport

extension AnalysisImage {
  /// Draws a picture from a formula for the colour of each column and row.
  init(width: Int, height: Int, _ colour: (Int, Int) -> (UInt8, UInt8, UInt8)) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (r, g, b) = colour(x, y)
        pixels += [r, g, b]
      }
    }
    self.init(size: PixelSize(width: width, height: height), pixels: pixels)
  }

  /// One colour all over.
  static func constant(_ level: UInt8, width: Int, height: Int) -> AnalysisImage {
    AnalysisImage(width: width, height: height) { _, _ in (level, level, level) }
  }

  /// Noise without any structure.
  static func noise(seed: UInt64, width: Int, height: Int) -> AnalysisImage {
    var random = SplitMix64(seed: seed)
    return AnalysisImage(width: width, height: height) { _, _ in
      (
        .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
        .random(in: 0...255, using: &random)
      )
    }
  }

  /// A grey ground with some rectangles of any colour, each with a little noise.
  static func scene(seed: UInt64, width: Int = 40, height: Int = 24) -> AnalysisImage {
    var random = SplitMix64(seed: seed)
    let things = (0..<4).map { _ in
      let side = Int.random(in: 3...9, using: &random)
      let left = Int.random(in: 0..<(width - side), using: &random)
      let top = Int.random(in: 0..<(height - side), using: &random)
      let colour = (0..<3).map { _ in UInt8.random(in: 10...245, using: &random) }
      return (rect: PixelRect(x: left, y: top, width: side, height: side), colour: colour)
    }
    return AnalysisImage(width: width, height: height) { x, y in
      let hit = things.last { $0.rect.contains(x, y) }
      let base = hit?.colour ?? [120, 120, 120]
      let grain = UInt8.random(in: 0...10, using: &random)
      return (base[0] + grain, base[1] + grain, base[2] + grain)
    }
  }

  /// A checkered square on flat ground.
  static func square(at square: PixelRect, width: Int, height: Int) -> AnalysisImage {
    AnalysisImage(width: width, height: height) { x, y in
      guard square.contains(x, y) else { return (90, 110, 130) }
      return (x / 2 + y / 2).isMultiple(of: 2) ? (240, 220, 40) : (60, 20, 20)
    }
  }
}

extension AnalysisImage {
  /// The picture seen in a mirror: left and right exchanged.
  var mirrored: AnalysisImage {
    AnalysisImage(width: size.width, height: size.height) { self[size.width - 1 - $0, $1] }
  }

  /// The picture upside down.
  var turned: AnalysisImage {
    AnalysisImage(width: size.width, height: size.height) {
      self[size.width - 1 - $0, size.height - 1 - $1]
    }
  }

  /// The picture with every pixel repeated in both directions.
  var doubled: AnalysisImage {
    AnalysisImage(width: 2 * size.width, height: 2 * size.height) { self[$0 / 2, $1 / 2] }
  }

  private subscript(x: Int, y: Int) -> (UInt8, UInt8, UInt8) {
    let first = 3 * (y * size.width + x)
    return (pixels[first], pixels[first + 1], pixels[first + 2])
  }
}

extension PixelRect {
  func contains(_ column: Int, _ row: Int) -> Bool {
    (x..<maxX).contains(column) && (y..<maxY).contains(row)
  }

  func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  func mirrored(in size: PixelSize) -> PixelRect {
    PixelRect(x: size.width - maxX, y: y, width: width, height: height)
  }

  func turned(in size: PixelSize) -> PixelRect {
    PixelRect(x: size.width - maxX, y: size.height - maxY, width: width, height: height)
  }
}

extension AspectRatio {
  /// The shapes of WidgetKit's three families on the largest iPhone.
  static let families = [
    AspectRatio(width: 1, height: 1), AspectRatio(width: 1134, height: 530),
    AspectRatio(width: 1134, height: 1182),
  ]
}
