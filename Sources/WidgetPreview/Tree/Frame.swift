/// The direction in which a stack lays out its children: from the leading edge, or from the top.
package enum Axis: String, CaseIterable, Hashable, Sendable {
  case horizontal, vertical
}

/// A size in points.
public struct PointSize: Hashable, Sendable {
  /// The sides in points; infinite only while something is measured.
  public var width, height: Double

  /// Makes a size from its sides in points.
  public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

/// A rectangle in points; its origin counts from the top left corner of the widget.
package struct Frame: Hashable, Sendable {
  package var x, y: Double
  package var size: PointSize

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    (self.x, self.y, size) = (x, y, PointSize(width, height))
  }

  func inset(by edges: Edges) -> Frame {
    Frame(
      x + edges.leading, y + edges.top, max(0, size.width - edges.horizontal),
      max(0, size.height - edges.vertical))
  }

  /// The position of a rectangle of a size in this frame.
  func placing(_ inner: PointSize, _ alignment: Alignment) -> Frame {
    Frame(
      x + (size.width - inner.width) * alignment.horizontal.fraction,
      y + (size.height - inner.height) * alignment.vertical.fraction, inner.width, inner.height)
  }
}

/// Distances from the four edges, in points.
package struct Edges: Hashable, Sendable {
  package var top = 0.0
  package var leading = 0.0
  package var bottom = 0.0
  package var trailing = 0.0

  var horizontal: Double { leading + trailing }
  var vertical: Double { top + bottom }
}
