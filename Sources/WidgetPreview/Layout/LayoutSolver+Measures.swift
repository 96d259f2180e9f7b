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

/// The system's distances between views of a stack (decision 0730).
extension LayoutSolver {
  /// The part of a view that meets its neighbour above or below.
  private struct MeetingEdge {
    /// The reach of its largest text up and down, in points, if any of it is text.
    var text: LineMetrics?
    /// Whether any of it is something else than text.
    var isPlain = false

    /// Both edges side by side.
    func joined(_ other: MeetingEdge) -> MeetingEdge {
      let larger = [text, other.text].compactMap(\.self).max { $0.height < $1.height }
      return MeetingEdge(text: larger, isPlain: isPlain || other.isPlain)
    }
  }

  /// The system's distance between neighbours, in points: none beside a spacer; above and below text by its font; none
  /// between texts; else the same everywhere.
  func distance(from first: LayoutBox, to second: LayoutBox, along axis: Axis) -> Double {
    if first.isSpacer || second.isSpacer { return 0 }
    guard axis == .vertical else { return Self.spacing }
    let (upper, lower) = (edge(of: first, isTop: false), edge(of: second, isTop: true))
    var distances: [Double] = []
    if let text = upper.text, lower.isPlain { distances.append(below(text)) }
    if let text = lower.text, upper.isPlain { distances.append(gap(of: text) + text.descent) }
    if upper.text != nil, lower.text != nil { distances.append(0) }
    return distances.max() ?? Self.spacing
  }

  private func below(_ text: LineMetrics) -> Double {
    gap(of: text) + max(text.height - text.capHeight, text.descent)
  }

  /// A tenth of a line, rounded up to whole pixels.
  private func gap(of text: LineMetrics) -> Double {
    (text.height * 0.1 * layout.scale - 0.001).rounded(.up) / layout.scale
  }

  private func edge(of box: LayoutBox, isTop: Bool) -> MeetingEdge {
    let padding = box.node.style.padding
    let plain = MeetingEdge(isPlain: true)
    guard (isTop ? padding.top : padding.bottom) == 0 else { return plain }
    let all = box.children.map { edge(of: $0, isTop: isTop) }
    switch box.node.content {
    case .text(let run): return MeetingEdge(text: layout.text.reach(of: run))
    case .stack(.vertical, _, _, _), .grid: return (isTop ? all.first : all.last) ?? plain
    case .stack(.horizontal, _, _, _), .zstack:
      return all.reduce(MeetingEdge()) { $0.joined($1) }
    case .viewThatFits: return all.last ?? plain
    default: return plain
    }
  }
}

/// The columns and rows of a grid: columns share its width like the children of an `hstack`, each as wide as its
/// widest cell, and rows share its height (decision 0730).
struct GridMeasures {
  private let solver: LayoutSolver
  private let children: [LayoutBox]
  private let (columnGaps, rowGaps): ([Double], [Double])
  private var widths: [Double] = []
  private var heights: [Double] = []

  var size: PointSize {
    PointSize(Self.sum(widths, columnGaps), Self.sum(heights, rowGaps))
  }

  init(
    _ box: LayoutBox, _ proposal: Proposal, _ spacing: (columns: Double?, rows: Double?),
    _ solver: LayoutSolver
  ) {
    (self.solver, children) = (solver, box.children)
    let count = box.children.map { Self.cells(of: $0)?.count ?? 0 }.max() ?? 0
    columnGaps = Array(repeating: spacing.columns ?? LayoutSolver.spacing, count: max(0, count - 1))
    rowGaps = zip(box.children, box.children.dropFirst()).map { first, second in
      spacing.rows ?? solver.distance(from: first, to: second, along: .vertical)
    }
    let columns = (0..<count).map { column in
      StackPart(priority: 0) { width in
        box.children.compactMap { Self.cells(of: $0)?.dropFirst(column).first }
          .map { solver.size($0, Proposal(width, nil)).width }.max() ?? 0
      }
    }
    let offered = LayoutSolver.shares(of: columns, proposal.width, gaps: columnGaps)
    widths = zip(columns, offered).map { $0.length($1) }
    let across = widths.isEmpty ? proposal.width : Self.sum(widths, columnGaps)
    let widths = widths
    let rows = box.children.map { row in
      StackPart(priority: row.priority) { height in
        guard let cells = Self.cells(of: row) else {
          return solver.size(row, Proposal(across, height)).height
        }
        return zip(cells, widths).map { solver.size($0, Proposal($1, height)).height }.max() ?? 0
      }
    }
    heights = zip(rows, LayoutSolver.shares(of: rows, proposal.height, gaps: rowGaps))
      .map { $0.length($1) }
  }

  func placed(_ alignment: Alignment, _ frame: Frame) -> [LaidOut] {
    var y = frame.y
    return children.indices.map { index in
      let (child, height) = (children[index], heights[index])
      let row = Frame(frame.x, y, frame.size.width, height)
      y += height + (index < rowGaps.count ? rowGaps[index] : 0)
      guard let cells = Self.cells(of: child) else { return place(child, in: row, alignment) }
      var x = frame.x
      let placed = cells.indices.map { column in
        defer { x += widths[column] + (column < columnGaps.count ? columnGaps[column] : 0) }
        return place(cells[column], in: Frame(x, row.y, widths[column], height), alignment)
      }
      return LaidOut(node: child.node, frame: row, content: row, lines: nil, children: placed)
    }
  }

  private func place(_ box: LayoutBox, in frame: Frame, _ alignment: Alignment) -> LaidOut {
    let proposal = Proposal(frame.size.width, frame.size.height)
    return solver.place(box, frame.placing(solver.size(box, proposal), alignment), proposal)
  }

  /// The cells of a row; `nil` for a view that spans all columns.
  private static func cells(of box: LayoutBox) -> [LayoutBox]? {
    if case .stack(.horizontal, _, _, _) = box.node.content { box.children } else { nil }
  }

  private static func sum(_ sides: [Double], _ gaps: [Double]) -> Double {
    sides.reduce(0, +) + gaps.reduce(0, +)
  }
}
