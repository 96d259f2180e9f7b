/// A kind of device screen, with the widget frames it has under one generation of the system.
public struct WidgetScreen: Hashable, Sendable {
  /// The generations of the system that draw widgets at different sizes.
  public enum System: String, CaseIterable, Hashable, Sendable {
    /// iOS 26 and later, on iPhone.
    case iOS26 = "ios26"
    /// iOS 14 to 18, on iPhone.
    case iOS18 = "ios18"
    /// Any iPadOS; iOS 26 did not change these frames.
    case iPadOS = "ipados"
  }

  /// The screen in points and its scale, for example `402x874@3`.
  public let screen: String
  /// The generation of the system.
  public let system: System
  /// The frames, in pixels.
  public let frames: WidgetFrames
  /// Names of devices with this screen; empty where the source names none.
  public let devices: [String]

  /// The name of the row, for example `402x874@3-ios26`.
  public var identifier: String { "\(screen)-\(system.rawValue)" }

  static func screen(
    _ screen: String, _ system: System, small: (Int, Int), medium: (Int, Int), large: (Int, Int),
    devices: [String]
  ) -> WidgetScreen {
    func size(_ sides: (Int, Int)) -> PixelSize { PixelSize(width: sides.0, height: sides.1) }
    return WidgetScreen(
      screen: screen, system: system,
      frames: WidgetFrames(small: size(small), medium: size(medium), large: size(large)),
      devices: devices)
  }
}

extension WidgetScreen {
  /// The screen that renders are made for by default: the largest iPhone's under iOS 26.
  ///
  /// Its frames pass the archive limit of every iPhone from iOS 17.1 on.
  public static let largestPhone = all[0]

  /// Returns the screen a person means by a device's name, a screen or a row's identifier.
  ///
  /// Letter case is ignored. Where several generations of the system share a name, the newest one
  /// wins; the identifier picks another.
  public static func named(_ text: String) -> WidgetScreen? {
    let wanted = text.lowercased()
    return all.first { row in
      row.identifier == wanted || row.screen == wanted
        || row.devices.contains { $0.lowercased() == wanted }
    }
  }
}
