import Foundation

/// How likely a crop loses what another place of the same window would have kept.
///
///     risk = 1 ÷ (1 + e^−(a + b·ln(1 − R + 0.01) + c·s))
///
/// R is the share of the importance inside the window and s the window's share of the photo: what lies
/// outside is at risk, and in a narrow window much must lie outside of even a good crop. It is the
/// chance that a person's object, marked in the photo, has a tenth more of itself in another window of
/// the size; `Scripts/crop-risk --fit` gives the numbers, decision 0134 their worth.
enum CropRisk {
  static let start = -0.83
  static let outside = 4.16
  static let share = 9.14
  /// What keeps the logarithm finite.
  static let least = 0.01

  /// The chance, 0…1.
  ///
  /// - Parameters:
  ///   - retained: The share of the importance inside, 0…1.
  ///   - windowShare: The window's share of the photo, 0…1.
  /// - Returns: The chance.
  static func chance(retained: Double, windowShare: Double) -> Double {
    let lost = log(max(0, 1 - retained) + least)
    return 1 / (1 + exp(-(start + outside * lost + share * windowShare)))
  }
}
