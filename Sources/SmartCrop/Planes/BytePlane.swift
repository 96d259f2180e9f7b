import PhotoGeometry

/// One 8-bit channel, row by row from the top left.
struct BytePlane: Sendable {
  let width: Int
  let height: Int
  let samples: [UInt8]
}

extension BytePlane {
  /// The gamma-encoded grey value of a picture, rounded; weights as in ``ColourPlanes/luma``, in 256ths.
  init(lumaOf image: AnalysisImage) {
    width = image.size.width
    height = image.size.height
    samples = image.pixels.withUnsafeBufferPointer { pixels in
      (0..<image.size.area).map { pixel in
        let red = 77 * Int32(pixels[3 * pixel])
        let green = 150 * Int32(pixels[3 * pixel + 1])
        let blue = 29 * Int32(pixels[3 * pixel + 2])
        return UInt8((red + green + blue + 128) >> 8)
      }
    }
  }

  /// The plane with left and right exchanged.
  var mirrored: BytePlane {
    var mirrored: [UInt8] = []
    mirrored.reserveCapacity(samples.count)
    for start in stride(from: 0, to: samples.count, by: width) {
      mirrored += samples[start..<(start + width)].reversed()
    }
    return BytePlane(width: width, height: height, samples: mirrored)
  }

  /// Returns the plane in another size, each sample mixed from the four nearest.
  ///
  /// Bilinear with the centres of the outer samples aligned, as OpenCV's detector does it; meant for factors
  /// near 1 and for detectors that were trained on such pictures, not for showing.
  func resampled(toWidth newWidth: Int, height newHeight: Int) -> BytePlane {
    if newWidth == width && newHeight == height { return self }
    func places(from old: Int, to new: Int) -> [(first: Int, second: Int, fraction: Float)] {
      (0..<new).map { index in
        let (first, fraction) = AxisResampling.linearPlace(index, from: old, to: new)
        return (first, min(first + 1, old - 1), fraction)
      }
    }
    let columns = places(from: width, to: newWidth)
    let rows = places(from: height, to: newHeight)
    var result = [UInt8](repeating: 0, count: newWidth * newHeight)
    var blended = [Float](repeating: 0, count: width)
    samples.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        blended.withUnsafeMutableBufferPointer { row in
          for (y, place) in rows.enumerated() {
            let upper = UnsafeBufferPointer(
              rebasing: source[(place.first * width)...].prefix(width))
            let lower = UnsafeBufferPointer(
              rebasing: source[(place.second * width)...].prefix(width))
            for x in 0..<row.count {
              row[x] = Float(upper[x]) + place.fraction * (Float(lower[x]) - Float(upper[x]))
            }
            for (x, column) in columns.enumerated() {
              let left = row[column.first]
              let value = left + column.fraction * (row[column.second] - left)
              target[y * newWidth + x] = UInt8(value + 0.5)
            }
          }
        }
      }
    }
    return BytePlane(width: newWidth, height: newHeight, samples: result)
  }
}
