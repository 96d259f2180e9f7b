/// A decoded picture: upright, opaque, 8-bit sRGB in three bands, all pixels in memory.
///
/// Immutable: every change makes a new raster, so that threads can share rasters.
public final class Raster: Sendable {
  /// The pixels as stored; every change of size also turns them upright.
  let picture: PlanarPicture
  /// The conversion of the pixels to sRGB; like turning, it is done with the next change of size.
  let recolouring: Recolouring?
  let orientation: Orientation
  /// The photo's name, for messages.
  public let name: String
  /// Whether it was decoded from a JPEG's own planes without any warning.
  ///
  /// Always `false` for pictures that were decoded in another way.
  public let isSound: Bool
  /// The library that decoded it, with its version, such as `libheif 1.15.1`; `nil` for pictures made from others, and
  /// if our own code reads the samples.
  public let decoder: String?
  /// Copies made during decoding.
  let copies: [Reduction: Raster]

  /// Takes a picture that is upright after its orientation is applied.
  init(
    _ picture: PlanarPicture, recolouring: Recolouring? = nil,
    orientation: Orientation = Orientation(1), name: String, isSound: Bool = false,
    decoder: String? = nil, copies: [Reduction: Raster] = [:]
  ) {
    (self.picture, self.recolouring, self.orientation) = (picture, recolouring, orientation)
    (self.name, self.isSound, self.decoder, self.copies) = (name, isSound, decoder, copies)
  }

  /// The same pixels, with copies made during decoding.
  func with(copies: [Reduction: Raster], isSound: Bool, decoder: String?) -> Raster {
    Raster(
      picture, recolouring: recolouring, orientation: orientation, name: name, isSound: isSound,
      decoder: decoder, copies: copies)
  }

