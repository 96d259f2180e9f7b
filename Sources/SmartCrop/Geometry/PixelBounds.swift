import PhotoGeometry

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
