/// A view of a widget: its content and its style.
package struct Node: Hashable, Sendable {
  package var content: Content
  package var style: Style
  /// Its name in measurements, or its place in its document.
  package var name: String

  package init(_ content: Content, style: Style = Style(), name: String = "") {
    (self.content, self.style, self.name) = (content, style, name)
  }
}

package indirect enum Content: Hashable, Sendable {
  /// Children above or beside one another; `spacing` in points, `nil` for the system's.
  case stack(Axis, [Node], alignment: Alignment, spacing: Double?)
  /// Rows, each an `hstack` whose children share their columns with those of the other rows; other children span all
  /// columns. Distances in points, `nil` for the system's.
  case grid([Node], alignment: Alignment, columnSpacing: Double?, rowSpacing: Double?)
  case zstack([Node], alignment: Alignment)
  /// Room that grows along its stack; the minimum length in points, `nil` for the system's.
  case spacer(minLength: Double?)
  case text(TextRun)
  /// A picture by its name among the scene's.
  case image(name: String, fills: Bool)
  case shape(Shape)
  case gauge(Gauge)
  /// One of the drawn symbols, in a square of its size in points; the weight as in fonts.
  case symbol(name: String, size: Double, weight: Int, colour: Colour)
  /// A line across its stack.
  case divider(Colour)
  /// The first child whose ideal size fits along the axes, or the last.
  case viewThatFits([Node], Set<Axis>)
  /// A whole widget, scaled; `isMeasured` writes its measures beside it.
  case widget(Node, scale: Double, isMeasured: Bool)
}

/// The style of a view, from the inside out: its own size, padding, frame, background, corners, border, overlay,
/// opacity, blur, shadow, rotation, offset.
package struct Style: Hashable, Sendable {
  /// The axes along which the content has its ideal side whatever is proposed.
  package var fixedAxes: Set<Axis> = []
  package var aspectRatio: ProposedShape?
  /// Room around the content, in points.
  package var padding = Edges()
  /// Bounds of the width around the padding, in points.
  package var width = Bounds()
  /// Bounds of the height around the padding, in points.
  package var height = Bounds()
  /// The position of the content in its frame.
  package var alignment = Alignment()
  package var background: Fill?
  /// A view behind it, over `background`.
  package var underlay: Layer?
  /// A view in front of it; corners do not cut it.
  package var overlay: Layer?
  /// A line along the inside of the edge, in points.
  package var border: Border?
  /// The radius of the corners, in points; above 0 it also cuts the content.
  package var cornerRadius = 0.0
  /// 0 to 1.
  package var opacity = 1.0
  /// The radius of a Gaussian blur in points.
  package var blur = 0.0
  /// The radius of a Gaussian blur of everything drawn behind it, in points.
  package var backdropBlur = 0.0
  package var shadow: Shadow?
  /// Degrees, clockwise, around its middle; does not change the layout.
  package var rotation = 0.0
  /// The distance from its place at which it is drawn, in points; does not change the layout.
  package var offset = PointSize(0, 0)
  /// Views of higher priority choose their size before others in a stack; in a `zstack` only they determine its size.
  package var layoutPriority = 0.0
  /// The direction of lines; `nil` for that of the view around it.
  package var direction: LayoutDirection?

  package init() {}

  func proposalOfContent(_ proposal: Proposal) -> Proposal {
    let frame = Proposal(width.proposed(proposal.width), height.proposed(proposal.height))
    let inner = frame.inset(by: padding)
    return (aspectRatio?.shaped(inner) ?? inner).ideal(along: fixedAxes)
  }
}

/// The direction of lines: SwiftUI's `LayoutDirection`.
public enum LayoutDirection: String, CaseIterable, Hashable, Sendable {
  /// From the left edge.
  case leftToRight
  /// From the right edge: everything except pictures, symbols and gauges is mirrored.
  case rightToLeft
}

/// A view in front of or behind another, which it does not change.
package struct Layer: Hashable, Sendable {
  /// The view, in an array, as a view cannot contain itself.
  private var views: [Node]
  package var alignment: Alignment

  package init(_ view: Node, alignment: Alignment = Alignment()) {
    (views, self.alignment) = ([view], alignment)
  }

  package var view: Node { views[0] }
}

