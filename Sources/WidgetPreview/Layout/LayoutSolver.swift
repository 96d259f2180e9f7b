final class LayoutSolver {
  let layout: Layout
  private var work = 0
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
    let content = contentSize(box, style.proposalOfContent(proposal))
    let padded = PointSize(
      content.width + style.padding.horizontal, content.height + style.padding.vertical)
    let size = PointSize(
      style.width.side(of: padded.width, proposed: proposal.width),
      style.height.side(of: padded.height, proposed: proposal.height))
    box.sizes[proposal] = size
    return size
  }

  /// Places a view in a frame of the size that it chose for a proposal.
  func place(_ box: LayoutBox, _ frame: Frame, _ proposal: Proposal) -> LaidOut {
    let style = box.node.style
    let inner = style.proposalOfContent(proposal)
    let size = contentSize(box, inner)
    let padded = PointSize(
      size.width + style.padding.horizontal, size.height + style.padding.vertical)
    let content = frame.placing(padded, style.alignment).inset(by: style.padding)
    var (node, lines) = (box.node, nil as TextLines?)
    if case .text(let run) = node.content {
      let fitted = self.fitted(run, inner)
      node.content = .text(fitted)
      lines = self.lines(of: fitted, inner)
    }
    var result = LaidOut(
      node: node, frame: frame, content: content, lines: lines,
      children: isExhausted ? [] : placedChildren(box, content, inner))
    result.underlay = placed(box.underlay, style.underlay, on: frame)
    result.overlay = placed(box.overlay, style.overlay, on: frame)
    return result
  }

  /// A layer, which gets the size of the view it belongs to as a proposal.
  private func placed(_ box: LayoutBox?, _ layer: Layer?, on frame: Frame) -> [LaidOut] {
    guard let box, let layer, !isExhausted else { return [] }
    let proposal = Proposal(frame.size.width, frame.size.height)
    return [place(box, frame.placing(size(box, proposal), layer.alignment), proposal)]
  }

  private func contentSize(_ box: LayoutBox, _ proposal: Proposal) -> PointSize {
    switch box.node.content {
    case .stack(let axis, _, let alignment, _): stackSize(box, axis, alignment, proposal)
    case .grid(_, _, let columns, let rows):
      GridMeasures(box, proposal, (columns, rows), self).size
    case .zstack: zstackSize(box, proposal)
    case .spacer(let length): spacerSize(length ?? Self.spacing, box.stackAxis, proposal)
    case .text(let run): textSize(fitted(run, proposal), proposal)
    case .image(let name, let fills): imageSize(name, fills, proposal)
    case .shape(let shape): shape.size(proposal)
    case .gauge(let gauge): gaugeSize(gauge, proposal)
    case .symbol(_, let size, _, _): PointSize(size, size)
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
    case .grid(_, let alignment, let columns, let rows):
      return GridMeasures(box, proposal, (columns, rows), self).placed(alignment, frame)
    case .zstack(_, let alignment):
      // It proposes its own size again, which flexible views take.
      let own = Proposal(frame.size.width, frame.size.height)
      return box.children.map { place($0, frame.placing(size($0, own), alignment), own) }
    case .viewThatFits(_, let axes):
      return [chosen(box, axes, proposal)].compactMap(\.self).map { place($0, frame, proposal) }
    case .gauge(let gauge): return placedGauge(gauge, box, frame)
    case .widget(_, _, let isMeasured): return placedWidget(box, isMeasured)
    default: return []
    }
  }

  private func zstackSize(_ box: LayoutBox, _ proposal: Proposal) -> PointSize {
    let priority = box.children.map(\.node.style.layoutPriority).max()
    let first = box.children.filter { $0.node.style.layoutPriority == priority }
    return union(first.map { size($0, proposal) })
  }

  private func chosen(
    _ box: LayoutBox, _ axes: Set<Axis>, _ proposal: Proposal
  ) -> LayoutBox? {
    let fitting = box.children.first { child in
      let ideal = size(child, proposal.ideal(along: axes))
      return axes.allSatisfy { axis in proposal[axis].map { ideal[axis] <= $0 } ?? true }
    }
    return fitting ?? box.children.last
  }
}

