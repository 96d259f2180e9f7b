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
  /// The most whole pixels the screen takes for the family.
  public let pixelLimit: Int

  /// Makes the excess of a render, or `nil` when the screen takes it or has no such widget.
  public init?(fileName: String, family: RenderFamily, size: PixelSize, screen: WidgetScreen) {
    guard let limit = screen.archiveLimit(for: family), Double(size.area) > limit else {
      return nil
    }
    self.fileName = fileName
    self.family = family
    self.size = size
    self.screen = screen
    pixelLimit = Int(limit)
  }
}

extension ArchiveExcess: CustomStringConvertible {
  /// The fact with both numbers.
  public var message: String {
    """
    The \(family.name) render is \(size), \(size.area) pixels; the screen \
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
    preparation.renders.all.compactMap { family, file in
      ArchiveExcess(
        fileName: file.name.description, family: family, size: file.size, screen: screen)
    }
  }
}
