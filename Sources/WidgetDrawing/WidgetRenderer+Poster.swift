internal import Foundation
public import Imaging
public import PhotoStore
public import WidgetPreview

extension WidgetRenderer {
  private static let poster = builtIn("poster")
  private static let classic = builtIn("classic")

  private static func builtIn(_ name: String) -> Template {
    guard let template = try? Template(builtIn: name) else {
      preconditionFailure("The template \(name) comes with the library.")
    }
    return template
  }

  /// Draws the widget of a design, or of a photo of a store without designs.
  ///
  /// A template gets the data of the built-in template `poster`, which is used without one, and the colours of the
  /// picture as `theme`. Of the request count the screen, the scale, and data that replaces the design's.
  ///
  /// - Throws: ``DrawingError`` if the design names a picture that cannot be shown; a ``PhotoprepError`` about the
  ///   picture; errors of drawing a tree.
  package func render(
    _ poster: Poster, for family: RenderFamily, in container: PhotoContainer,
    by template: Template? = nil, _ request: TemplateRequest
  ) throws -> RenderedWidget {
    if template == nil, !poster.showsPhoto(for: family) {
      let data = poster.data(for: family, hasPhoto: false).merging(request.data) { $1 }
      var widget = try draw(Self.classic, data, family.name, request.points(family), request)
      widget.notes += poster.remarks
      return widget
    }
    let display = poster.picture(for: family, in: container)
    if let fact = display.lackOfPicture { throw DrawingError(fact) }
    let filter = poster.colourFilter(for: family)
    let picture = try display.file.map { try Self.picture(at: $0, filter) }
    var data = poster.data(for: family, hasPhoto: picture != nil)
    if filter == nil, let file = display.file?.lastPathComponent {
      Self.makeLegible(&data, on: file, for: family, in: container, request)
    }
    if template != nil {
      data["photo"] = .string("photo")
      data["theme"] = try Self.theme(of: picture, display.file, filter, in: container).json
    }
    data.merge(request.data) { $1 }
    var widget = try draw(
      template ?? Self.poster, data, family.name, request.points(family), request,
      pictures: try Self.pictures(picture, isFitted: data["isFitted"] == .bool(true)))
    if template == nil { widget.notes += poster.remarks }
    return widget
  }

  /// A photo under its names in templates; also blurred if it is its own background.
  private static func pictures(_ photo: Raster?, isFitted: Bool) throws -> [String: Raster] {
    guard let photo else { return [:] }
    guard isFitted else { return ["photo": photo] }
    // The app blurs by 28 points, about a sixth of a small widget: six pixels a side are enough for that.
    let blurred = try photo.resized(to: photo.size.fitting(longEdge: 12))
    return ["photo": photo, "blurred": try blurred.resized(to: photo.size)]
  }

  /// The theme of a photo, from its master, so that its three widgets have the same; without a photo that of a grey.
  private static func theme(
    of picture: Raster?, _ file: URL?, _ filter: ColourFilter?, in container: PhotoContainer
  ) throws -> ImageTheme {
    let record = file.flatMap { StoredFileName($0.lastPathComponent)?.record }
    let masters = PictureFormat.stored.lazy.compactMap { format in
      record.flatMap { container.imageURL("\(StoredFileName(.master, of: $0, as: format))") }
        .flatMap { try? self.picture(at: $0, atLeast: ImageTheme.longEdge, filter) }
    }
    return try (masters.first ?? picture).map(ImageTheme.init) ?? .neutral
  }

  /// Decodes a picture for views to show.
  ///
  /// - Throws: ``DrawingError`` if there is no readable file; a ``PhotoprepError`` about the picture.
  public static func picture(path: String) throws -> Raster {
    let limit = ImagingLimits.standard.maxBytes
    guard let bytes = try? PlainFile.read(URL(filePath: path), limit: limit) else {
      throw DrawingError(
        "\(path.displayText): There is no file here that can be read; name another picture.")
    }
    return try picture([UInt8](bytes), path, nil)
  }

