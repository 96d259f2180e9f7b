import PhotoGeometry

/// The largest window of an aspect and its possible places: along one axis only, as it touches two opposite sides of
/// the photo.
struct SlidingWindow: Sendable {
  let photo, size: PixelSize
  /// The axis the window can move along, and by how many pixels.
  let axis: PhotoAxis
  let freedom: Int

  /// The most steps between one end and the other; one percent of the way is finer than any cue.
  static let mostSteps = 100

  /// The difference below which totals and shares count as equal: single precision has rounding errors of about 10⁻⁷.
  static let tolerance = 1e-6

  init(aspect: AspectRatio, in photo: PixelSize) {
    self.photo = photo
    size = aspect.largestWindow(in: photo)
    axis = size.width < photo.width ? .horizontal : .vertical
    freedom = axis == .horizontal ? photo.width - size.width : photo.height - size.height
  }

  private var slide: Slide { Slide(freedom: freedom, mostSteps: Self.mostSteps) }

  /// The number of steps; places are numbered from 0 (left or top) to this.
  var steps: Int { slide.steps }

  /// The length of the photo along the axis, in pixels.
  var length: Int { axis == .horizontal ? photo.width : photo.height }

  /// The length of the window along the axis, as a share of the photo's.
  var share: Double { Double(length - freedom) / Double(length) }

  /// Returns where the window begins at a place, 0…1 along the axis.
  func start(at place: Int) -> Double {
    steps == 0 ? 0 : (1 - share) * Double(place) / Double(steps)
  }

  /// Returns how far the window's centre is from the photo's, in shares of the photo's length.
  func distanceFromCentre(at place: Int) -> Double {
    steps == 0 ? 0 : (1 - share) * Double(abs(2 * place - steps)) / Double(2 * steps)
  }

  /// Returns the window at a place in whole pixels; mirrored places give mirrored rectangles.
  func rect(at place: Int) -> PixelRect {
    let offset = slide.offset(at: place)
    return axis == .horizontal
      ? PixelRect(x: offset, y: 0, width: size.width, height: size.height)
      : PixelRect(x: 0, y: offset, width: size.width, height: size.height)
  }
}

/// The whole-pixel offsets that a window takes between two ends, in equal steps.
struct Slide: Sendable {
  /// How many pixels the window can move.
  let freedom: Int
  /// The number of steps; places are numbered from 0 (left or top) to this.
  let steps: Int

  /// Makes the places of a window that can move by some pixels; never more steps than pixels.
  init(freedom: Int, mostSteps: Int) {
    self.freedom = freedom
    steps = min(mostSteps, freedom)
  }

  /// Returns the offset of a place from the first one, in pixels.
  ///
  /// Rounding is towards the middle from either side, so that places as far from one end as from the
  /// other mirror each other; only a middle between two pixels goes to the left or top.
  func offset(at place: Int) -> Int {
    2 * place <= steps ? rounded(place) : freedom - rounded(steps - place)
  }

  /// The offset of a place in the nearer half: halves of a pixel are rounded up.
  private func rounded(_ place: Int) -> Int {
    guard steps > 0 else { return freedom / 2 }
    return min((2 * place * freedom + steps) / (2 * steps), freedom / 2)
  }
}

/// A direction along a side of the photo.
enum PhotoAxis: Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

/// Four sides in whole pixels, half open; unlike a `PixelRect` it may be without any area.
struct PixelBounds: Hashable, Sendable {
  let left, top, right, bottom: Int
}

extension PixelBounds {
  init(_ rect: PixelRect) {
    self.init(left: rect.x, top: rect.y, right: rect.maxX, bottom: rect.maxY)
  }

  /// The pixels that a rectangle touches, inside the photo.
  init(_ rect: NormalizedRect, in photo: PixelSize) {
    func pixel(_ fraction: Double, _ side: Int, _ rule: FloatingPointRoundingRule) -> Int {
      // A billionth of a pixel is a rounding error and not a part of the region.
      let slack = rule == .down ? 1e-9 : -1e-9
      let place = min(1, max(0, fraction)) * Double(side)
      return min(side, max(0, Int((place + slack * Double(side)).rounded(rule))))
    }
    self.init(
      left: pixel(rect.x, photo.width, .down), top: pixel(rect.y, photo.height, .down),
      right: pixel(rect.maxX, photo.width, .up), bottom: pixel(rect.maxY, photo.height, .up))
  }

  /// Returns the intersection of two, or `nil` if they are apart.
  func intersection(_ other: PixelBounds) -> PixelBounds? {
    let common = PixelBounds(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
    return common.left <= common.right && common.top <= common.bottom ? common : nil
  }

  func union(_ other: PixelBounds) -> PixelBounds {
    PixelBounds(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
