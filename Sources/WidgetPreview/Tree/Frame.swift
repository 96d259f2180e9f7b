/// The direction in which a stack lays out its children.
public enum Axis: String, CaseIterable, Hashable, Sendable {
  /// From the leading to the trailing edge.
  case horizontal
  /// From the top down.
  case vertical
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
public struct Frame: Hashable, Sendable {
  /// The origin in points.
  public var x, y: Double
  /// The size in points.
  public var size: PointSize

  /// Makes a frame from numbers in points.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
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
public struct Edges: Hashable, Sendable {
  /// The distances in points.
  public var top, leading, bottom, trailing: Double

  /// Makes edges from distances in points.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  var horizontal: Double { leading + trailing }
  var vertical: Double { top + bottom }
}
