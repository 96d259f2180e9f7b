/// The first directory of a TIFF: TIFF 6.0 section 2, and BigTIFF.
struct TIFFScanner {
  let file: ByteView

  private static let tags: Set = [
    256, 257, 258, 259, 262, 273, 277, 279, 284, 322, 324, 325, 338, 339,
  ]

  func scan() throws(ScanProblem) -> PhotoScan {
    let start = try TIFFDirectory.first(in: file, tags: Self.tags)
    let pages = try TIFFPages(start)
    let first =
      try pages.shown.map { (offset) throws(ScanProblem) in
        try start.directory(at: offset, tags: Self.tags)
      } ?? start
    try refuseForeign(first)
    guard let width = first.first(256), let height = first.first(257) else {
      throw .corrupt("The TIFF file's first directory does not say how large its picture is.")
    }
    let samples = first.first(277) ?? 1
    guard samples <= 8 else { throw .unsupported("a TIFF of \(samples) channels") }
    // libvips reads separate planes only in strips, and mixes up the rows of grey, of luma and chroma, and of CIELAB.
    let isTiled = first.has(322)
    if samples > 1, first.first(284) == 2, isTiled || [0, 1, 6, 8].contains(first.first(262)) {
      throw .unsupported("a TIFF \(isTiled ? "of tiles " : "")with a plane for each colour")
    }
    try refuseSigned(first)
    try refuseUnread(first, samples: samples)
    try checkData(first, offsets: first.has(273) ? 273 : 324, lengths: first.has(279) ? 279 : 325)
    return PhotoScan(
      width: width, height: height,
      bands: first.first(262).flatMap {
        BandLayout(tiff: $0, samples: samples, extra: Array(first.values(338).prefix(samples)))
      }, page: pages.shownPage)
  }

  /// Refuses pictures that libtiff has no code for, by tag 259: JPEG 2000 of Aperio, libvips and Leadtools, JPEG XL of
  /// libtiff's list and of DNG 1.7, and all that `tiff.h` of libtiff 4.7 does not name.
  private func refuseForeign(_ first: TIFFDirectory) throws(ScanProblem) {
    switch first.first(259) ?? 1 {
    case 33003...33005, 34712: throw .unsupported("a TIFF with JPEG 2000 inside")
    case 50002, 52546: throw .unsupported("a TIFF with JPEG XL inside")
    case 0...8, 32766, 32771, 32773, 32809, 32908, 32909, 32946, 34661, 34676, 34677, 34887, 34925,
      50000, 50001:
      break
    case let packing: throw .unsupported("a TIFF of an unknown packing (\(packing))")
    }
  }

  /// Refuses signed numbers: numbers below zero have no colour outside CIELAB; only their maker knows what they
  /// measure and their range (TIFF 6.0, tags 262 and 339).
  private func refuseSigned(_ first: TIFFDirectory) throws(ScanProblem) {
    guard first.first(262) != 8 else { return }
    for format in first.values(339).prefix(8) {
      if format == 2 {
        // 32844 and 32845: CIE LogL and LogLuv, as libtiff documents them.
        let isLogarithm = [32844, 32845].contains(first.first(262))
        throw .unsupported(isLogarithm ? "a TIFF of LogLuv" : "a TIFF of signed numbers")
      }
      if format == 5 || format == 6 { throw .unsupported("a TIFF of complex numbers") }
    }
  }

  /// Refuses colours and depths that libvips reads wrongly, or calls damaged: decision 0226.
  private func refuseUnread(_ first: TIFFDirectory, samples: Int) throws(ScanProblem) {
    switch first.first(262) {
    // libtiff converts luma and chroma to RGB only if they are a JPEG (tag 259).
    case 6 where first.first(259) == 6:
      throw .unsupported("a TIFF with JPEG of the old kind inside")
    case 6 where first.first(259) != 7: throw .unsupported("a TIFF of luma and chroma without JPEG")
    case 4 where first.first(258) ?? 1 == 1: throw .unsupported("a TIFF of a transparency mask")
    case 9, 10: throw .unsupported("a TIFF of CIELAB as ICC or ITU number it")
    default: break
    }
    let depths = Set(first.values(258).prefix(samples))
    guard depths.count <= 1 else { throw .unsupported("a TIFF of samples of different depths") }
    guard let bits = depths.first else { return }
    let isFloat = first.first(339) == 3
    let read = isFloat ? [32] : samples == 1 ? [1, 2, 4, 8, 16, 32] : [8, 16, 32]
    guard read.contains(bits) else {
      throw .unsupported("a TIFF of \(bits)-bit \(isFloat ? "floating point" : "samples")")
    }
    // libvips 8.14 divides by an alpha that reaches 255, whatever the depth, and has a sign in CIELAB.
    let isLab = first.first(262) == 8
    if bits == 32 || isLab, first.first(338) == 1 {
      throw .unsupported("a TIFF of \(isLab ? "CIELAB" : "32-bit colours") multiplied by alpha")
    }
  }

  /// Strips or tiles must end inside the file.
  private func checkData(
    _ first: TIFFDirectory, offsets: Int, lengths: Int
  ) throws(ScanProblem) {
    let ends = zip(first.values(offsets), first.values(lengths)).lazy.map { $0.capped(plus: $1) }
    let end = ends.max() ?? 0
    guard end <= file.count else {
      throw .truncated("The TIFF file needs \(end) bytes; it ends after \(file.count).")
    }
  }
}
