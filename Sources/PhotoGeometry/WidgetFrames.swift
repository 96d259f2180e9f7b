/// The size in pixels of every family's widget on one kind of screen.
public typealias WidgetFrames = PerFamily<PixelSize>

extension WidgetFrames {
  /// The most pixels an image may have before WidgetKit refuses to archive the family's timeline; `nil` for a family
  /// that the screen does not have.
  ///
  /// The limit is (2.2 × width) × (2.0 × height) of the frame, and an image is refused when its
  /// area is strictly greater. Source: maxima logged by `WidgetArchiver` on iOS 17.1 and later
  /// match it on nine screens.
  public func archiveLimit(for family: RenderFamily) -> Double? {
    self[family].map { 4.4 * Double($0.area) }
  }

  /// Returns the frames with the usual frames of further families.
  public func adding(_ families: some Sequence<RenderFamily>) -> WidgetFrames {
    var frames = self
    for family in families where frames[family] == nil { frames.set(family, family.usualFrame) }
    return frames
  }

  /// Whether these frames include all the others, with the same sizes.
  public func cover(_ other: WidgetFrames) -> Bool {
    other.all.allSatisfy { self[$0.family] == $0.value }
  }
}
