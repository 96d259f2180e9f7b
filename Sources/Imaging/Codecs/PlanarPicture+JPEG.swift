import CJPEG
import PhotoGeometry

extension PlanarPicture {
  /// Encodes as baseline JPEG with halved chroma and the standard's tables, without any metadata.
  ///
  /// The picture must be ``encodable()``: its planes go to the encoder as they are.
  func encodedJPEG(quality: Int) throws(PixelFailure) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { cjpeg_free(file) }
    let planes = bands.map(\.plane)
    try planes.withSamples { (samples) throws(PixelFailure) in
      _ = try JPEGLayout.calling { message in
        cjpeg_encode(
          samples.map { UnsafePointer($0) }, planes.map(\.stride), Int32(size.width),
          Int32(size.height), colours == .ycc ? 1 : 0, Int32(quality), &file, &count, message)
      }
    }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }

  /// The picture as the encoder takes it: red, green and blue, or chroma halved both ways.
  func encodable() throws(PixelFailure) -> PlanarPicture {
    if colours == .rgb || hasHalvedChroma { return self }
    return try resampled(
      SampleRect(covering: size), to: size, chroma: .halved, kernels: .average)
  }
}