// MARK: Stacks

extension LayoutSolver {
  /// The system's distance between views, and the least length of a spacer, in points (decision 0720).
  static let spacing = 8.0

  /// The distances between neighbours: those of the stack, else the system's.
  private func gaps(_ box: LayoutBox) -> [Double] {
    guard case .stack(let axis, _, _, let spacing) = box.node.content else { return [] }
    return zip(box.children, box.children.dropFirst()).map { first, second in
      spacing ?? distance(from: first, to: second, along: axis)
    }
  }

  private func stackSize(
    _ box: LayoutBox, _ axis: Axis, _ alignment: Alignment, _ proposal: Proposal
  ) -> PointSize {
    let proposals = childProposals(box, axis, proposal)
    let sizes = zip(box.children, proposals).map { size($0, $1) }
    var result = union(sizes)
    // Sums of thirds of points could otherwise be slightly more than the proposed length.
    let sum = sizes.map { $0[axis] }.reduce(0, +) + gaps(box).reduce(0, +)
    result[axis] = (sum * 1e9).rounded() / 1e9
    if axis == .horizontal, let baselines = baselines(box, alignment, proposals) {
      let below = zip(sizes, baselines).map { $0.height - $1 }
      result.height = (baselines.max() ?? 0) + (below.max() ?? 0)
    }
    return result
  }

  /// For the children of a row, the distances from their upper edges to the aligned baseline; `nil` without one.
  private func baselines(
    _ box: LayoutBox, _ alignment: Alignment, _ proposals: [Proposal]
  ) -> [Double]? {
    guard let which = alignment.baseline else { return nil }
    return zip(box.children, proposals).map { baseline(which, of: $0, $1) }
  }

  /// The baseline of a view: that of its texts, or its lower edge if it has none.
  private func baseline(
    _ which: TextBaseline, of box: LayoutBox, _ proposal: Proposal
  ) -> Double {
    if let known = box.baselines[proposal] { return known }
    let size = size(box, proposal)
    let placed = place(box, Frame(0, 0, size.width, size.height), proposal)
    let all = placed.texts.map { text in
      let reach = layout.text.reach(of: text.run)
      let last = Double(text.lines.widths.count - 1)
      let pitch = reach.height + text.run.spacing(between: reach.height)
      return text.y + reach.ascent + (which == .last ? last * pitch : 0)
    }
    let baseline = (which == .first ? all.min() : all.max()) ?? size.height
    box.baselines[proposal] = baseline
    return baseline
  }

  private func placedStack(
    _ box: LayoutBox, _ axis: Axis, _ alignment: Alignment, _ frame: Frame, _ proposal: Proposal
  ) -> [LaidOut] {
    let cross = axis.other
    var next = axis == .horizontal ? frame.x : frame.y
    let proposals = childProposals(box, axis, proposal)
    let baselines = axis == .horizontal ? self.baselines(box, alignment, proposals) : nil
    let lowest = baselines?.max() ?? 0
    let pairs = zip(zip(box.children, proposals), gaps(box) + [0])
    return pairs.enumerated().map { index, element in
      let (pair, gap) = element
      let size = size(pair.0, pair.1)
      let slack =
        baselines.map { lowest - $0[index] }
        ?? (frame.size[cross] - size[cross]) * alignment.fraction(along: cross)
      let origin = axis == .horizontal ? (next, frame.y + slack) : (frame.x + slack, next)
      next += size[axis] + gap
      return place(pair.0, Frame(origin.0, origin.1, size.width, size.height), pair.1)
    }
  }

  private func childProposals(
    _ box: LayoutBox, _ axis: Axis, _ proposal: Proposal
  ) -> [Proposal] {
    let parts = box.children.map { child in
      StackPart(priority: child.priority) { self.size(child, proposal.with(axis, $0))[axis] }
    }
    return Self.shares(of: parts, proposal[axis], gaps: gaps(box)).map { proposal.with(axis, $0) }
  }

