import Foundation
public import PhotoGeometry

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

  /// How much of the importance another place could gain.
  ///
  /// - Parameters:
  ///   - retained: The share of the importance inside the window, 0…1.
  ///   - reachable: The share inside any place with the same whole heads, not less than `retained`.
  ///   - face: The share of the photo's area that the largest face has; 0 without faces.
  /// - Returns: The share, 0…1.
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
  private func range(_ start: Int, _ end: Int, _ length: Int, _ needed: (Int, Int)?)
    -> ClosedRange<Int>?
  {
    let first = max(start, needed.map { $0.1 - length } ?? start)
    let last = min(end - length, needed.map { $0.0 } ?? end)
    return first <= last ? first...last : nil
  }
}
