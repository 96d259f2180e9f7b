import Imaging
import PhotoStore

/// The layers of an Icon Composer document, flat and in one appearance, as an SVG document that librsvg draws
/// (decision 0416).
struct ComposerDrawing {
  /// The side of the canvas of phones, tablets and Macs, in points and in the pixels of the drawing: Apple's template
  /// for Icon Composer.
  static let side = 1024

  private(set) var svg = ""
  /// The parts of the document that are not drawn or drawn differently, each as a sentence.
  private(set) var undrawn: [String] = []

  private let folder: String
  private let document: JSONValue
  private let appearance: IconRole.Appearance
  private let reader: any PNGReader
  private var definitions = ""
  private var count = 0
  /// Whether an SVG was drawn in its own colours.
  private var hasOwnColours = false

  /// Draws a document, the content of its folder's `icon.json`, in an appearance; the reader decodes the PNGs among its
  /// layers.
  init(
    folder: String, document: JSONValue, appearance: IconRole.Appearance, reader: any PNGReader
  ) {
    (self.folder, self.document) = (folder, document)
    (self.appearance, self.reader) = (appearance, reader)
    let background = painted(background, place: "the background") {
      "<rect width=\"\(Self.side)\" height=\"\(Self.side)\" fill=\"\($0)\"/>\n"
    }
    var picture = background ?? ""
    // The first group, and the first layer of each, is in front.
    for group in (document["groups"]?.array ?? []).reversed() { draw(group, over: &picture) }
    svg =
      Self.root(SIMD2(repeating: Double(Self.side)), "0 0 \(Self.side) \(Self.side)")
      + "<defs>\n\(definitions)</defs>\n" + picture + "</svg>\n"
    if hasOwnColours, document["color-space-for-untagged-svg-colors"]?.string == "display-p3" {
      undrawn.append("Colours of SVGs are drawn as sRGB, where the document says Display P3.")
    }
  }

