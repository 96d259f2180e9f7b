import CPlanes
import Foundation

extension PlanarPicture {
  /// How much chroma a result has, if the picture has chroma at all.
  enum Chroma {
    /// A sample for every 2 × 2 pixels, for encoding.
    case halved
    /// A sample for every pixel, for access to the pixels.
    case whole
  }

  /// Returns a part of the picture in a size, as ``PictureResampling`` makes it, without turning it.
  func resampled(
    _ rect: SampleRect, to size: PixelSize, chroma: Chroma, kernels: Kernels
  ) throws(PixelFailure) -> PlanarPicture {
    try PictureResampling(of: self, rect, to: size, chroma: chroma, kernels: kernels).finished()
  }
}

/// Resamples a part of a picture in one pass over its samples, while the picture's rows are decoded.
///
/// Rows that were just decoded are still in the processor's cache (decision 0210). A sample of chroma is in the middle
/// of the pixels it covers (JFIF 1.02, page 4).
final class PictureResampling {
  private let source: PlanarPicture
  private let size: PixelSize
  private let orientation: Orientation
  private let recolouring: Recolouring?
  private let bands: [(plane: PlaneResampling, subsampling: Int)]

  /// Prepares a result with the same colours, whose rows all repeat their last sample beyond their end.
  ///
  /// The source's samples may still be undefined, and those outside of the part have no weight. The size is that before
  /// the result is turned upright by the source's orientation. `recolouring` converts its colours, for a picture of
  /// luma and chroma; `passing` is memory that is shared with others in turn.
  init(
    of source: PlanarPicture, _ rect: SampleRect, to size: PixelSize, chroma: PlanarPicture.Chroma,
    kernels: Kernels, orientation: Orientation = Orientation(1), recolouring: Recolouring? = nil,
    passing: PassingMemory = PassingMemory()
  ) throws(PixelFailure) {
    (self.source, self.size, self.orientation) = (source, size, orientation)
    self.recolouring = recolouring
    var bands: [(PlaneResampling, Int)] = []
    // Chroma's two bands have the same grid, and so do red, green and blue.
    var known: [BandGrid: BandAxes] = [:]
    for (index, band) in source.bands.enumerated() {
      let subsampling = index > 0 && source.colours == .ycc && chroma == .halved ? 2 : 1
      let grid = BandGrid(band, subsampling: subsampling)
      let axes =
        known[grid] ?? BandAxes(grid, rect, to: size, kernels: kernels, orientation: orientation)
      known[grid] = axes
      let plane = try PlaneResampling(
        of: band.plane, axes.horizontal, axes.vertical, fromBelow: orientation.mirrorsStoredRows,
        passing: passing)
      bands.append((plane, subsampling))
    }
    self.bands = bands
  }

  /// Computes the rows for which the picture's first rows are sufficient.
  func advance(to rows: Int) {
    for (band, resampling) in zip(source.bands, bands) {
      resampling.plane.advance(to: rows / band.subsamplingY)
    }
  }

  /// Computes the rest, once all rows of the picture are decoded.
  func finished() throws(PixelFailure) -> PlanarPicture {
    var made: [PlanarPicture.Band] = []
    for (plane, subsampling) in bands {
      let stored = plane.finished()
      let upright = orientation.exchangesSides ? try stored.transposed() : stored
      made.append(
        PlanarPicture.Band(
          plane: upright, subsamplingX: subsampling, subsamplingY: subsampling))
    }
    let upright = orientation.exchangesSides ? size.transposed : size
    if source.colours == .ycc { recolouring?.convert(made, of: upright) }
    for band in made { band.plane.extendRows() }
    return PlanarPicture(size: upright, colours: source.colours, bands: made)
  }
}

/// The grids of a band's own samples and of those of the band that is made from it.
private struct BandGrid: Hashable {
  let width, height, subsamplingX, subsamplingY: Int
  /// How many columns and rows of pixels a result sample covers.
  let subsampling: Int

  init(_ band: PlanarPicture.Band, subsampling: Int) {
    (width, height) = (band.own.width, band.own.height)
    (subsamplingX, subsamplingY) = (band.subsamplingX, band.subsamplingY)
    self.subsampling = subsampling
  }
}

/// The source of a part of a band: mirrored by an orientation, its sides not exchanged.
private struct BandAxes {
  let horizontal: AxisWeights
  let vertical: AxisWeights

  init(
    _ grid: BandGrid, _ rect: SampleRect, to size: PixelSize, kernels: Kernels,
    orientation: Orientation
  ) {
    let columns = AxisSpan(
      from: rect.x, over: rect.width, in: grid.width, covering: grid.subsamplingX, to: size.width,
      grid.subsampling, fromEnd: orientation.mirrorsStoredColumns)
    let rows = AxisSpan(
      from: rect.y, over: rect.height, in: grid.height, covering: grid.subsamplingY,
      to: size.height,
      grid.subsampling, fromEnd: orientation.mirrorsStoredRows)
    horizontal = AxisWeights(columns, kernels, isReversed: orientation.mirrorsStoredColumns)
    vertical = AxisWeights(rows, kernels)
  }
}

