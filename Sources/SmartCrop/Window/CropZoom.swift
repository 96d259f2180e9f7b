import PhotoGeometry

/// Finds the smallest window inside a crop that keeps nearly all of what the crop keeps.
///
/// It keeps at least 97 % of the crop's importance, all of every focus region that the crop holds, hair and
/// chin with it, and as many pixels as the frame has. Derivation: decision 0100.
struct CropZoom: Sendable {
  let importance: SummedAreaTable
  let regions: [FocusRegion]
  let photo: PixelSize
  let frame: PixelSize?

  /// The share of the crop's importance that must stay (decision 0100).
  static let leastKept = 0.97
  /// The window's sides are at least this share of the crop's: more than twice is another picture.
  static let leastScale = 0.5
  /// Sizes are tried in steps of a fiftieth of the crop's; finer than people see.
  private static let scaleSteps = 50
  /// Places are tried in steps of a tenth of the way, along each axis.
  private static let placeSteps = 10

  /// Returns the smallest such window of an aspect inside a crop, or the crop itself.
  ///
  /// Of equally good places the nearest to the crop's middle is taken, then the upper or left one.
  func window(of aspect: AspectRatio, inside crop: PixelRect) -> PixelRect {
    let least = Self.leastKept * share(of: crop)
    let required = required(in: crop)
    var best = crop
    for step in 1...Self.scaleSteps {
      let scale = 1 - Double(step) / Double(Self.scaleSteps)
      let size = aspect.largestWindow(in: crop.size.scaled(by: scale))
      guard scale >= Self.leastScale, isEnough(size),
        let window = bestWindow(of: size, inside: crop, around: required),
        share(of: window) >= least
      else { break }
      best = window
    }
    return best
  }

  private func share(of rect: PixelRect) -> Double {
    importance.sum(in: NormalizedRect(rect, in: photo))
  }

  private func isEnough(_ size: PixelSize) -> Bool {
    guard let frame else { return true }
    return size.width >= frame.width && size.height >= frame.height
  }

  /// The bounds of all that the crop holds of the focus regions; `nil` when it holds none of any.
  private func required(in crop: PixelRect) -> PixelBounds? {
    let parts = regions.filter { $0.weight > 0 }.compactMap { region in
      PixelBounds(region.belonging, in: photo).intersection(PixelBounds(crop))
    }
    return parts.dropFirst().reduce(parts.first) { $0?.union($1) }
  }

  /// The place of a size that keeps most; `nil` when the size cannot hold what is required.
  private func bestWindow(of size: PixelSize, inside crop: PixelRect, around needed: PixelBounds?)
    -> PixelRect?
  {
    let x = range(crop.x, crop.maxX, size.width, needed.map { ($0.left, $0.right) })
    let y = range(crop.y, crop.maxY, size.height, needed.map { ($0.top, $0.bottom) })
    guard let x, let y else { return nil }
    let columns = Slide(freedom: x.count - 1, mostSteps: Self.placeSteps)
    let rows = Slide(freedom: y.count - 1, mostSteps: Self.placeSteps)
    let windows = (0...rows.steps).flatMap { row in
      (0...columns.steps).map { column in
        PixelRect(
          x: x.lowerBound + columns.offset(at: column), y: y.lowerBound + rows.offset(at: row),
          width: size.width, height: size.height)
      }
    }
    return mostImportant(windows, middle: crop)
  }

  /// The offsets at which a length lies between two ends and around what is needed.
  private func range(_ start: Int, _ end: Int, _ length: Int, _ needed: (Int, Int)?)
    -> ClosedRange<Int>?
  {
    let first = max(start, needed.map { $0.1 - length } ?? start)
    let last = min(end - length, needed.map { $0.0 } ?? end)
    return first <= last ? first...last : nil
  }

  private func mostImportant(_ windows: [PixelRect], middle crop: PixelRect) -> PixelRect? {
    let shares = windows.map(share)
    let greatest = shares.max() ?? 0
    let equal = windows.indices.filter { shares[$0] >= greatest - SlidingWindow.tolerance }
    return equal.min { windows[$0].distance(from: crop) < windows[$1].distance(from: crop) }
      .map { windows[$0] }
  }
}

extension PixelRect {
  /// Twice the distance between the centres of two rectangles, along x and y together.
  fileprivate func distance(from other: PixelRect) -> Int {
    abs(x + maxX - other.x - other.maxX) + abs(y + maxY - other.y - other.maxY)
  }
}
