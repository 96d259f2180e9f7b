import CPlanes
import Foundation

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
