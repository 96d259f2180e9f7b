import Foundation
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
  /// A barrier of 1.5 in L*a*b*, and the edge strength of one grey level, 32 · 1/256.
  private static let leastRange = (
    barrier: Float(1.5), edges: Float(0.125), signature: Float(1e-3)
  )

  /// Computes all cues of a picture, and reports each.
  init(_ colour: ColourPlanes, luma: Plane, stageEnded: (AnalysisStage) -> Void = { _ in }) {
    let size = PixelSize(width: luma.width, height: luma.height)
    let grid = size.fitting(longEdge: Self.gridLongEdge)
    let unit = Double(grid.longEdge)
    let lab = LabPlanes(colour.resampled(toWidth: grid.width, height: grid.height))
    stageEnded(.lab)
    barrier = BarrierDistance.map(of: lab)
      .blurred(sigma: unit / 128).normalised(leastRange: Self.leastRange.barrier)
    stageEnded(.barrierDistance)
    border = BorderContrast.map(of: lab).normalised(leastRange: 0)
    stageEnded(.borderContrast)
    edges = EdgeDensity.strength(of: luma).resampled(toWidth: grid.width, height: grid.height)
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

/// The place where photographers put their subject: near the middle.
///
///     c(x, y) = exp( −(x² + y²) / (2·0.25²) ),  x and y from −0.5 to 0.5 of the sides
///
/// Source of the idea: Tatler, "The central fixation bias in scene viewing", Journal of Vision 7(14), 2007.
/// The width was chosen by measuring (decision 0100).
enum PositionPrior {
  /// The standard deviation as a share of a side.
  private static let width = 0.25

  /// Returns the prior of every cell, 0…1.
  static func map(width columns: Int, height rows: Int) -> Plane {
    let (horizontal, vertical) = (profile(columns), profile(rows))
    let samples = vertical.flatMap { row in horizontal.map { Float(row * $0) } }
    return Plane(width: columns, height: rows, samples: samples)
  }

  private static func profile(_ count: Int) -> [Double] {
    (0..<count).map { cell in
      // Doubled and whole, so that both halves get the same numbers.
      let offset = Double(2 * cell + 1 - count) / Double(2 * count)
      return exp(-offset * offset / (2 * width * width))
    }
  }
}