package struct ProposedShape: Hashable, Sendable {
  /// Width divided by height, above 0.
  package var ratio: Double
  /// Whether it covers the proposed room, or else fits into it.
  package var fills: Bool

  package init(_ ratio: Double, fills: Bool = false) { (self.ratio, self.fills) = (ratio, fills) }

  /// The proposal in this shape; unchanged if it has no side.
  func shaped(_ offer: Proposal) -> Proposal {
    let wide = offer.width.map { Proposal($0, $0 / ratio) }
    let high = offer.height.map { Proposal($0 * ratio, $0) }
    guard let wide, let high, let width = offer.width, let other = high.width else {
      return wide ?? high ?? offer
    }
    return (width < other) != fills ? wide : high
  }
}

package struct Shadow: Hashable, Sendable {
  package var colour: Colour
  /// The radius of its Gaussian blur in points.
  package var radius: Double
  /// Its distance from the view, in points.
  package var offset: PointSize

  package init(_ colour: Colour, radius: Double, offset: PointSize = PointSize(0, 0)) {
    (self.colour, self.radius, self.offset) = (colour, radius, offset)
  }
}

/// Bounds of one side of a frame, in points.
package struct Bounds: Hashable, Sendable {
  package var fixed: Double?
  /// The bounds of a side that may change; `max` may be infinite.
  package var min, ideal, max: Double?

  /// The side proposed inside: the fixed one, else the proposed or ideal one within the bounds.
  func proposed(_ offered: Double?) -> Double? {
    if let fixed { return fixed }
    return (offered ?? ideal).map { within($0) }
  }

  /// The side of the frame around a child.
  ///
  /// It is the fixed one if there is one. Else it is the child's, which a minimum limits down to the proposed side and
  /// a maximum extends up to it. Without a proposal it is the ideal one.
  func side(of child: Double, proposed: Double?) -> Double {
    if let fixed { return fixed }
    guard let offered = proposed else { return within(ideal ?? child) }
    var side = child
    if let min { side = Swift.max(min, Swift.min(side, offered)) }
    if let max { side = Swift.min(max, Swift.max(side, offered)) }
    return side
  }

  private func within(_ side: Double) -> Double {
    Swift.max(Swift.min(side, max ?? .infinity), min ?? 0)
  }
}

/// A line along the inside of an edge.
package struct Border: Hashable, Sendable {
  package var colour: Colour
  package var width: Double

  package init(_ colour: Colour, width: Double) { (self.colour, self.width) = (colour, width) }
}

package struct Shape: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A rectangle; the radius of its corners in points.
    case rectangle(cornerRadius: Double)
    /// The largest circle that fits.
    case circle
    /// A rectangle whose short sides are half circles.
    case capsule
    /// An outline, stretched to the frame.
    case path(ShapePath)
  }

  package var kind: Kind
  package var fill: Fill?
  /// The line along the inside of its edge.
  package var stroke: Border?

  package init(_ kind: Kind, fill: Fill? = nil, stroke: Border? = nil) {
    (self.kind, self.fill, self.stroke) = (kind, fill, stroke)
  }
}

/// A value within a range: SwiftUI's `Gauge` in the styles of the Lock Screen.
package struct Gauge: Hashable, Sendable {
  package enum Style: String, CaseIterable, Hashable, Sendable {
    /// An open ring with a marker: `accessoryCircular`.
    case circular
    /// A closed ring, drawn up to the value: `accessoryCircularCapacity`.
    case circularCapacity
    /// A bar with a marker: `accessoryLinear`.
    case linear
    /// A bar, drawn up to the value: `accessoryLinearCapacity`.
    case linearCapacity

    package var isLinear: Bool { self == .linear || self == .linearCapacity }
    package var isCapacity: Bool { self == .circularCapacity || self == .linearCapacity }
  }

  package var style = Style.circular
  /// The value, 0 to 1.
  package var fraction: Double
  /// The colour of the ring or the bar.
  package var tint: Colour
  package var marker = Colour(red: 1, green: 1, blue: 1)
  /// The view in the middle.
  package var current: Node?
  /// The views in the ring's gap, from the leading edge on.
  package var labels: [Node]

  /// Makes a gauge from a value and a goal: 0 if the goal is not above 0 or a number is not a number, and full above
  /// the goal.
  package init(
    value: Double, goal: Double, tint: Colour, current: Node? = nil, labels: [Node] = []
  ) {
    fraction = Self.fraction(of: value, in: goal).clamped(to: 0...1)
    (self.tint, self.current, self.labels) = (tint, current, labels)
  }

  /// Returns value ÷ goal, or 0 if that is not a number.
  static func fraction(of value: Double, in goal: Double) -> Double {
    guard value.isFinite, goal.isFinite, goal > 0 else { return 0 }
    return max(0, value / goal)
  }
}
