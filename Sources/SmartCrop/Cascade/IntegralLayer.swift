/// The integral images of one size of the picture: any rectangle's sum is four table entries.
///
///     I(x, y) = Σ p(i, j) over i < x, j < y;   sum = I(x₁, y₁) − I(x₀, y₁) − I(x₁, y₀) + I(x₀, y₀)
///
/// Paper: Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984. Sums wrap around 32 bits; differences
/// are still right, as no window's own sum reaches 2³¹.
///
/// Windows are looked at every `step` pixels. Columns are stored in `step` groups by their remainder, so that
/// the same corner of neighbouring windows lies at neighbouring entries and loops over a row run in vectors.
struct IntegralLayer {
  /// Where entries of the tables are.
  struct Layout: Hashable {
    /// Entries from one row to the next.
    let stride: Int
    /// Pixels from one window to the next, 1 or 2.
    let step: Int

    /// A layout for pictures up to a width.
    init(width: Int, step: Int) {
      stride = (width / step + 1) * step
      self.step = step
    }

    /// The entry of a corner, counted from the entry of a window's upper left.
    func entry(_ x: Int, _ y: Int) -> Int { y * stride + x % step * (stride / step) + x / step }
  }

  /// Entries behind the last row, as the last windows are read together with seven that do not exist.
  private static let overhang = 8

  let sums: [Int32]
  let squares: [Int32]

  init(_ plane: BytePlane, layout: Layout) {
    let count = layout.stride * (plane.height + 1) + Self.overhang
    var sums = [Int32](repeating: 0, count: count)
    var squares = sums
    let entries = (0...plane.width).map { layout.entry($0, 0) }
    plane.samples.withUnsafeBufferPointer { source in
      sums.withUnsafeMutableBufferPointer { sums in
        squares.withUnsafeMutableBufferPointer { squares in
          entries.withUnsafeBufferPointer { entries in
            for y in 0..<plane.height {
              let above = y * layout.stride
              let row = above + layout.stride
              var sum: Int32 = 0
              var square: Int32 = 0
              for x in 0..<plane.width {
                let value = Int32(source[y * plane.width + x])
                sum &+= value
                square &+= value &* value
                let entry = entries[x + 1]
                sums[row &+ entry] = sums[above &+ entry] &+ sum
                squares[row &+ entry] = squares[above &+ entry] &+ square
              }
            }
          }
        }
      }
    }
    self.sums = sums
    self.squares = squares
  }
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
