import Foundation
import PhotoGeometry

/// The head around a face, and how likely a window holds all of it.
///
/// Only the face is known; hair, hats and chins differ. An end of the window lies m beyond where the head is expected
/// to end, in sides of the face, and heads differ by s:
///
///     P = p(m at the first end) · p(m at the last end),  p(m) = 1 / (1 + exp(−m / s))
///
/// Nobody misses what lies outside of the photo, so an end at its border has p = 1. Expectations and s: decision 0113.
struct WholeHead: Sendable {
  /// Where the head is expected to be, cut at the photo's border.
  let rect: NormalizedRect
  private let face: NormalizedRect

  /// How far a head reaches beyond its face, in the face's width (sides) and height (above, below); negative is inside.
  private static let (side, above, below) = (-0.05, 0.24, 0.115)
  /// How much that differs from head to head, in the same units.
  private static let (sideSpread, aboveSpread, belowSpread) = (0.08, 0.12, 0.08)

  /// `nil` for what is no face.
  init?(of region: FocusRegion) {
    switch region.kind {
    case .face, .animalFace: break
    case .region: return nil
    }
    face = region.rect
    rect = face.padded(side: Self.side, above: Self.above, below: Self.below)
  }

  /// Returns the face of a head of which only the whole is known.
  static func face(of head: NormalizedRect) -> NormalizedRect {
    let (width, height) = (1 + 2 * side, 1 + above + below)
    return head.padded(side: -side / width, above: -above / height, below: -below / height)
  }

  /// Returns how likely the part of the photo between two places along an axis, 0…1, holds all of the head.
  func probability(from start: Double, to end: Double, along axis: Axis) -> Double {
    switch axis {
    case .horizontal:
      Self.chance(start > 0, rect.x - start, Self.sideSpread * face.width)
        * Self.chance(end < 1, end - rect.maxX, Self.sideSpread * face.width)
    case .vertical:
      Self.chance(start > 0, rect.y - start, Self.aboveSpread * face.height)
        * Self.chance(end < 1, end - rect.maxY, Self.belowSpread * face.height)
    }
  }

  /// The chance that an end of the window cuts nothing, from the room it leaves and how much heads differ.
  private static func chance(_ canCut: Bool, _ room: Double, _ spread: Double) -> Double {
    canCut && spread > 0 ? 1 / (1 + exp(-room / spread)) : 1
  }
}
