/// A photo as 16 × 16 grey levels, for finding photos that show the same.
///
/// It is stretched to a square, so that it serves as the perceptual hash's picture (Zauner, "Implementation and
/// benchmarking of perceptual image hash functions", 2010, takes 32 × 32 of it), and is enough to lay two photos over
/// one another.
package struct Thumbprint: Hashable, Sendable {
  package static let side = 16

  /// `side × side` samples 0…255, row by row from the top left.
  package let samples: [UInt8]

  /// Takes over samples; `nil` for another number of them.
  package init?(_ samples: [UInt8]) {
    guard samples.count == Self.side * Self.side else { return nil }
    self.samples = samples
  }

  /// Shrinks a plane, each sample the mean of the area that it covers.
  init(_ luma: Plane) {
    samples = luma.resampled(toWidth: Self.side, height: Self.side).samples.map {
      UInt8(max(0, min(255, $0.rounded())))
    }
  }
}
