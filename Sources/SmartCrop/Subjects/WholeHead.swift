import Foundation
import PhotoGeometry

/// The head around a face, and how likely a window holds all of it.
///
/// Mostly only the face is known; hair, hats and chins differ. An end of the window lies m beyond where the head is
/// expected to end, in sides of the face, and heads differ by s:
///
///     P = p(m at the first end) · p(m at the last end),  p(m) = 1 / (1 + exp(−m / s))
///
/// Nothing lies outside of the photo, so an end at its border has p = 1. Expectations and s: decision 0100;
/// a head that was seen (``FocusRegion/head``) differs less: decision 0100.
struct WholeHead: Sendable {
  /// The actual or expected head, clipped at the photo's border.
  let rect: NormalizedRect
  private let face: NormalizedRect
  private let spread: Spread

  /// How far a head reaches beyond its face, in the face's width (sides) and height (above, below); negative is inside.
  private static let (side, above, below) = (-0.05, 0.24, 0.115)

  /// The deviation of a head's ends, in the same units.
  private struct Spread {
    let side, above, below: Double
    static let ofExpected = Spread(side: 0.08, above: 0.12, below: 0.08)
    static let ofSeen = Spread(side: 0.05, above: 0.08, below: 0.06)
  }

  /// `nil` for a region that is not a face.
  init?(of region: FocusRegion) {
    switch region.kind {
    case .face, .animalFace: break
    case .region: return nil
    }
    face = region.rect
    rect = region.head ?? Self.expected(around: face)
    spread = region.head == nil ? .ofExpected : .ofSeen
  }

  /// Returns the expected head around a face, clipped at the photo's border.
  static func expected(around face: NormalizedRect) -> NormalizedRect {
    face.padded(side: side, above: above, below: below)
  }

  /// Returns the face of a head of which only the whole is known.
  static func face(of head: NormalizedRect) -> NormalizedRect {
    let (width, height) = (1 + 2 * side, 1 + above + below)
    return head.padded(side: -side / width, above: -above / height, below: -below / height)
  }

  /// Returns how likely the part of the photo between two places along an axis, 0…1, holds all of the head.
  func probability(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    switch axis {
    case .horizontal:
      Self.chance(start > 0, rect.x - start, spread.side * face.width)
        * Self.chance(end < 1, end - rect.maxX, spread.side * face.width)
    case .vertical:
      Self.chance(start > 0, rect.y - start, spread.above * face.height)
        * Self.chance(end < 1, end - rect.maxY, spread.below * face.height)
    }
  }

  /// The chance that an end of the window cuts nothing, from the room it leaves and the deviation of heads.
  private static func chance(_ canCut: Bool, _ room: Double, _ spread: Double) -> Double {
    canCut && spread > 0 ? 1 / (1 + exp(-room / spread)) : 1
  }
}
