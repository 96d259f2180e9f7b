/// The whole-pixel offsets that a window takes between two ends, in equal steps.
struct Slide: Sendable {
  /// How many pixels the window can move.
  let freedom: Int
  /// The number of steps; places are numbered from 0 (left or top) to this.
  let steps: Int

  /// Makes the places of a window that can move by some pixels; never more steps than pixels.
  init(freedom: Int, mostSteps: Int) {
    self.freedom = freedom
    steps = min(mostSteps, freedom)
  }

  /// Returns the offset of a place from the first one, in pixels.
  ///
  /// Rounding is towards the middle from either side, so that places as far from one end as from the
  /// other mirror each other; only a middle between two pixels goes to the left or top.
  func offset(at place: Int) -> Int {
    2 * place <= steps ? rounded(place) : freedom - rounded(steps - place)
  }

  /// Returns how far a place is from the middle, in half steps.
  func distanceFromMiddle(at place: Int) -> Int { abs(2 * place - steps) }

  /// The offset of a place in the nearer half: halves of a pixel are rounded up.
  private func rounded(_ place: Int) -> Int {
    guard steps > 0 else { return freedom / 2 }
    return min((2 * place * freedom + steps) / (2 * steps), freedom / 2)
  }
}
