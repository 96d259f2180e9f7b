internal import CPango
package import Foundation
package import Imaging
internal import PhotoStore
internal import WidgetPreview

/// One of our own drawings of the symbols that templates name, on a square of 24 by 24.
struct SymbolDrawing {
  private enum Ink {
    case stroke
    case fill
    case cut
  }

  private enum Step {
    case path(Ink, ShapePath)
    case circle(Ink, Double, Double, Double)
    case rectangle(Ink, Double, Double, Double, Double, cornerRadius: Double)
  }

  private let steps: [Step]

  static var names: Set<String> { Set(all.keys) }

  private init(steps: [Step]) { self.steps = steps }

  /// A dotted square, for symbols that are not drawn here.
  static let unknown = SymbolDrawing(
    steps: stride(from: 4.0, through: 20, by: 4).flatMap { place -> [Step] in
      [(place, 4), (place, 20), (4, place), (20, place)].map { .circle(.fill, $0.0, $0.1, 1) }
    })

  init?(_ name: String) {
    guard let steps = Self.all[name] else { return nil }
    self.steps = steps
  }

  private static func stroke(_ paths: String...) -> [Step] { paths.flatMap { step(.stroke, $0) } }
  private static func fill(_ paths: String...) -> [Step] { paths.flatMap { step(.fill, $0) } }

  private static func step(_ ink: Ink, _ path: String) -> [Step] {
    guard let path = ShapePath(path, box: PointSize(24, 24)) else { preconditionFailure(path) }
    return [.path(ink, path)]
  }

  private static func box(_ ink: Ink = .stroke) -> [Step] {
    [.rectangle(ink, 3, 3, 18, 18, cornerRadius: 4)]
  }

  private static let check = stroke("M5 13 L10 18 L19 6")
  private static let ribbon = stroke(
    "M12 7 C9.5 7 6.5 6.2 6.5 4.2 C6.5 2.6 8.2 2 9.5 2.8 C11 3.8 11.7 5.4 12 7"
      + "C12.3 5.4 13 3.8 14.5 2.8 C15.8 2 17.5 2.6 17.5 4.2 C17.5 6.2 14.5 7 12 7")
  private static let heart =
    "M12 20.5 C5 15.5 2.5 12 2.5 8.6 C2.5 5.6 4.7 3.5 7.3 3.5 C9.3 3.5 11.1 4.6 12 6.4"
    + "C12.9 4.6 14.7 3.5 16.7 3.5 C19.3 3.5 21.5 5.6 21.5 8.6 C21.5 12 19 15.5 12 20.5 Z"
  private static let star =
    "M12 3 L14.7 8.9 L21 9.6 L16.3 13.9 L17.6 20.2 L12 17 L6.4 20.2 L7.7 13.9 L3 9.6 L9.3 8.9 Z"
  private static let drop =
    "M12 2.5 C15.5 6.7 18.5 10.5 18.5 14.5 C18.5 18.2 15.6 21 12 21 C8.4 21 5.5 18.2 5.5 14.5 C5.5 10.5 8.5 6.7 12 2.5 Z"
  private static let cloud =
    "M7 16.5 C4.2 16.5 2 14.6 2 12.1 C2 9.8 3.8 8 6.1 7.8 C6.9 5 9.2 3.2 12.1 3.2 C15.6 3.2 18.3 5.7 18.6 9"
    + "C20.6 9.3 22 10.8 22 12.7 C22 14.9 20.2 16.5 18 16.5 Z"

  /// A star of four points around a place.
  private static func sparkle(_ x: Double, _ y: Double, _ radius: Double) -> [Step] {
    let near = radius / 8
    return fill(
      "M\(x) \(y - radius) Q\(x + near) \(y - near) \(x + radius) \(y) Q\(x + near) \(y + near) \(x) \(y + radius)"
        + "Q\(x - near) \(y + near) \(x - radius) \(y) Q\(x - near) \(y - near) \(x) \(y - radius) Z"
    )
  }

  private static let days: [Step] = [(8.0, 13.0), (12, 13), (16, 13), (8, 17), (12, 17), (16, 17)]
    .map { .circle(.fill, $0.0, $0.1, 1.1) }
  private static let windows: [Step] = [
    (6.0, 6.0), (9.5, 6), (6, 10), (9.5, 10), (6, 14), (9.5, 14), (17.5, 12), (17.5, 16),
  ].map { .rectangle(.cut, $0.0, $0.1, 2, 2, cornerRadius: 0.5) }

