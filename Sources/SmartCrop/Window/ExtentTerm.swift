import PhotoGeometry

/// The gain for holding the photo's subject without cutting it.
///
///     whole(o) = 0.15 · P(whole subject inside) + 0.1 · P(core inside) + 0.2 · E(share of the whole subject inside)
///                + 0.03 · P(the core's top inside), for a window that moves up and down
///
/// P and E by ``SubjectExtents``. If neither the subject nor its core fits, the first two chances are nearly 0 at every place and have no effect.
/// An ear or a mast is little of a subject's area but as much of its extent as any other part, so this term keeps parts that the importance misses.
/// Derivation: decisions 0149 and 0150.
struct ExtentTerm: Sendable {
  let extents: SubjectExtents

  static let wholeGain = 0.15
  static let coreGain = 0.1
  static let shareGain = 0.2
  static let coreTopGain = 0.03

  /// How likely a window that spans the photo's other axis holds all of the subject, 0…1.
  func wholeChance(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    extents.whole.ends(along: axis).wholeChance(from: start, to: end)
  }

  /// Returns the gain of a window that spans the photo's other axis.
  func gain(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    let (whole, core) = (extents.whole.ends(along: axis), extents.core.ends(along: axis))
    return Self.wholeGain * whole.wholeChance(from: start, to: end)
      + Self.coreGain * core.wholeChance(from: start, to: end)
      + Self.shareGain * whole.share(from: start, to: end)
      + (axis == .vertical ? Self.coreTopGain * core.beginChance(from: start, to: end) : 0)
  }
}