  /// Makes a raster from red, green and blue of each pixel, row by row from the top left, three bytes a pixel.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public convenience init(
    size: PixelSize, rgb: [UInt8], name: String = "picture"
  ) throws(PhotoprepError) {
    precondition(
      rgb.count == 3 * size.area, "\(rgb.count) bytes are not three for each of \(size) pixels.")
    do { self.init(try PlanarPicture(size: size, pixels: rgb), name: name) } catch {
      throw .resizeFailed(name, from: "samples", to: size, detail: error.detail)
    }
  }

  /// The size in pixels.
  public var size: PixelSize { orientation.other(picture.size) }

  /// The extent of the upright picture, in its pixels.
  var extent: SampleRect { orientation.other(picture.extent) }

  /// Returns red, green and blue of each pixel, row by row from the top left, three bytes a pixel.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func rgb() throws(PhotoprepError) -> [UInt8] {
    try making(size) { () throws(PixelFailure) in try upright(.whole, kernels: .linear).rgb() }
  }

  /// Returns the same pixels as words `0xFFRRGGBB`.
  package func words() throws(PhotoprepError) -> [UInt32] {
    try making(size) { () throws(PixelFailure) in try upright(.whole, kernels: .linear).words() }
  }

  /// Adds to a failure what could not be made.
  func making<Result>(
    _ wanted: PixelSize, _ body: () throws(PixelFailure) -> Result
  ) throws(PhotoprepError) -> Result {
    do { return try body() } catch {
      throw .resizeFailed(name, from: "\(size)", to: wanted, detail: error.detail)
    }
  }

  /// The whole picture, turned and converted to sRGB if needed.
  func upright(
    _ chroma: PlanarPicture.Chroma, kernels: Kernels
  ) throws(PixelFailure) -> PlanarPicture {
    if orientation.value == 1, recolouring == nil, picture.hasWholePixels { return picture }
    return try upright(extent, to: size, chroma: chroma, kernels: kernels)
  }

  /// A part of the upright picture in a size, in sRGB.
  func upright(
    _ rect: SampleRect, to size: PixelSize, chroma: PlanarPicture.Chroma, kernels: Kernels
  ) throws(PixelFailure) -> PlanarPicture {
    try resampling(rect, to: size, chroma: chroma, kernels: kernels).finished()
  }

  /// Prepares a part of the upright picture in a size, in sRGB.
  func resampling(
    _ rect: SampleRect, to size: PixelSize, chroma: PlanarPicture.Chroma, kernels: Kernels,
    passing: PassingMemory = PassingMemory()
  ) throws(PixelFailure) -> PictureResampling {
    try PictureResampling(
      of: picture, orientation.stored(rect, of: picture.extent), to: orientation.other(size),
      chroma: chroma,
      kernels: kernels, orientation: orientation, recolouring: recolouring, passing: passing)
  }

  /// Returns the picture in an exact size.
  ///
  /// Lanczos-3 over as many pixels as the change of size needs (decision 0210). The two directions
  /// are scaled separately. A size larger than the picture's own enlarges it, by cubic interpolation; whether that is
  /// acceptable is the caller's decision.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func resized(to size: PixelSize) throws(PhotoprepError) -> Raster {
    try copy(.exact(size))
  }

  /// Returns a part of the picture, given in fractions, in an exact size.
  ///
  /// The part's edges may be inside pixels, so that a picture decoded at half its size shows exactly the same as the
  /// whole one. Only pixels inside it have weight; areas outside the picture are left out. A size larger than the part
  /// enlarges as ``resized(to:)`` does.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func cropped(
    to part: NormalizedRect, resizedTo size: PixelSize
  ) throws(PhotoprepError) -> Raster {
    try making(size) { () throws(PixelFailure) in
      let rect = SampleRect(part, in: extent)
      return Raster(try upright(rect, to: size, chroma: .halved, kernels: .sharp), name: name)
    }
  }

  /// Returns a small version for analysis, made as cheaply as a true average allows.
  ///
  /// Every pixel is the mean of the area it covers. A picture whose longer side has at most `longEdge` pixels, at least
  /// 1, is returned unchanged.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func shrunk(longEdge: Int) throws(PhotoprepError) -> Raster {
    try copy(.average(longEdge: longEdge))
  }

  /// The picture in another size: the copy made during decoding, or a new one.
  func copy(_ reduction: Reduction) throws(PhotoprepError) -> Raster {
    if let copy = copies[reduction] { return copy }
    return try making(reduction.size(of: size)) { () throws(PixelFailure) in
      guard let resampling = try resampling(for: reduction) else { return self }
      return Raster(try resampling.finished(), name: name)
    }
  }

  /// Prepares a copy; `nil` if the picture itself can serve.
  func resampling(
    for reduction: Reduction, passing: PassingMemory = PassingMemory()
  ) throws(PixelFailure) -> PictureResampling? {
    let wanted = reduction.size(of: size)
    switch reduction {
    case .exact:
      if wanted == size, picture.hasWholePixels { return nil }
      return try resampling(extent, to: wanted, chroma: .halved, kernels: .sharp, passing: passing)
    case .average:
      if wanted == size { return nil }
      return try resampling(extent, to: wanted, chroma: .whole, kernels: .average, passing: passing)
    }
  }
}

/// The kind of a copy of a whole picture.
public enum Reduction: Hashable, Sendable {
  /// As from ``Raster/resized(to:)``.
  case exact(PixelSize)
  /// As from ``Raster/shrunk(longEdge:)``.
  case average(longEdge: Int)

  func size(of picture: PixelSize) -> PixelSize {
    switch self {
    case .exact(let size): size
    case .average(let longEdge): picture.fitting(longEdge: longEdge)
    }
  }
}

extension Raster {
  /// Returns the luma of each pixel of a small version, for measuring detail: samples 0…255, row by row from the top
  /// left.
  ///
  /// For a JPEG it is the file's own luma, averaged as in ``shrunk(longEdge:)`` and not recoloured: edges are at the
  /// same places in any space. Otherwise Y′ = 0.299 R′ + 0.587 G′ + 0.114 B′ (ITU-R BT.601-7, 2.5.1). The long edge is
  /// the most pixels of the longer side, at least 1.
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
