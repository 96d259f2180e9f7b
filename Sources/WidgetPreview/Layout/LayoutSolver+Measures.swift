/// A widget inside a picture, in its own points, with its measures beside it.
extension LayoutSolver {
  /// The column of measures, the size of their text and the distance of their lines, in points (decision 0724).
  private static let (column, textSize, pitch) = (240.0, 4.5, 6.0)
  private static let ink = Colour(red: 1, green: 0.18, blue: 0.57)

  func widgetSize(_ box: LayoutBox, _ scale: Double, _ isMeasured: Bool) -> PointSize {
    let own = union(box.children.map { size($0, Proposal()) })
    return PointSize((own.width + (isMeasured ? Self.column : 0)) * scale, own.height * scale)
  }

  func placedWidget(_ box: LayoutBox, _ isMeasured: Bool) -> [LaidOut] {
    box.children.flatMap { child in
      let own = size(child, Proposal())
      let placed = place(child, Frame(0, 0, own.width, own.height), Proposal())
      return [placed] + (isMeasured ? measures(of: placed) : [])
    }
  }

  /// An outline of each view that has a name, a line from it to the column, and its measures.
  private func measures(of widget: LaidOut) -> [LaidOut] {
    let named = widget.all.filter { !$0.node.name.isEmpty && !$0.node.name.hasPrefix("/") }
    let sorted = named.sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) }
    var next = 0.0
    return sorted.enumerated().flatMap { index, view in
      // As near to the view as the measures above and below allow.
      let latest = widget.frame.size.height - Double(sorted.count - index) * 2 * Self.pitch
      let y = max(next, min(view.frame.y, latest))
      next = y + 2 * Self.pitch
      return leader(from: view, to: y, right: widget.frame.size.width + 8)
    }
  }

  private func leader(from view: LaidOut, to y: Double, right: Double) -> [LaidOut] {
    let rectangle = Shape.Kind.rectangle(cornerRadius: 0)
    let outline = Node(.shape(Shape(rectangle, stroke: Border(Self.ink, width: 0.4))))
    let line = Node(.shape(Shape(rectangle, fill: .colour(Self.ink.faded(by: 0.5)))))
    let frame = view.frame
    let (end, middle) = (frame.x + frame.size.width, y + Self.pitch / 2)
    let words = "\(view.node.name)  \(frame.measure)"
    return [
      leaf(outline, frame), leaf(line, Frame(end, frame.y, right - 4 - end, 0.25)),
      leaf(line, Frame(right - 4, min(middle, frame.y), 0.25, abs(middle - frame.y))),
      leaf(line, Frame(right - 4, middle, 3, 0.25)), label(words, right, y, weight: 700),
      label(view.specification, right, y + Self.pitch, weight: 400),
    ]
  }

  private func leaf(_ node: Node, _ frame: Frame) -> LaidOut {
    place(LayoutBox(node, stackAxis: nil), frame, Proposal(frame.size.width, frame.size.height))
  }

  private func label(_ text: String, _ x: Double, _ y: Double, weight: Int) -> LaidOut {
    let white = Colour(red: 1, green: 1, blue: 1)
    let font = Font(size: Self.textSize, weight: weight)
    var node = Node(.text(TextRun(text, font: font, colour: white, lineLimit: 1)))
    node.style.width.max = .infinity
    node.style.alignment = Alignment(.leading, .top)
    return leaf(node, Frame(x, y, Self.column - 8, Self.pitch))
  }
}

extension Frame {
  fileprivate var measure: String {
    "\(x.short), \(y.short)  \(size.width.short) × \(size.height.short)"
  }
}

extension LaidOut {
  /// A description of the view's looks, in points.
  fileprivate var specification: String {
    let style = node.style
    var words = node.content.specification
    let edges = [
      style.padding.top, style.padding.trailing, style.padding.bottom, style.padding.leading,
    ]
    if style.padding != Edges() {
      words.append("padding " + edges.map(\.short).joined(separator: " "))
    }
    if case .colour(let colour)? = style.background { words.append("ground \(colour.hex)") }
    words += [style.border.map(\.specification)].compactMap(\.self)
    if style.cornerRadius > 0 { words.append("corners \(style.cornerRadius.short)") }
    return words.joined(separator: " · ")
  }
}

extension Content {
  fileprivate var specification: [String] {
    switch self {
    case .text(let run): run.specification
    case .shape(let shape): [shape.stroke.map(\.specification)].compactMap(\.self)
    case .stack(_, _, _, let spacing?): ["spacing \(spacing.short)"]
    default: []
    }
  }
}

extension TextRun {
  fileprivate var specification: [String] {
    var words = ["\(font.family) \(font.size.short), \(font.weight), \(colour.hex)"]
    if let lineHeight { words.append("line \(lineHeight.short)") }
    if font.tracking != 0 { words.append("tracking \(font.tracking.short)") }
    if let lineLimit { words.append(lineLimit == 1 ? "1 line" : "\(lineLimit) lines") }
    return words
  }
}

extension Border {
  fileprivate var specification: String { "border \(width.short) \(colour.hex)" }
}

extension Double {
  /// In hundredths, without trailing zeros.
  fileprivate var short: String {
    let hundredths = (self * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
  }
}
