internal import CPango
internal import Foundation
public import Imaging
public import PhotoStore
public import WidgetPreview

/// A widget that was laid out and drawn.
public struct RenderedWidget: Sendable {
  /// Every view with its position.
  public let layout: LaidOut
  /// The families that were drawn instead of others, sorted.
  public let standIns: [StandIn]
  /// Notes about views that could not be drawn as requested, as sentences.
  public internal(set) var notes: [String]
  private(set) var pixels: PNGPixels

  /// The size in pixels.
  public var size: PixelSize { pixels.size }

  /// The families that were drawn, as JSON by the requested names.
  public var standInNames: JSONValue {
    .object(Dictionary(uniqueKeysWithValues: standIns.map { ($0.asked, .string($0.drawn)) }))
  }

  /// The comment that marks drawn pictures, so that no other picture is taken for one.
  private static let mark = "Drawn by photoprep."

  /// Whether a file's first bytes, some thousands, are those of a picture that was drawn here.
  public static func isBeginning(_ bytes: [UInt8]) -> Bool {
    PictureFormat(beginning: bytes) != nil && Data(bytes).range(of: Data(mark.utf8)) != nil
  }

  /// Returns the picture as a PNG, with a comment about substitutions; the same picture gives the same bytes.
  ///
  /// - Throws: ``DrawingError`` when memory is short.
  public func png() throws -> [UInt8] {
    let fonts = standIns.map(\.description).joined(separator: ", ")
    let comment = fonts.isEmpty ? Self.mark : "\(Self.mark) Fonts: \(fonts)"
    guard let png = PNGEncoder.fast(pixels, comment: comment) else {
      throw DrawingError("The picture of \(size) pixels cannot be encoded; memory is short.")
    }
    return png
  }

  func seen(by vision: ColourVision) -> RenderedWidget {
    var copy = self
    vision.apply(to: &copy.pixels.bytes)
    return copy
  }

  /// Returns the picture as a JPEG; transparent areas become white.
  ///
  /// - Parameter quality: 1…100 on libjpeg's scale.
  /// - Returns: The file's bytes.
  /// - Throws: `encode-failed` of ``PhotoprepError`` when memory is short.
  public func jpeg(quality: Int) throws -> [UInt8] {
    let rgb = pixels.flattened(on: .white)
    var bytes = try Raster(size: size, rgb: rgb).jpeg(quality: quality)
    // A comment (T.81, B.2.4.5) behind the segment that begins a JFIF file.
    let comment = Array(Self.mark.utf8)
    let place = bytes.count > 6 && bytes[3] == 0xE0 ? 4 + (Int(bytes[4]) << 8 | Int(bytes[5])) : 2
    bytes.insert(contentsOf: [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment, at: place)
    return bytes
  }
}

/// Draws widgets with Cairo and Pango.
public struct WidgetRenderer: Sendable {
  private let fonts: FontChoice
  private let symbols: SymbolFolder?

  /// Apple's families that text of widgets asks for, and for which this system has no similar one.
  public static var missingFamilies: [String] { FontChoice.ofThisSystem.missing }

  /// How to install emoji, as a sentence; `nil` if this system has a font with them.
  public static var missingEmoji: String? {
    FontChoice.ofThisSystem.hasEmoji ? nil : FontChoice.emojiRemedy
  }

  /// Makes a renderer with the fonts of this system.
  ///
  /// - Parameters:
  ///   - fonts: A folder of fonts that take precedence over those of the system.
  ///   - symbols: Symbols that take precedence over photoprep's own.
  /// - Throws: ``DrawingError`` when the folder cannot be read.
  public init(fonts: String? = nil, symbols: SymbolFolder? = nil) throws {
    if let fonts {
      if let name = Self.specialFile(in: fonts) {
        throw DrawingError(
          "\(fonts.displayText): '\(name.displayText)' is not a readable file; remove it.")
      }
      guard FileManager.default.hasFolder(atPath: fonts), FcConfigAppFontAddDir(nil, fonts) != 0
      else {
        throw DrawingError(
          "\(fonts.displayText): There is no folder of fonts here that can be read.")
      }
      // The thread's font map does not notice new fonts.
      pango_cairo_font_map_set_default(nil)
    }
    self.fonts = .ofThisSystem
    self.symbols = symbols
  }

  /// Lays out a tree of views in a widget of a size in points and draws it, transparent outside of the mask.
  ///
  /// Pictures have the names that views use. A look other than full colour removes the background; a ground is drawn
  /// outside of the mask too, as a wallpaper.
  ///
  /// - Throws: ``LayoutTooLong``; ``DrawingError``; an ``PhotoprepError`` about a picture.
  package func render(
    _ root: Node, in size: PointSize, scale: Double, cornerRadius: Double = 0,
    pictures: [String: Raster] = [:], look: RenderingLook = RenderingLook(), ground: Colour? = nil,
    seconds: Int? = nil
  ) throws -> RenderedWidget {
    var root = root
    if look.rendering != .fullColor { root.style.background = nil }
    let deadline = seconds.map { Deadline(seconds: $0) }
    let text = PangoText(fonts, look: look)
    let sizes = pictures.mapValues { picture in
      PointSize(Double(picture.size.width) / scale, Double(picture.size.height) / scale)
    }
    var rules = Layout(scale: scale, text: text, images: sizes)
    rules.deadline = deadline
    let layout = try rules.place(root, in: size)
    let pixels = PixelSize(size, scale: scale)
    guard pixels.area <= Self.pixelLimit else {
      throw DrawingError(
        "\(pixels) pixels are more than a widget has; use a smaller size or scale.")
    }
    let canvas = CairoCanvas(pixels, scale: scale, look: look)
    let mask = Frame(0, 0, size.width, size.height)
    if let ground {
      canvas.paint(ground)
      canvas.addRectangle(mask, cornerRadius: cornerRadius)
      cairo_clip(canvas.cairo)
    }
    let painter = Painter(
      canvas: canvas, text: text, pictures: pictures, symbols: symbols, deadline)
    try painter.draw(layout)
    if ground == nil, cornerRadius > 0 {
      canvas.clear(outside: mask, cornerRadius: cornerRadius)
    }
    return RenderedWidget(
      layout: layout, standIns: text.standIns.sorted { $0.asked < $1.asked },
      notes: painter.notes, pixels: canvas.pixels())
  }

  /// The first FIFO, device or socket in a folder; Fontconfig would open it and wait.
  private static func specialFile(in folder: String) -> String? {
    let names = FileManager.default.enumerator(atPath: folder)
    while let name = names?.nextObject() as? String {
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0 else { continue }
      if ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return name }
    }
    return nil
  }

  /// The most pixels of a picture: four times those of an iPad's extra large widget; our choice.
  private static let pixelLimit = 6_000_000
}

extension PixelSize {
  /// The whole pixels of a size in points.
  fileprivate init(_ size: PointSize, scale: Double) {
    func side(_ points: Double) -> Int { max(1, Int((min(points, 10_000) * scale).rounded())) }
    self.init(width: side(size.width), height: side(size.height))
  }
}
