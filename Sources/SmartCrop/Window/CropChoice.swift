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
