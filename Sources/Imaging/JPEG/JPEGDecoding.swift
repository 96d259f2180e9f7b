import CJPEG
import PhotoGeometry

/// What libjpeg said when it refused.
struct JPEGFailure: Error {
  let detail: String?
}

/// The planes of a JPEG, and how sound its data is.
struct DecodedJPEG {
  /// The picture as stored, not turned.
  let picture: PlanarPicture
  /// How often libjpeg found something odd that it could go on from.
  let warningCount: Int

  /// Decodes the planes of a JPEG that libjpeg reads as luma and chroma differences; `nil` for
  /// other kinds: grey, CMYK, RGB, and samplings other than chroma whole or halved.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - shrink: 1, 2, 4 or 8: how much smaller to decode.
  /// - Throws: Where the data is damaged or ends early; not for mere warnings (decision 0201).
  init?(_ bytes: [UInt8], shrink: Int) throws(JPEGFailure) {
    let layout = try JPEGLayout(bytes, shrink: shrink)
    guard layout.isYCC else { return nil }
    let planes: [SamplePlane]
    do throws(OutOfMemory) { planes = try layout.planes() } catch {
      throw JPEGFailure(detail: error.detail)
    }
    warningCount = try planes.withSamples { (samples) throws(JPEGFailure) in
      try JPEGLayout.calling { message in
        cjpeg_decode(
          bytes, bytes.count, Int32(shrink), samples.map(Optional.init), planes.map(\.stride),
          message)
      }
    }
    picture = PlanarPicture(
      size: layout.size, extent: layout.extent, colours: .ycc, bands: layout.bands(planes))
  }
}
