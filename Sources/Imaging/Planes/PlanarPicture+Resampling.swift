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
    for (index, band) in bands.enumerated() {
      let cover = index > 0 && colours == .ycc && chroma == .halved ? 2 : 1
      let plane = try band.resampled(rect, to: size, cover: cover, kernels: kernels, turn: turn)
      let upright = turn.exchangesSides ? try plane.transposed() : plane
      made.append(Band(plane: upright, across: cover, down: cover))
    }
    let upright = turn.exchangesSides ? size.transposed : size
    if colours == .ycc { recolouring?.convert(made, of: upright) }
    for band in made { band.plane.extendRows() }
    return PlanarPicture(size: upright, colours: colours, bands: made)
  }
}

extension PlanarPicture.Band {
  /// A part of the band, mirrored as a turn says but with its sides not exchanged.
  fileprivate func resampled(
    _ rect: SampleRect, to size: PixelSize, cover: Int, kernels: Kernels, turn: Turn
  ) throws(OutOfMemory) -> SamplePlane {
    let columns = AxisSpan(
      from: rect.x, over: rect.width, in: plane.width, covering: across, to: size.width, cover,
      fromEnd: turn.mirrorsStoredColumns)
    let rows = AxisSpan(
      from: rect.y, over: rect.height, in: plane.height, covering: down, to: size.height, cover,
      fromEnd: turn.mirrorsStoredRows)
    return try plane.resampled(
      AxisWeights(columns, kernels, isReversed: turn.mirrorsStoredColumns),
      AxisWeights(rows, kernels),
      fromBelow: turn.mirrorsStoredRows)
  }
}

extension AxisSpan {
  /// Divides a stretch of pixels among samples that cover one or two pixels each.
  ///
  /// Where two, and the pixels are odd in number, the last sample reaches over the end by half;
  /// `fromEnd` makes that the start of the stretch, for results that run the other way.
  fileprivate init(
    from start: Double, over length: Double, in available: Int, covering unit: Int,
    to pixels: Int, _ cover: Int, fromEnd: Bool
  ) {
    let made = (pixels + cover - 1) / cover
    let step = length / Double(pixels) * Double(cover)
    let origin = fromEnd ? start + length - step * Double(made) : start
    let low = Int((start / Double(unit)).rounded(.down))
    let high = Int(((start + length) / Double(unit)).rounded(.up))
    self.init(
      origin: origin / Double(unit), step: step / Double(unit), count: made,
      range: min(low, available - 1)..<max(min(high, available), min(low, available - 1) + 1))
  }
}

extension SamplePlane {
  /// The plane convolved in both directions, written from the last row up where asked.
  fileprivate func resampled(
    _ across: AxisWeights, _ down: AxisWeights, fromBelow: Bool
  ) throws(OutOfMemory) -> SamplePlane {
    let result = try SamplePlane(width: across.first.count, height: down.first.count)
    let start = result.samples + (fromBelow ? (result.height - 1) * result.stride : 0)
    let byteCount: Int? = across.withAxis { across in
      down.withAxis { down in
        let byteCount = cplanes_memory(&across, &down)
        guard let memory = malloc(byteCount) else { return byteCount }
        defer { free(memory) }
        cplanes_resample(
          samples, stride, Int32(height - 1), &across, &down, start,
          fromBelow ? -result.stride : result.stride, memory)
        return nil
      }
    }
    if let byteCount { throw OutOfMemory(byteCount: byteCount) }
    return result
  }

  /// The plane with rows and columns exchanged.
  fileprivate func transposed() throws(OutOfMemory) -> SamplePlane {
    let result = try SamplePlane(width: height, height: width)
    cplanes_transpose(
      samples, stride, Int32(width), Int32(height), result.samples, result.stride)
    return result
  }
}
