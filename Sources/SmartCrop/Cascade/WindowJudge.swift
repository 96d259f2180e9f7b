/// Decides on eight windows beside each other whether they pass a cascade.
///
/// Neighbouring windows see nearly the same, so they fail at nearly the same stage, and eight in a vector
/// cost about as much as one alone.
protocol WindowJudge: Sendable {
  /// Returns which of the windows pass that begin at an entry of the tables and the seven after it.
  func passing(at window: Int, _ tables: LayerTables) -> SIMDMask<SIMD8<Int32>>
}

/// The tables of a layer, for reading without checks in the innermost loops.
struct LayerTables {
  let sums: UnsafeRawBufferPointer
  let squares: UnsafeRawBufferPointer
}

/// The four corners of a rectangle as bytes from a window's own entry in the tables.
struct Corners {
  let upperLeft, upperRight, lowerLeft, lowerRight: Int32

  init(x: Int, y: Int, width: Int, height: Int, in layout: IntegralLayer.Layout) {
    func offset(_ x: Int, _ y: Int) -> Int32 {
      Int32(layout.entry(x, y) * MemoryLayout<Int32>.stride)
    }
    upperLeft = offset(x, y)
    upperRight = offset(x + width, y)
    lowerLeft = offset(x, y + height)
    lowerRight = offset(x + width, y + height)
  }

  /// Returns the sums over the rectangle in eight windows.
  @inline(__always)
  func sums(_ table: UnsafeRawBufferPointer, at window: Int) -> SIMD8<Int32> {
    let byte = window &* MemoryLayout<Int32>.stride
    func load(_ offset: Int32) -> SIMD8<Int32> {
      table.loadUnaligned(fromByteOffset: byte &+ Int(offset), as: SIMD8<Int32>.self)
    }
    return load(lowerRight) &- load(upperRight) &- load(lowerLeft) &+ load(upperLeft)
  }
}
