/// Where the picture differs from its own smooth background, by the sign of its spectrum.
///
///     S = Σ over L*, a*, b* of ( DCT⁻¹( sign( DCT( channel ) ) ) )²
///
/// Paper: Hou, Harel, Koch, "Image signature: highlighting sparse salient regions", PAMI 34(1), 2012.
enum ImageSignature {
  /// Coefficients below this, in L*a*b* units times √cells, are rounding and have no sign.
  ///
  /// Ours: single precision leaves about 10⁻⁴ in a coefficient that should be zero. Without it, the
  /// noise of a constant picture would get a signature.
  private static let leastCoefficient: Float = 1e-2

  /// Returns the unsmoothed signature of every cell.
  static func map(of lab: LabPlanes) -> Plane {
    let transform = CosineTransform(width: lab.width, height: lab.height)
    let squares = lab.channels.map { channel in
      transform.inverse(transform.forward(channel).mapped(sign)).mapped { $0 * $0 }
    }
    return squares.dropFirst().reduce(squares[0]) { $0.combined(with: $1, +) }
  }

  private static func sign(_ coefficient: Float) -> Float {
    if abs(coefficient) < leastCoefficient { return 0 }
    return coefficient < 0 ? -1 : 1
  }
}
