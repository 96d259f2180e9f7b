import PhotoGeometry

/// The gamma-encoded sRGB channels of a picture as separate planes, 0…255.
struct ColourPlanes: Sendable {
  let red: Plane
  let green: Plane
  let blue: Plane
}

extension ColourPlanes {
  init(_ image: AnalysisImage) {
    let black = Plane(width: image.size.width, height: image.size.height)
    var (red, green, blue) = (black, black, black)
    image.pixels.withUnsafeBufferPointer { source in
      red.samples.withUnsafeMutableBufferPointer { red in
        green.samples.withUnsafeMutableBufferPointer { green in
          blue.samples.withUnsafeMutableBufferPointer { blue in
            var place = 0
            for i in 0..<red.count {
              red[i] = Float(source[place])
              green[i] = Float(source[place &+ 1])
              blue[i] = Float(source[place &+ 2])
              place = place &+ 3
            }
          }
        }
      }
    }
    self.init(red: red, green: green, blue: blue)
  }

  /// The picture's size in pixels.
  var size: PixelSize { PixelSize(width: red.width, height: red.height) }

  /// Returns the part inside a rectangle, which must lie inside the picture.
  func cropped(to rect: PixelRect) -> ColourPlanes {
    ColourPlanes(
      red: red.cropped(to: rect), green: green.cropped(to: rect), blue: blue.cropped(to: rect))
  }

  /// The gamma-encoded grey value, 0…255.
  ///
  ///     Y′ = 0.299 R′ + 0.587 G′ + 0.114 B′
  ///
  /// Source: ITU-R BT.601-7, section 2.5.1.
  var luma: Plane {
    var result = Plane(width: red.width, height: red.height)
    result.samples.withUnsafeMutableBufferPointer { target in
      red.samples.withUnsafeBufferPointer { r in
        green.samples.withUnsafeBufferPointer { g in
          blue.samples.withUnsafeBufferPointer { b in
            for i in 0..<target.count { target[i] = 0.299 * r[i] + 0.587 * g[i] + 0.114 * b[i] }
          }
        }
      }
    }
    return result
  }

  /// Returns the channels on another grid.
  func resampled(toWidth width: Int, height: Int) -> ColourPlanes {
    ColourPlanes(
      red: red.resampled(toWidth: width, height: height),
      green: green.resampled(toWidth: width, height: height),
      blue: blue.resampled(toWidth: width, height: height))
  }
}
