/// A widget's size class, as WidgetKit names them: systemSmall, systemMedium, systemLarge.
public enum RenderFamily: String, CaseIterable, Hashable, Sendable {
  /// WidgetKit's systemSmall.
  case small
  /// WidgetKit's systemMedium.
  case medium
  /// WidgetKit's systemLarge.
  case large
}
