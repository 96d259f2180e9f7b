import PhotoGeometry

/// The cost of a widget's text over what matters.
///
///     text(o) = −U(o)
///
/// U is the share of the photo's importance under the text: importance under the text counts as outside. A region
/// under text loses that part of its gain in ``SubjectTerm``, and heads come out from under it where they can
/// (``HeadsKept``). Decision 0137.
struct TextTerm: Sendable {
  /// The place of the text, in fractions of the window.
  let area: NormalizedRect
  private let importance: SummedAreaTable

  init(area: NormalizedRect, on importance: ImportanceMap) {
    (self.area, self.importance) = (area, importance.table)
  }

  /// Returns the term for a window at a place, 0 or less.
  func cost(of window: SlidingWindow, at place: Int) -> Double {
    -importance.sum(in: window.part(area, at: place))
  }
}

extension SlidingWindow {
  /// Returns the place of a part of the window in the photo when the window is at a place.
  func part(_ area: NormalizedRect, at place: Int) -> NormalizedRect {
    let start = start(at: place)
    return area.inPhoto(
      from: axis == .horizontal
        ? NormalizedRect(x: start, y: 0, width: share, height: 1)
        : NormalizedRect(x: 0, y: start, width: 1, height: share))
  }
}

extension NormalizedRect {
  /// The share of the rectangle under another one; all or nothing for a point.
  func share(under other: NormalizedRect) -> Double {
    share(from: other.x, to: other.maxX, along: .horizontal)
      * share(from: other.y, to: other.maxY, along: .vertical)
  }

  /// The share of the rectangle between two places along an axis; all or nothing if it has no length there.
  func share(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    let (first, last) = axis == .horizontal ? (x, maxX) : (y, maxY)
    guard last > first else { return first >= start && first <= end ? 1 : 0 }
    return max(0, min(last, end) - max(first, start)) / (last - first)
  }
}
