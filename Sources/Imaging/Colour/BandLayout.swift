/// Which of a picture's bands are colours, and which one is alpha; any others show nothing.
struct BandLayout: Equatable {
  /// How many bands carry colour; they come first.
  let colours: Int
  /// The band of alpha, or `nil` without one.
  let alpha: Int?
}

extension BandLayout {
  /// The layout of a TIFF's picture, by its tags 262, 277 and 338 (TIFF 6.0).
  ///
  /// Alpha is the first sample beyond the colours that tag 338 marks as such: 1 where colours were
  /// multiplied by it, which libvips undoes, 2 where not. Masks and spot colours, which have the mark
  /// 0, do not count. A single one is alpha where the tag is missing, as in libtiff (decision 0226).
  ///
  /// - Parameters:
  ///   - kind: What the samples stand for.
  ///   - samples: How many a pixel has.
  ///   - extra: What the samples beyond the colours are.
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

  /// The layout where libvips knows all that the file says: alpha is the last band.
  init(of picture: VipsPicture) {
    let bands = picture.bandCount - (picture.hasAlpha ? 1 : 0)
    self.init(
      colours: bands <= 2 ? 1 : picture.isCMYK ? 4 : 3,
      alpha: picture.hasAlpha ? picture.bandCount - 1 : nil)
  }
}