  private static let all: [String: [Step]] = [
    "square": box(), "square.fill": box(.fill), "checkmark": check,
    "checkmark.square": box() + stroke("M7.4 12.6 L10.8 16.2 L16.8 8"),
    "xmark": stroke("M5.5 5.5 L18.5 18.5 M18.5 5.5 L5.5 18.5"),
    "plus": stroke("M12 4 V20 M4 12 H20"),
    "minus": stroke("M4 12 H20"), "chevron.right": stroke("M8.5 4.5 L16.5 12 L8.5 19.5"),
    "circle": [.circle(.stroke, 12, 12, 9)], "circle.fill": [.circle(.fill, 12, 12, 10)],
    "gift": [.rectangle(.stroke, 3, 7, 18, 4.5, cornerRadius: 1.5)]
      + stroke(
        "M5 11.5 V19.5 C5 20.6 5.6 21.2 6.7 21.2 H17.3 C18.4 21.2 19 20.6 19 19.5 V11.5",
        "M12 7 V21")
      + ribbon,
    "gift.fill": [
      .rectangle(.fill, 2, 7, 20, 4.2, cornerRadius: 1.4),
      .rectangle(.fill, 4, 12.4, 16, 9.6, cornerRadius: 2.2),
      .rectangle(.cut, 11.3, 7, 1.4, 15, cornerRadius: 0),
    ] + ribbon,
    "building.2.fill": [
      .rectangle(.fill, 3, 3, 11, 19, cornerRadius: 1.6),
      .rectangle(.fill, 15, 9, 7, 13, cornerRadius: 1.6),
      .rectangle(.cut, 7.5, 18, 2, 4, cornerRadius: 0),
    ] + windows,
    "figure.walk": [.circle(.fill, 13.2, 3.6, 2.2)]
      + stroke(
        "M12.6 8.3 C12 10 11.5 12 11.3 13.8 C12.8 14.6 14 15.5 14.3 17 L15.3 22",
        "M11.3 13.8 C11 16 10 17.6 8.9 19 L6.8 22",
        "M7.5 13.3 C7.8 11 8.5 9.4 9.8 8.8 C10.8 8.3 12 8 12.8 8.4 C13.7 8.9 14.2 10.3 15 11 C15.8 11.7 16.8 12 17.8 12.1"
      ),
    "hand.tap": stroke(
      "M9.2 15.8 V6.4 C9.2 5.2 10 4.5 10.9 4.5 C11.8 4.5 12.6 5.2 12.6 6.4 V11.3 L17.4 12.4 C18.8 12.8 19.5 13.8 19.3 15.2"
        + "L18.6 19 C18.3 21 17 22.2 15 22.2 H12.8 C11.4 22.2 10.3 21.6 9.5 20.6 L5.6 15.9 C5 15.1 5.1 14.2 5.7 13.6"
        + "C6.4 13 7.3 13.1 7.9 13.8 L9.2 15.8",
      "M6.2 8.8 C5.5 7.8 5.3 6.6 5.7 5.2 C6.4 2.9 8.5 1.5 10.9 1.5 C13.3 1.5 15.4 2.9 16.1 5.2 C16.5 6.6 16.3 7.8 15.6 8.8"
    ),
    "info.circle": [.circle(.stroke, 12, 12, 10), .circle(.fill, 12, 7.2, 1.3)]
      + stroke("M10.4 11 H12.3 V17", "M10 17 H14.6"),
    // The symbol of the app's first design.
    "sparkles": sparkle(10, 14, 9) + sparkle(18.5, 6, 5) + sparkle(5, 4, 3.5),
    "star": stroke(star), "star.fill": fill(star) + stroke(star),
    "heart": stroke(heart), "heart.fill": fill(heart) + stroke(heart),
    "photo": [.rectangle(.stroke, 2, 4, 20, 16, cornerRadius: 3), .circle(.fill, 7.8, 9, 1.8)]
      + stroke(
        "M2.6 17.4 L7.4 13.2 C8.2 12.6 9.1 12.6 9.8 13.3 L11.9 15.2 L15.5 11.2 C16.2 10.5 17.2 10.5 17.9 11.2 L21.4 14.8"
      ),
    "cart.fill": [.circle(.fill, 9.2, 20, 1.8), .circle(.fill, 17.7, 20, 1.8)]
      + stroke("M1.5 4 H4 C4.8 4 5.2 4.4 5.4 5.1 L7.5 15 C7.7 15.8 8.2 16.2 9 16.2 H19.4")
      + fill("M5.7 6 H21 C21.8 6 22.2 6.6 22 7.3 L20.5 12.6 C20.3 13.5 19.7 14 18.8 14 H7.4 Z"),
    "calendar": [.rectangle(.stroke, 3, 5, 18, 16, cornerRadius: 3)]
      + stroke("M3.5 9.5 H20.5", "M8 2.8 V6", "M16 2.8 V6") + days,
    "clock": [.circle(.stroke, 12, 12, 10)] + stroke("M12 6 V12.2 L16 15"),
    "sun.max.fill": [.circle(.fill, 12, 12, 5)]
      + stroke(
        "M12 2 V4", "M12 20 V22", "M2 12 H4", "M20 12 H22", "M5 5 L6.4 6.4", "M17.6 17.6 L19 19",
        "M5 19 L6.4 17.6",
        "M17.6 6.4 L19 5"),
    "moon.fill": fill(
      "M20.5 14.6 C19.4 15.1 18.2 15.3 17 15.3 C12.3 15.3 8.7 11.7 8.7 7 C8.7 5.8 8.9 4.6 9.4 3.5"
        + "C5.9 4.9 3.5 8.2 3.5 12.1 C3.5 17 7.5 20.9 12.4 20.9 C16 20.9 19.1 18.4 20.5 14.6 Z"),
    "cloud.fill": fill(cloud),
    "cloud.rain.fill": fill(cloud)
      + stroke("M8 19 L7 21.5", "M12.5 19 L11.5 21.5", "M17 19 L16 21.5"),
    "drop.fill": fill(drop), "bolt.fill": fill("M13.8 2 L4.5 13.6 H10.8 L9.4 22 L19.5 9.6 H12.8 Z"),
    "flame.fill": fill(
      "M12.6 2 C13.2 6.2 18.8 8.6 18.8 14.6 C18.8 18.9 15.8 22 12 22 C8.2 22 5.2 19.2 5.2 15.2 C5.2 12.3 6.7 10.2 8.3 8.4"
        + "C8.5 10.2 9.2 11.4 10.3 12 C9.9 8.3 10.6 4.6 12.6 2 Z"),
    "play.fill": fill(
      "M6 4.6 C6 3.4 7 2.9 8 3.5 L19.6 10.9 C20.5 11.5 20.5 12.5 19.6 13.1 L8 20.5 C7 21.1 6 20.6 6 19.4 Z"
    ),
    "pause.fill": [
      .rectangle(.fill, 5.5, 3.5, 4.8, 17, cornerRadius: 1.5),
      .rectangle(.fill, 13.7, 3.5, 4.8, 17, cornerRadius: 1.5),
    ],
    "bell.fill": fill(
      "M12 2.5 C15.9 2.5 18 5.2 18 9.2 C18 14 19.5 15.2 20.3 16.4 C21 17.5 20.6 18.3 19.4 18.3 H4.6 C3.4 18.3 3 17.5 3.7 16.4"
        + "C4.5 15.2 6 14 6 9.2 C6 5.2 8.1 2.5 12 2.5 Z",
      "M9.2 19.8 H14.8 C14.6 21.3 13.5 22.2 12 22.2 C10.5 22.2 9.4 21.3 9.2 19.8 Z"),
    "person.fill": [.circle(.fill, 12, 7.2, 4.7)]
      + fill(
        "M12 13.6 C16.8 13.6 20.5 16.4 20.5 20 C20.5 21.2 19.8 21.8 18.6 21.8 H5.4 C4.2 21.8 3.5 21.2 3.5 20 C3.5 16.4 7.2 13.6 12 13.6 Z"
      ),
    "leaf.fill": fill(
      "M20.5 3 C21.6 11.5 18 18.5 11.5 18.5 C7.4 18.5 4.5 15.8 4.5 12 C4.5 6.2 10.5 5.2 14.5 5.4 C17 5.5 19 4.8 20.5 3 Z"
    )
      + stroke("M3 21.5 C4.8 17.5 8.5 13.5 14 11"),
  ]

