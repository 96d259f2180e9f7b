import Foundation

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
