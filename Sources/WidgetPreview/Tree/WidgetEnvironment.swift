/// The system's values for a widget, by the names of SwiftUI's `EnvironmentValues`.
public struct WidgetEnvironment: Hashable, Sendable {
  /// Whether the system's colours are light or dark; `nil` for the template's own.
  public var colorScheme: ColourScheme?
  /// Whether a person wants more contrast.
  public var colorSchemeContrast = ColourContrast.standard
  /// The size of text that has a style.
  public var dynamicTypeSize = DynamicTypeSize.large
  /// The direction of lines, unless the outermost view sets it itself.
  public var layoutDirection = LayoutDirection.leftToRight

  /// Makes the environment of a device with its default settings.
  public init() {}

  /// The values that may be set, with the words for each, as part of a sentence.
  public static let choices = [
    "colorScheme (\(words(of: ColourScheme.self)))",
    "colorSchemeContrast (\(words(of: ColourContrast.self)))",
    "dynamicTypeSize (\(words(of: DynamicTypeSize.self)))",
    "layoutDirection (\(words(of: LayoutDirection.self)))",
  ].joined(separator: ", ")

  private static func words<Value: CaseIterable & RawRepresentable<String>>(
    of: Value.Type
  ) -> String {
    Value.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Sets a value by its name.
  ///
  /// - Returns: Whether there is such a value, and the word is valid for it.
  public mutating func set(_ name: String, to word: String) -> Bool {
    switch name {
    case "colorScheme":
      colorScheme = ColourScheme(rawValue: word)
      return colorScheme != nil
    case "colorSchemeContrast": return set(\.colorSchemeContrast, to: word)
    case "dynamicTypeSize": return set(\.dynamicTypeSize, to: word)
    case "layoutDirection": return set(\.layoutDirection, to: word)
    default: return false
    }
  }

  private mutating func set<Value: RawRepresentable<String>>(
    _ path: WritableKeyPath<Self, Value>, to word: String
  ) -> Bool {
    guard let value = Value(rawValue: word) else { return false }
    self[keyPath: path] = value
    return true
  }
}

/// The colours of the system: SwiftUI's `ColorScheme`.
public enum ColourScheme: String, CaseIterable, Hashable, Sendable {
  /// Dark text on light grounds.
  case light
  /// Light text on dark grounds.
  case dark
}

/// The contrast of colours: SwiftUI's `ColorSchemeContrast`.
public enum ColourContrast: String, CaseIterable, Hashable, Sendable {
  /// The normal one.
  case standard
  /// As with the setting "Increase Contrast".
  case increased
}

/// The size of text that has a style: SwiftUI's `DynamicTypeSize`.
public enum DynamicTypeSize: String, CaseIterable, Hashable, Sendable {
  /// The normal sizes; `large` is the default.
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  /// The sizes that the accessibility settings add.
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  /// Its index, from the smallest on.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
