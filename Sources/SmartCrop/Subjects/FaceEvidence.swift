import Foundation

/// What speaks for a group of windows being a face.
struct FaceEvidence: Sendable {
  /// How many windows of the finding cascade agree, in the mean of the picture and its mirror image.
  var windows: Double
  /// How many windows of the confirming cascade agree with them, counted likewise.
  var confirmations: Double
  /// The share of skin-like pixels, 0…1.
  var skin: Double

  /// The probability that it is one.
  ///
  ///     p = 1 / (1 + exp(−z)),  z = −4.52 + 1.45 ln n + 1.27 ln(1 + c) + 5.32 s
  ///
  /// for n windows, c confirmations and the share s of skin. Fitted on 1,226 groups in marked photos
  /// (decision 0102).
  var probability: Double {
    let z = -4.52 + 1.45 * log(windows) + 1.27 * log1p(confirmations) + 5.32 * skin
    return 1 / (1 + exp(-z))
  }

  /// Groups at least this probable count as faces (decision 0102).
  static let leastProbability = 0.9
}

/// What speaks for a group of windows being a face where a network looks at the picture too.
struct VerifiedFaceEvidence: Sendable {
  /// How many windows of the finding cascade agree, in the mean of the picture and its mirror image.
  let windows: Double
  /// The network's mean probability of a head in the middle of the group, 0…1.
  let head: Double
  /// The share of skin-like pixels, 0…1.
  let skin: Double

  /// The probability that it is one.
  ///
  ///     p = 1 / (1 + exp(−z)),  z = −5.68 + 2.74 ln n + 8.22 h + 1.96 s
  ///
  /// for n windows, the network's h and the share s of skin. Fitted on 309 groups (decision 0111).
  var probability: Double {
    let z = -5.68 + 2.74 * log(windows) + 8.22 * head + 1.96 * skin
    return 1 / (1 + exp(-z))
  }

  /// Whether it counts as a face.
  var isFace: Bool { head >= Self.leastHead && probability >= Self.leastProbability }

  /// Groups at least this probable count as faces (decision 0115).
  private static let leastProbability = 0.6
  /// No number of windows makes a face of what the network is this sure is no head (decision 0115).
  static let leastHead = 0.1
}
