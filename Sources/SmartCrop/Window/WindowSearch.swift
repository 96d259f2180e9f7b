import PhotoGeometry

/// Scores every place of the largest window and takes the best of those that keep the heads whole.
///
///     score(o) = R(o) − p·d(o)² − q·b(o)² + whole(o) + subjects(o) + text(o)
///
/// R is the share of the importance inside the window and d how far its centre is from the photo's, in
/// shares of the photo's length. b is how far the centre of the importance inside the window lies from the window's
/// middle, in shares of the window's length: people put their subject in the middle. For the last terms see
/// ``ExtentTerm``, ``SubjectTerm`` and ``TextTerm``; for the places that are scored ``HeadsKept``.
struct WindowSearch: Sendable {
  let importance: ImportanceMap
  let subjects: SubjectTerm
  let extents: ExtentTerm?
  let window: SlidingWindow
  let text: TextTerm?
  private let headsKept: HeadsKept

  init(
    importance: ImportanceMap, subjects: SubjectTerm, extents: SubjectExtents? = nil,
    window: SlidingWindow, text: TextTerm? = nil
  ) {
    (self.importance, self.subjects) = (importance, subjects)
    (self.window, self.text) = (window, text)
    self.extents = extents.map { ExtentTerm($0, in: window) }
    headsKept = HeadsKept(subjects.regions, in: window, excluding: text?.area)
  }

  /// The cost of the squared distance from the centre (decision 0144).
  static let positionCost = 0.6

  /// The same for the distance between the window's middle and the centre of what matters in it (decision 0144).
  static let balanceCost = 1.5

  func score(at place: Int) -> CropScore {
    let start = window.start(at: place)
    let end = start + window.share
    let distance = window.distanceFromCentre(at: place)
    return CropScore(
      retained: importance.share(from: start, to: end, along: window.axis),
      position: -Self.positionCost * distance * distance,
      balance: balance(from: start),
      whole: extents?.gain(from: start, to: end) ?? 0,
      subjects: subjects.gain(
        from: start, to: end, along: window.axis,
        excluding: text.map { window.part($0.area, at: place) }),
      text: text?.cost(of: window, at: place))
  }

  /// The cost of the importance inside a window being nearer to one of its ends.
  private func balance(from start: Double) -> Double {
    let centre = importance.centre(from: start, to: start + window.share, along: window.axis)
    let lean = centre.map { ($0 - start) / window.share - 0.5 } ?? 0
    return -Self.balanceCost * lean * lean
  }

  /// Returns the best window, zoomed if requested, with the flags of the rectangle.
  func choice(
    zoomed: (PixelRect) -> PixelRect = { $0 }, flags: (PixelRect) -> [PhotoFlag] = { _ in [] }
  ) -> CropChoice {
    let totals = (0...window.steps).map { score(at: $0).total }
    let best = bestPlace(totals)
    let largest = window.rect(at: best)
    let rect = zoomed(largest)
    let flags = flags(rect)
    let chosen = score(at: best)
    let isCertain = flags.contains(.flat) || window.steps == 0
    let atRisk = CropRisk.atRisk(
      retained: chosen.retained, reachable: reachable, face: headsKept.largestFace)
    let start = window.start(at: best)
    let wholeChance = extents?.wholeChance(from: start, to: start + window.share)
    return CropChoice(
      rect: rect, largestRect: largest, score: chosen,
      centreScore: score(at: window.steps / 2),
      candidates: totals.indices.map {
        CropCandidate(rect: window.rect(at: $0), total: totals[$0])
      },
      atRisk: isCertain ? 0 : atRisk, wholeChance: wholeChance,
      risk: isCertain
        ? 0
        : CropRisk.chance(
          atRisk: atRisk, wholeChance: wholeChance, windowShare: window.share),
      flags: flags)
  }

  /// The share of the importance inside all open places together.
  private var reachable: Double {
    let starts = headsKept.places.map(window.start(at:))
    return importance.share(
      from: starts[0], to: starts[starts.count - 1] + window.share, along: window.axis)
  }

  /// The open place with the greatest total; of equal ones the nearest to the centre, then the left or upper one.
  private func bestPlace(_ totals: [Double]) -> Int {
    let open = headsKept.places
    let greatest = open.map { totals[$0] }.max() ?? 0
    let equal = open.filter { totals[$0] >= greatest - SlidingWindow.tolerance }
    return equal.min { abs(2 * $0 - window.steps) < abs(2 * $1 - window.steps) } ?? 0
  }
}

/// Why a window is good: more is better; comparable only within one photo and aspect.
public struct CropScore: Hashable, Sendable {
  /// A term of the score; the raw value is its name in records and JSON.
  public enum Term: String, Hashable, Sendable, CaseIterable {
    case retained, position, balance, whole, subjects, text

    /// Whether every score has the term; only the term for text may be missing.
    public var isRequired: Bool { self != .text }
  }

  /// The share of the importance inside the window, 0…1.
  public let retained: Double
  /// The cost of the distance from the photo's centre, 0 or less.
  public let position: Double
  /// The cost of the distance between the window's middle and the centre of what matters in it, 0 or less.
  public let balance: Double
  /// The gain for holding the photo's subject, or its core, without cutting it, 0 or more; 0 without a model.
  public let whole: Double
  /// The gain for holding the focus regions; less than 0 if the crop cuts heads that it cannot hold.
  public let subjects: Double
  /// The cost of what matters under text, 0 or less; `nil` for a crop without text.
  public let text: Double?

  /// The value of a term; `nil` where the score lacks it.
  public subscript(term: Term) -> Double? {
    switch term {
    case .retained: retained
    case .position: position
    case .balance: balance
    case .whole: whole
    case .subjects: subjects
    case .text: text
    }
  }

  /// The sum of all terms.
  public var total: Double { Term.allCases.reduce(0) { $0 + (self[$1] ?? 0) } }
}
