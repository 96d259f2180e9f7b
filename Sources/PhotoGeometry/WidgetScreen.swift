/// A kind of device screen, with the widget frames it has under one generation of the system; an iPad
/// draws them smaller than it lays them out (decision 0506).
public struct WidgetScreen: Hashable, Sendable {
  /// The generations of the system that draw widgets at different sizes or have other families.
  public enum System: String, CaseIterable, Hashable, Sendable {
    /// iOS 27 and later, on iPhone: the frames of iOS 26 and extra large portrait.
    case iOS27 = "ios27"
    /// iOS 26, on iPhone.
    case iOS26 = "ios26"
    /// iOS 14 to 18, on iPhone.
    case iOS18 = "ios18"
    /// Any iPadOS; iOS 26 did not change these frames.
    case iPadOS = "ipados"
    /// macOS 26 and later; frames do not depend on the display.
    case macOS = "macos"
    /// visionOS 26 and later.
    case visionOS = "visionos"
  }

  /// Where a row's frames were read.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// A probe widget in simulators of iOS 18.6, 26.5 and 27.0, whole pixels: ryanlintott/FrameUp, `Measurements/`.
    case measured = "FrameUp"
    /// Points of Apple's Human Interface Guidelines (Widgets, Specifications) times the scale.
    case guidelines = "Human Interface Guidelines"
  }

  /// The frames of a screen's accessories, outside the Home Screen; in pixels.
  public struct AccessoryFrames: Hashable, Sendable {
    /// systemSmall on an iPad's Lock Screen, where it has its own size.
    public let small: PixelSize?
    /// accessoryCircular.
    public let circular: PixelSize
    /// accessoryRectangular.
    public let rectangular: PixelSize
    /// accessoryInline; `nil` where it has not been measured.
    public let inline: PixelSize?
  }

  /// The screen in points and its scale, for example `402x874@3`.
  public let screen: String
  /// The generation of the system.
  public let system: System
  /// Where the frames were read.
  public let source: Source
  /// The frames in which widgets are laid out, in pixels.
  public let frames: WidgetFrames
  /// The sizes in which the system draws widgets, in pixels; smaller than ``frames`` on most iPads, which
  /// scale widgets down; renders have the size of ``frames`` (decision 0335).
  public let slots: WidgetFrames
  /// The frames of accessories; `nil` where no source has them.
  public let accessories: AccessoryFrames?
  /// Names of devices with this screen; empty where the source names none.
  public let devices: [String]

  /// The name of the row, for example `402x874@3-ios27`.
  public var identifier: String { "\(screen)-\(system.rawValue)" }

  /// The pixels of a point, which end the screen's name.
  public var scale: Int { screen.split(separator: "@").last.flatMap { Int($0) } ?? 3 }

  /// The screen that renders are made for by default: the largest iPhone's under iOS 27.
  ///
  /// Its frames pass the archive limit of every iPhone from iOS 17.1 on.
  public static let largestPhone = all[0]

  /// The largest iPad (12.9 and 13 inches) at the default display size: its extra large
  /// widget is used if no device is named.
  public static let largestPad = matching("iPad 13-in")[0]

  /// Returns the newest screen with these frames, or else the first whose frames are among them, for example if a
  /// further family was asked for.
  public static func having(_ frames: WidgetFrames) -> WidgetScreen? {
    all.first { $0.frames == frames } ?? all.first { frames.cover($0.frames) }
  }

  /// Returns a known device without known frames, with the reason; letter case is ignored.
  public static func unmeasured(_ text: String) -> (name: String, reason: String)? {
    unmeasured.first { $0.name.lowercased() == text.lowercased() }
  }

  /// Returns the screens that a person may mean by a device's name, a screen or a row's identifier.
  ///
  /// Letter case is ignored. A whole name goes before the beginning of one, so that `iPad` means every
  /// iPad and `iPhone SE` the newest of that name. Where several generations of the system share a
  /// screen, the newest one is meant; the identifier picks another.
  public static func matching(_ text: String) -> [WidgetScreen] {
    let wanted = text.lowercased()
    if let row = all.first(where: { $0.identifier == wanted || $0.screen == wanted }) {
      return [row]
    }
    let whole = newest { $0 == wanted }
    return whole.isEmpty ? newest { $0.hasPrefix(wanted + " ") } : whole
  }

  /// The rows with a device whose lower-case name fits, one for each screen.
  private static func newest(_ isWanted: (String) -> Bool) -> [WidgetScreen] {
    var screens: Set<String> = []
    return all.filter { row in
      row.devices.contains { isWanted($0.lowercased()) } && screens.insert(row.screen).inserted
    }
  }

  /// The most pixels an image may have before WidgetKit refuses to archive the family's timeline.
  ///
  /// As `archiveLimit` of `WidgetFrames`, here of the slot: where an iPad's slot is smaller than
  /// the frame, logs show the limit of either, and the smaller one is safe.
  public func archiveLimit(for family: RenderFamily) -> Double? { slots.archiveLimit(for: family) }
}
