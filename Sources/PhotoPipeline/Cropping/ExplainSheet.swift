internal import Imaging
internal import SmartCrop

/// One picture that shows why a photo was cropped as it was.
///
/// Above, the photo with a frame per aspect and a thin one per subject, and the importance over a grey copy of it; in
/// the middle, per aspect, the crop itself and the score of every window; below, the cues.
struct ExplainSheet {
  private static let ink = RGBColour(235, 235, 235)
  private static let faint = RGBColour(150, 150, 150)
  private static let paper = RGBColour(24, 24, 26)
  /// Colours that people with colour-blindness tell apart: Okabe and Ito, 2008.
  private static let colours = [
    RGBColour(230, 159, 0), RGBColour(86, 180, 233), RGBColour(0, 158, 115),
    RGBColour(240, 228, 66), RGBColour(213, 94, 0), RGBColour(204, 121, 167),
  ]
  private static let margin = 24
  private static let panel = ExplainMaterial.panel
  private static let lineHeight = 30

  let material: ExplainMaterial
  /// One for each crop, at least one.
  let reports: [CropReport]
  /// The subjects that the crops try to keep.
  let regions: [FocusRegion]

  func raster() throws -> Raster {
    var canvas = Canvas(size: size, colour: Self.paper)
    var y = try drawOverview(on: &canvas)
    for (index, report) in reports.enumerated() {
      y = try drawCrop(
        report, material.pictures[index + 1], material.totals[index], Self.colour(index), below: y,
        on: &canvas)
    }
    try drawCues(below: y, on: &canvas)
    return try Raster(size: canvas.size, rgb: canvas.pixels)
  }

  private static func colour(_ index: Int) -> RGBColour { colours[index % colours.count] }

  private static let rowHeight = ExplainMaterial.rowHeight
  private static let cueWidth = 200

  private var size: PixelSize {
    let step = Self.margin + Self.lineHeight
    let cueRows = (material.cues.count + 4) / 5
    let height =
      step + material.size.height + reports.count * (step + Self.rowHeight)
      + cueRows * (step + cueSize.height) + Self.margin
    return PixelSize(width: 3 * Self.margin + 2 * Self.panel, height: height)
  }

  private func drawOverview(on canvas: inout Canvas) throws -> Int {
    let top = Self.margin + Self.lineHeight
    let right = 2 * Self.margin + Self.panel
    try label(
      "\(reports[0].photo) photo, crops and subjects", atX: Self.margin, y: Self.margin,
      canvas: &canvas)
    try label("what matters, bright is more", atX: right, y: Self.margin, canvas: &canvas)
    let (pixels, size) = (material.pictures[0], material.size)
    canvas.draw(pixels, of: size, atX: Self.margin, y: top)
    func stroke(_ part: NormalizedRect, _ colour: RGBColour, width: Int) {
      let rect = part.pixels(in: size)
      let placed = PixelRect(
        x: rect.x + Self.margin, y: rect.y + top, width: rect.width, height: rect.height)
      canvas.stroke(placed, colour, width: width)
    }
    for region in regions {
      // Regions of low weight have thin frames, and so has the head around a face.
      stroke(region.rect, Self.ink, width: region.weight < 0.5 ? 1 : 2)
      if let head = region.head { stroke(head, Self.ink, width: 1) }
    }
    for (index, report) in reports.enumerated() {
      stroke(report.fractions, Self.colour(index), width: 4)
    }
    canvas.draw(overlay(pixels, of: size), of: size, atX: right, y: top)
    return top + size.height
  }