  /// Decodes a picture of a store, at least as large as a long edge needs.
  private static func picture(
    at url: URL, atLeast longEdge: Int? = nil, _ filter: ColourFilter?
  ) throws -> Raster {
    let bytes = try PlainFile.read(url, limit: ImagingLimits.standard.maxBytes)
    return try picture([UInt8](bytes), url.path, atLeast: longEdge, filter)
  }

  private static func picture(
    _ bytes: [UInt8], _ path: String, atLeast longEdge: Int? = nil, _ filter: ColourFilter?
  ) throws -> Raster {
    let source = try PhotoSource(bytes: bytes, name: path)
    let scale = longEdge.map { min(1, Double($0) / Double(source.header.size.longEdge)) } ?? 1
    let shown = try source.decode(atLeast: scale, background: .black)
    return try filter.map(shown.filtered) ?? shown
  }

  /// Gives text at the lower end the colour and the scrim from the record of a picture, which were measured without a
  /// filter.
  private static func makeLegible(
    _ data: inout [String: JSONValue], on file: String, for family: RenderFamily,
    in container: PhotoContainer, _ request: TemplateRequest
  ) {
    if data["isTop"] == .bool(true) || data["isGlass"] == .bool(true) { return }
    let height = request.points(family).height
    data.merge(Poster.legibility(on: file, in: container, height: height)) { $1 }
  }

  /// Draws only the parts of a design's poster that cover its picture, the text and its scrim, without the mask.
  ///
  /// `words` are a text, upper and lower, instead of the design's own. Of the request only screen and scale count.
  package func words(
    of poster: Poster, saying words: [String]?, over file: String, for family: RenderFamily,
    in container: PhotoContainer, _ request: TemplateRequest
  ) throws -> RenderedWidget {
    var data = poster.data(for: family, hasPhoto: false)
    data["ground"] = .string(Colour.clear.hex)
    data["isEmpty"] = .bool(false)
    if let words, words.count == 2 {
      data["hasText"] = .bool(true)
      (data["title"], data["line"]) = (.string(words[0]), .string(words[1]))
    }
    if poster.colourFilter(for: family) == nil {
      Self.makeLegible(&data, on: file, for: family, in: container, request)
    }
    return try draw(
      Self.poster, data, family.name, request.points(family), request, isMasked: false)
  }
}

extension PhotoDisplay {
  /// Why a guide is shown instead of a picture, as a sentence; `nil` if there is a picture, or the design names none.
  package var lackOfPicture: String? {
    guard case .placeholder(let reason) = self, reason != .notConfigured else { return nil }
    return "There is no picture to show (\(reason.rawValue))."
  }
}

extension ImageTheme {
  /// The colours in the form for templates and JSON.
  public var json: JSONValue {
    .object([
      "background": .string("\(background)"), "foreground": .string("\(foreground)"),
      "accent": .string("\(accent)"),
      "palette": .array(palette.map { .string("\($0)") }),
    ])
  }
}

extension Poster {
  /// The filter of a family's picture with its numbers, if it changes anything.
  package func colourFilter(for family: RenderFamily) -> ColourFilter? {
    filter(for: family).flatMap { ColourFilter(named: $0.token.rawValue, intensity: $0.intensity) }
  }
}

extension TemplateRequest {
  /// The size of a family's widget in points.
  fileprivate func points(_ family: RenderFamily) -> PointSize {
    (screen ?? .largestPhone).points(of: family)
  }
}

extension WidgetRenderer {
  /// The colour behind transparent parts of a widget: the grey of a dark wallpaper; our choice (decision 0338).
  public static let wallpaper = Colour(red: 58 / 255, green: 60 / 255, blue: 66 / 255)
  private static let (gap, title) = (16.0, 28.0)

  /// Draws a widget in every rendering, at one pixel a point: side by side over a dark ground, each above its name.
  ///
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
      columns.append(Node(.stack(.vertical, [image, words], alignment: Alignment(), spacing: 6)))
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
