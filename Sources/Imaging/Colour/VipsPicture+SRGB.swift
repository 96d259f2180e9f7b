import CPlanes
import CVips

extension VipsPicture {
  /// The picture as opaque 8-bit sRGB of three bands.
  ///
  /// Alpha is removed before the colours are converted, because libvips 8.14's profile conversion does not carry it
  /// safely, and blended afterwards, in sRGB: decisions 0202 and 0203.
  ///
  /// `bands` is given if the file states more than libvips passes on.
  func opaqueSRGB(
    on background: RGBColour, bands: BandLayout? = nil
  ) throws(PixelFailure) -> VipsPicture {
    let (colours, alpha) = try sRGBAndAlpha(bands)
    guard let alpha else { return colours }
    return try colours.joined(with: alpha).flattened(on: background)
  }

  /// The colours as 8-bit sRGB of three bands, and the alpha, if any, as 8 bits beside them.
  func sRGBAndAlpha(
    _ known: BandLayout? = nil
  ) throws(PixelFailure) -> (colours: VipsPicture, alpha: VipsPicture?) {
    let uncoded = try uncoded()
    let layout = known ?? BandLayout(of: uncoded)
    let plain = try uncoded.scaled(layout.colours)
    return (
      try (layout.colours < plain.bandCount ? plain.bands(0..<layout.colours) : plain)
        .colourConverted().threeBytes(),
      try plain.alpha(layout.alpha)
    )
  }

  /// One number for each band, if a loader packs them (8-bit CIELAB in TIFF).
  ///
  /// It packs L* of 255 as 1020 of 1023 parts of white.
  private func uncoded() throws(PixelFailure) -> VipsPicture {
    guard isCoded else { return self }
    let lab = try converted(to: VIPS_INTERPRETATION_LAB)
    return try lab.bands(0..<1).multiplied(by: 1023.0 / 1020).joined(with: lab.bands(1..<3))
      .reinterpreted(as: VIPS_INTERPRETATION_LAB)
  }

  /// Whether the bands are L*, a* and b*.
  private var isLab: Bool {
    interpretation == VIPS_INTERPRETATION_LAB || interpretation == VIPS_INTERPRETATION_LABS
  }

  /// Converts to 16 bits what libvips would read as 16 bits without scaling: whole numbers of 32 bits, and floating
  /// point with a profile or CMYK.
  private func scaled(_ colours: Int) throws(PixelFailure) -> VipsPicture {
    switch format {
    case VIPS_FORMAT_UINT: return try sixteenBits(colours, from: Double(UInt32.max))
    case VIPS_FORMAT_FLOAT, VIPS_FORMAT_DOUBLE:
      let isEncoded = fittingProfile(colours) != nil || colours == 4
      return isEncoded ? try sixteenBits(colours, from: 1) : self
    default: return self
    }
  }

  /// Whole numbers of 16 bits; `white` becomes the largest one.
  private func sixteenBits(
    _ colours: Int, from white: Double
  ) throws(PixelFailure) -> VipsPicture {
    let space = [1: VIPS_INTERPRETATION_GREY16, 4: VIPS_INTERPRETATION_CMYK][colours]
    return try multiplied(by: 65535 / white)
      .cast(to: VIPS_FORMAT_USHORT, keepingHighBits: false)
      .reinterpreted(as: space ?? VIPS_INTERPRETATION_RGB16)
  }

  /// The embedded profile, if its colour space has this number of bands; never for CIELAB, which libvips would pass to
  /// it in numbers of another kind.
  private func fittingProfile(_ colours: Int) -> ColourProfile? {
    guard !isLab, let profile = profile.flatMap({ ColourProfile($0) }),
      profile.bandCount == colours
    else { return nil }
    return profile
  }

