import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Summed-area table` {
  private let width = 7
  private let height = 5

  private func cells(seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<(width * height)).map { _ in Float.random(in: 0...1, using: &random) }
  }

  /// Adds up every cell times the part of it inside a rectangle.
  private func sum(_ cells: [Float], in rect: NormalizedRect) -> Double {
    func inside(_ cell: Int, of count: Int, _ start: Double, _ end: Double) -> Double {
      max(0, min(Double(cell + 1), end * Double(count)) - max(Double(cell), start * Double(count)))
    }
    return cells.indices.reduce(0) { total, index in
      total + Double(cells[index]) * inside(index % width, of: width, rect.x, rect.maxX)
        * inside(index / width, of: height, rect.y, rect.maxY)
    }
  }

  @Test(arguments: UInt64(1)...6)
  func `gives the sum of the cells of any rectangle`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cells = cells(seed: seed)
    let table = SummedAreaTable(width: width, height: height, cells)
    let (x, y) = (
      Double.random(in: 0...0.9, using: &random), Double.random(in: 0...0.9, using: &random)
    )
    let rect = NormalizedRect(
      x: x, y: y, width: .random(in: 0...(1 - x), using: &random),
      height: .random(in: 0...(1 - y), using: &random))
    let expected = sum(cells, in: rect)
    #expect(abs(table.sum(in: rect) - expected) < 1e-9)
  }

  @Test func `is zero outside the photo`() {
    let table = SummedAreaTable(width: width, height: height, cells(seed: 7))
    #expect(table.sum(in: NormalizedRect(x: 1.5, y: 0, width: 0.2, height: 1)) == 0)
    #expect(
      table.sum(in: NormalizedRect(x: -1, y: -1, width: 3, height: 3)) == table.sum(in: .full))
  }
}
