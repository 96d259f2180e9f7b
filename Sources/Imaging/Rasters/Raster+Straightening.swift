internal import CVips
internal import Foundation
public import PhotoGeometry

extension Raster {
  /// Returns the picture turned clockwise by quarter turns.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func turned(quarterTurns: Int) throws(ImagingError) -> Raster {
    let turns = ((quarterTurns % 4) + 4) % 4
    if turns == 0 { return self }
    do throws(OutOfMemory) {
      // Exif's numbers for a picture that is to be turned clockwise by 0°, 90°, 180° and 270°.
      return Raster(
        try upright(.whole, kernels: .linear), turn: Turn(orientation: [1, 6, 3, 8][turns]),
        name: name)
    } catch {
      throw .resizeFailed(name, from: "\(size)", to: size, detail: error.detail)
    }
  }

  /// Returns a part of the picture in exactly a size, after turning the picture about its centre.
  ///
  /// The turned picture keeps the size of this one, so that its corners fall away; a part that
  /// reaches beyond the turned pixels is black there, as in the published app. Turned pixels are
  /// interpolated by cubics, at the size they are shown at (Lanczos-3 to there).
  ///
  /// - Parameters:
  ///   - part: The part, in fractions of the turned picture.
  ///   - degrees: How far it is turned, clockwise.
  ///   - size: The size in pixels of the result.
  /// - Returns: A raster of that size.
  /// - Throws: `resize-failed` when memory is short, `library-unavailable` without libvips.
  public func cropped(
    to part: NormalizedRect, straightenedBy degrees: Double, resizedTo size: PixelSize
  ) throws(ImagingError) -> Raster {
    if degrees == 0 { return try cropped(to: part, resizedTo: size) }
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    let across = Double(size.width) / (part.width * Double(self.size.width))
    let down = Double(size.height) / (part.height * Double(self.size.height))
    // Never larger than it is before it is turned: a small part of a large picture stays cheap.
    let scale = min(1, max(across, down))
    let base = try resized(to: self.size.scaled(by: scale))
    let affine = Affine(base.size, showing: part, turnedBy: degrees, in: size)
    let pixels = try base.rgb()
    do throws(VipsFailure) {
      let turned = try VipsPicture.rgb(pixels, size: base.size).applying {
        cvips_affine(
          $0, affine.matrix, affine.centre.x, affine.centre.y, affine.shift.x, affine.shift.y,
          Int32(size.width), Int32(size.height))
      }
      return Raster(try turned.inMemory().planes(), name: name)
    } catch {
      throw .resizeFailed(name, from: "\(self.size)", to: size, detail: error.detail)
    }
  }
}

/// A turn about a picture's centre together with a cut and a change of size, as libvips takes it.
private struct Affine {
  /// What is added to a pixel's column and row, so that the centre becomes the origin.
  let centre: (x: Double, y: Double)
  let matrix: [Double]
  /// Where the centre lies in the result.
  let shift: (x: Double, y: Double)

  /// A pixel's number is half a pixel less than the place of its middle.
  init(
    _ picture: PixelSize, showing part: NormalizedRect, turnedBy degrees: Double, in size: PixelSize
  ) {
    let across = Double(size.width) / (part.width * Double(picture.width))
    let down = Double(size.height) / (part.height * Double(picture.height))
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    matrix = [across * cosine, -across * sine, down * sine, down * cosine]
    centre = (0.5 - Double(picture.width) / 2, 0.5 - Double(picture.height) / 2)
    shift = (
      (0.5 - part.x) / part.width * Double(size.width) - 0.5,
      (0.5 - part.y) / part.height * Double(size.height) - 0.5
    )
  }
}
