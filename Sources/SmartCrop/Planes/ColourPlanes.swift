import Foundation
public import PhotoGeometry

/// The gamma-encoded sRGB channels of a picture as separate planes, 0…255.
struct ColourPlanes: Sendable {
  let red, green, blue: Plane
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

  func resampled(toWidth width: Int, height: Int) -> ColourPlanes {
    ColourPlanes(
      red: red.resampled(toWidth: width, height: height),
      green: green.resampled(toWidth: width, height: height),
      blue: blue.resampled(toWidth: width, height: height))
  }
}

/// A picture in CIE L*a*b*: lightness 0…100, and two opponent colours, about −128…127.
struct LabPlanes: Sendable {
  let lightness, greenRed, blueYellow: Plane

  var width: Int { lightness.width }
  var height: Int { lightness.height }
  var channels: [Plane] { [lightness, greenRed, blueYellow] }

  /// Converts gamma-encoded sRGB (0…255) for the D65 white that sRGB has.
  ///
  /// sRGB: IEC 61966-2-1. Matrix: the same standard's, rows divided by the white (0.950456, 1, 1.088754).
  /// L*a*b*: CIE 15, section 8.2.1.
  init(_ colour: ColourPlanes) {
    let black = Plane(width: colour.red.width, height: colour.red.height)
    var (l, a, b) = (black, black, black)
    for i in l.samples.indices {
      let red = Self.linear(colour.red.samples[i])
      let green = Self.linear(colour.green.samples[i])
      let blue = Self.linear(colour.blue.samples[i])
      let x = Self.response((0.412453 * red + 0.357580 * green + 0.180423 * blue) / 0.950456)
      let y = Self.response(0.212671 * red + 0.715160 * green + 0.072169 * blue)
      let z = Self.response((0.019334 * red + 0.119193 * green + 0.950227 * blue) / 1.088754)
      l.samples[i] = 116 * y - 16
      a.samples[i] = 500 * (x - y)
      b.samples[i] = 200 * (y - z)
    }
    (lightness, greenRed, blueYellow) = (l, a, b)
  }

  /// Returns the linear light, 0…1, of a gamma-encoded sample 0…255.
  ///
  /// Linear between whole samples, which is exact to 10⁻⁵.
  private static func linear(_ sample: Float) -> Float {
    let below = min(254, Int(sample))
    return linearLight[below]
      + (sample - Float(below)) * (linearLight[below + 1] - linearLight[below])
  }

  /// The linear light of the samples 0 to 255.
  private static let linearLight = (0...255).map { sample -> Float in
    let value = Float(sample) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  /// Returns CIE's compressed response of a share 0…1 of the white's light.
  private static func response(_ share: Float) -> Float {
    share > 216.0 / 24389.0 ? cbrtf(share) : (24389.0 / 27.0 * share + 16) / 116
  }
}

/// An 8-bit sRGB picture to analyse: interleaved R, G, B, row by row from the top left.
public struct AnalysisImage: Sendable {
  /// The picture's size, upright.
  public let size: PixelSize
  /// `width × height × 3` samples; the red sample of column `x`, row `y` is at `3(y × width + x)`.
  public let pixels: [UInt8]

  /// Makes a picture; the number of samples must be three times the number of pixels.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(
      pixels.count == 3 * size.area,
      "A picture of \(size) has \(3 * size.area) samples, not \(pixels.count).")
    (self.size, self.pixels) = (size, pixels)
  }
}