  /// The lengths that a stack proposes to its parts: by priority, within a priority to the least flexible first, an
  /// even share of the length that is left after the minimum lengths of later ones.
  static func shares(of parts: [StackPart], _ offered: Double?, gaps: [Double]) -> [Double?] {
    guard let offered else { return parts.map { _ in nil } }
    var result = parts.map { _ in offered as Double? }
    let least = parts.map { $0.length(0) }
    var left = max(0, offered - gaps.reduce(0, +))
    var later = least.reduce(0, +)
    for group in groups(parts, least) {
      later -= group.map { least[$0] }.reduce(0, +)
      for (place, index) in group.enumerated() {
        let share = max(0, left - later) / Double(group.count - place)
        result[index] = share
        let taken = parts[index].length(share)
        left = left.isFinite ? left - taken : left
      }
    }
    return result
  }

  /// The parts' indices by priority, the least flexible first in each; of parts that grow without limit, the one with
  /// the larger minimum length first.
  private static func groups(_ parts: [StackPart], _ least: [Double]) -> [[Int]] {
    func order(_ index: Int) -> (Double, Double, Int) {
      let flexibility = parts[index].length(.infinity) - least[index]
      return (flexibility, flexibility.isFinite ? 0 : -least[index], index)
    }
    let byPriority = Dictionary(grouping: parts.indices) { parts[$0].priority }
    return byPriority.sorted { $0.key > $1.key }.map { group in
      group.value.map(order).sorted { $0 < $1 }.map(\.2)
    }
  }
}

/// A part that shares a length with others.
struct StackPart {
  let priority: Double
  /// The length that it takes for a proposed one; `nil` asks for the ideal one.
  let length: (Double?) -> Double
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

  /// The lines of a text in the proposed room: as many as fit, at least one.
  private func lines(of run: TextRun, _ proposal: Proposal) -> TextLines {
    let width = proposal.width.flatMap { $0.isFinite ? $0 : nil }
    // Measuring text takes most of the time, and more for long text.
    work += 20 + run.text.utf8.count / 20
    guard let height = proposal.height, height.isFinite else {
      return layout.text.lines(of: run, width: width, limit: run.lineLimit)
    }
    let line = layout.text.reach(of: run).height
    let spacing = run.spacing(between: line)
    let pitch = max(line + spacing, 0.01)
    let fitting = max(1, Int(((height + spacing + 0.001) / pitch).clamped(to: 1...1_000_000)))
    // One line more than fits shows that the text does not fit; later ones are not measured.
    let limit = min(run.lineLimit ?? .max, fitting + 1)
    let lines = layout.text.lines(of: run, width: width, limit: limit)
    if lines.widths.count <= fitting { return lines }
    return layout.text.lines(of: run, width: width, limit: fitting)
  }

  /// How many sizes of a font are tried between its own and its minimum; our choice (decision 0720).
  private static let scaleSteps = 20

  /// The text in the largest allowed size in which nothing is left out.
  private func fitted(_ run: TextRun, _ proposal: Proposal) -> TextRun {
    guard run.minimumScale < 1, lines(of: run, proposal).isTruncated else { return run }
    let steps = (1...Self.scaleSteps).lazy.map { step in
      run.scaled(by: 1 - (1 - run.minimumScale) * Double(step) / Double(Self.scaleSteps))
    }
    return steps.first { !self.lines(of: $0, proposal).isTruncated }
      ?? run.scaled(by: run.minimumScale)
  }

  private func textSize(_ run: TextRun, _ proposal: Proposal) -> PointSize {
    let lines = lines(of: run, proposal)
    let count = Double(lines.widths.count)
    let line = layout.text.reach(of: run).height
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
  /// The side of a shape, an image or a divider without a proposed size, in points: SwiftUI's own.
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
  func with(_ axis: Axis, _ side: Double?) -> Proposal {
    var copy = self
    copy[axis] = side
    return copy
  }
}
