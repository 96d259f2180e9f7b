import PhotoGeometry

/// Finds people's heads with a network, from any side and with hats, and says where their faces are or would be.
///
/// ```swift
/// let faces = CascadeDetector(cascade)
/// let options = CropOptions(detectors: [faces] + [HeadDetector()].compactMap { $0 })
/// ```
///
/// It needs no files. Beside a detector of faces it finds those that are turned away, covered or blurred.
public struct HeadDetector: AnalysisDetector {
  /// How many times as much a head without a face counts where a face was found (decision 0100).
  fileprivate static let besideFaces = 2.0

  private let network: HeadNetwork
  private let weight: Double
  private let leastProbability: Double

  /// Makes a detector; `nil` without a model.
  ///
  /// - Parameters:
  ///   - model: What has learned to see heads.
  ///   - isAlone: Whether no other detector looks for faces. Beside one, a head whose face the other did not find
  ///     counts a tenth, as people look less at those, and a fifth where the other found some face, as such a photo is of
  ///     people; alone, heads count in full but have to be surer (decision 0100).
  public init?(_ model: ImportanceModel? = .standard, isAlone: Bool = false) {
    guard let model else { return nil }
    network = model.heads
    (weight, leastProbability) = isAlone ? (1, 0.7) : (0.1, 0.6)
  }

  /// Returns the faces of the heads in a picture.
  public func regions(in image: AnalysisImage) -> [FocusRegion] {
    regions(in: NetworkPicture(ColourPlanes(image)))
  }

  /// Returns the faces of the heads that the network of what matters sees as heads too.
  func regions(in photo: AnalysedPhoto) -> [FocusRegion] {
    let found = regions(in: photo.picture ?? NetworkPicture(photo.colour))
    guard let heads = photo.heads else { return found }
    return found.filter { heads.probability(in: $0.rect) >= FaceEvidence.leastHead }
  }

  private func regions(in picture: NetworkPicture) -> [FocusRegion] {
    network.heads(in: picture, atLeast: leastProbability).map { head in
      FocusRegion(
        WholeHead.face(of: head.rect), weight: weight, kind: .face, origin: .detector)
    }
  }
}

extension [FocusRegion] {
  /// Returns the regions of a photo with detected heads without faces weighing more where a face was found, or is
  /// known; never so much that they become subjects of their own.
  func weighingHeads(besides known: [FocusRegion]) -> [FocusRegion] {
    let isOfPeople = (known + self).contains { $0.kind == .face && $0.isMain }
    guard isOfPeople else { return self }
    return map { region in
      let heavier = region.weighing(Swift.min(1, region.weight * HeadDetector.besideFaces))
      return region.kind == .face && region.origin == .detector && !heavier.isMain
        ? heavier : region
    }
  }
}
