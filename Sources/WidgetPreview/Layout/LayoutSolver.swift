/// One run of a layout.
final class LayoutSolver {
  let layout: Layout
  private var work = 0
  /// Whether the time is up.
  private(set) var isLate = false
  var isExhausted: Bool { isLate || work > layout.workLimit }

  init(_ layout: Layout) { self.layout = layout }

  /// The size that a view chooses, with its padding and frame.
  func size(_ box: LayoutBox, _ proposal: Proposal) -> PointSize {
    work += 1
    if let known = box.sizes[proposal] { return known }
    isLate = isLate || layout.deadline?.hasPassed ?? false
    guard !isExhausted else { return PointSize(0, 0) }
    let style = box.node.style
    let inner = style.proposalInside(proposal)
    let content = contentSize(box, inner.inset(by: style.padding))
    let padded = PointSize(
      content.width + style.padding.horizontal, content.height + style.padding.vertical)
    let size = PointSize(
      style.width.side(of: padded.width, proposed: proposal.width),
      style.height.side(of: padded.height, proposed: proposal.height))
    box.sizes[proposal] = size
    return size
  }

  /// Puts a view into a frame of the size that it has chosen for a proposal.
  func place(_ box: LayoutBox, _ frame: Frame, _ proposal: Proposal) -> LaidOut {
    let style = box.node.style
    let inner = style.proposalInside(proposal).inset(by: style.padding)
    let size = contentSize(box, inner)
    let padded = PointSize(
      size.width + style.padding.horizontal, size.height + style.padding.vertical)
    let content = frame.placing(padded, style.alignment).inset(by: style.padding)
    let lines: TextLines? =
      if case .text(let run) = box.node.content { self.lines(of: run, inner) } else { nil }
    return LaidOut(
      node: box.node, frame: frame, content: content, lines: lines,
      children: isExhausted ? [] : placedChildren(box, content, inner))
  }

  private func contentSize(_ box: LayoutBox, _ proposal: Proposal) -> PointSize {
    switch box.node.content {
    case .stack(let axis, _, _, _): stackSize(box, axis, proposal)
    case .zstack: union(box.children.map { size($0, proposal) })
    case .spacer(let length): spacerSize(length ?? Self.spacing, box.stackAxis, proposal)
    case .text(let run): textSize(run, proposal)
    case .image(let name, let fills): imageSize(name, fills, proposal)
    case .shape(let shape): shape.size(proposal)
    case .gauge: gaugeSize(proposal)
    case .symbol(_, let size, _): PointSize(size, size)
    case .divider: dividerSize(across: box.stackAxis, proposal)
    case .viewThatFits(_, let axes):
      chosen(box, axes, proposal).map { size($0, proposal) } ?? PointSize(0, 0)
    case .widget(_, let scale, let isMeasured): widgetSize(box, scale, isMeasured)
    }
  }

  private func placedChildren(
    _ box: LayoutBox, _ frame: Frame, _ proposal: Proposal
  ) -> [LaidOut] {
    switch box.node.content {
    case .stack(let axis, _, let alignment, _):
      return placedStack(box, axis, alignment, frame, proposal)
    case .zstack(_, let alignment):
      return box.children.map {
        place($0, frame.placing(size($0, proposal), alignment), proposal)
      }
    case .viewThatFits(_, let axes):
      return [chosen(box, axes, proposal)].compactMap(\.self).map { place($0, frame, proposal) }
    case .gauge(let gauge): return placedGauge(gauge, box, frame)
    case .widget(_, _, let isMeasured): return placedWidget(box, isMeasured)
    default: return []
    }
  }

  private func chosen(
    _ box: LayoutBox, _ axes: Set<Axis>, _ proposal: Proposal
  ) -> LayoutBox? {
    let fitting = box.children.first { child in
      let ideal = size(child, Proposal())
      return axes.allSatisfy { axis in proposal[axis].map { ideal[axis] <= $0 } ?? true }
    }
    return fitting ?? box.children.last
  }
}

// MARK: Stacks

extension LayoutSolver {
  /// The system's distance between views, and the least length of a spacer, in points (decision 0720).
  static let spacing = 8.0

  /// The distances between neighbours: as the stack says, else the system's, which is none beside a
  /// spacer.
  private func gaps(_ box: LayoutBox) -> [Double] {
    guard case .stack(_, _, _, let spacing) = box.node.content else { return [] }
    return zip(box.children, box.children.dropFirst()).map { first, second in
      spacing ?? (first.isSpacer || second.isSpacer ? 0 : Self.spacing)
    }
  }

  private func stackSize(_ box: LayoutBox, _ axis: Axis, _ proposal: Proposal) -> PointSize {
    let proposals = childProposals(box, axis, proposal)
    let sizes = zip(box.children, proposals).map { size($0, $1) }
    var result = union(sizes)
    result[axis] = sizes.map { $0[axis] }.reduce(0, +) + gaps(box).reduce(0, +)
    return result
  }

  private func placedStack(
    _ box: LayoutBox, _ axis: Axis, _ alignment: Alignment, _ frame: Frame, _ proposal: Proposal
  ) -> [LaidOut] {
    let cross = axis.other
    var next = axis == .horizontal ? frame.x : frame.y
    let proposals = childProposals(box, axis, proposal)
    return zip(zip(box.children, proposals), gaps(box) + [0]).map { pair, gap in
      let size = size(pair.0, pair.1)
      let slack = (frame.size[cross] - size[cross]) * alignment.fraction(along: cross)
      let origin = axis == .horizontal ? (next, frame.y + slack) : (frame.x + slack, next)
      next += size[axis] + gap
      return place(pair.0, Frame(origin.0, origin.1, size.width, size.height), pair.1)
    }
  }

