import PhotoGeometry

/// Finds faces with a boosted cascade, and confirms the doubtful ones with a second.
///
/// A face makes several neighbouring windows pass, and what only looks like one makes few. Cascades of
/// different kinds (Haar, local binary patterns) err on different pictures, and skin has few colours. All
/// three together decide; see decision 0102.
public struct CascadeDetector: AnalysisDetector {
  let scan: CascadeScan
  private let confirmingScan: CascadeScan?
  private let kind: FocusRegion.Kind

  /// The side of the smallest face looked for, in pixels of the analysed picture.
  ///
  /// Smaller ones are rarely what a photo is about, and every factor of 1.2 costs a third more time.
  private static let leastSide = 24.0

  /// More confirmations than this make no difference.
  private static let mostConfirmations = 8.0

  /// Of a kind without evidence of its own this many windows have to agree (decision 0107).
  private static let leastWindows = 5.0

  /// Makes a detector from cascades that were read once; it can be used for any number of pictures.
  ///
  /// - Parameters:
  ///   - cascade: What finds, for example OpenCV's `haarcascade_frontalface_alt2.xml`.
  ///   - confirming: What confirms, for example OpenCV's `lbpcascade_frontalface.xml`; without it only groups that
  ///     need no confirmation count.
  ///   - kind: What the cascades find.
  public init(
    _ cascade: Cascade, confirmedBy confirming: Cascade? = nil, kind: FocusRegion.Kind = .face
  ) {
    scan = CascadeScan(cascade)
    confirmingScan = confirming.map { CascadeScan($0) }
    self.kind = kind
  }

  /// Returns the faces of a picture; one larger than ``CropAnalyzer/preferredLongEdge`` is reduced first.
  public func regions(in image: AnalysisImage) -> [FocusRegion] {
    regions(in: image, isFace: isFace)
  }

  /// Returns the faces of a photo; where a network sees heads, fewer windows have to agree and no second cascade is asked.
  func regions(in photo: AnalysedPhoto) -> [FocusRegion] {
    guard let heads = photo.heads else { return regions(in: photo.image) }
    return regions(in: photo.image, heads) { candidate, _ in
      VerifiedFaceEvidence(
        windows: candidate.hit.windows, head: heads.probability(in: candidate.rect),
        skin: candidate.skin
      ).isFace
    }
  }

  /// A group of windows that may be a face.
  private struct Candidate {
    let hit: CascadeHit
    let rect: NormalizedRect
    /// The share of skin, 0…1.
    let skin: Double
  }

  private func regions(
    in image: AnalysisImage, _ heads: HeadMap? = nil, isFace: (Candidate, BytePlane) -> Bool
  ) -> [FocusRegion] {
    let size = image.size.fitting(longEdge: CropAnalyzer.preferredLongEdge)
    let plane = BytePlane(lumaOf: image).resampled(toWidth: size.width, height: size.height)
    let plan = CascadeScan.Plan(
      leastSide: Self.leastSide, heads: kind == .face ? heads : nil)
    let hits = scan.hitsInBothViews(of: plane, plan).grouped()
    if hits.isEmpty { return [] }
    let skin = SkinShare(image)
    return hits.compactMap { hit in
      let rect = hit.normalised(in: plane)
      guard kind == .face else {
        return hit.windows >= Self.leastWindows
          ? FocusRegion(rect, kind: kind, origin: .detector) : nil
      }
      let candidate = Candidate(hit: hit, rect: rect, skin: skin.share(in: rect))
      return isFace(candidate, plane) ? FocusRegion(rect, kind: kind, origin: .detector) : nil
    }
  }

  /// Asks the second cascade only where its answer can decide.
  private func isFace(_ candidate: Candidate, _ plane: BytePlane) -> Bool {
    var evidence = FaceEvidence(
      windows: candidate.hit.windows, confirmations: 0, skin: candidate.skin)
    if evidence.probability >= FaceEvidence.leastProbability { return true }
    evidence.confirmations = Self.mostConfirmations
    guard evidence.probability >= FaceEvidence.leastProbability else { return false }
    evidence.confirmations = min(
      Self.mostConfirmations, confirmations(of: candidate.hit, in: plane))
    return evidence.probability >= FaceEvidence.leastProbability
  }

  /// Returns how many windows of the second cascade lie at about the same place and have about the same size, in the
  /// mean of both views.
  private func confirmations(of hit: CascadeHit, in plane: BytePlane) -> Double {
    guard let confirmingScan else { return 0 }
    let size = PixelSize(width: plane.width, height: plane.height)
    let around = hit.normalised(in: plane).padded(side: 0.5, above: 0.5, below: 0.5).pixels(
      in: size)
    let plan = CascadeScan.Plan(leastSide: hit.side / 1.5, mostSide: hit.side * 1.5)
    let count = confirmingScan.hitsInBothViews(of: plane.cropped(to: around), plan).count { found in
      let distanceX = Double(around.x) + found.x + found.side / 2 - hit.x - hit.side / 2
      let distanceY = Double(around.y) + found.y + found.side / 2 - hit.y - hit.side / 2
      return max(abs(distanceX), abs(distanceY)) < 0.35 * max(hit.side, found.side)
    }
    return Double(count) / 2
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
