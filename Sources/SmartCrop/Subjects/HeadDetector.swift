import PhotoGeometry

/// Finds people's heads with a network, from any side and with hats, and says where their faces are or would be.
///
/// ```swift
/// let faces = CascadeDetector(cascade)
/// let options = CropOptions(detectors: [faces] + [HeadDetector()].compactMap { $0 })
/// ```
///
/// It needs no files. Beside a detector of faces it finds those that are turned away, covered or blurred.
public struct HeadDetector: SubjectDetector {
  private let network: HeadNetwork
  private let weight: Double
  private let leastProbability: Double

  /// Makes a detector; `nil` without a model.
  ///
  /// - Parameters:
  ///   - model: What has learned to see heads.
  ///   - isAlone: Whether no other detector looks for faces. Beside one, a head whose face the other did not find
  ///     counts a tenth, as people look less at those; alone, heads count in full but have to be surer (decision 0114).
  public init?(_ model: ImportanceModel? = .standard, isAlone: Bool = false) {
    guard let model else { return nil }
    network = model.heads
    (weight, leastProbability) = isAlone ? (1, 0.7) : (0.1, 0.6)
  }

  /// Returns the faces of the heads in a picture.
  public func regions(in image: AnalysisImage) -> [FocusRegion] {
    network.heads(in: ColourPlanes(image), atLeast: leastProbability).map { head in
      FocusRegion(
        WholeHead.face(of: head.rect), weight: weight, kind: .face, origin: .detector)
    }
  }
}
