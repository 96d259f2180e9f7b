/// The size in pixels of every family's widget on one kind of screen.
public struct WidgetFrames: Hashable, Sendable {
  /// The frame of systemSmall.
  public let small: PixelSize
  /// The frame of systemMedium.
  public let medium: PixelSize
  /// The frame of systemLarge.
  public let large: PixelSize

  /// Makes the frames of one screen.
  public init(small: PixelSize, medium: PixelSize, large: PixelSize) {
    self.small = small
    self.medium = medium
    self.large = large
  }

  /// The frame of a family.
  public subscript(family: RenderFamily) -> PixelSize {
    switch family {
    case .small: small
    case .medium: medium
    case .large: large
    }
  }
}

extension WidgetFrames {
  /// The most pixels an image may have before WidgetKit refuses to archive the family's timeline.
  ///
  /// The limit is (2.2 × width) × (2.0 × height) of the frame, and an image is refused when its
  /// area is strictly greater. Source: maxima logged by `WidgetArchiver` on iOS 17.1 and later
  /// match it on nine screens.
  public func archiveLimit(for family: RenderFamily) -> Double {
    4.4 * Double(self[family].area)
  }
}
