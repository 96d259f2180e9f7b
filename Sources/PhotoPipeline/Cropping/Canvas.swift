internal import PhotoGeometry

/// A colour of the explain picture, sRGB.
struct InkColour: Hashable, Sendable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}

/// A picture to draw on: 8-bit sRGB, interleaved, row by row from the top left.
///
/// Drawing outside its edges has no effect.
struct Canvas {
  let size: PixelSize
  private(set) var pixels: [UInt8]

  init(size: PixelSize, colour: InkColour) {
    self.size = size
    pixels = []
    pixels.reserveCapacity(3 * size.area)
    for _ in 0..<size.area { pixels += [colour.red, colour.green, colour.blue] }
  }

  /// Mixes a colour into one pixel; an opacity of 1 replaces it.
  mutating func mix(_ colour: InkColour, opacity: Double = 1, x: Int, y: Int) {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return }
    let start = 3 * (y * size.width + x)
    for (offset, sample) in [colour.red, colour.green, colour.blue].enumerated() {
      let below = Double(pixels[start + offset])
      pixels[start + offset] = UInt8(below + (Double(sample) - below) * min(1, max(0, opacity)))
    }
  }

  mutating func fill(_ rect: PixelRect, _ colour: InkColour) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { mix(colour, x: x, y: y) }
    }
  }

  /// Draws a frame of a width, inside the rectangle's edges.
  mutating func stroke(_ rect: PixelRect, _ colour: InkColour, width: Int = 3) {
    for inset in 0..<min(width, min(rect.width, rect.height) / 2 + 1) {
      for x in rect.x..<rect.maxX {
        mix(colour, x: x, y: rect.y + inset)
        mix(colour, x: x, y: rect.maxY - 1 - inset)
      }
      for y in rect.y..<rect.maxY {
        mix(colour, x: rect.x + inset, y: y)
        mix(colour, x: rect.maxX - 1 - inset, y: y)
      }
    }
  }

  /// Copies a picture of interleaved sRGB samples to a place.
  mutating func draw(_ picture: [UInt8], of pictureSize: PixelSize, atX left: Int, y top: Int) {
    for y in 0..<pictureSize.height {
      for x in 0..<pictureSize.width {
        let start = 3 * (y * pictureSize.width + x)
        let colour = InkColour(picture[start], picture[start + 1], picture[start + 2])
        mix(colour, x: left + x, y: top + y)
      }
    }
  }

  /// Draws a mask of opacities, 0…255, in a colour: text.
  mutating func draw(
    mask: [UInt8], of maskSize: PixelSize, _ colour: InkColour, atX left: Int, y top: Int
  ) {
    for y in 0..<maskSize.height {
      for x in 0..<maskSize.width {
        let opacity = Double(mask[y * maskSize.width + x]) / 255
        if opacity > 0 { mix(colour, opacity: opacity, x: left + x, y: top + y) }
      }
    }
  }

  /// Draws a curve through heights 0…1 over the whole width of a rectangle, 2 pixels thick.
  mutating func plot(_ heights: [Double], in rect: PixelRect, _ colour: InkColour) {
    guard heights.count > 1 else { return }
    var previous: Int?
    for column in 0..<rect.width {
      let place = Double(column) / Double(max(1, rect.width - 1)) * Double(heights.count - 1)
      let low = min(Int(place), heights.count - 2)
      let height = heights[low] + (heights[low + 1] - heights[low]) * (place - Double(low))
      let y = rect.maxY - 1 - Int((height * Double(rect.height - 1)).rounded())
      let span = min(y, previous ?? y)...max(y, previous ?? y)
      for row in span {
        mix(colour, x: rect.x + column, y: row)
        mix(colour, x: rect.x + column, y: row + 1)
      }
      previous = y
    }
  }
}