  /// The importance as colours, over the photo's own lightness.
  private func overlay(_ pixels: [UInt8], of size: PixelSize) -> [UInt8] {
    let map = material.importance
    let peak = Double(map.values.max() ?? 1)
    var result: [UInt8] = []
    result.reserveCapacity(pixels.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let cell = map.cell(x, y, of: size)
        let colour = HeatColour.of((Double(map.values[cell]) / max(peak, .ulpOfOne)).squareRoot())
        let start = 3 * (y * size.width + x)
        let grey = Double(pixels[start]) + Double(pixels[start + 1]) + Double(pixels[start + 2])
        for sample in [colour.red, colour.green, colour.blue] {
          result.append(UInt8(0.65 * Double(sample) + 0.35 * grey / 3))
        }
      }
    }
    return result
  }

  private func drawCrop(
    _ report: CropReport, _ picture: [UInt8], _ totals: [Double], _ colour: RGBColour,
    below y: Int, on canvas: inout Canvas
  ) throws -> Int {
    let top = y + Self.margin + Self.lineHeight
    try label(report.sentence, colour, atX: Self.margin, y: y + Self.margin, canvas: &canvas)
    let size = ExplainMaterial.cropSize(of: report.rect.size)
    canvas.draw(picture, of: size, atX: Self.margin, y: top)
    let chart = PixelRect(
      x: 2 * Self.margin + Self.panel, y: top, width: Self.panel, height: Self.rowHeight)
    canvas.fill(chart, RGBColour(40, 40, 44))
    let axis = report.rect.height < report.photo.height ? "top to bottom" : "left to right"
    try label(
      "score of every window, \(axis); grey: the centre", Self.faint, atX: chart.x,
      y: y + Self.margin, canvas: &canvas)
    draw(totals, of: report, colour, in: chart, on: &canvas)
    return top + Self.rowHeight
  }

  /// The score of every window along its way, with a line at the chosen one and at the centre.
  private func draw(
    _ totals: [Double], of report: CropReport, _ colour: RGBColour, in chart: PixelRect,
    on canvas: inout Canvas
  ) {
    guard let low = totals.min(), let high = totals.max(), high > low else { return }
    func column(_ part: Double) -> PixelRect {
      let x = chart.x + Int((part * Double(chart.width - 2)).rounded())
      return PixelRect(x: x, y: chart.y, width: 2, height: chart.height)
    }
    canvas.fill(column(0.5), Self.faint)
    canvas.fill(column(report.place), colour)
    canvas.plot(totals.map { ($0 - low) / (high - low) }, in: chart, Self.ink)
  }

  private var cueSize: PixelSize {
    guard let cue = material.cues.first else { return PixelSize(width: 1, height: 1) }
    return cue.size.scaled(by: Double(Self.cueWidth) / Double(cue.size.longEdge))
  }

  private func drawCues(below y: Int, on canvas: inout Canvas) throws {
    for (index, cue) in material.cues.enumerated() {
      let x = Self.margin + (index % 5) * (Self.cueWidth + Self.margin)
      let rowHeight = Self.margin + Self.lineHeight + cueSize.height
      let top = y + Self.margin + (index / 5) * rowHeight
      try label(cue.name, atX: x, y: top, canvas: &canvas)
      for row in 0..<cueSize.height {
        for column in 0..<cueSize.width {
          let value = cue.values[cue.cell(column, row, of: cueSize)]
          canvas.mix(HeatColour.of(Double(value)), x: x + column, y: top + Self.lineHeight + row)
        }
      }
    }
  }

  private func label(
    _ text: String, _ colour: RGBColour = ExplainSheet.ink, atX x: Int, y: Int,
    canvas: inout Canvas
  ) throws {
    let mask = try TextMask(text, height: 18)
    canvas.draw(mask: mask.opacities, of: mask.size, colour, atX: x, y: y)
  }
}

extension ExplainMap {
  /// The cell of the map below a pixel of a picture that covers the same area.
  fileprivate func cell(_ x: Int, _ y: Int, of picture: PixelSize) -> Int {
    (y * size.height / picture.height) * size.width + x * size.width / picture.width
  }
}

/// The colours of a heat map: dark blue over violet and orange to pale yellow.
enum HeatColour {
  /// Five stops of matplotlib's perceptually even `inferno` map at 0, ¼, ½, ¾ and 1.
  ///
  /// Source: van der Walt and Smith, the colour maps of matplotlib 2.0, CC0.
  private static let stops: [(Double, Double, Double)] = [
    (0, 0, 4), (87, 16, 110), (188, 55, 84), (249, 142, 9), (252, 255, 164),
  ]

  /// Returns the colour of a value; values outside 0…1 are taken as the nearer end.
  static func of(_ value: Double) -> RGBColour {
    let place = min(1, max(0, value)) * Double(stops.count - 1)
    let low = min(Int(place), stops.count - 2)
    let part = place - Double(low)
    func mix(_ from: Double, _ to: Double) -> UInt8 { UInt8((from + (to - from) * part).rounded()) }
    let (a, b) = (stops[low], stops[low + 1])
    return RGBColour(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
  }
}

extension RGBColour {
  fileprivate init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.init(red: red, green: green, blue: blue)
  }
}

/// A picture to draw on: 8-bit sRGB, interleaved, row by row from the top left.
///
/// Drawing outside its edges has no effect.
struct Canvas {
  let size: PixelSize
  private(set) var pixels: [UInt8]

  init(size: PixelSize, colour: RGBColour) {
    self.size = size
    pixels = []
    pixels.reserveCapacity(3 * size.area)
    for _ in 0..<size.area { pixels += [colour.red, colour.green, colour.blue] }
  }

  /// Mixes a colour into one pixel; an opacity of 1 replaces it.
  mutating func mix(_ colour: RGBColour, opacity: Double = 1, x: Int, y: Int) {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return }
    let start = 3 * (y * size.width + x)
    for (offset, sample) in [colour.red, colour.green, colour.blue].enumerated() {
      let below = Double(pixels[start + offset])
      pixels[start + offset] = UInt8(below + (Double(sample) - below) * min(1, max(0, opacity)))
    }
  }

  mutating func fill(_ rect: PixelRect, _ colour: RGBColour) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { mix(colour, x: x, y: y) }
    }
  }

  /// Draws a frame of a width, inside the rectangle's edges.
  mutating func stroke(_ rect: PixelRect, _ colour: RGBColour, width: Int) {
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
        let colour = RGBColour(picture[start], picture[start + 1], picture[start + 2])
        mix(colour, x: left + x, y: top + y)
      }
    }
  }

  /// Draws a mask of opacities, 0…255, in a colour: text.
  mutating func draw(
    mask: [UInt8], of maskSize: PixelSize, _ colour: RGBColour, atX left: Int, y top: Int
  ) {
    for y in 0..<maskSize.height {
      for x in 0..<maskSize.width {
        let opacity = Double(mask[y * maskSize.width + x]) / 255
        if opacity > 0 { mix(colour, opacity: opacity, x: left + x, y: top + y) }
      }
    }
  }

  /// Draws a curve through heights 0…1 over the whole width of a rectangle, 2 pixels thick.
  mutating func plot(_ heights: [Double], in rect: PixelRect, _ colour: RGBColour) {
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
