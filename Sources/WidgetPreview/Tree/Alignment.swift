/// A place along the horizontal axis.
public enum HorizontalAlignment: String, CaseIterable, Hashable, Sendable {
  /// The edge where lines begin.
  case leading
  /// The middle.
  case center
  /// The edge where lines end.
  case trailing

  var mirrored: HorizontalAlignment {
    self == .leading ? .trailing : self == .trailing ? .leading : .center
  }

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

/// A line of text that views of a row share.
public enum TextBaseline: String, CaseIterable, Hashable, Sendable {
  /// The first of a view's texts.
  case first = "firstTextBaseline"
  /// The last of a view's texts.
  case last = "lastTextBaseline"
}

/// A place in two directions.
public struct Alignment: Hashable, Sendable {
  /// The place along the horizontal axis.
  public var horizontal: HorizontalAlignment
  /// The place along the vertical axis.
  public var vertical: VerticalAlignment
  /// The baseline that aligns the views of an `hstack`, in the place of `vertical`.
  public var baseline: TextBaseline?

  /// Makes an alignment; centred by default.
  public init(
    _ horizontal: HorizontalAlignment = .center, _ vertical: VerticalAlignment = .center
  ) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  func fraction(along axis: Axis) -> Double {
    axis == .horizontal ? horizontal.fraction : vertical.fraction
  }
}

/// A parent's proposal to a child: sides in points, where `nil` asks for the child's ideal side, 0 for its smallest
/// and infinity for its largest.
public struct Proposal: Hashable, Sendable {
  /// The proposed sides, in points.
  public var width, height: Double?

  /// Makes a proposal; a side that is not given asks for the ideal one.
  public init(_ width: Double? = nil, _ height: Double? = nil) {
    (self.width, self.height) = (width, height)
  }

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  /// The proposal that asks for the ideal sides along axes.
  func ideal(along axes: Set<Axis>) -> Proposal {
    Proposal(axes.contains(.horizontal) ? nil : width, axes.contains(.vertical) ? nil : height)
  }

  func inset(by edges: Edges) -> Proposal {
    Proposal(
      width.map { max(0, $0 - edges.horizontal) }, height.map { max(0, $0 - edges.vertical) })
  }
}
