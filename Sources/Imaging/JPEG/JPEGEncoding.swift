import CJPEG
import PhotoGeometry

extension PlanarPicture {
  /// Encodes as baseline JPEG with halved chroma and the standard's tables, without any metadata.
  ///
  /// Planes that are stored that way already go to the encoder as they are.
  func encodedJPEG(quality: Int) throws(JPEGFailure) -> [UInt8] {
    let picture = try encodable()
    let samples = picture.bands.map { Optional(UnsafePointer($0.plane.samples)) }
    let strides = picture.bands.map(\.plane.stride)
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { cjpeg_free(file) }
    try JPEGLayout.calling {
      cjpeg_encode(
        samples, strides, Int32(size.width), Int32(size.height), colours == .ycc ? 1 : 0,
        Int32(quality), &file, &count, $0)
    }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }

  private func encodable() throws(JPEGFailure) -> PlanarPicture {
    if colours == .rgb || hasHalvedChroma { return self }
    do throws(OutOfMemory) {
      return try resampled(
        SampleRect(covering: size), to: size, chroma: .halved, kernels: .average)
    } catch {
      throw JPEGFailure(detail: error.detail)
    }
  }
}
