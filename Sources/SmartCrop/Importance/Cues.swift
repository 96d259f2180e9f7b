import PhotoGeometry

/// The cues of one picture on one grid, each 0…1.
struct Cues: Sendable {
  let barrier: Plane
  let border: Plane
  let edges: Plane
  let signature: Plane
  let position: Plane

  /// The grid's long edge in cells.
  ///
  /// Scores are the same from 64 to 128; the work grows with its square.
  static let gridLongEdge = 64

  /// Ranges below these are noise of an 8-bit picture, in each map's own units.
  ///
  /// Ours: a barrier of 1.5 in L*a*b*, and the edge strength of one grey level, 32 · 1/256.
  private static let leastRange = (
    barrier: Float(1.5), edges: Float(0.125), signature: Float(1e-3)
  )

  /// Measures all cues of a picture, and says so after each.
  init(_ colour: ColourPlanes, luma: Plane, stageEnded: (AnalysisStage) -> Void = { _ in }) {
    let size = PixelSize(width: luma.width, height: luma.height)
    let grid = size.fitting(longEdge: Self.gridLongEdge)
    let unit = Double(grid.longEdge)
    let lab = LabPlanes(colour.reduced(toWidth: grid.width, height: grid.height))
    stageEnded(.lab)
    barrier = BarrierDistance.map(of: lab)
      .blurred(sigma: unit / 128).normalised(leastRange: Self.leastRange.barrier)
    stageEnded(.barrierDistance)
    border = BorderContrast.map(of: lab).normalised(leastRange: 0)
    stageEnded(.borderContrast)
    edges = EdgeDensity.strength(of: luma).reduced(toWidth: grid.width, height: grid.height)
      .blurred(sigma: unit / 64).normalised(leastRange: Self.leastRange.edges)
    stageEnded(.edgeDensity)
    signature = ImageSignature.map(of: lab)
      .blurred(sigma: 2.5 * unit / 64).normalised(leastRange: Self.leastRange.signature)
    stageEnded(.imageSignature)
    position = PositionPrior.map(width: grid.width, height: grid.height)
    stageEnded(.positionPrior)
  }

  /// Whether neither an edge nor a barrier rises above noise.
  var isFlat: Bool { !barrier.samples.contains { $0 > 0 } && !edges.samples.contains { $0 > 0 } }

  /// The cues by name, in the order of the recipe.
  var named: [CueMap] {
    [
      CueMap(name: "barrier-distance", barrier), CueMap(name: "border-contrast", border),
      CueMap(name: "edge-density", edges), CueMap(name: "image-signature", signature),
      CueMap(name: "position-prior", position),
    ]
  }
}