  private static func root(_ size: SIMD2<Double>, _ box: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
    width="\(size.x)" height="\(size.y)" viewBox="\(box)">

    """
  }

  /// The fill of the background.
  ///
  /// A dark or tinted icon has the system's dark one unless the document gives it its own.
  private var background: ComposerFill {
    let isLight = appearance == .any
    let fill =
      isLight
      ? document.composed("fill", in: appearance)
      : document.special("fill", in: appearance, isOwn: true)
    switch fill.map({ ComposerFill($0) }) {
    case .automatic, nil: return isLight ? .systemLight : .systemDark
    case let fill?: return fill
    }
  }

  private mutating func draw(_ group: JSONValue, over picture: inout String) {
    guard group.composed("hidden", in: appearance) != .bool(true) else { return }
    let name = group["name"]?.string.map { "group '\($0)'" } ?? "a group"
    if group.composed("fill", in: appearance) != nil {
      undrawn.append("The fill of \(name) is not drawn.")
    }
    let place = Place(group.composed("position", in: appearance))
    let look = look(of: group, name)
    let layers = (group["layers"]?.array ?? []).reversed()
    guard look != Look() else {
      for layer in layers { draw(layer, in: place, over: &picture) }
      return
    }
    // The layers are blended with one another, then the result with the picture behind the group.
    var inside = ""
    for layer in layers { draw(layer, in: place, over: &inside) }
    draw(inside, look, over: &picture)
  }

  private mutating func draw(_ layer: JSONValue, in group: Place, over picture: inout String) {
    guard layer.composed("hidden", in: appearance) != .bool(true),
      let file = layer.composed("image-name", in: appearance)?.string
    else { return }
    let name = "layer '\(layer["name"]?.string ?? file)'"
    let place = Place(layer.composed("position", in: appearance)).inside(group)
    let assets = Folder(folder + "/Assets")
    guard
      let image = LayerPicture(
        assets.path + "/" + assets.spelling(of: file), scale: place.scale, reader)
    else {
      undrawn.append("The picture '\(file)' of \(name) cannot be drawn.")
      return
    }
    if image.hasText { undrawn.append("Text in the picture '\(file)' is not drawn.") }
    draw(self.shape(image, of: layer, name, place), look(of: layer, name), over: &picture)
  }

  /// A layer's picture in its place, with its colours or its fill.
  private mutating func shape(
    _ picture: LayerPicture, of layer: JSONValue, _ name: String, _ place: Place
  ) -> String {
    let size = picture.size * place.scale
    let corner = SIMD2(repeating: Double(Self.side) / 2) + place.shift - size / 2
    let box = "x=\"\(corner.x)\" y=\"\(corner.y)\" width=\"\(size.x)\" height=\"\(size.y)\""
    let image =
      "<image \(box) preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,\(picture.data)\"/>\n"
    let fill = layer.composed("fill", in: appearance).map { ComposerFill($0) } ?? .automatic
    count += 1
    let mask = "m\(count)"
    let shape = painted(fill, place: name) {
      "<rect \(box) fill=\"\($0)\" mask=\"url(#\(mask))\"/>\n"
    }
    if shape == nil {
      hasOwnColours = hasOwnColours || picture.isDrawing
    } else {
      definitions +=
        "<mask id=\"\(mask)\" style=\"mask-type:alpha\" maskUnits=\"userSpaceOnUse\" \(box)>\n\(image)</mask>\n"
    }
    return shape ?? image
  }

  /// Fills a shape, whose name for people is `place`; `nil` where nothing is painted.
  private mutating func painted(
    _ fill: ComposerFill, place: String, _ shape: (_ paint: String) -> String
  ) -> String? {
    switch fill {
    case .automatic, .none: return nil
    case .unknown(let text):
      undrawn.append("The fill '\(text)' of \(place) is not known.")
      return nil
    case .gradient(let colours, let start, let end):
      count += 1
      let line = "x1=\"\(start.x)\" y1=\"\(start.y)\" x2=\"\(end.x)\" y2=\"\(end.y)\""
      let stops = colours.enumerated().map { index, colour in
        let offset = Double(index) / Double(max(colours.count - 1, 1))
        return
          "<stop offset=\"\(offset)\" stop-color=\"\(colour.colour)\" stop-opacity=\"\(colour.alpha)\"/>"
      }
      definitions +=
        "<linearGradient id=\"g\(count)\" \(line)>\(stops.joined())</linearGradient>\n"
      return shape("url(#g\(count))")
    }
  }

  /// The opacity and the blend mode of a group or a layer.
  private mutating func look(of part: JSONValue, _ name: String) -> Look {
    var look = Look(opacity: part.composed("opacity", in: appearance)?.double ?? 1)
    let mode = part.composed("blend-mode", in: appearance)?.string ?? look.mode
    if ComposerSchema.blendModes.contains(mode) {
      look.mode = mode
    } else {
      undrawn.append("The blend mode '\(mode)' of \(name) is drawn as 'normal'.")
    }
    return look
  }

  /// Draws a part over the present picture.
  ///
  /// CSS blends it, except for a sum, which needs a filter whose other input is everything drawn so far.
  private mutating func draw(_ part: String, _ look: Look, over picture: inout String) {
    let opacity = look.opacity == 1 ? "" : " opacity=\"\(look.opacity)\""
    guard let sum = look.sum else {
      let blend = look.mode == "normal" ? "" : " style=\"mix-blend-mode:\(look.mode)\""
      picture += "<g\(opacity)\(blend)>\n\(part)</g>\n"
      return
    }
    count += 1
    let (behind, filter) = ("b\(count)", "f\(count)")
    let box = "x=\"0\" y=\"0\" width=\"\(Self.side)\" height=\"\(Self.side)\""
    definitions += """
      <g id="\(behind)">
      \(picture)</g>
      <filter id="\(filter)" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB" \(box)>
      <feImage xlink:href="#\(behind)" \(box) result="behind"/>
      \(sum)</filter>

      """
    picture = "<g filter=\"url(#\(filter))\">\n<g\(opacity)>\n\(part)</g>\n</g>\n"
  }
}

/// How a layer or a group is blended with the picture behind it.
private struct Look: Equatable {
  var opacity = 1.0
  var mode = "normal"

  /// The filter for a sum of `behind` and the filter's source, for the two modes that CSS does not have.
  ///
  /// `plus-lighter` adds colours and alphas; `plus-darker` adds the differences from white (decision 0416).
  var sum: String? {
    func added(_ one: String, _ other: String) -> String {
      "<feComposite in=\"\(one)\" in2=\"\(other)\" operator=\"arithmetic\" k2=\"1\" k3=\"1\"/>\n"
    }
    func inverted(_ one: String, as result: String = "") -> String {
      let channels = ["R", "G", "B"].map { "<feFunc\($0) type=\"table\" tableValues=\"1 0\"/>" }
      let names =
        (one.isEmpty ? "" : " in=\"\(one)\"") + (result.isEmpty ? "" : " result=\"\(result)\"")
      return "<feComponentTransfer\(names)>\(channels.joined())</feComponentTransfer>\n"
    }
    switch mode {
    case "plus-lighter": return added("behind", "SourceGraphic")
    case "plus-darker":
      return inverted("behind", as: "less") + inverted("SourceGraphic", as: "more")
        + added("less", "more") + inverted("")
    default: return nil
    }
  }
}

private struct Place {
  /// The factor to its own size.
  var scale = 1.0
  /// The distance from the middle, in points, right and down.
  var shift = SIMD2<Double>.zero

  init(_ position: JSONValue?) {
    if let scale = position?["scale"]?.double, scale > 0 { self.scale = scale }
    let numbers = (position?["translation-in-points"]?.array ?? []).compactMap(\.double)
    if numbers.count == 2 { shift = SIMD2(numbers) }
  }

  /// The place of a layer in a group that is moved and scaled itself, about the middle of the canvas.
  func inside(_ group: Place) -> Place {
    var place = self
    place.scale *= group.scale
    place.shift = group.shift + group.scale * shift
    return place
  }
}

extension JSONValue {
  /// The value of a key on phones, tablets and Macs: for an appearance, or else for all.
  fileprivate func composed(_ key: String, in appearance: IconRole.Appearance) -> JSONValue? {
    let value = special(key, in: appearance, isOwn: false) ?? self[key]
    return value == .null ? nil : value
  }

  /// The value in a key's list for appearances and shapes that fits best: an entry for the appearance before one for
  /// the shape, and each before one for all; `nil` if no entry fits.
  ///
  /// The key is without its suffix; with `isOwn` only entries for the appearance itself fit.
  fileprivate func special(
    _ key: String, in appearance: IconRole.Appearance, isOwn: Bool
  ) -> JSONValue? {
    let name = appearance == .any ? "light" : appearance.rawValue
    func rank(_ entry: JSONValue) -> Int? {
      let (look, shape) = (entry["appearance"]?.string, entry["idiom"]?.string)
      guard look == name || look == nil && !isOwn, shape == nil || shape == "square" else {
        return nil
      }
      return (look == nil ? 0 : 2) + (shape == nil ? 0 : 1)
    }
    let ranked = (self[key + "-specializations"]?.array ?? []).compactMap { entry in
      rank(entry).map { ($0, entry["value"]) }
    }
    // If two fit equally well, the first one is used.
    return ranked.max { $0.0 < $1.0 }.flatMap { best in ranked.first { $0.0 == best.0 }?.1 }
  }
}
