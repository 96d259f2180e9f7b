/// The memory limit for a widget extension's decoded images, checked before anything is decoded.
public struct WidgetBudget: Hashable, Sendable {
  /// The most bytes of decoded pixels.
  public let byteLimit: Int
  /// The most images.
  public let imageLimit: Int

  /// Makes a budget; negative numbers count as 0.
  public init(byteLimit: Int, imageLimit: Int = .max) {
    self.byteLimit = max(0, byteLimit)
    self.imageLimit = max(0, imageLimit)
  }

  /// Makes the budget of a cache: the images that it holds without dropping any.
  ///
  /// Images beyond it that are drawn in turns would be decoded again at every turn, each time beside the ones before.
  public init(_ limits: CacheLimits) {
    self.init(byteLimit: limits.byteCost, imageLimit: limits.count)
  }

  /// The limits of ``CacheLimits/widgetExtension``: 12 MiB, of the 30 MB after which the system ends
  /// an extension, and 6 images.
  public static let widgetExtension = WidgetBudget(CacheLimits.widgetExtension)

  /// Returns the bytes of a decoded image of a size: four a pixel, rows rounded up to 64.
  ///
  /// The rounding is our choice: decoders start rows at multiples of 16 to 64 bytes, and the largest errs
  /// on the safe side.
  public static func byteCost(of size: PixelSize) -> Int {
    let row = (4 * size.width + 63) / 64 * 64
    return ImageCache<Never>.byteCost(rowBytes: row, height: size.height)
  }

  /// Returns whether images of these sizes fit together.
  public func fits(_ sizes: some Sequence<PixelSize>) -> Bool { prefix(of: sizes) == nil }

  /// Returns how many images from the first on fit together, or `nil` when all do.
  public func prefix(of sizes: some Sequence<PixelSize>) -> Int? {
    var left = byteLimit
    for (index, size) in sizes.enumerated() {
      let cost = Self.byteCost(of: size)
      guard index < imageLimit, cost <= left else { return index }
      left -= cost
    }
    return nil
  }
}

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
    (self.fileName, self.family, self.size, self.screen) = (fileName, family, size, screen)
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
  public var description: String { "\(fileName): \(message) Prepare the photo for that device." }
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
