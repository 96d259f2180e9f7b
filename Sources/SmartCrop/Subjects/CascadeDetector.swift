import PhotoGeometry

/// Finds faces with a boosted cascade, and confirms the doubtful ones with a second.
///
/// A face makes several neighbouring windows pass, and what only looks like one makes few. Cascades of
/// different kinds (Haar, local binary patterns) err on different pictures. So a group of windows counts when
/// it is large, or when the second cascade finds the same place.
public struct CascadeDetector: SubjectDetector {
  private let scan: CascadeScan
  private let confirmingScan: CascadeScan?
  private let kind: FocusRegion.Kind
  private let rule: CountRule

  /// How many windows must agree (decision 0102).
  struct CountRule: Sendable {
    /// So many need no confirmation.
    var certain: Int
    /// So many count when confirmed.
    var doubtful: Int
    /// So many windows of the second cascade confirm.
    var confirming: Int
    /// Windows smaller than this many pixels are not looked at.
    var leastSide: Double
    /// See ``CascadeScan/Plan/denseFactor``.
    var denseFactor: Double

    static let faces = CountRule(
      certain: 5, doubtful: 1, confirming: 3, leastSide: 24, denseFactor: 2)
    static let animals = CountRule(
      certain: 4, doubtful: 4, confirming: 2, leastSide: 40, denseFactor: .infinity)
  }

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
    rule = kind == .animalFace ? .animals : .faces
  }

  /// Returns the faces of a picture; one larger than ``CropAnalyzer/preferredLongEdge`` is reduced first.
  public func regions(in image: AnalysisImage) -> [FocusRegion] {
    let size = image.size.fitting(longEdge: CropAnalyzer.preferredLongEdge)
    let plane = BytePlane(lumaOf: image).resampled(toWidth: size.width, height: size.height)
    let plan = CascadeScan.Plan(leastSide: rule.leastSide, denseFactor: rule.denseFactor)
    let groups = scan.hits(in: plane, plan).grouped()
    return groups.filter { counts($0, in: plane) }.map { hit in
      let rect = NormalizedRect(
        x: hit.x / Double(size.width), y: hit.y / Double(size.height),
        width: hit.side / Double(size.width), height: hit.side / Double(size.height))
      return FocusRegion(rect, weight: 1, kind: kind, origin: .detector)
    }
  }

  private func counts(_ hit: CascadeHit, in plane: BytePlane) -> Bool {
    if hit.count >= rule.certain { return true }
    guard hit.count >= rule.doubtful else { return false }
    return confirmations(of: hit, in: plane) >= rule.confirming
  }

  /// Returns how many windows of the second cascade lie at about the same place and have about the same size.
  private func confirmations(of hit: CascadeHit, in plane: BytePlane) -> Int {
    guard let confirmingScan else { return 0 }
    let size = PixelSize(width: plane.width, height: plane.height)
    let around = NormalizedRect(
      x: hit.x / Double(size.width), y: hit.y / Double(size.height),
      width: hit.side / Double(size.width), height: hit.side / Double(size.height)
    ).grown(by: 0.5).pixels(in: size)
    let plan = CascadeScan.Plan(leastSide: hit.side / 1.5, mostSide: hit.side * 1.5)
    return confirmingScan.hits(in: plane.cropped(to: around), plan).count { found in
      let distanceX = Double(around.x) + found.x + found.side / 2 - hit.x - hit.side / 2
      let distanceY = Double(around.y) + found.y + found.side / 2 - hit.y - hit.side / 2
      return max(abs(distanceX), abs(distanceY)) < 0.35 * max(hit.side, found.side)
    }
  }
}

extension NormalizedRect {
  /// Returns the rectangle with a share of its sides added all round, cut at the photo's border.
  fileprivate func grown(by share: Double) -> NormalizedRect {
    padded(side: share, above: share, below: share)
  }

  /// Returns the rectangle with shares of its sides added, cut at the photo's border.
  func padded(side: Double, above: Double, below: Double) -> NormalizedRect {
    let left = max(0, x - side * width)
    let top = max(0, y - above * height)
    return NormalizedRect(
      x: left, y: top, width: min(1, maxX + side * width) - left,
      height: min(1, maxY + below * height) - top)
  }
}
