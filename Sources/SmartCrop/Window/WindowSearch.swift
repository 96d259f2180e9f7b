import Foundation
public import PhotoGeometry

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
      position: -Self.positionCost * distance * distance, balance: balance(from: start),
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
    let wholeChance = extents?.whole.wholeChance(from: start, to: start + window.share)
    return CropChoice(
      rect: rect, largestRect: largest, score: chosen, centreScore: score(at: window.steps / 2),
      candidates: totals.indices.map {
        CropCandidate(rect: window.rect(at: $0), total: totals[$0])
      },
      atRisk: isCertain ? 0 : atRisk, wholeChance: wholeChance,
      risk: isCertain
        ? 0
        : CropRisk.chance(atRisk: atRisk, wholeChance: wholeChance, windowShare: window.share),
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

/// The gain for holding the photo's subject without cutting it.
///
///     whole(o) = 0.15 · P(whole subject inside) + 0.06 · P(core inside)
///                + 0.6 · E(share of the whole subject inside) + 0.3 · E(share of the core inside)
///                + (1 − the greatest P(core inside)) · (0.1 · t + 0.2 · min(t, 0.55))
///
/// The last summand is for windows that move up and down, with t = P(the core's top inside). P and E by
/// ``SubjectExtents``. If neither the subject nor its core fits, the first two chances are nearly 0 at every place and
/// have no effect, and the last says that what does not fit is cut below, as people cut bodies, not heads: a top that is
/// surely cut costs much, one that is probably shown needs no more room above. An ear or a mast is little of a subject's
/// area but as much of its extent as any other part, so this term keeps parts that the importance misses. Derivation:
/// decisions 0149 to 0152.
struct ExtentTerm: Sendable {
  let whole: SubjectExtents.Ends
  private let core: SubjectExtents.Ends
  /// How surely the core fits nowhere; 0 for a window that moves to the sides.
  private var coreIsCut = 0.0

  static let wholeGain = 0.15
  static let coreGain = 0.06
  static let shareGain = 0.6
  static let coreShareGain = 0.3
  static let coreTopGain = 0.1
  static let likelyTop = (gain: 0.2, chance: 0.55)

  init(_ extents: SubjectExtents, in window: SlidingWindow) {
    (whole, core) = (extents.whole.ends(along: window.axis), extents.core.ends(along: window.axis))
    guard window.axis == .vertical else { return }
    let chances = (0...window.steps).map {
      core.wholeChance(from: window.start(at: $0), to: window.start(at: $0) + window.share)
    }
    coreIsCut = 1 - (chances.max() ?? 0)
  }

  func gain(from start: Double, to end: Double) -> Double {
    Self.wholeGain * whole.wholeChance(from: start, to: end)
      + Self.coreGain * core.wholeChance(from: start, to: end)
      + Self.shareGain * whole.share(from: start, to: end)
      + Self.coreShareGain * core.share(from: start, to: end)
      + coreIsCut * topGain(core.beginChance(from: start, to: end))
  }

  private func topGain(_ chance: Double) -> Double {
    Self.coreTopGain * chance + Self.likelyTop.gain * min(chance, Self.likelyTop.chance)
  }
}

/// The crop chosen for one aspect, and why.
public struct CropChoice: Sendable {
  /// The crop in whole pixels of the upright photo.
  public let rect: PixelRect
  /// The window that was chosen first: the largest of the aspect; the same as ``rect`` unless zoomed.
  public let largestRect: PixelRect
  /// The score of the chosen largest window.
  public let score: CropScore
  /// The score of the window in the photo's centre.
  public let centreScore: CropScore
  /// Every largest window that was scored, from the left or top to the right or bottom.
  public let candidates: [CropCandidate]
  /// The share of the importance that determines ``risk``: the part outside of the largest window, reduced if only a
  /// window that cuts a large face would hold it; 0…1.
  public let atRisk: Double
  /// How likely the largest window holds all of the photo's subject, 0…1; `nil` without a model.
  public let wholeChance: Double?
  /// How likely the largest window at another place would keep a tenth more of what matters, 0…1; 0 for a
  /// flat picture and for a window that spans the photo.
  public let risk: Double
  /// The crop's flags.
  public let flags: [PhotoFlag]
}

extension CropChoice: CustomStringConvertible {
  /// The crop, its risk and its flags on one line, for example `1200×1200+200+0, risk 0.12, lowResolution`.
  public var description: String {
    ([rect.description, "risk \(risk.rounded(toPlaces: 2))"] + flags.map(\.rawValue))
      .joined(separator: ", ")
  }
}

/// A window that was scored.
public struct CropCandidate: Hashable, Sendable {
  /// The window in whole pixels of the upright photo.
  public let rect: PixelRect
  /// The sum of its score's terms.
  public let total: Double
}

/// How likely a crop cuts something that the same window at another place would keep.
///
///     risk = 1 ÷ (1 + e^−(−0.24 + 0.85·ln(o + 0.01) + 1.20·ln(1.02 − w)))
///     o = (U − R) + (1 − U)·(1 − min(1, f ÷ 0.16))
///
/// R is the share of the importance inside the window and w the chance that the subject is whole in there
/// (``SubjectExtents``). U is the share that the places with the same whole heads (``HeadsKept``) reach together.
/// Importance beyond them would cost a head, so it counts less the larger the largest face is; f is that face's share
/// of the photo's area.
///
/// It is the chance that another window of the size would show a tenth more of the object that a person marks in the
/// photo, and grows with the chance that a subject is cut that another window would show whole;
/// `Scripts/crop-risk --fit` gives the numbers, and decisions 0149 and 0150 their quality. With cues only, the ends of
/// a subject are unknown, and the risk is 1 ÷ (1 + e^−(0.29 + 2.23·ln(o + 0.01) + 2.47·s)), s the window's share of the
/// photo (decision 0134): an order, not a chance.
enum CropRisk {
  /// Bounds that keep the logarithms finite.
  private static let (leastOutside, leastCut) = (0.01, 0.02)
  /// The share of a photo's area from which on a face is the subject.
  static let largeFace = 0.16

  /// How much of the importance another place could gain, 0…1.
  ///
  /// Inside the window is `retained`, inside any place with the same whole heads `reachable`; `face` is the share of
  /// the photo's area that the largest face has, 0 without faces.
  static func atRisk(retained: Double, reachable: Double, face: Double) -> Double {
    max(0, reachable - retained) + max(0, 1 - reachable) * (1 - min(1, face / largeFace))
  }

  /// The chance, 0…1; `wholeChance` is how likely the subject is whole inside the window, `nil` without a model.
  static func chance(atRisk: Double, wholeChance: Double?, windowShare: Double) -> Double {
    let outside = log(atRisk + leastOutside)
    let sum =
      wholeChance.map { -0.24 + 0.85 * outside + 1.2 * log(1 + leastCut - $0) }
      ?? 0.29 + 2.23 * outside + 2.47 * windowShare
    return 1 / (1 + exp(-sum))
  }
}

/// Finds the window inside a crop that is as close to the crop's contents as people choose.
///
/// It holds all of every focus region that the crop holds, hair and chin with it, and as many pixels as the frame has.
/// Its middle lies between the crop's and the centre of the importance in the crop. Derivation: decision 0145.
struct CropZoom: Sendable {
  let importance: ImportanceMap
  let regions: [FocusRegion]
  let photo: PixelSize
  let frame: PixelSize?

  /// How near people mostly come, in shares of the crop's sides, and the share of the crop's importance that must stay
  /// (decision 0145).
  static let usual = (scale: 0.9, kept: 0.9)
  /// The smallest window if there is almost nothing around; more than twice is another picture (decision 0145).
  static let nearest = (scale: 0.5, kept: 0.99)
  /// How far the window's middle moves from the crop's to the centre of the importance, 0…1 (decision 0145).
  static let pull = 0.5
  /// Sizes are tried in steps of a fiftieth of the crop's, places in steps of a hundredth of the way; finer than people
  /// see.
  private static let scaleSteps = 50, placeSteps = 100

  /// Returns the smallest such window of an aspect inside a crop, or the crop itself.
  func window(of aspect: AspectRatio, inside crop: PixelRect) -> PixelRect {
    let table = importance.table
    let share = { table.sum(in: NormalizedRect($0, in: photo)) }
    let (whole, required) = (share(crop), required(in: crop))
    let middle = middle(in: NormalizedRect(crop, in: photo))
    var best = crop
    for step in 1...Self.scaleSteps {
      let scale = 1 - Double(step) / Double(Self.scaleSteps)
      let size = aspect.largestWindow(in: crop.size.scaled(by: scale))
      let least = (scale >= Self.usual.scale ? Self.usual : Self.nearest).kept
      guard scale >= Self.nearest.scale, isEnough(size),
        let window = window(of: size, around: middle, inside: crop, holding: required),
        share(window) >= least * whole
      else { break }
      best = window
    }
    return best
  }

  /// The preferred middle of the window, in pixels.
  private func middle(in crop: NormalizedRect) -> (x: Double, y: Double) {
    let centre = importance.centre(in: crop)
    func place(_ start: Double, _ length: Double, _ centre: Double?, _ side: Int) -> Double {
      let middle = start + length / 2
      return (middle + Self.pull * ((centre ?? middle) - middle)) * Double(side)
    }
    return (
      place(crop.x, crop.width, centre?.x, photo.width),
      place(crop.y, crop.height, centre?.y, photo.height)
    )
  }

  private func isEnough(_ size: PixelSize) -> Bool {
    guard let frame else { return true }
    return size.width >= frame.width && size.height >= frame.height
  }

  /// The bounds of all parts of focus regions inside the crop; `nil` when there are none.
  private func required(in crop: PixelRect) -> PixelBounds? {
    let parts = regions.filter { $0.weight > 0 }.compactMap { region in
      PixelBounds(region.belonging, in: photo).intersection(PixelBounds(crop))
    }
    return parts.dropFirst().reduce(parts.first) { $0?.union($1) }
  }

  /// The window of a size whose middle is nearest to a point; `nil` when the size cannot hold the required parts.
  private func window(
    of size: PixelSize, around middle: (x: Double, y: Double), inside crop: PixelRect,
    holding needed: PixelBounds?
  ) -> PixelRect? {
    guard let x = range(crop.x, crop.maxX, size.width, needed.map { ($0.left, $0.right) }),
      let y = range(crop.y, crop.maxY, size.height, needed.map { ($0.top, $0.bottom) })
    else { return nil }
    return PixelRect(
      x: offset(in: x, nearestTo: middle.x - Double(size.width) / 2),
      y: offset(in: y, nearestTo: middle.y - Double(size.height) / 2),
      width: size.width, height: size.height)
  }

  /// The nearest step of the way; mirrored ways give mirrored ones.
  private func offset(in range: ClosedRange<Int>, nearestTo wanted: Double) -> Int {
    let slide = Slide(freedom: range.count - 1, mostSteps: Self.placeSteps)
    let share = (wanted - Double(range.lowerBound)) / Double(max(1, range.count - 1))
    let step = (min(1, max(0, share)) * Double(slide.steps)).rounded()
    return range.lowerBound + slide.offset(at: Int(step))
  }

  /// The offsets at which a length is between two ends and around the required part.
  private func range(
    _ start: Int, _ end: Int, _ length: Int, _ needed: (Int, Int)?
  ) -> ClosedRange<Int>? {
    let first = max(start, needed.map { $0.1 - length } ?? start)
    let last = min(end - length, needed.map { $0.0 } ?? end)
    return first <= last ? first...last : nil
  }
}
