internal import Imaging
public import WidgetPreview

extension WidgetRenderer {
  /// The colour behind transparent parts of a widget: the grey of a dark wallpaper; our choice (decision 0338).
  public static let wallpaper = Colour(red: 58 / 255, green: 60 / 255, blue: 66 / 255)
  private static let (gap, title) = (16.0, 28.0)

  /// Draws a widget in every rendering, at one pixel a point: side by side over a dark ground, each above its name.
  ///
  /// - Parameters:
  ///   - tint: The tint of accented pictures.
  ///   - draw: Draws the widget in a look.
  /// - Returns: The sheet.
  /// - Throws: Errors of drawing the widgets.
  public func sheet(
    tint: Colour, _ draw: (RenderingLook) throws -> RenderedWidget
  ) throws -> RenderedWidget {
    let looks = RenderingLook.all(tint: tint)
    let tiles = try looks.map { try draw($0.look) }
    guard let first = tiles.first else { throw DrawingError("There is no rendering.") }
    let size = PointSize(Double(first.size.width), Double(first.size.height))
    var pictures: [String: Raster] = [:]
    var columns: [Node] = []
    for (look, tile) in zip(looks, tiles) {
      pictures[look.name] = try Self.raster(tile.pixels)
      var image = Node(.image(name: look.name, fills: true))
      (image.style.width.fixed, image.style.height.fixed) = (size.width, size.height)
      let words = Node(
        .text(TextRun(look.name, font: Font(size: 11), colour: Colour(red: 1, green: 1, blue: 1))))
      columns.append(
        Node(.stack(.vertical, [image, words], alignment: Alignment(), spacing: 6)))
    }
    var root = Node(.stack(.horizontal, columns, alignment: Alignment(), spacing: Self.gap))
    root.style.background = .colour(Self.wallpaper)
    root.style.width.max = .infinity
    root.style.height.max = .infinity
    let count = Double(tiles.count)
    let whole = PointSize(
      count * size.width + (count + 1) * Self.gap, size.height + Self.title + 2 * Self.gap)
    var sheet = try render(root, in: whole, scale: 1, pictures: pictures)
    sheet.notes += first.notes
    return sheet
  }

  /// A tile over the ground.
  private static func raster(_ pixels: PNGPixels) throws -> Raster {
    try Raster(size: pixels.size, rgb: pixels.flattened(on: wallpaper.rgb))
  }
}

extension Colour {
  /// The colour in 8 bits a channel, opaque.
  var rgb: RGBColour {
    func sample(_ part: Double) -> UInt8 { UInt8((255 * part).rounded()) }
    return RGBColour(red: sample(red), green: sample(green), blue: sample(blue))
  }
}
