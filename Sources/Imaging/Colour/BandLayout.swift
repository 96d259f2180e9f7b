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
  /// - Parameters:
  ///   - kind: The photometric interpretation.
  ///   - samples: The number of samples of a pixel.
  ///   - extra: The kinds of the samples beyond the colours.
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