  /// The width of lines for a font's weight, on the square: one of three, light, regular and semibold; our choice, in
  /// the proportions of the stems of Inter's cuts.
  static func line(ofWeight weight: Int) -> Double {
    weight < 400 ? 1.5 : weight < 600 ? 2 : 2.6
  }

  /// Draws the symbol in the middle of a frame, `size` points large.
  func draw(on canvas: CairoCanvas, in frame: Frame, size: Double, weight: Int, colour: Colour) {
    let cairo = canvas.cairo
    canvas.saving {
      cairo_translate(
        cairo, frame.x + (frame.size.width - size) / 2, frame.y + (frame.size.height - size) / 2)
      cairo_scale(cairo, size / 24, size / 24)
      cairo_push_group(cairo)
      canvas.use(colour)
      cairo_set_line_width(cairo, Self.line(ofWeight: weight))
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      for step in steps { Self.draw(step, on: canvas) }
      cairo_pop_group_to_source(cairo)
      cairo_paint(cairo)
    }
  }

  private static func draw(_ step: Step, on canvas: CairoCanvas) {
    let cairo = canvas.cairo
    let used: Ink
    switch step {
    case .path(let ink, let path):
      used = ink
      canvas.addPath(path, in: Frame(0, 0, 24, 24))
    case .circle(let ink, let x, let y, let radius):
      used = ink
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    case .rectangle(let ink, let x, let y, let width, let height, let cornerRadius):
      used = ink
      canvas.addRectangle(Frame(x, y, width, height), cornerRadius: cornerRadius)
    }
    switch used {
    case .stroke: cairo_stroke(cairo)
    case .fill: cairo_fill(cairo)
    case .cut:
      cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
      cairo_fill(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    }
  }
}

/// A folder of a user's own symbols: SVG files, named as in views, such as `cart.fill.svg`.
///
/// Only a symbol's shape is used: it is drawn in the colour of the view, as all symbols are.
public final class SymbolFolder: Sendable {
  /// Draws an SVG with so many pixels on its longer side.
  package typealias Drawing = @Sendable (_ svg: Data, _ side: Int) throws -> PNGPixels

