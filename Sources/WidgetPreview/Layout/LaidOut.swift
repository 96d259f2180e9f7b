public import PhotoStore

/// A view with its position.
public struct LaidOut: Sendable {
  package internal(set) var node: Node
  /// The area of its background: the content with padding and frame.
  package internal(set) var frame: Frame
  package internal(set) var content: Frame
  package let lines: TextLines?
  /// The views inside, in the order of drawing; for `viewThatFits` the chosen one.
  package internal(set) var children: [LaidOut]
  /// The view behind it and the one in front of it, if any.
  package internal(set) var underlay: [LaidOut] = []
  package internal(set) var overlay: [LaidOut] = []

  /// This view and all views inside it, parents before children.
  public var all: [LaidOut] { [self] + (underlay + children + overlay).flatMap(\.all) }

  /// The texts in a view, with the upper edge of each in points; without those of inner widgets, which have their own
  /// coordinates.
  var texts: [(run: TextRun, lines: TextLines, y: Double)] {
    if case .widget = node.content { return [] }
    var texts = children.flatMap(\.texts)
    if case .text(let run) = node.content, let lines { texts.append((run, lines, content.y)) }
    return texts
  }

  /// The view's measures: frames are x, y, width and height in points from the widget's top left corner; those of
  /// views in an inner widget are relative to that one, in its own points.
  public var json: JSONValue {
    var object: [String: JSONValue] = [
      "id": .string(node.name), "view": .string(node.content.word), "frame": frame.json,
      "content": content.json,
    ]
    object["background"] = node.style.background.map(\.json)
    object["border"] = node.style.border?.json
    if node.style.cornerRadius > 0 { object["cornerRadius"] = .rounded(node.style.cornerRadius) }
    if node.style.opacity < 1 { object["opacity"] = .rounded(node.style.opacity) }
    if node.style.rotation != 0 { object["rotation"] = .rounded(node.style.rotation) }
    object.merge(node.content.json) { $1 }
    if let lines {
      object["lines"] = .integer(lines.widths.count)
      object["truncated"] = .bool(lines.isTruncated)
    }
    return .object(object)
  }
}

extension Content {
  /// The name in templates.
  package var word: String {
    switch self {
    case .stack(let axis, _, _, _): axis == .horizontal ? "hstack" : "vstack"
    case .grid: "grid"
    case .zstack: "zstack"
    case .spacer: "spacer"
    case .text: "text"
    case .image: "image"
    case .shape: "shape"
    case .gauge: "gauge"
    case .symbol: "symbol"
    case .divider: "divider"
    case .viewThatFits: "viewThatFits"
    case .widget: "widget"
    }
  }

  fileprivate var json: [String: JSONValue] {
    switch self {
    case .text(let run):
      let font: [String: JSONValue] = [
        "family": .string(run.font.family), "size": .rounded(run.font.size),
        "weight": .integer(run.font.weight),
      ]
      return ["text": .string(run.text), "color": .string(run.colour.hex), "font": .object(font)]
    case .symbol(let name, _, _, let colour):
      return ["symbol": .string(name), "color": .string(colour.hex)]
    case .image(let name, _): return ["image": .string(name)]
    case .gauge(let gauge):
      return ["fraction": .rounded(gauge.fraction), "color": .string(gauge.tint.hex)]
    case .shape(let shape):
      return ["fill": shape.fill?.json, "stroke": shape.stroke?.json].compactMapValues(\.self)
    case .widget(_, let scale, _): return ["scale": .rounded(scale)]
    case .divider(let colour): return ["color": .string(colour.hex)]
    default: return [:]
    }
  }
}

extension Fill {
  fileprivate var json: JSONValue {
    switch self {
    case .colour(let colour): .string(colour.hex)
    case .gradient(let gradient): .array(gradient.colours.map { .string($0.hex) })
    }
  }
}

extension Border {
  fileprivate var json: JSONValue {
    .object(["color": .string(colour.hex), "width": .rounded(width)])
  }
}

extension Frame {
  fileprivate var json: JSONValue {
    .array([x, y, size.width, size.height].map(JSONValue.rounded))
  }
}

extension JSONValue {
  fileprivate static func rounded(_ value: Double) -> JSONValue {
    .double((value * 1000).rounded() / 1000)
  }
}

extension LaidOut {
  /// The view and everything inside it, mirrored in its own frame if its direction differs from that around it.
  func directed(in direction: LayoutDirection) -> LaidOut {
    let own = node.style.direction ?? direction
    var copy = own == direction ? self : mirrored(around: 2 * frame.x + frame.size.width)
    copy.children = copy.children.map { $0.directed(in: own) }
    copy.underlay = copy.underlay.map { $0.directed(in: own) }
    copy.overlay = copy.overlay.map { $0.directed(in: own) }
    // Its parent mirrors its position.
    return copy
  }

  /// The view and everything inside it, mirrored; `sum` is that of the left and the right edge, in points.
  private func mirrored(around sum: Double) -> LaidOut {
    var copy = self
    copy.frame.x = sum - frame.x - frame.size.width
    copy.content.x = sum - content.x - content.size.width
    copy.node.mirror()
    var inside = sum
    // The coordinates of the views in an inner widget are relative to it; a measured one keeps its column at the
    // right.
    if case .widget(_, _, let isMeasured) = node.content {
      guard !isMeasured else { return copy }
      inside = children.first?.frame.size.width ?? 0
    }
    copy.children = children.map { $0.mirrored(around: inside) }
    copy.underlay = underlay.map { $0.mirrored(around: sum) }
    copy.overlay = overlay.map { $0.mirrored(around: sum) }
    return copy
  }
}

extension Node {
  /// Mirrors the view's own drawing; pictures, symbols and gauges are not changed.
  fileprivate mutating func mirror() {
    style.background?.mirror()
    style.offset.width.negate()
    switch content {
    case .text(var run):
      run.alignment = run.alignment.mirrored
      content = .text(run)
    case .shape(var shape):
      shape.fill?.mirror()
      content = .shape(shape)
    default: break
    }
  }
}

extension Fill {
  fileprivate mutating func mirror() {
    guard case .gradient(var gradient) = self else { return }
    gradient.isMirrored.toggle()
    self = .gradient(gradient)
  }
}
