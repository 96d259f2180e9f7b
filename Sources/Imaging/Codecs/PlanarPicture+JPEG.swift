import CJPEG

extension PlanarPicture {
  /// Encodes as baseline JPEG with halved chroma and the standard's tables, without any metadata.
  ///
  /// The picture must be ``encodable()``: its planes are encoded unchanged; with `isGrey` only the first one.
  func encodedJPEG(quality: Int, isGrey: Bool = false) throws(PixelFailure) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { cjpeg_free(file) }
    let planes = bands.map(\.plane)
    try planes.withSamples { (samples) throws(PixelFailure) in
      _ = try JPEGLayout.calling { message in
        cjpeg_encode(
          samples.map { UnsafePointer($0) }, planes.map(\.stride), Int32(size.width),
          Int32(size.height), isGrey ? CJPEG_GREY : colours == .ycc ? CJPEG_YCC : CJPEG_RGB,
          Int32(quality), &file, &count, message)
      }
    }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }

  /// The picture in a form for the encoder: red, green and blue, or chroma halved both ways.
  func encodable() throws(PixelFailure) -> PlanarPicture {
    if colours == .rgb || hasHalvedChroma { return self }
    return try resampled(
      SampleRect(covering: size), to: size, chroma: .halved, kernels: .average)
  }
}
