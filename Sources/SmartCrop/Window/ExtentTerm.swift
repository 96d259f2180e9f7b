/// The gain for holding the photo's subject without cutting it.
///
///     whole(o) = 0.15 · P(whole subject inside) + 0.06 · P(core inside)
///                + 0.6 · E(share of the whole subject inside) + 0.3 · E(share of the core inside)
///                + 0.16 · (1 − the greatest P(core inside)) · P(the core's top inside)
///
/// The last summand is for windows that move up and down. P and E by ``SubjectExtents``. If neither the subject nor its
/// core fits, the first two chances are nearly 0 at every place and have no effect, and the last says that what does
/// not fit is cut below, as people cut bodies, not heads. An ear or a mast is little of a subject's area but as much of
/// its extent as any other part, so this term keeps parts that the importance misses. Derivation: decisions 0149 to
/// 0151.
struct ExtentTerm: Sendable {
  private let whole: SubjectExtents.Ends
  private let core: SubjectExtents.Ends
  /// The gain for holding the core's top.
  private var topGain = 0.0

  static let wholeGain = 0.15
  static let coreGain = 0.06
  static let shareGain = 0.6
  static let coreShareGain = 0.3
  static let coreTopGain = 0.16

  init(_ extents: SubjectExtents, in window: SlidingWindow) {
    (whole, core) = (extents.whole.ends(along: window.axis), extents.core.ends(along: window.axis))
    guard window.axis == .vertical else { return }
    let chances = (0...window.steps).map {
      core.wholeChance(from: window.start(at: $0), to: window.start(at: $0) + window.share)
    }
    topGain = Self.coreTopGain * (1 - (chances.max() ?? 0))
  }

  /// How likely the window that begins there holds all of the subject, 0…1.
  func wholeChance(from start: Double, to end: Double) -> Double {
    whole.wholeChance(from: start, to: end)
  }

  /// Returns the gain of the window that begins there.
  func gain(from start: Double, to end: Double) -> Double {
    Self.wholeGain * whole.wholeChance(from: start, to: end)
      + Self.coreGain * core.wholeChance(from: start, to: end)
      + Self.shareGain * whole.share(from: start, to: end)
      + Self.coreShareGain * core.share(from: start, to: end)
      + topGain * core.beginChance(from: start, to: end)
  }
}
