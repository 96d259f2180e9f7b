import Foundation

/// What speaks for a group of windows being a face.
struct FaceEvidence: Sendable {
  /// How many windows of the cascade agree, in the mean of the picture and its mirror image.
  let windows: Double
  /// The share of skin-like pixels, 0…1.
  let skin: Double
  /// The network's mean probability of a head in the middle of the group, 0…1; `nil` where none has looked.
  let head: Double?

  /// The probability that it is one.
  ///
  ///     p = 1 / (1 + exp(−z))
  ///     z = −5.68 + 2.74 ln n + 8.22 h + 1.96 s   where a network has looked
  ///     z = −4.52 + 1.45 ln n + 5.32 s            where none has
  ///
  /// for n windows, the network's h and the share s of skin. Fitted on 309 and on 1,226 groups (decision 0100).
  var probability: Double {
    let z =
      head.map { -5.68 + 2.74 * log(windows) + 8.22 * $0 + 1.96 * skin }
      ?? -4.52 + 1.45 * log(windows) + 5.32 * skin
    return 1 / (1 + exp(-z))
  }

  /// Whether it counts as a face.
  var isFace: Bool {
    guard let head else { return probability >= Self.leastProbabilityByCues }
    return head >= Self.leastHead && probability >= Self.leastProbability
  }

  /// Groups at least this probable count as faces where a network has looked.
  private static let leastProbability = 0.6
  /// Groups at least this probable count as faces where none has.
  private static let leastProbabilityByCues = 0.7
  /// No number of windows makes a face of what the network is this sure is no head, nor does a head network
  /// (decision 0138).
  static let leastHead = 0.1
}
