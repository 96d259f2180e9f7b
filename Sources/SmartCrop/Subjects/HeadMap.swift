public import PhotoGeometry

/// Where the network sees people's heads, from any side: a probability for each cell of a grid over the photo.
public struct HeadMap: Sendable {
  private let width: Int
  private let height: Int
  /// The sums of all cells above a row and left of a column, for one more row and column than there are cells.
  private let sums: [[Double]]

  init(_ plane: Plane) {
    var sums = [[Double](repeating: 0, count: plane.width + 1)]
    for row in 0..<plane.height {
      var (above, sum) = (sums[row], 0.0)
      for column in 0..<plane.width {
        sum += Double(plane.samples[row * plane.width + column])
        above[column + 1] += sum
      }
      sums.append(above)
    }
    self.init(width: plane.width, height: plane.height, sums: sums)
  }

  private init(width: Int, height: Int, sums: [[Double]]) {
    (self.width, self.height, self.sums) = (width, height, sums)
  }

  /// The map of the mirrored photo.
  var mirrored: HeadMap {
    let mirrored = sums.map { row in row.reversed().map { row[width] - $0 } }
    return HeadMap(width: width, height: height, sums: mirrored)
  }

  /// Returns the mean probability in the middle of a rectangle, 0…1; a seventh of each side is left out at either end.
  public func probability(in rect: NormalizedRect) -> Double {
    let middle = rect.padded(side: -Self.rim, above: -Self.rim, below: -Self.rim)
    let area = middle.width * middle.height
    return area > 0 ? band(from: middle.y, to: middle.maxY).sum(middle.x, middle.maxX) / area : 0
  }

  /// The share of a rectangle's side that is left out at either end; ours.
  static let rim = 0.15

  /// Returns what lies between two fractions of the height.
  func band(from top: Double, to bottom: Double) -> Band {
    let (above, below) = (sums(above: top), sums(above: bottom))
    let cells = Double(width * height)
    return Band(sums: zip(below, above).map { ($0 - $1) / cells })
  }

  private func sums(above place: Double) -> [Double] {
    let (row, part) = cell(at: place, of: height)
    return zip(sums[row], sums[row + 1]).map { $0 + part * ($1 - $0) }
  }

  /// A part of the map as wide as the photo.
  struct Band {
    /// The integrals over what lies left of each column.
    fileprivate let sums: [Double]

    /// Returns the integral between two fractions of the width; over the whole photo it is the mean probability.
    func sum(_ left: Double, _ right: Double) -> Double { sum(to: right) - sum(to: left) }

    private func sum(to place: Double) -> Double {
      let (column, part) = cell(at: place, of: sums.count - 1)
      return sums[column] + part * (sums[column + 1] - sums[column])
    }
  }
}

/// The cell in which a fraction of a side lies, and how far inside; what is outside counts to the border.
private func cell(at place: Double, of count: Int) -> (cell: Int, part: Double) {
  let cells = min(max(0, place), 1) * Double(count)
  let cell = min(Int(cells), count - 1)
  return (cell, cells - Double(cell))
}
