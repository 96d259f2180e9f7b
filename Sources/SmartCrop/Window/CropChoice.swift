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
  /// How sure the choice is, 0…1: 0 when every window is as good, 1 when only few come near the chosen.
  public let confidence: Double
  /// What a person may want to know about the crop.
  public let flags: [CropFlag]
}