extension AxisSpan {
  /// Divides a stretch of pixels among samples that cover one or two pixels each.
  ///
  /// With two and an odd number of pixels, the last sample extends beyond the end by half; `fromEnd` makes that the
  /// start of the stretch, for mirrored results.
  fileprivate init(
    from start: Double, over length: Double, in available: Int, covering unit: Int,
    to pixels: Int, _ subsampling: Int, fromEnd: Bool
  ) {
    let made = (pixels + subsampling - 1) / subsampling
    let step = length / Double(pixels) * Double(subsampling)
    let origin = fromEnd ? start + length - step * Double(made) : start
    let low = max(0, Int((start / Double(unit)).rounded(.down)))
    let high = Int(((start + length) / Double(unit)).rounded(.up))
    self.init(
      origin: origin / Double(unit), step: step / Double(unit), count: made,
      range: min(low, available - 1)..<max(min(high, available), min(low, available - 1) + 1))
  }
}

extension SamplePlane {
  /// The plane with rows and columns exchanged.
  fileprivate func transposed() throws(PixelFailure) -> SamplePlane {
    let result = try SamplePlane(width: height, height: width)
    [self, result].withSamples { samples in
      cplanes_transpose(
        samples[0], stride, Int32(width), Int32(height), samples[1], result.stride)
    }
    return result
  }
}

extension Recolouring {
  /// Converts bands in place; no other picture may share them.
  fileprivate func convert(_ bands: [PlanarPicture.Band], of size: PixelSize) {
    let planes = bands.map(\.plane)
    planes.withSamples { samples in
      luma.withUnsafeBufferPointer { luma in
        chroma.withUnsafeBufferPointer { chroma in
          var way = cplanes_recolouring(luma: luma.baseAddress, chroma: chroma.baseAddress)
          var picture = cplanes_ycc(
            luma: samples[0], blue: samples[1], red: samples[2], luma_stride: planes[0].stride,
            chroma_stride: planes[1].stride, width: Int32(size.width), height: Int32(size.height),
            subsampling: Int32(bands[1].subsamplingX))
          cplanes_recolour(&way, &picture, cplanes_widest())
        }
      }
    }
  }
}

/// Memory that consecutive steps share, so that it stays in the processor's cache.
final class PassingMemory {
  fileprivate private(set) var bytes: UnsafeMutableRawPointer?
  private var byteCount = 0

  deinit { free(bytes) }

  /// Enlarges it to at least a number of bytes; its content is lost.
  fileprivate func reserve(_ count: Int) throws(PixelFailure) {
    guard count > byteCount else { return }
    free(bytes)
    (bytes, byteCount) = (malloc(count), count)
    if bytes == nil { throw PixelFailure(noMemoryFor: count) }
  }
}

/// Convolves a plane in both directions while its rows are decoded.
final class PlaneResampling {
  private let source: SamplePlane
  private let horizontal, vertical: AxisWeights
  private let fromBelow: Bool
  private let result: SamplePlane
  private let passing: PassingMemory
  private let registers = cplanes_widest()
  private var progress = cplanes_progress()

  /// Prepares a convolution of a plane whose samples may still be undefined; if requested, rows are written from the
  /// last one up.
  init(
    of source: SamplePlane, _ horizontal: AxisWeights, _ vertical: AxisWeights, fromBelow: Bool,
    passing: PassingMemory
  ) throws(PixelFailure) {
    (self.source, self.horizontal, self.vertical) = (source, horizontal, vertical)
    (self.fromBelow, self.passing) = (fromBelow, passing)
    result = try SamplePlane(width: horizontal.first.count, height: vertical.first.count)
    let registers = registers
    let need = horizontal.withAxis { horizontal in
      vertical.withAxis { cplanes_memory(&horizontal, &$0, registers) }
    }
    guard let kept = calloc(1, need.kept) else { throw PixelFailure(noMemoryFor: need.kept) }
    progress.kept = kept
    try passing.reserve(need.passing)
  }

  deinit { free(progress.kept) }

  /// Computes the rows for which the source's first rows are sufficient.
  func advance(to rows: Int) {
    progress.passing = passing.bytes
    [source, result].withSamples { samples in
      var from = cplanes_source(
        samples: samples[0], stride: source.stride, last_column: Int32(source.width - 1),
        last_row: Int32(source.height - 1), kept: Int32(source.keptRows))
      var target = cplanes_result(
        samples: samples[1] + (fromBelow ? (result.height - 1) * result.stride : 0),
        stride: fromBelow ? -result.stride : result.stride)
      horizontal.withAxis { horizontal in
        vertical.withAxis { vertical in
          cplanes_resample(
            &from, &horizontal, &vertical, &target, registers, &progress,
            Int32(min(rows, source.height)))
        }
      }
    }
  }

  /// Computes the rest, once all rows of the source are decoded.
  func finished() -> SamplePlane {
    advance(to: source.height)
    return result
  }
}
