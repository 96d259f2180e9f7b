import CJPEG

/// The planes of a JPEG, and the number of libjpeg's warnings.
struct DecodedJPEG {
  /// The picture as stored, not turned.
  let picture: PlanarPicture
  /// How often libjpeg found an error after which it could continue.
  let warningCount: Int

  /// Decodes the planes of a JPEG that libjpeg reads as luma and chroma differences; `nil` for
  /// other kinds: grey, CMYK, RGB, and samplings other than chroma whole or halved.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - shrink: 1, 2, 4 or 8: how much smaller to decode.
  ///   - isPassing: Whether rows are kept only while `follow` uses them; the picture is empty in the end.
  ///   - follow: Called with the picture before it is decoded. The function that it returns is called after each step
  ///     with the number of rows of pixels decoded so far.
  /// - Throws: When the data is damaged or ends early, not for warnings (decision 0201); when memory is short.
  init?(
    _ bytes: [UInt8], shrink: Int, isPassing: Bool = false,
    follow: (PlanarPicture) throws(PixelFailure) -> (Int) -> Void = { _ in { _ in } }
  ) throws(PixelFailure) {
    let layout = try JPEGLayout(bytes, shrink: shrink)
    guard layout.isYCC else { return nil }
    picture = PlanarPicture(
      size: layout.size, extent: layout.extent, colours: .ycc,
      bands: layout.bands(try layout.planes(arePassing: isPassing)))
    warningCount = try Self.decode(
      bytes, shrink: shrink, into: picture.bands.map(\.plane), follow(picture))
  }

  /// Decodes into planes; returns the number of warnings.
  private static func decode(
    _ bytes: [UInt8], shrink: Int, into planes: [SamplePlane], _ decoded: @escaping (Int) -> Void
  ) throws(PixelFailure) -> Int {
    var decoded = decoded
    return try withUnsafeMutablePointer(to: &decoded) { (decoded) throws(PixelFailure) in
      let listener = cjpeg_listener(context: decoded) { context, rows in
        context?.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(rows))
      }
      return try planes.withSamples { (samples) throws(PixelFailure) in
        let targets = zip(samples, planes).map {
          cjpeg_target(samples: $0, stride: $1.stride, kept: Int32($1.keptRows))
        }
        return try JPEGLayout.calling {
          cjpeg_decode(bytes, bytes.count, Int32(shrink), targets, listener, $0)
        }
      }
    }
  }
}