  /// One band in 8 bits, or `nil` without one.
  private func alpha(_ band: Int?) throws(PixelFailure) -> VipsPicture? {
    guard let band, band < bandCount else { return nil }
    let alpha = try bands(band..<band + 1)
    switch format {
    case VIPS_FORMAT_UCHAR: return alpha
    case VIPS_FORMAT_USHORT: return try alpha.cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: true)
    // libvips hands on a TIFF's CIELAB as numbers with a sign, and its alpha, which has none, among them.
    case VIPS_FORMAT_SHORT:
      return try alpha.applying { cvips_unsigned($0) }
        .cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: true)
    case VIPS_FORMAT_FLOAT, VIPS_FORMAT_DOUBLE:
      let bytes = try alpha.multiplied(by: 255)
      return try bytes.cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: false)
    default: return try alpha.cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: false)
    }
  }

  /// Colours by the embedded profile, if it fits the bands and libvips can use it; otherwise by the bands' own
  /// meaning.
  private func colourConverted() throws(PixelFailure) -> VipsPicture {
    if let profile = fittingProfile(bandCount) {
      if let range = profile.highRange, let tones = ToneMapping(range) { return try mapped(tones) }
      if profile.isSRGB, format == VIPS_FORMAT_UCHAR { return self }
      if let rgb = profile.linearGreyAsRGB, let grey = try? greyConverted(by: rgb) { return grey }
      if let converted = try? convertedByProfile(intent: profile.intent) { return converted }
    }
    return try convertedByMeaning()
  }

  /// Grey, as one band, by a profile of three equal ones.
  private func greyConverted(by profile: [UInt8]) throws(PixelFailure) -> VipsPicture {
    let isByte = format == VIPS_FORMAT_UCHAR
    return try tripled()
      .reinterpreted(as: isByte ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_RGB16)
      .withProfile(profile).convertedByProfile().bands(1..<2)
  }

  /// Colours of PQ or HLG by their tone curve.
  private func mapped(_ tones: ToneMapping) throws(PixelFailure) -> VipsPicture {
    let whole = format == VIPS_FORMAT_UCHAR ? try sixteenBits(bandCount, from: 255) : self
    let rgb = whole.bandCount == 3 ? whole : try whole.tripled()
    return try rgb.applying {
      cvips_converted($0, cplanes_tone, tones.tables, 4 * tones.tables.count)
    }
  }

  private func convertedByMeaning() throws(PixelFailure) -> VipsPicture {
    switch interpretation {
    case VIPS_INTERPRETATION_CMYK: return try convertedByProfile(named: "cmyk")
    case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS:
      return try converted(to: VIPS_INTERPRETATION_LAB).linearLightOfLab()
        .converted(to: VIPS_INTERPRETATION_sRGB)
    case VIPS_INTERPRETATION_B_W where isFloatingPoint:
      // In floating point grey without a profile is linear light, as libvips reads RGB.
      return try tripled().reinterpreted(as: VIPS_INTERPRETATION_scRGB)
        .converted(to: VIPS_INTERPRETATION_sRGB)
    case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_B_W:
      return format == VIPS_FORMAT_UCHAR ? self : try converted(to: VIPS_INTERPRETATION_sRGB)
    default: return try converted(to: VIPS_INTERPRETATION_sRGB)
    }
  }

  /// One band as three equal ones.
  private func tripled() throws(PixelFailure) -> VipsPicture {
    try joined(with: self).joined(with: self)
  }

  /// CIELAB under D50, as the profile connection space has it, as linear light of sRGB.
  private func linearLightOfLab() throws(PixelFailure) -> VipsPicture {
    let matrix = SRGBProfile.fromXYZ.joined().map { $0 / 100 }
    return try applying { cvips_lab_to_rgb($0, DisplayProfile.white.map { 100 * $0 }, matrix) }
  }

  /// Blended on a colour by the last band, sample by sample: decision 0203.
  private func flattened(on colour: RGBColour) throws(PixelFailure) -> VipsPicture {
    try applying {
      cvips_flatten($0, Double(colour.red), Double(colour.green), Double(colour.blue))
    }
  }

  /// Three bands of 8 bits: grey three times.
  private func threeBytes() throws(PixelFailure) -> VipsPicture {
    let bytes =
      format == VIPS_FORMAT_UCHAR ? self : try cast(to: VIPS_FORMAT_UCHAR, keepingHighBits: false)
    return try (bytes.bandCount < 3 ? bytes.bands(0..<1).tripled() : bytes)
      .reinterpreted(as: VIPS_INTERPRETATION_sRGB)
  }
}

