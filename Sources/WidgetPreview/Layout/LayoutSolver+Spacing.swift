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
