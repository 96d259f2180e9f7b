import CVips

extension VipsPicture {
  /// The picture as opaque 8-bit sRGB of three bands.
  ///
  /// Alpha is taken off before the colours are converted, because libvips 8.14's profile conversion
  /// does not carry it safely, and blended afterwards, in sRGB: decisions 0202 and 0203.
  ///
  /// What the bands are is given where the file said more than libvips hands on.
  func opaqueSRGB(
    on background: RGBColour, bands: BandLayout? = nil
  ) throws(VipsFailure) -> VipsPicture {
    let (colours, alpha) = try sRGBAndAlpha(bands)
    guard let alpha else { return colours }
    return try colours.joined(with: alpha).flattened(on: background)
  }

  /// The colours as 8-bit sRGB of three bands, and the alpha, if any, as 8 bits beside them.
  func sRGBAndAlpha(
    _ known: BandLayout? = nil
  ) throws(VipsFailure) -> (colours: VipsPicture, alpha: VipsPicture?) {
    let plain = try uncoded()
    let layout = known ?? BandLayout(of: plain)
    return (
      try plain.colourBands(layout.colours).colourConverted().threeBytes(),
      try plain.alpha(layout.alpha)
    )
  }

  /// One number for each band, where a loader packs them (8-bit CIELAB in TIFF).
  private func uncoded() throws(VipsFailure) -> VipsPicture {
    isCoded ? try converted(to: VIPS_INTERPRETATION_LAB) : self
  }

  private func colourBands(_ count: Int) throws(VipsFailure) -> VipsPicture {
    count >= bandCount ? self : try bands(0..<count)
  }

  /// One band in 8 bits, or `nil` where there is none.
  private func alpha(_ band: Int?) throws(VipsFailure) -> VipsPicture? {
    guard let band, band < bandCount else { return nil }
    let alpha = try bands(band..<band + 1)
    switch format {
    case VIPS_FORMAT_UCHAR: return alpha
    case VIPS_FORMAT_USHORT: return try alpha.cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: true)
    case VIPS_FORMAT_FLOAT, VIPS_FORMAT_DOUBLE:
      let bytes = try alpha.multiplied(by: 255)
      return try bytes.cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: false)
    default: return try alpha.cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: false)
    }
  }

  /// Colours by the embedded profile, where it fits the bands and libvips can use it; otherwise by
  /// what the bands are said to mean.
  private func colourConverted() throws(VipsFailure) -> VipsPicture {
    if let profile = profile.flatMap({ ColourProfile($0) }), profile.bandCount == bandCount {
      if profile.isSRGB, format == VIPS_FORMAT_UCHAR { return self }
      // Profiles made of tables may know the perceptual intent alone.
      for intent in [VIPS_INTENT_RELATIVE, VIPS_INTENT_PERCEPTUAL] {
        if let converted = try? convertedByProfile(intent: intent) { return converted }
      }
    }
    return try convertedByMeaning()
  }

  private func convertedByMeaning() throws(VipsFailure) -> VipsPicture {
    switch interpretation {
    case VIPS_INTERPRETATION_CMYK: return try convertedByProfile(named: "cmyk")
    case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_B_W:
      return format == VIPS_FORMAT_UCHAR ? self : try converted(to: VIPS_INTERPRETATION_sRGB)
    default: return try converted(to: VIPS_INTERPRETATION_sRGB)
    }
  }

  /// Three bands of 8 bits: grey three times.
  private func threeBytes() throws(VipsFailure) -> VipsPicture {
    let bytes =
      format == VIPS_FORMAT_UCHAR ? self : try cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: false)
    guard bytes.bandCount < 3 else { return try bytes.reinterpreted(as: VIPS_INTERPRETATION_sRGB) }
    let grey = try bytes.bands(0..<1)
    return try grey.joined(with: grey).joined(with: grey)
      .reinterpreted(as: VIPS_INTERPRETATION_sRGB)
  }
}
