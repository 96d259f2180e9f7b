/// Lays views out as SwiftUI does: a parent proposes a size, the child chooses its own, and the parent
/// places it (decisions 0720 and 0729).
package struct Layout {
  /// The pixels of a point; text sizes are rounded up to whole pixels, and dividers are one.
  package var scale: Double
  package var text: any TextMeasuring
  /// The sizes of pictures by name, in points.
  package var images: [String: PointSize]
  /// The most measurements for one tree: the templates here need a few thousand.
  package var workLimit = 1_000_000
  package var deadline: Deadline?

  package init(scale: Double, text: any TextMeasuring, images: [String: PointSize] = [:]) {
    (self.scale, self.text, self.images) = (scale, text, images)
  }

  /// Lays out a tree of views in a widget of a size in points; it is centred if it does not fill the widget.
  ///
  /// - Throws: ``DrawingError`` for trees that take too long to lay out.
  package func place(_ root: Node, in size: PointSize) throws -> LaidOut {
    let solver = LayoutSolver(self)
    let box = LayoutBox(root, stackAxis: nil)
    let proposal = Proposal(size.width, size.height)
    let chosen = solver.size(box, proposal)
    let frame = Frame(0, 0, size.width, size.height).placing(chosen, Alignment())
    let result = solver.place(box, frame, proposal).directed(in: .leftToRight)
    if solver.isLate, let deadline { throw deadline.error }
    if solver.isExhausted {
      throw DrawingError(
        "The views take more than \(workLimit) measurements to lay out; nest fewer stacks.")
    }
    return result
  }
}

/// Why a widget cannot be laid out or drawn.
public struct DrawingError: Error, CustomStringConvertible {
  /// The fact as a sentence.
  public let description: String

  package init(_ description: String) { self.description = description }
}

/// A view with the sizes it has chosen so far.
final class LayoutBox {
  let node: Node
  let stackAxis: Axis?
  let children: [LayoutBox]
  let underlay: LayoutBox?
  let overlay: LayoutBox?
  var sizes: [Proposal: PointSize] = [:]
  var baselines: [Proposal: Double] = [:]

  init(_ node: Node, stackAxis: Axis?) {
    (self.node, self.stackAxis) = (node, stackAxis)
    let axis: Axis? = if case .stack(let axis, _, _, _) = node.content { axis } else { nil }
    children = node.content.children.map { LayoutBox($0, stackAxis: axis) }
    underlay = node.style.underlay.map { LayoutBox($0.view, stackAxis: nil) }
    overlay = node.style.overlay.map { LayoutBox($0.view, stackAxis: nil) }
  }

  var isSpacer: Bool { if case .spacer = node.content { true } else { false } }

  /// Spacers choose their size last.
  var priority: Double { isSpacer ? -.infinity : node.style.layoutPriority }
}

extension Content {
  /// The views inside; for a gauge its middle, if any, and one row of its labels.
  var children: [Node] {
    switch self {
    case .stack(_, let nodes, _, _), .grid(let nodes, _, _, _), .zstack(let nodes, _),
      .viewThatFits(let nodes, _):
      nodes
    case .gauge(let gauge):
      [gauge.current].compactMap(\.self) + [
        Node(.stack(.horizontal, gauge.labels, alignment: Alignment(), spacing: 1))
      ]
    case .widget(let node, _, _): [node]
    default: []
    }
  }
}

/// The time by which a widget must be laid out and drawn.
package struct Deadline: Sendable {
  private let seconds: Int
  private let end: ContinuousClock.Instant

  package init(seconds: Int) {
    self.seconds = seconds
    end = .now + .seconds(seconds)
  }

  var hasPassed: Bool { end <= .now }

  package func check() throws { if hasPassed { throw error } }

  var error: DrawingError {
    DrawingError(
      "The widget takes more than \(seconds) s to lay out and draw; show less in it, or allow more with --timeout."
    )
  }
}
