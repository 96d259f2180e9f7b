import CPlanes
import Foundation
import PhotoGeometry

extension PlanarPicture {
  /// How much chroma a result has, where the picture has chroma at all.
  enum Chroma {
    /// A sample for every 2 × 2 pixels, for encoding.
    case halved
    /// A sample for every pixel, for looking at the pixels.
    case whole
  }

  /// Returns a part of the picture in a size, in one pass over its samples.
  ///
  /// A sample of chroma is taken to lie in the middle of the pixels it covers (JFIF 1.02, page 4).
  ///
  /// - Parameters:
  ///   - rect: The part; samples outside play none.
  ///   - size: The size in pixels of the result, before it is turned.
  ///   - chroma: How much chroma the result has.
  ///   - kernels: How samples are weighted.
  ///   - turn: A turn that is applied to the result.
  ///   - recolouring: What becomes of the result's colours, for a picture of luma and chroma.
  /// - Returns: A picture with the same colours; every row repeats its last sample beyond its end.
  /// - Throws: When memory is short.
  func resampled(
    _ rect: SampleRect, to size: PixelSize, chroma: Chroma, kernels: Kernels,
    turn: Turn = Turn(orientation: 1), recolouring: Recolouring? = nil
  ) throws(OutOfMemory) -> PlanarPicture {
    var made: [Band] = []
    // Chroma's two bands are alike, and so are red, green and blue.
    var known: [BandGrid: BandAxes] = [:]
    for (index, band) in bands.enumerated() {
      let subsampling = index > 0 && colours == .ycc && chroma == .halved ? 2 : 1
      let grid = BandGrid(band, subsampling: subsampling)
      let axes = known[grid] ?? BandAxes(grid, rect, to: size, kernels: kernels, turn: turn)
      known[grid] = axes
      let plane = try band.plane.resampled(
        axes.horizontal, axes.vertical, fromBelow: turn.mirrorsStoredRows)
      let upright = turn.exchangesSides ? try plane.transposed() : plane
      made.append(Band(plane: upright, subsamplingX: subsampling, subsamplingY: subsampling))
    }
    let upright = turn.exchangesSides ? size.transposed : size
    if colours == .ycc { recolouring?.convert(made, of: upright) }
    for band in made { band.plane.extendRows() }
    return PlanarPicture(size: upright, colours: colours, bands: made)
  }
}

/// Where a band's own samples lie, and those of the band that is made from it.
private struct BandGrid: Hashable {
  let width, height, subsamplingX, subsamplingY: Int
  /// How many columns and rows of pixels a sample made covers.
  let subsampling: Int

  init(_ band: PlanarPicture.Band, subsampling: Int) {
    (width, height) = (band.own.width, band.own.height)
    (subsamplingX, subsamplingY) = (band.subsamplingX, band.subsamplingY)
    self.subsampling = subsampling
  }
}

/// What a part of a band, mirrored as a turn says but with its sides not exchanged, is made from.
private struct BandAxes {
  let horizontal: AxisWeights
  let vertical: AxisWeights

  init(_ grid: BandGrid, _ rect: SampleRect, to size: PixelSize, kernels: Kernels, turn: Turn) {
    let columns = AxisSpan(
      from: rect.x, over: rect.width, in: grid.width, covering: grid.subsamplingX, to: size.width,
      grid.subsampling, fromEnd: turn.mirrorsStoredColumns)
    let rows = AxisSpan(
      from: rect.y, over: rect.height, in: grid.height, covering: grid.subsamplingY,
      to: size.height,
      grid.subsampling, fromEnd: turn.mirrorsStoredRows)
    horizontal = AxisWeights(columns, kernels, isReversed: turn.mirrorsStoredColumns)
    vertical = AxisWeights(rows, kernels)
  }
}

extension AxisSpan {
  /// Divides a stretch of pixels among samples that cover one or two pixels each.
  ///
  /// Where two, and the pixels are odd in number, the last sample reaches over the end by half;
  /// `fromEnd` makes that the start of the stretch, for results that run the other way.
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
  /// The plane convolved in both directions, written from the last row up where asked.
  fileprivate func resampled(
    _ horizontal: AxisWeights, _ vertical: AxisWeights, fromBelow: Bool
  ) throws(OutOfMemory) -> SamplePlane {
    let result = try SamplePlane(width: horizontal.first.count, height: vertical.first.count)
    try [self, result].withSamples { (samples) throws(OutOfMemory) in
      var source = cplanes_source(
        samples: samples[0], stride: stride, last_column: Int32(width - 1),
        last_row: Int32(height - 1))
      var target = cplanes_result(
        samples: samples[1] + (fromBelow ? (result.height - 1) * result.stride : 0),
        stride: fromBelow ? -result.stride : result.stride)
      let byteCount: Int? = horizontal.withAxis { horizontal in
        vertical.withAxis { vertical in
          let registers = cplanes_widest()
          let byteCount = cplanes_memory(&horizontal, &vertical, registers)
          guard let memory = malloc(byteCount) else { return byteCount }
          defer { free(memory) }
          cplanes_resample(&source, &horizontal, &vertical, &target, memory, registers)
          return nil
        }
      }
      if let byteCount { throw OutOfMemory(byteCount: byteCount) }
    }
    return result
  }

  /// The plane with rows and columns exchanged.
  fileprivate func transposed() throws(OutOfMemory) -> SamplePlane {
    let result = try SamplePlane(width: height, height: width)
    [self, result].withSamples { samples in
      cplanes_transpose(
        samples[0], stride, Int32(width), Int32(height), samples[1], result.stride)
    }
    return result
  }
}
