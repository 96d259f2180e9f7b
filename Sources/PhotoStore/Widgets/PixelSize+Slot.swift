public import Foundation

extension PixelSize {
  /// The pixels of a view's place; `nil` for a place without an area, as one that is not laid out yet.
  ///
  /// - Parameters:
  ///   - points: The view's size, from a `GeometryReader` or a widget's `displaySize`.
  ///   - scale: The pixels of a point, `displayScale` of SwiftUI's environment.
  public init?(points: CGSize, scale: Double) {
    let width = (Double(points.width) * scale).rounded()
    let height = (Double(points.height) * scale).rounded()
    let sides = 1...Double(Self.sideLimit)
    guard sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: Int(width), height: Int(height))
  }

  /// Returns the smallest size of the same shape that covers a slot, or this size where it is smaller.
  ///
  /// An image of this size fills the slot, pixel for pixel in one direction; what exceeds it in the other is cut off.
  public func covering(_ slot: PixelSize) -> PixelSize {
    let byWidth = (slot.width * longEdge + width - 1) / width
    let byHeight = (slot.height * longEdge + height - 1) / height
    return fitting(longEdge: max(byWidth, byHeight))
  }
}
