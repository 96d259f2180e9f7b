extension Raster {
  /// Returns the luma of each pixel of a small version, for measuring detail: samples 0…255, row by row from the top
  /// left.
  ///
  /// For a JPEG it is the file's own luma, averaged as in ``shrunk(longEdge:)`` and not recoloured: edges are at the
  /// same places in any space. Otherwise Y′ = 0.299 R′ + 0.587 G′ + 0.114 B′ (ITU-R BT.601-7, 2.5.1). The long edge is
  /// the most pixels of the longer side, at least 1.
  ///
  /// - Throws: `resize-failed` when memory is short.
  package func luma(
    longEdge: Int
  ) throws(PhotoprepError) -> (size: PixelSize, samples: [UInt8]) {
    let reduction = Reduction.average(longEdge: longEdge)
    let size = reduction.size(of: size)
    guard picture.colours == .ycc, copies[reduction] == nil else {
      return (size, try copy(reduction).rgb().luma)
    }
    // A single band, which is resampled like any other.
    let band = PlanarPicture(
      size: picture.size, extent: picture.extent, colours: .rgb, bands: [picture.bands[0]])
    return try making(size) { () throws(PixelFailure) in
      let made = try Raster(band, orientation: orientation, name: name).upright(
        extent, to: size, chroma: .whole, kernels: .average)
      return (size, made.bands[0].plane.wholeRows)
    }
  }
}

extension [UInt8] {
  /// The luma of interleaved red, green and blue, in 1/256.
  fileprivate var luma: [UInt8] {
    withUnsafeBufferPointer { pixels in
      [UInt8](unsafeUninitializedCapacity: pixels.count / 3) { buffer, count in
        count = pixels.count / 3
        for i in 0..<count {
          let sum =
            77 &* UInt32(pixels[3 &* i]) &+ 150 &* UInt32(pixels[3 &* i &+ 1])
            &+ 29 &* UInt32(pixels[3 &* i &+ 2])
          buffer[i] = UInt8(truncatingIfNeeded: (sum &+ 128) >> 8)
        }
      }
    }
  }
}

extension SamplePlane {
  /// The samples without the padding of rows.
  fileprivate var wholeRows: [UInt8] {
    withSamples { samples in
      [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
        count = width * height
        guard let target = buffer.baseAddress else { return }
        for y in 0..<height {
          (target + y * width).update(from: samples + y * stride, count: width)
        }
      }
    }
  }
}
