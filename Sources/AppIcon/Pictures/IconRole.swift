import PhotoGeometry

/// The purpose of an icon picture: the slot that names it, or the iOS default icon without one.
struct IconRole: Hashable, Sendable {
  /// The system whose rules apply.
  enum Platform: String, Sendable {
    case iOS
    case watchOS
    case macOS
  }

  /// The appearance of the Home Screen that the picture is shown on.
  enum Appearance: String, CaseIterable, Sendable {
    case any
    case dark
    case tinted
  }

  var platform = Platform.iOS
  var appearance = Appearance.any
  /// The size that the slot requires, in pixels; `nil` if the slot does not state it in a readable form.
  var size: PixelSize? = PixelSize(width: 1024, height: 1024)

  /// Whether App Store Connect uses this very picture, or may: the large default one of an app's icon, and every size
  /// of a watch app's.
  var isForStore = true

  /// Whether the system shows the picture without anything behind it; on macOS, and in the dark and the tinted icon,
  /// it may be translucent.
  var isOpaque: Bool { platform != .macOS && appearance == .any }

  /// Whether this is the large picture that App Store Connect itself uses.
  var isLarge: Bool { size == PixelSize(width: 1024, height: 1024) }

  /// Whether this is one of a watch app's sizes other than the large one.
  var isSmallOfWatch: Bool { platform == .watchOS && !isLarge }

  /// App Store Connect's code for alpha.
  var alphaCode: String { platform == .watchOS ? "ITMS-90396" : "ITMS-90717" }
}