  /// What a stack offers each child: by priority, in a priority to the least flexible first, an even
  /// share of what is left after the least sizes of those that come later.
  private func childProposals(
    _ box: LayoutBox, _ axis: Axis, _ proposal: Proposal
  ) -> [Proposal] {
    var result = Array(repeating: proposal, count: box.children.count)
    guard let offered = proposal[axis] else { return result }
    var left = max(0, offered - gaps(box).reduce(0, +))
    var later = box.children.map { size($0, proposal.with(axis, 0))[axis] }.reduce(0, +)
    for group in groups(box, axis, proposal) {
      later -= group.map { size(box.children[$0], proposal.with(axis, 0))[axis] }.reduce(0, +)
      for (place, index) in group.enumerated() {
        let share = max(0, left - later) / Double(group.count - place)
        result[index][axis] = share
        let taken = size(box.children[index], result[index])[axis]
        left = left.isFinite ? left - taken : left
      }
    }
    return result
  }

  /// The children's places by priority, the least flexible first in each.
  private func groups(_ box: LayoutBox, _ axis: Axis, _ proposal: Proposal) -> [[Int]] {
    func flexibility(_ index: Int) -> Double {
      let child = box.children[index]
      return size(child, proposal.with(axis, .infinity))[axis]
        - size(child, proposal.with(axis, 0))[axis]
    }
    let byPriority = Dictionary(grouping: box.children.indices) { box.children[$0].priority }
    return byPriority.sorted { $0.key > $1.key }.map { group in
      let known = group.value.map { (index: $0, flexibility: flexibility($0)) }
      return known.sorted { ($0.flexibility, $0.index) < ($1.flexibility, $1.index) }.map(\.index)
    }
  }
}

// MARK: Leaves

extension LayoutSolver {
  func union(_ sizes: [PointSize]) -> PointSize {
    PointSize(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
  }

  private func spacerSize(_ least: Double, _ axis: Axis?, _ proposal: Proposal) -> PointSize {
    func side(_ along: Axis) -> Double {
      axis == nil || axis == along ? max(least, proposal[along] ?? least) : 0
    }
    return PointSize(side(.horizontal), side(.vertical))
  }

  private func dividerSize(across axis: Axis?, _ proposal: Proposal) -> PointSize {
    let line = 1 / layout.scale
    return axis == .horizontal
      ? PointSize(line, proposal.height ?? Shape.idealSide)
      : PointSize(proposal.width ?? Shape.idealSide, line)
  }

  private func imageSize(_ name: String, _ fills: Bool, _ proposal: Proposal) -> PointSize {
    let own = layout.images[name] ?? PointSize(Shape.idealSide, Shape.idealSide)
    if fills { return PointSize(proposal.width ?? own.width, proposal.height ?? own.height) }
    let factors = [proposal.width.map { $0 / own.width }, proposal.height.map { $0 / own.height }]
    let factor = factors.compactMap(\.self).filter(\.isFinite).min() ?? 1
    return PointSize(own.width * factor, own.height * factor)
  }

  /// The lines of a text in the room that is offered: as many as fit, at least one.
  private func lines(of run: TextRun, _ proposal: Proposal) -> TextLines {
    let width = proposal.width.flatMap { $0.isFinite ? $0 : nil }
    // Text takes more time than anything else here, and long text more than short.
    work += 20 + run.text.utf8.count / 20
    guard let height = proposal.height, height.isFinite else {
      return layout.text.lines(of: run, width: width, limit: run.lineLimit)
    }
    let spacing = run.spacing(between: lineHeight(run.font))
    let pitch = max(lineHeight(run.font) + spacing, 0.01)
    let fitting = max(1, Int(((height + spacing + 0.001) / pitch).clamped(to: 1...1_000_000)))
    // One line beyond the room tells that the text does not fit; later ones are not measured.
    let limit = min(run.lineLimit ?? .max, fitting + 1)
    let lines = layout.text.lines(of: run, width: width, limit: limit)
    if lines.widths.count <= fitting { return lines }
    return layout.text.lines(of: run, width: width, limit: fitting)
  }

  private func lineHeight(_ font: Font) -> Double {
    layout.text.lineMetrics(of: font).height * font.size
  }

  private func textSize(_ run: TextRun, _ proposal: Proposal) -> PointSize {
    let lines = lines(of: run, proposal)
    let count = Double(lines.widths.count)
    let line = lineHeight(run.font)
    let height = count * line + (count - 1) * run.spacing(between: line)
    let width = wholePixels(lines.widths.max() ?? 0)
    return PointSize(min(width, proposal.width ?? width), max(0, wholePixels(height)))
  }

  /// Rounds up to whole pixels, less a thousandth of one.
  private func wholePixels(_ length: Double) -> Double {
    (length * layout.scale - 0.001).rounded(.up) / layout.scale
  }
}

extension Shape {
  /// The side of a shape, an image or a divider without an offered size, in points: SwiftUI's own.
  static let idealSide = 10.0

  func size(_ proposal: Proposal) -> PointSize {
    let size = PointSize(proposal.width ?? Self.idealSide, proposal.height ?? Self.idealSide)
    guard kind == .circle else { return size }
    return PointSize(min(size.width, size.height), min(size.width, size.height))
  }
}

extension Axis {
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

extension Proposal {
  func with(_ axis: Axis, _ side: Double) -> Proposal {
    var copy = self
    copy[axis] = side
    return copy
  }
}
