public import PhotoGeometry

/// A render with more pixels than WidgetKit archives for its family on one screen.
///
/// One such image fails the whole timeline of its family: the widget keeps its grey placeholder.
/// The limit is `WidgetScreen.archiveLimit(for:)` of PhotoGeometry.
public struct ArchiveExcess: Hashable, Sendable {
  /// The render's name in the folder of images.
  public let fileName: String
  /// The family it is for.
  public let family: RenderFamily
  /// Its size.
  public let size: PixelSize
  /// The screen it is too large for.
  public let screen: WidgetScreen

  /// Makes the excess of a render, or `nil` when the screen takes it.
  public init?(fileName: String, family: RenderFamily, size: PixelSize, screen: WidgetScreen) {
    guard Double(size.area) > screen.archiveLimit(for: family) else { return nil }
    self.fileName = fileName
    self.family = family
    self.size = size
    self.screen = screen
  }

  /// The most whole pixels the screen takes for the family.
  public var pixelLimit: Int { Int(screen.archiveLimit(for: family)) }
}

extension ArchiveExcess: CustomStringConvertible {
  /// The fact with both numbers.
  public var message: String {
    """
    The \(family.rawValue) render is \(size), \(size.area) pixels; the screen \
    \(screen.identifier) takes at most \(pixelLimit).
    """
  }

  /// The fact with both numbers and what to do about it.
  public var description: String {
    "\(fileName): \(message) Prepare the photo for that device."
  }
}

extension PhotoRecord {
  /// Returns the renders that are too large for a screen, from small to large.
  public func archiveExcesses(on screen: WidgetScreen) -> [ArchiveExcess] {
    RenderFamily.allCases.compactMap { family in
      let file = preparation.renders[family]
      return ArchiveExcess(
        fileName: file.name.description, family: family, size: file.size, screen: screen)
    }
  }
}