extension ColourProfile {
  /// The intent of the conversion: relative colorimetric, unless the profile only has tables of another one.
  ///
  /// libvips ignores a profile that lacks the table it is asked for (ICC.1:2022, 9.2.1).
  fileprivate var intent: VipsIntent {
    let hasCurves = tag("rTRC") != nil || tag("kTRC") != nil
    if tag("A2B1") != nil || hasCurves { return VIPS_INTENT_RELATIVE }
    return tag("A2B0") == nil && tag("A2B2") != nil
      ? VIPS_INTENT_SATURATION : VIPS_INTENT_PERCEPTUAL
  }
}

/// Which of a picture's bands are colours, and which one is alpha; any others are ignored.
struct BandLayout: Equatable {
  /// How many bands carry colour; they come first.
  let colours: Int
  /// The band of alpha, or `nil` without one.
  let alpha: Int?
}

extension BandLayout {
  /// The layout of a TIFF's picture, by its tags 262, 277 and 338 (TIFF 6.0).
  ///
  /// Alpha is the first sample beyond the colours that tag 338 marks as such: 1 for colours multiplied by it, which
  /// libvips reverses, else 2. Masks and spot colours have the mark 0 and do not count. Without the tag, a single
  /// extra sample is alpha, as in libtiff (decision 0226).
  ///
  /// `extra` are the kinds of the samples beyond the colours.
  init?(tiff kind: Int, samples: Int, extra: [Int]) {
    // By number: white or black at 0 in grey, RGB, CMYK, YCbCr, CIELAB; libvips unpacks the rest.
    guard let colours = [0: 1, 1: 1, 2: 3, 5: 4, 6: 3, 8: 3][kind], samples >= colours else {
      return nil
    }
    let meanings = extra.isEmpty && samples == colours + 1 ? [2] : extra
    self.init(
      colours: colours,
      alpha: meanings.prefix(samples - colours).firstIndex { $0 == 1 || $0 == 2 }
        .map { colours + $0 })
  }

  /// The layout if libvips knows everything that the file states: alpha is the last band.
  init(of picture: VipsPicture) {
    let bands = picture.bandCount - (picture.hasAlpha ? 1 : 0)
    self.init(
      colours: bands <= 2 ? 1 : picture.isCMYK ? 4 : 3,
      alpha: picture.hasAlpha ? picture.bandCount - 1 : nil)
  }
}

/// What libheif and libvips leave undone between a file's samples and its colours: decision 0236.
struct SampleRepairs: OptionSet {
  let rawValue: Int
  /// Colours are multiplied by their alpha (`prem`): ISO/IEC 23008-12, 6.6.2.
  static let premultiplied = SampleRepairs(rawValue: 1)
  /// Luma alone has black at 16 and white at 235 of 255: ITU-T H.273, 8.3.
  static let limitedGrey = SampleRepairs(rawValue: 2)
  /// The decoder copied grey into three bands, so the file's grey profile does not apply.
  static let tripledGrey = SampleRepairs(rawValue: 4)
}

extension VipsPicture {
  /// The picture with what its file's decoder left undone.
  func repaired(_ repairs: SampleRepairs) throws(PixelFailure) -> VipsPicture {
    var picture = self
    if repairs.contains(.limitedGrey) {
      let colours = try picture.bands(0..<bandCount - (hasAlpha ? 1 : 0))
      // The half rounds, as whole numbers are cut off.
      let white = format == VIPS_FORMAT_USHORT ? 65535.0 : 255
      let whole = try colours.applying { cvips_linear($0, 255.0 / 219, 0.5 - 16 * white / 219) }
        .cast(to: format, keepingHighBits: false)
      picture = hasAlpha ? try whole.joined(with: picture.bands(bandCount - 1..<bandCount)) : whole
    }
    if repairs.contains(.tripledGrey) {
      let grey = try picture.bands(0..<1)
      picture = try (hasAlpha ? grey.joined(with: picture.bands(bandCount - 1..<bandCount)) : grey)
        .reinterpreted(
          as: format == VIPS_FORMAT_USHORT ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
    }
    guard repairs.contains(.premultiplied), hasAlpha else { return picture }
    return try picture.applying { cvips_unpremultiply($0) }
      .applying { cvips_linear($0, 1, 0.5) }.cast(to: format, keepingHighBits: false)
  }
}
