extension RGBColour {
  /// Makes the sRGB colour nearest to one of Display P3, 0…1 and gamma-encoded by sRGB's curve, by clipping colours
  /// outside sRGB.
  package init(displayP3: SIMD3<Double>) {
    let light = SIMD3((0..<3).map { SRGBCurve.linear(min(max(displayP3[$0], 0), 1)) })
    self.init(linear: Self.fromP3 * light)
  }

  /// Makes a colour from gamma-encoded samples of 0…1; other values are clipped.
  package init(samples: SIMD3<Double>) {
    let bytes = (0..<3).map { UInt8((min(max(samples[$0], 0), 1) * 255).rounded()) }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  private init(linear: SIMD3<Double>) {
    self.init(samples: SIMD3((0..<3).map { SRGBCurve.encoded(min(max(linear[$0], 0), 1)) }))
  }

  /// Both spaces have the white D65, so nothing is adapted.
  private static let fromP3: Matrix3 = {
    let wide = Chromaticities.p3(white: Chromaticities.sRGB.white).toXYZ
    let back = Chromaticities.sRGB.toXYZ?.inverse
    // The primaries of both are constants that are not on one line.
    guard let wide, let back else { preconditionFailure("Primaries are on a line.") }
    return back * wide
  }()
}
