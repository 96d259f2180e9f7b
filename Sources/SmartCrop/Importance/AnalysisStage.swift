/// A part of an analysis, in the order in which they run.
public enum AnalysisStage: String, Hashable, Sendable, CaseIterable {
  /// Bytes to colour planes and luma.
  case colours
  /// Reduction to the grid, and L*a*b*.
  case lab
  /// The minimum barrier distance from the border.
  case barrierDistance = "barrier-distance"
  /// How few of the photo's sides have the colour.
  case borderContrast = "border-contrast"
  /// The edge strength around each cell.
  case edgeDensity = "edge-density"
  /// The image signature.
  case imageSignature = "image-signature"
  /// The position prior.
  case positionPrior = "position-prior"
  /// The network, if there is a model and the picture is not flat.
  case network
  /// The weighted sum of all maps.
  case combination
  /// Heads; does not run when a person has pointed at something.
  case detection
}
