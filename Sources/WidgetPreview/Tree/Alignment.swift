package enum HorizontalAlignment: String, CaseIterable, Hashable, Sendable {
  case leading, center, trailing

  var mirrored: HorizontalAlignment {
    self == .leading ? .trailing : self == .trailing ? .leading : .center
  }

  package var fraction: Double { self == .leading ? 0 : self == .center ? 0.5 : 1 }
}

package enum VerticalAlignment: String, CaseIterable, Hashable, Sendable {
  case top, center, bottom

  var fraction: Double { self == .top ? 0 : self == .center ? 0.5 : 1 }
}

/// A line of text that views of a row share.
package enum TextBaseline: String, CaseIterable, Hashable, Sendable {
  case first = "firstTextBaseline"
  case last = "lastTextBaseline"
}

package struct Alignment: Hashable, Sendable {
  package var horizontal: HorizontalAlignment
  package var vertical: VerticalAlignment
  /// The baseline that aligns the views of an `hstack`, in the place of `vertical`.
  package var baseline: TextBaseline?

  package init(
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
package struct Proposal: Hashable, Sendable {
  package var width, height: Double?

  /// Makes a proposal; a side that is not given asks for the ideal one.
  package init(_ width: Double? = nil, _ height: Double? = nil) {
    (self.width, self.height) = (width, height)
  }

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  func ideal(along axes: Set<Axis>) -> Proposal {
    Proposal(axes.contains(.horizontal) ? nil : width, axes.contains(.vertical) ? nil : height)
  }

  func inset(by edges: Edges) -> Proposal {
    Proposal(
      width.map { max(0, $0 - edges.horizontal) }, height.map { max(0, $0 - edges.vertical) })
  }
}
