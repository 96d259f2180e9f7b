import PhotoGeometry

/// Finds faces with a boosted cascade.
///
/// A face makes several neighbouring windows pass, and what only looks like one makes few; skin has few colours; and a
/// network sees heads. All of it together decides (`FaceEvidence`).
public struct CascadeDetector: AnalysisDetector {
  let scan: CascadeScan
  private let kind: FocusRegion.Kind

  /// The side of the smallest face looked for, in pixels of the analysed picture.
  ///
  /// Smaller ones are rarely what a photo is about, and every factor of 1.2 costs a third more time.
  private static let leastSide = 24.0

  /// Of a kind without evidence of its own this many windows have to agree (decision 0100).
  private static let leastWindows = 5.0

  /// Makes a detector from a cascade that was read once; it can be used for any number of pictures.
  ///
  /// - Parameters:
  ///   - cascade: What finds, for example OpenCV's `haarcascade_frontalface_alt2.xml`.
  ///   - kind: What the cascade finds.
  public init(_ cascade: Cascade, kind: FocusRegion.Kind = .face) {
    scan = CascadeScan(cascade)
    self.kind = kind
  }

  /// Returns the faces of a picture; one larger than ``CropAnalyzer/preferredLongEdge`` is reduced first.
  public func regions(in image: AnalysisImage) -> [FocusRegion] { regions(in: image, heads: nil) }

  func regions(in photo: AnalysedPhoto) -> [FocusRegion] {
    regions(in: photo.image, heads: photo.heads)
  }

  private func regions(in image: AnalysisImage, heads: HeadMap?) -> [FocusRegion] {
    let size = image.size.fitting(longEdge: CropAnalyzer.preferredLongEdge)
    let plane = BytePlane(lumaOf: image).resampled(toWidth: size.width, height: size.height)
    let plan = CascadeScan.Plan(leastSide: Self.leastSide, heads: kind == .face ? heads : nil)
    let hits = scan.hitsInBothViews(of: plane, plan).grouped()
    if hits.isEmpty { return [] }
    let skin = SkinShare(image)
    return hits.compactMap { hit in
      let rect = hit.normalised(in: plane)
      let counts =
        kind == .face
        ? FaceEvidence(
          windows: hit.windows, skin: skin.share(in: rect),
          head: heads.map { $0.probability(in: rect) }
        ).isFace : hit.windows >= Self.leastWindows
      return counts ? FocusRegion(rect, kind: kind, origin: .detector) : nil
    }
  }
}

extension CascadeHit {
  /// The window in fractions of the picture.
  fileprivate func normalised(in plane: BytePlane) -> NormalizedRect {
    NormalizedRect(
      x: x / Double(plane.width), y: y / Double(plane.height), width: side / Double(plane.width),
      height: side / Double(plane.height))
  }
}

extension NormalizedRect {
  /// Returns the rectangle with shares of its sides added, cut at the photo's border.
  func padded(side: Double, above: Double, below: Double) -> NormalizedRect {
    grown(side: side * width, above: above * height, below: below * height)
  }

  /// Returns the rectangle with shares of the photo added, cut at the photo's border.
  func grown(side: Double, above: Double, below: Double) -> NormalizedRect {
    let (left, top) = (max(0, x - side), max(0, y - above))
    return NormalizedRect(
      x: left, y: top, width: min(1, maxX + side) - left, height: min(1, maxY + below) - top)
  }
}
