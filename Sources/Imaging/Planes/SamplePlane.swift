import CPlanes
import Foundation

/// One band of a picture in memory: 8 bits a sample, row by row from the top.
///
/// Rows are padded to whole registers and blocks, so that the loops in C need no special last column.
final class SamplePlane {
  let width: Int
  let height: Int
  /// The bytes from one row to the next.
  let stride: Int
  /// The number of rows in memory: row `y` is at index `y` modulo this.
  let keptRows: Int
  fileprivate let samples: UnsafeMutablePointer<UInt8>

  /// The bytes that the encoder reads beyond a row's end: a block of 8 samples of halved chroma.
  private static let rowMultiple = 16

  /// The rows that are decoded at once from a JPEG, and earlier ones that still have to be read.
  private static let passingRows = 32

  /// Makes a plane of undefined samples, for a decoder that writes `rowBytes` in each of `rows` rows, if these exceed
  /// its width and height.
  ///
  /// With `isPassing` only the last rows are kept, only for ``PlaneResampling``: some, and `rowsAtOnce` if more are
  /// decoded at once than from a JPEG.
  init(
    width: Int, height: Int, rowBytes: Int = 0, rows: Int = 0, isPassing: Bool = false,
    rowsAtOnce: Int = 0
  ) throws(PixelFailure) {
    keptRows = isPassing ? Self.passingRows + rowsAtOnce : max(height, rows)
    self.width = width
    self.height = height
    stride = (max(width, rowBytes) + Self.rowMultiple - 1) / Self.rowMultiple * Self.rowMultiple
    // One row more than needed: loops in C read whole registers, up to 15 bytes beyond a row.
    let byteCount = stride.multipliedReportingOverflow(by: keptRows + 1)
    guard !byteCount.overflow, let memory = malloc(byteCount.partialValue) else {
      throw PixelFailure(noMemoryFor: byteCount.partialValue)
    }
    samples = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(samples) }

  /// Passes the samples to a C function.
  ///
  /// This call and the one for several planes are the only access, because nothing else keeps a plane
  /// alive while C works on its memory; a pointer alone does not.
  func withSamples<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(samples) }
  }

  /// Repeats the last sample of every row in its padding, as encoders do beyond a picture's edge.
  ///
  /// Needed if a decoder writes only the width and the samples may be encoded unchanged.
  func extendRows() {
    withSamples { cplanes_extend($0, stride, Int32(width), Int32(min(height, keptRows))) }
  }
}

extension [SamplePlane] {
  /// Passes the samples of all planes to a C function, in the planes' order.
  func withSamples<Result, Failure: Error>(
    _ body: ([UnsafeMutablePointer<UInt8>]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(map(\.samples)) }
  }
}

/// It is filled before it is shared, and only read from then on.
extension SamplePlane: @unchecked Sendable {}