  /// The most pixels of a symbol's side; our choice: larger than any widget's of 440 points at 4 pixels a point.
  static let sideLimit = 2048

  private let folder: String
  private let draw: Drawing
  let names: Set<String>
  /// The symbols by name and side.
  private let drawn = Locked<[String: [Int: Result<PNGPixels, Fault>]]>([:])

  /// Why a symbol is not drawn, as the end of a sentence.
  struct Fault: Error { let words: String }

  /// Lists the SVGs in a folder; folders inside of it are ignored.
  ///
  /// - Throws: ``DrawingError`` when it cannot be read, or has no SVG.
  package init(_ folder: String, drawnBy draw: @escaping Drawing) throws {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw DrawingError(
        "\(folder.displayText): There is no folder of symbols here that can be read.")
    }
    names = Set(
      files.filter { $0.hasSuffix(".svg") && $0.count > 4 }.map { String($0.dropLast(4)) })
    guard !names.isEmpty else {
      throw DrawingError(
        "\(folder.displayText): There is no symbol here; it takes SVG files such as 'cart.fill.svg'."
      )
    }
    (self.folder, self.draw) = (folder, draw)
  }

  /// A symbol of the folder in pixels; `nil` if the folder has none of this name.
  ///
  /// - Throws: A ``Fault`` when it cannot be drawn.
  func picture(_ name: String, side: Int) throws(Fault) -> PNGPixels? {
    guard names.contains(name) else { return nil }
    if let known = drawn.withLock({ $0[name]?[side] }) { return try known.get() }
    let made = made(name, side)
    drawn.withLock { $0[name, default: [:]][side] = made }
    return try made.get()
  }

  private func made(_ name: String, _ side: Int) -> Result<PNGPixels, Fault> {
    let file = URL(filePath: folder).appending(path: "\(name).svg")
    do {
      let bytes = try PlainFile.read(file, limit: TemplateLimits.bytes)
      guard bytes.count <= TemplateLimits.bytes else {
        return .failure(Fault(words: "has more than \(TemplateLimits.bytes) bytes"))
      }
      return .success(try draw(bytes, side))
    } catch let refusal as PNGRefusal {
      return .failure(Fault(words: "\(refusal)"))
    } catch {
      return .failure(Fault(words: "cannot be read"))
    }
  }
}
