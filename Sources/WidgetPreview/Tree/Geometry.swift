/// A direction that a stack lays its children out in.
public enum Axis: String, CaseIterable, Hashable, Sendable {
  /// From the leading to the trailing edge.
  case horizontal
  /// From the top down.
  case vertical
}

/// A size in points.
public struct Size: Hashable, Sendable {
  /// The sides in points; infinite only while something is measured.
  public var width, height: Double

  /// Makes a size of its sides in points.
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
  public var size: Size

  /// Makes a frame of numbers in points.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    (self.x, self.y, size) = (x, y, Size(width, height))
  }

  /// The frame without its edges.
  func inset(by edges: Edges) -> Frame {
    Frame(
      x + edges.leading, y + edges.top, max(0, size.width - edges.horizontal),
      max(0, size.height - edges.vertical))
  }

  /// Where something of a size lies in this frame.
  func placing(_ inner: Size, _ alignment: Alignment) -> Frame {
    Frame(
      x + (size.width - inner.width) * alignment.horizontal.fraction,
      y + (size.height - inner.height) * alignment.vertical.fraction, inner.width, inner.height)
  }
}

/// Distances from the four edges, in points.
public struct Edges: Hashable, Sendable {
  /// The distances in points.
  public var top, leading, bottom, trailing: Double

  /// Makes edges of distances in points.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  var horizontal: Double { leading + trailing }
  var vertical: Double { top + bottom }
}

/// A place along the horizontal axis.
public enum HorizontalAlignment: String, CaseIterable, Hashable, Sendable {
  /// The left edge, as previews are laid out from left to right.
  case leading
  /// The middle.
  case center
  /// The right edge.
  case trailing

  package var fraction: Double { self == .leading ? 0 : self == .center ? 0.5 : 1 }
}

/// A place along the vertical axis.
public enum VerticalAlignment: String, CaseIterable, Hashable, Sendable {
  /// The upper edge.
  case top
  /// The middle.
  case center
  /// The lower edge.
  case bottom

  var fraction: Double { self == .top ? 0 : self == .center ? 0.5 : 1 }
}

/// A place in two directions.
public struct Alignment: Hashable, Sendable {
  /// The place along the horizontal axis.
  public var horizontal: HorizontalAlignment
  /// The place along the vertical axis.
  public var vertical: VerticalAlignment

  /// Makes an alignment; the middle where nothing is said.
  public init(
    _ horizontal: HorizontalAlignment = .center, _ vertical: VerticalAlignment = .center
  ) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  func fraction(along axis: Axis) -> Double {
    axis == .horizontal ? horizontal.fraction : vertical.fraction
  }
}

/// What a parent offers a child: sides in points, where `nil` asks for the child's ideal side, 0 for its
/// smallest and infinity for its largest.
public struct Proposal: Hashable, Sendable {
  /// The sides that are offered, in points.
  public var width, height: Double?

  /// Makes a proposal; a side that is not given asks for the ideal one.
  public init(_ width: Double? = nil, _ height: Double? = nil) {
    (self.width, self.height) = (width, height)
  }

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  func inset(by edges: Edges) -> Proposal {
    Proposal(
      width.map { max(0, $0 - edges.horizontal) }, height.map { max(0, $0 - edges.vertical) })
  }
}
