internal import CVips
internal import Foundation

extension Raster {
  /// Returns the picture turned clockwise by quarter turns.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func turned(quarterTurns: Int) throws(PhotoprepError) -> Raster {
    let turns = ((quarterTurns % 4) + 4) % 4
    if turns == 0 { return self }
    // Exif's numbers for turning a picture clockwise by 0°, 90°, 180° and 270°.
    let orientation = Orientation([1, 6, 3, 8][turns])
    return try making(size) { () throws(PixelFailure) in
      Raster(try upright(.whole, kernels: .linear), orientation: orientation, name: name)
    }
  }

  /// Returns a part of the picture in an exact size, after turning the picture about its centre
  /// (decision 0705).
  ///
  /// The turned picture keeps the size of this one, so its corners are cut off; a part that extends beyond the turned
  /// pixels is black there, as in the published app. The picture is scaled with Lanczos-3 to the size of the result
  /// and turned with cubic interpolation, clockwise. The part is in fractions of the turned picture.
  ///
  /// - Throws: `resize-failed` when memory is short, `library-unavailable` without libvips.
  public func cropped(
    to part: NormalizedRect, straightenedBy degrees: Double, resizedTo size: PixelSize
  ) throws(PhotoprepError) -> Raster {
    if degrees == 0 { return try cropped(to: part, resizedTo: size) }
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    let straightening = Straightening(extent, showing: part, turnedBy: degrees, in: size)
    let base = try cropped(to: straightening.source, resizedTo: straightening.sourceSize)
    let affine = straightening.affine
    let pixels = try base.rgb()
    return try making(size) { () throws(PixelFailure) in
      let turned = try VipsPicture.rgb(pixels, size: base.size).applying {
        cvips_affine(
          $0, affine.matrix, affine.centre.x, affine.centre.y, affine.shift.x, affine.shift.y,
          Int32(size.width), Int32(size.height))
      }
      return Raster(try turned.inMemory().planes(), name: name)
    }
  }
}

/// A turn about a picture's centre together with a cut and a change of size.
private struct Straightening {
  /// The part of the picture that is needed, in fractions, and its size in pixels.
  let source: NormalizedRect
  let sourceSize: PixelSize
  private let part: NormalizedRect
  private let degrees: Double
  private let size: PixelSize
  /// Pixels of the result for each of the picture's.
  private let across: Double
  private let down: Double

  init(
    _ picture: SampleRect, showing part: NormalizedRect, turnedBy degrees: Double,
    in size: PixelSize
  ) {
    let (width, height) = (picture.width, picture.height)
    across = Double(size.width) / (part.width * width)
    down = Double(size.height) / (part.height * height)
    (self.part, self.degrees, self.size) = (part, degrees, size)
    // Never enlarged before it is turned: a small part of a large picture stays cheap.
    let scale = min(1, max(across, down))
    let (sine, cosine) = (sin(-degrees * .pi / 180), cos(-degrees * .pi / 180))
    let corners = [part.x, part.maxX].flatMap { x in
      [part.y, part.maxY].map { y in
        let (u, v) = ((x - 0.5) * width, (y - 0.5) * height)
        return ((u * cosine - v * sine) / width + 0.5, (u * sine + v * cosine) / height + 0.5)
      }
    }
    // Cubic interpolation uses two pixels around; two more leave room for rounding.
    let margin = 4 / scale
    func edges(_ values: [Double], _ side: Double) -> (start: Double, length: Double) {
      let start = min(1 - 1 / side, max(0, (values.min() ?? 0) - margin / side))
      let end = max(start + 1 / side, min(1, (values.max() ?? 1) + margin / side))
      return (start, end - start)
    }
    let (columns, rows) = (edges(corners.map(\.0), width), edges(corners.map(\.1), height))
    source = NormalizedRect(
      x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    sourceSize = PixelSize(
      width: max(1, Int((source.width * width * scale).rounded())),
      height: max(1, Int((source.height * height * scale).rounded())))
    (self.width, self.height) = (width, height)
  }

  private let width: Double
  private let height: Double

  /// libvips's parameters: the centre of the turn, the matrix, and where the centre goes.
  var affine: (centre: (x: Double, y: Double), matrix: [Double], shift: (x: Double, y: Double)) {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    // Pixels of the source for each of the picture's.
    let columns = Double(sourceSize.width) / (source.width * width)
    let rows = Double(sourceSize.height) / (source.height * height)
    // A pixel's index is half a pixel less than the position of its middle.
    return (
      (0.5 - (0.5 - source.x) * width * columns, 0.5 - (0.5 - source.y) * height * rows),
      [
        across * cosine / columns, -across * sine / rows, down * sine / columns,
        down * cosine / rows,
      ],
      (
        (0.5 - part.x) / part.width * Double(size.width) - 0.5,
        (0.5 - part.y) / part.height * Double(size.height) - 0.5
      )
    )
  }
}
