import Foundation

/// How likely a crop loses what another place of the same window would have kept.
///
///     risk = 1 ÷ (1 + e^−(a + b·ln(o + 0.01) + c·s))
///     o = (U − R) + (1 − U)·(1 − min(1, f ÷ 0.16))
///
/// R is the share of the importance inside the window and s the window's share of the photo: what lies
/// outside is at risk, and in a narrow window much must lie outside of even a good crop. U is the share that the
/// places with the same whole heads (``HeadsKept``) reach together. What lies beyond would cost a head, so it counts the less, the
/// larger the largest face is; f is that face's share of the photo's area.
///
/// It is the chance that a person's object, marked in the photo, has a tenth more of itself in another window of
/// the size; `Scripts/crop-risk --fit` gives the numbers, decision 0134 their worth.
enum CropRisk {
  static let start = 0.29
  static let outside = 2.23
  static let share = 2.47
  /// What keeps the logarithm finite.
  static let least = 0.01
  /// The share of a photo's area from which on a face is what the photo is about.
  static let largeFace = 0.16

  /// How much of the importance another place could gain.
  ///
  /// - Parameters:
  ///   - retained: The share of the importance inside the window, 0…1.
  ///   - reachable: The share inside any place with the same whole heads, not less than `retained`.
  ///   - face: The share of the photo's area that the largest face has; 0 without faces.
  /// - Returns: The share of the importance that is at risk, 0…1.
  static func atRisk(retained: Double, reachable: Double, face: Double) -> Double {
    max(0, reachable - retained) + max(0, 1 - reachable) * (1 - min(1, face / largeFace))
  }

  /// The chance, 0…1.
  ///
  /// - Parameters:
  ///   - atRisk: The share of the importance that is at risk, 0…1.
  ///   - windowShare: The window's share of the photo, 0…1.
  /// - Returns: The chance.
  static func chance(atRisk: Double, windowShare: Double) -> Double {
    1 / (1 + exp(-(start + outside * log(atRisk + least) + share * windowShare)))
  }
}
